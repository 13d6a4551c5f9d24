"""Wild texts: the reader never fails, never invents, always says the same."""

import json
import random
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import monitor
from monitor.datasets import Item
from monitor.search.hits import Hit
from tests.bench.test_reading_speed import FILLER, KINDS, NUMBER, best_s, wild
from tests.reading import cases, cases_more, cases_third
from tests.reading.helpers import AT, BTC, EURUSD, MSFT, READER, hit, item, prices, read

RESULTS = Path(__file__).parents[2] / "docs" / "results" / "reading-fuzz.json"
ALL = [*cases.CASES, *cases_more.CASES, *cases_third.CASES]
ITEMS = [MSFT, BTC, EURUSD, item("equity", "Tesco", "TSCO.L"), item("equity", "Berkshire Hathaway Class B", "BRK.B")]
PIECES = [
    "MSFT", "Microsoft", "Bitcoin", "BTC", "EUR/USD", "TSCO", "$", "€", "p", "%", "(", ")", "+", "-", "512.34",
    "1,234", "92.341,18", "0.0₅41", "10:44", "AM EST",
    "Nov 30, 2026", "30.11.2026", "Bid", "Ask", "Close", "High", "Low", "last price", "=", "1 BTC", "USD", "{", "}",
    '"price":', "[", ",", ".", "\n", " ago", "3 minutes",
]  # fmt: skip
ALPHABET = "0123456789.,:/-+%$€£¥₹()[]{}|\"' \n\u00a0\u202f₀₅ABCabcxXpkMB=≈▲▼–—円年月日時分株İßſ\x00\ud800𝟙٣"


@given(st.sampled_from(ITEMS), st.lists(st.text(max_size=120), min_size=1, max_size=3), st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_without_an_error(about: object, texts: list[str], title: str) -> None:
    reading = read(about, *(hit(t, title, position=n) for n, t in enumerate(texts)))  # type: ignore[arg-type]
    assert reading.reader == "rules"


@given(st.sampled_from(ITEMS), st.lists(st.sampled_from(PIECES), max_size=60))
@settings(max_examples=200, deadline=None)
def test_prices_are_positive_and_come_from_the_text(about: object, pieces: list[str]) -> None:
    reading = read(about, hit(" ".join(pieces), "Microsoft (MSFT) Bitcoin (BTC) EUR/USD Tesco"))  # type: ignore[arg-type]
    for price in prices(reading):
        if price.price is not None:
            assert price.price > 0
            assert price.unit is not None
            assert price.unit > 0
            assert price.price in reading.numbers


@given(st.sampled_from(ALL), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_hits_about_nothing_change_nothing(case: cases.Case, random_: random.Random) -> None:
    about = item(*case.item.split("|"))
    hits = [Hit(n, url, title, snippet) for n, (title, url, snippet) in enumerate(case.results)]
    noise = Hit(
        len(hits), "https://w.example/", "Weather in June", f"Sunny, {random_.randrange(15, 30)} degrees, wind 12 km/h."
    )
    at = AT.fromisoformat(case.asked_at)
    assert READER.read(about, [*hits, noise], at, at).asked == READER.read(about, hits, at, at).asked


def mutated(text: str, rng: random.Random) -> str:
    """Give `text` with letters lost, doubled, moved and mixed with those of other texts."""
    out = list(text)
    for _ in range(rng.randrange(1, 12)):
        at = rng.randrange(len(out) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            out.insert(at, rng.choice(ALPHABET))
        elif kind == 1 and out:
            out.pop(min(at, len(out) - 1))
        elif kind == 2 and out:
            out[min(at, len(out) - 1)] = rng.choice(ALPHABET)
        elif kind == 3:
            other = rng.randrange(len(out) + 1)
            out[at:at] = out[min(at, other) : max(at, other)][:60]
        else:
            donor = rng.choice(rng.choice(ALL).results)[2]
            start = rng.randrange(len(donor) + 1)
            out[at:at] = donor[start : start + 80]
    return "".join(out)


def spoiled(count: int, seed: int) -> Iterator[tuple[int, Item, list[Hit], datetime]]:
    """Give `count` responses made of our cases with their texts spoiled, some of them long; the same for one seed."""
    rng = random.Random(seed)
    for number in range(count):
        case = rng.choice(ALL)
        hits = [
            Hit(
                n,
                mutated(url, rng) if rng.random() < 0.2 else url,
                mutated(title, rng) if rng.random() < 0.5 else title,
                mutated(snippet, rng) * rng.choice((1, 1, 1, 1, 1, 8, 60)),
                rng.choice((None, None, "2026-11-30T10:00:00Z", "x", "2026-13-45")),
                rng.choice((None, None, "2026-11-30", "12 minutes ago", "1796053471")),
            )
            for n, (title, url, snippet) in enumerate(case.results)
        ]
        yield number, item(*case.item.split("|")), hits, AT.fromisoformat(case.asked_at)


def fuzz(count: int, seed: int) -> tuple[float, int]:
    """Read `count` spoiled responses; give the longest reading in seconds of processor time, and which one it was."""
    worst = (0.0, -1)
    for number, about, hits, at in spoiled(count, seed):
        began = time.process_time()
        try:
            reading = READER.read(about, hits, at, at)
        except Exception as err:
            err.add_note(f"spoiled response {number} of seed {seed}")
            raise
        took_s = time.process_time() - began
        if took_s > worst[0]:  # once more, since a pause of the host's is no slow reading
            took_s = min(took_s, best_s(lambda about=about, hits=hits, at=at: READER.read(about, hits, at, at)))
        worst = max(worst, (took_s, number))
        for price in prices(reading):
            assert price.price is None or 0 < price.price < 1e30
    return worst


def longest_against_a_scan(count: int, seed: int) -> float:
    """Give the longest reading as a multiple of a scan of 1 MB of prose, both by processor time."""
    scan_s = best_s(lambda: NUMBER.findall((FILLER + "41 ") * (1_000_000 // len(FILLER))))
    return fuzz(count, seed)[0] / scan_s


def test_spoiled_cases_are_read() -> None:
    assert longest_against_a_scan(400, 11) < 100


@pytest.mark.slow
def test_2_000_spoiled_cases_are_read_and_none_takes_long() -> None:
    assert longest_against_a_scan(2_000, 12) < 100


@pytest.mark.full
def test_20_000_spoiled_texts_and_megabytes_of_marks_are_each_read_within_a_second() -> None:
    seed, count = 20_261_130, 20_000
    worst_s, number = fuzz(count, seed)
    megabytes = {}
    for kind in KINDS:
        hits = [hit(wild(kind), "Microsoft (MSFT) stock, Bitcoin (BTC) price, EUR/USD")]
        megabytes[kind] = max(
            best_s(lambda about=about, hits=hits: READER.read(about, hits, AT, AT))  # type: ignore[misc]
            for about in (MSFT, BTC, EURUSD)
        )
    found = {
        "version": monitor.__version__, "reader": f"{READER.name} {READER.version}", "seed": seed, "texts": count,
        "crashes": 0, "worst_cpu_s": round(worst_s, 4), "worst_text": number,
        "megabyte_cpu_s": {kind: round(took_s, 4) for kind, took_s in megabytes.items()},
    }  # fmt: skip
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    assert worst_s < 1
    assert max(megabytes.values()) < 1
