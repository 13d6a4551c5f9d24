"""How long reading takes beside a bare scan for numbers over the same text, in the same run."""

import json
import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from monitor.datasets import Item
from monitor.reading.batch import RulesPiece
from monitor.reading.stream import pieces
from monitor.search.hits import Hit
from tests.reading import cases, cases_more, cases_third
from tests.reading.helpers import AT, BTC, EURUSD, MSFT, READER, hit, item

pytestmark = pytest.mark.slow

NUMBER = re.compile(r"\d[\d.,]*\d|\d")
FILLER = (
    "The company said on Monday that it would expand its programme in the coming year and that demand from"
    " customers remained strong across most"
    " regions, while costs rose in line with earlier guidance. Analysts pointed to a busy calendar and to mixed"
    " signals from the wider market. "
)
Response = tuple[Item, list[Hit]]


def responses() -> list[Response]:
    """Give ten-hit responses of about 20 kB: hits of our cases, each filled up to 2 kB with prose."""
    made = []
    for case in (*cases.CASES, *cases_more.CASES, *cases_third.CASES):
        hits = []
        for n in range(10):
            title, url, snippet = case.results[n % len(case.results)]
            text = f"{snippet} ({n}) "
            while len(text) < 2000:
                text += FILLER
            hits.append(Hit(n, f"{url}?{n}", title, text[:2000]))
        made.append((item(*case.item.split("|")), hits))
    return made


def crowded() -> list[Response]:
    """Give ten-hit responses of about 20 kB that are full of numbers: the page's own text, over and over."""
    made = []
    for case in (*cases.CASES, *cases_more.CASES, *cases_third.CASES):
        hits = []
        for n in range(10):
            title, url, snippet = case.results[n % len(case.results)]
            hits.append(Hit(n, f"{url}?{n}", title, (f"{n} {snippet} " * (2000 // len(snippet) + 1))[:2000]))
        made.append((item(*case.item.split("|")), hits))
    return made


def scan(made: Sequence[Response]) -> int:
    """Find every number of all titles and snippets with one plain pattern, and convert each: give how many there are.

    As one would write it without thought of speed: ``findall`` of digits with points and commas among them over the
    whole of every text (a reader may leave parts out, a scan does not), the commas taken out, ``float``.
    """
    found = 0
    for _, hits in made:
        for one in hits:
            for text in (one.title, one.snippet):
                for raw in NUMBER.findall(text):
                    try:
                        float(raw.replace(",", ""))
                    except ValueError:
                        continue
                    found += 1
    return found


def read_all(made: Sequence[Response]) -> None:
    """Read every response."""
    for about, hits in made:
        READER.read(about, hits, AT, AT)


def anew(made: Sequence[Response], seed: int) -> list[Response]:
    """Give other texts of the same kind: a word more in each, somewhere, so that nothing kept of the others serves."""
    rng = random.Random(seed)
    out = []
    for about, hits in made:
        texts = []
        for one in hits:
            words = one.snippet.split(" ")
            words.insert(rng.randrange(len(words)), rng.choice(("indeed", "thus", "perhaps")))
            texts.append(Hit(one.position, f"{one.url}&n={seed}", f"{one.title} {seed}", " ".join(words)[:2000]))
        out.append((about, texts))
    return out


def took_s(work: Callable[[], object]) -> float:
    """Give the processor time of one run."""
    began = time.process_time()
    work()
    return time.process_time() - began


def best_s(work: Callable[[], object]) -> float:
    """Give the shortest processor time of three runs."""
    return min(took_s(work) for _ in range(3))


def beside(
    prepare: Callable[[Sequence[Response]], Callable[[], object]], made: Sequence[Response]
) -> tuple[float, float]:
    """Give how many times what a scan takes reading takes, and its seconds: the middle one of five rounds.

    Each round reads texts that were never read before, of items that were.
    """
    prepare(made)()
    rounds = []
    for seed in range(5):
        others = anew(made, seed)
        reading_s = took_s(prepare(others))
        rounds.append((reading_s / best_s(lambda others=others: scan(others)), reading_s))  # type: ignore[misc]
    return sorted(rounds)[2]


@pytest.mark.parametrize("make", [responses, crowded])
def test_reading_beside_a_bare_scan(make: Callable[[], list[Response]]) -> None:
    made = make()
    ratio, reading_s = beside(lambda others: lambda: read_all(others), made)
    size = sum(len(h.snippet) + len(h.title) for _, hits in made for h in hits) / len(made)
    print(
        f"\n{make.__name__}: {len(made) / reading_s:.0f} responses a second of {size / 1000:.1f} kB;"
        f" {ratio:.1f} times a bare scan for numbers"
    )
    assert ratio < 25


def test_reading_a_file_beside_a_bare_scan(tmp_path: Path) -> None:
    made, path, work = responses(), tmp_path / "in.jsonl", RulesPiece(skip_bad=False)

    def prepare(others: Sequence[Response]) -> Callable[[], object]:
        with path.open("w", encoding="utf-8") as target:
            for n, (about, hits) in enumerate(others):
                row = {
                    "case_id": str(n),
                    "item": {"asset": about.asset.value, "name": about.name, "ticker": about.ticker},
                    "asked_at": AT.isoformat(),
                    "results": [{"title": h.title, "url": h.url, "snippet": h.snippet} for h in hits],
                }
                target.write(json.dumps(row) + "\n")
        return lambda: [work(piece) for piece in pieces(path)]

    ratio, file_s = beside(prepare, made)
    size = path.stat().st_size / len(made)
    print(
        f"\nmonitor read: {len(made) / file_s:.0f} responses of {size / 1000:.1f} kB a second and core;"
        f" {ratio:.1f} times a bare scan for numbers"
    )
    assert ratio < 25


def wild(kind: str) -> str:
    """Give 1 MB of text that invites a pattern to run away."""
    rng = random.Random(5)
    if kind == "digits, commas and brackets":
        return "".join(rng.choice("0123456789,,,..()[]{}") for _ in range(1_000_000))
    return {
        "digits": "7" * 1_000_000,
        "commas": "1," * 500_000,
        "brackets": "(" * 500_000 + ")" * 500_000,
        "spaces": "1 " * 500_000,
        "open objects": '{"a":[' * 170_000,
        "equations": "1 BTC = " * 125_000,
        "highs": "high 0.00000860 24h low " * 42_000,
        "capitals": "AB " * 333_000,
    }[kind]


KINDS = [
    "digits, commas and brackets",
    "digits",
    "commas",
    "brackets",
    "spaces",
    "open objects",
    "equations",
    "highs",
    "capitals",
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_megabyte_of_wild_text_is_cut_short(kind: str) -> None:
    text = wild(kind)
    # A megabyte of prose with a number here and there: what a scan of ordinary text costs.
    plain = (FILLER + "41 ") * (1_000_000 // len(FILLER))
    scan_s = best_s(lambda: NUMBER.findall(plain))
    worst = 0.0
    for about in (MSFT, BTC, EURUSD):
        title = "Microsoft (MSFT) stock, Bitcoin (BTC) price, EUR/USD"
        worst = max(worst, best_s(lambda about=about, title=title: READER.read(about, [hit(text, title)], AT, AT)))  # type: ignore[misc]
    print(f"\n1 MB of {kind}: {worst / scan_s:.1f} times a bare scan of a megabyte of prose")
    assert worst / scan_s < 40
