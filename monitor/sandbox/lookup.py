"""A search engine that knows the answers to questions, and gets a set share of them right.

Which questions it gets right is drawn from the seed, its own name and the question, and is exactly the share asked for,
so that an accuracy measured against it has a known truth.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from monitor.datasets import Question
from monitor.sandbox.asking import Ask
from monitor.sandbox.engines import Engine
from monitor.sandbox.market import Market
from monitor.sandbox.noise import draw
from monitor.sandbox.pages import Page

__all__ = ["SAID", "Lookup", "generated_questions"]

SAID = re.compile(r"The figure asked for is as follows: (.+?)\s*\(end of the figure")
"""Where an answer stands in a page of this engine; a scripted model finds it by this."""

_NAME = re.compile(r"(?:lookup|pages)_(\d{1,3})[a-z]?")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9.&-]*")
_FIGURE = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_COMMITTED = re.compile(r"\s*(?:Wrong|Also accept):")

_FIRST = ("Alder", "Birch", "Cedar", "Dunmore", "Elmstead", "Fenwick", "Granby", "Hartwell", "Ironbridge", "Juniper",
          "Kelso", "Larch", "Marlow", "Norwood", "Oakham", "Penrose", "Quarry", "Rowan", "Selwyn",
          "Thornbury")  # fmt: skip
_SECOND = ("Foundry", "Logistics", "Textiles", "Semiconductor", "Foods", "Insurance", "Airways", "Chemicals", "Retail",
           "Software")  # fmt: skip
_AREAS = ("company results", "banks and insurers", "macro and policy")


class Lookup(Engine):
    """``lookup_60`` is right about 60 % of the questions; a letter after the number makes another draw.

    ``pages_60`` is as right, but its results do not give the figure: who reads the first page finds it.
    """

    title = "knows the answers to the question sets"

    def __init__(
        self, name: str, accuracy: float, seed: int, market: Market, started_at: datetime, asked: Sequence[Question]
    ) -> None:
        super().__init__(seed, market, started_at)
        self.name = name
        self.accuracy = accuracy
        order = sorted(asked, key=lambda one: draw(seed, name, one.id))
        self.right = frozenset(one.id for one in order[: round(accuracy * len(order))])
        """Ids of the questions that it gets right."""
        self._asked = [(one, frozenset(_WORD.findall(one.question.lower()))) for one in asked]
        self._find = lru_cache(maxsize=4096)(self._nearest)

    @staticmethod
    def accuracy_of(name: str) -> float | None:
        """Give the share that an engine's name sets, or None where it is not one of these."""
        found = _NAME.fullmatch(name)
        return min(1.0, int(found[1]) / 100) if found else None

    def moment(self, ask: Ask) -> datetime:
        """Give the present: its figures have no age."""
        return ask.received_at

    def pages(self, ask: Ask) -> tuple[Page, ...]:
        """Give a page with the figure, right or wrong, and two that only sound alike; nothing for other queries."""
        found = self._find(ask.query)
        if found is None:
            return ()
        committed = _COMMITTED.split(found.answer)[0].strip()
        said = committed if found.id in self.right else _changed(committed)
        stem = found.question.rstrip("?")
        tells = f"The figure asked for is as follows: {said} (end of the figure) It answers: {stem}?"
        shown = f"A report that answers: {stem}?" if self.name.startswith("pages") else tells
        return (
            Page(f"Figures: {stem[:60]}", f"https://figures.example/{found.id}", shown, whole=tells),
            Page("About the figures", f"https://about.example/{found.id}", f"How {stem[:80]} is put together."),
            Page("An index of reports", "https://index.example/", "Reports by company and year, without figures."),
        )

    def _nearest(self, query: str) -> Question | None:
        words = frozenset(_WORD.findall(query.lower()))
        best = max(self._asked, key=lambda one: len(one[1] & words) / (len(one[1] | words) or 1), default=None)
        return best[0] if best is not None and len(best[1] & words) >= 3 else None


def _changed(text: str) -> str:
    """Give the text with every figure set off by a sixth or so, in the same form; years stay."""

    def other(found: re.Match[str]) -> str:
        plain = found[0].replace(",", "")
        if len(plain) == 4 and plain.isdigit() and 1900 <= int(plain) <= 2100 and "," not in found[0]:
            return found[0]
        places = len(plain.partition(".")[2])
        value = float(plain) * 1.17 + (1 if float(plain) < 5 and not places else 0)
        return f"{value:,.{places}f}" if "," in found[0] else f"{value:.{places}f}"

    return _FIGURE.sub(other, text)


def generated_questions(count: int, seed: int) -> tuple[Question, ...]:
    """Give invented questions with one figure each, all of different companies or years."""
    made = []
    for n in range(count):
        company = f"{_FIRST[n % len(_FIRST)]} {_SECOND[n // len(_FIRST) % len(_SECOND)]}"
        year = 2004 + n // (len(_FIRST) * len(_SECOND))
        value = 100 + 900 * draw(seed, "figure", n)
        made.append(
            Question(
                f"gen-{n + 1:03d}",
                f"What revenue did {company} report for its fiscal year {year}?",
                f"${value:.1f} million.",
                "±0.5%",
                _AREAS[n % len(_AREAS)],
            )
        )
    return tuple(made)
