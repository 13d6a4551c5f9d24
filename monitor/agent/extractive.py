"""The baseline without a model: one search for each part of a question, then the figure that fits its words best.

Where the question plainly asks for a difference, a sum, a ratio or a change in percent, that is worked out of its two
figures. Deterministic. It shows what the hits hold for whoever only matches words, and is never ranked with model runs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from monitor.agent.arithmetic import Operand, Working, quantity_of, work_out, working_of
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
NEAR, APART = 0.01, 20
"""Weight of a character between a figure and its period, and how many a comma, a semicolon or an `and` counts for."""


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
            working = working_of(question)
            if working is not None and await self._work_out(working, question, searcher, found):
                return found
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

    async def _work_out(self, working: Working, question: str, searcher: Searcher, found: Answered) -> bool:
        """Answer with what is to be worked out, from a search for each operand or, where the budget is less, one.

        False where it cannot be worked out and no search was spent on it; else the figures found are the answer.
        """
        operands = [one for _, *both in working.pairs for one in both]
        each = len({one.wanted.query for one in operands}) <= searcher.budget
        if not each and not working.over_time:
            return False  # one search finds both names by luck only: the figure as ever
        hits: dict[str, Sequence[Hit]] = {}
        for query in dict.fromkeys(one.wanted.query if each else question for one in operands):
            result = await searcher.search(query)
            hits[query] = result.hits[:HITS] if result is not None else ()
            found.messages.append(_told(query, hits[query], "" if result is None else result.fault))
        everything = [hit for some in hits.values() for hit in some]
        said = []
        for label, one, other in working.pairs:
            # The same text often tells of both periods; of another name it tells nothing.
            pools = [everything if working.over_time else hits[part.wanted.query] for part in (one, other)]
            both = (one, other)
            figures = [best_figure(part.wanted, pool, part.near) for part, pool in zip(both, pools, strict=True)]
            said.append(_worked_out(working, label, both, figures, found))
        if not any(said) and (plain := best_figure(parts_of(question, 1)[0], everything)) is not None:
            said = [plain.text]
        found.answer = "; ".join(one for one in said if one)
        found.finish = "answered" if found.answer else "blank"
        return True

    async def aclose(self) -> None:
        """Close nothing."""


def _worked_out(
    working: Working, label: str, operands: tuple[Operand, Operand], figures: Sequence[Figure | None], found: Answered
) -> str:
    """Give what is said of one pair: the result with its two figures, or the figures alone; noted with their places."""
    names = [one.near or one.wanted.label for one in operands]
    named = ", ".join(f"{name}: {one.text}" for name, one in zip(names, figures, strict=True) if one is not None)
    for name, one in zip(names, figures, strict=True):
        if one is not None:
            found.messages.append(
                {"kind": "figure", "part": f"{label} {name}".strip(), "text": one.text, "score": round(one.score, 3),
                 "url": one.url, "sentence": one.sentence}
            )  # fmt: skip
    values = [quantity_of(one.text) for one in figures if one is not None]
    first, second = (values[0], values[1]) if len(values) == 2 else (None, None)
    result = work_out(working, first, second) if first is not None and second is not None else None
    if result is None:
        return f"{label}: {named}" if label and named else named
    found.messages.append({"kind": "worked out", "part": label, "operation": working.operation, "text": result})
    told = f"{result} ({named})" if working.more else result
    return f"{label}: {told}" if label else told


def best_figure(wanted: Wanted, hits: Sequence[Hit], near: str = "") -> Figure | None:
    """Give the figure that fits best; of equal ones the first in the order of the hits.

    `near` must stand in its sentence, and of several figures there the one beside it fits best.
    """
    best: Figure | None = None
    for hit in hits:
        about = words_of(hit.title)
        for sentence in _SENTENCE.split(hit.snippet[:TEXT]):
            for figure in _figures(sentence, about, wanted, hit, near):
                if best is None or figure.score > best.score + 1e-9:
                    best = figure
    return best


def _figures(sentence: str, about: frozenset[str], wanted: Wanted, hit: Hit, near: str) -> Iterator[Figure]:
    words = words_of(sentence)
    named, measured = _share(wanted.entity, words | about), _share(wanted.measure, words | about)
    if (wanted.entity and not named) or not measured:
        return  # about something else, whatever figures it has
    if near and near not in sentence:
        return
    fits = ENTITY * named + MEASURE * measured
    fits += PERIOD * _share(frozenset(wanted.periods), frozenset(one for one in wanted.periods if one in sentence))
    for found in _FIGURE.finditer(sentence):
        if _no_figure(found, sentence, wanted):
            continue
        score = fits + UNIT * (_unit_of(found) == wanted.unit) - FIRST * hit.position
        score -= NEAR * _apart(sentence, found, near) if near else 0.0
        yield Figure(found[0].strip(), score, hit.url, sentence[:500])


def _apart(sentence: str, figure: re.Match[str], near: str) -> int:
    """Give how far a figure is from the nearest mention of its period; across a comma or an `and` it is farther."""
    gaps = [
        sentence[figure.end() : at.start()] if at.start() >= figure.end() else sentence[at.end() : figure.start()]
        for at in re.finditer(re.escape(near), sentence)
    ]
    return min(len(gap) + APART * len(re.findall(r"[,;]|\band\b", gap)) for gap in gaps)


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
