"""The baseline without a model: one search for each part of a question, then the figure that fits its words best.

Deterministic. It shows what the hits hold for whoever only matches words, and is never ranked with model runs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from monitor.agent.asked import Wanted, parts_of, words_of
from monitor.agent.ending import Answered, RunEnded
from monitor.agent.prompt import HITS, TEXT
from monitor.agent.searching import Searcher
from monitor.search.hits import Hit

__all__ = ["Extractive", "Figure", "best_figure"]

_FIGURE = re.compile(
    r"(?<![\w.,/-])(?P<sign>[-−+]?)(?P<cash>[$€£¥]|US\$|USD |EUR |GBP |JPY )?"
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?P<unit>\s?%|\s(?:per ?cent|percentage points?|basis points?|bps?|thousand|million|billion|trillion|bn|mn|m)\b"
    r"|(?:bn|m|k)\b)?(?![\w/-])"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY_BEFORE = re.compile(r"(?:January|February|March|April|May|June|July|August|September|October|November|December) $")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“$€£¥])|\n+")
ENTITY, PERIOD, MEASURE, UNIT, FIRST = 3.0, 2.0, 3.0, 2.0, 0.05
"""Weights of the share of the entity's words, of the periods, of the measure's words, of the unit, and of the order."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a hit, and how well it fits."""

    text: str
    score: float
    url: str
    sentence: str


class Extractive:
    """Answers a question from the figures among the hits."""

    async def answer(self, question: str, today: date, searcher: Searcher) -> Answered:
        """Give the figures found, a part each; nothing where no figure fits."""
        found = Answered()
        said: list[str] = []
        try:
            for wanted in parts_of(question, searcher.budget):
                result = await searcher.search(wanted.query)
                hits = result.hits[:HITS] if result is not None else ()
                found.messages.append(_told(wanted.query, hits, "" if result is None else result.fault))
                best = best_figure(wanted, hits)
                if best is not None:
                    said.append(f"{wanted.label}: {best.text}" if wanted.label else best.text)
                    found.messages.append(
                        {"kind": "figure", "part": wanted.label, "text": best.text, "score": round(best.score, 3),
                         "url": best.url, "sentence": best.sentence}
                    )  # fmt: skip
        except RunEnded as end:
            found.finish, found.state, found.error_class, found.reason = "", end.state, end.error_class, end.what
            return found
        found.answer = "; ".join(said)
        found.finish = "answered" if said else "blank"
        return found

    async def aclose(self) -> None:
        """Close nothing."""


def best_figure(wanted: Wanted, hits: Sequence[Hit]) -> Figure | None:
    """Give the figure that fits best; of equal ones the first in the order of the hits."""
    best: Figure | None = None
    for hit in hits:
        about = words_of(hit.title)
        for sentence in _SENTENCE.split(hit.snippet[:TEXT]):
            for figure in _figures(sentence, about, wanted, hit):
                if best is None or figure.score > best.score + 1e-9:
                    best = figure
    return best


def _figures(sentence: str, about: frozenset[str], wanted: Wanted, hit: Hit) -> Iterator[Figure]:
    words = words_of(sentence)
    named, measured = _share(wanted.entity, words | about), _share(wanted.measure, words | about)
    if (wanted.entity and not named) or not measured:
        return  # about something else, whatever figures it has
    fits = ENTITY * named + MEASURE * measured
    fits += PERIOD * _share(frozenset(wanted.periods), frozenset(one for one in wanted.periods if one in sentence))
    for found in _FIGURE.finditer(sentence):
        if _no_figure(found, sentence, wanted):
            continue
        score = fits + UNIT * (_unit_of(found) == wanted.unit) - FIRST * hit.position
        yield Figure(found[0].strip(), score, hit.url, sentence[:500])


def _share(wanted: frozenset[str], there: frozenset[str]) -> float:
    return len(wanted & there) / len(wanted) if wanted else 0.0


def _no_figure(found: re.Match[str], sentence: str, wanted: Wanted) -> bool:
    """Tell whether a number is a year, a day of a month, or one that the question itself gives."""
    number = found["number"]
    if found["cash"] or found["unit"]:
        return False
    day = _DAY_BEFORE.search(sentence[: found.start()])
    return bool(_YEAR.fullmatch(number) or day or number in wanted.given)


def _unit_of(found: re.Match[str]) -> str:
    unit = (found["unit"] or "").strip().lower()
    if unit.startswith(("%", "per")):
        return "%"
    if unit.startswith(("basis", "bp")):
        return "bp"
    return "money" if found["cash"] else "count" if unit or "," in found["number"] else ""


def _told(query: str, hits: Sequence[Hit], fault: str) -> dict[str, Any]:
    rows = [{"url": hit.url, "title": hit.title, "snippet": hit.snippet[:TEXT]} for hit in hits]
    return {"kind": "search", "query": query, "hits": rows, **({"fault": fault} if fault else {})}
