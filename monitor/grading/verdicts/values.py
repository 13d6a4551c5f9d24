"""A figure of a reference enters; the value that is wanted leaves: with tolerance, scale and the words that name it."""

import re
from dataclasses import dataclass, replace

from monitor.grading.verdicts import asks
from monitor.grading.verdicts.kinds import Kind, Quantity
from monitor.grading.verdicts.signs import leaning
from monitor.grading.verdicts.tolerance import allowed, rounding_asked, rules_of
from monitor.grading.verdicts.types import Asked
from monitor.grading.verdicts.units import cash_of
from monitor.grading.verdicts.wanted import Wanted
from monitor.grading.verdicts.words import content_words

__all__ = ["Maker", "Value"]


@dataclass(frozen=True, slots=True)
class Value:
    """A value that the reference gives, with the words that name it."""

    wanted: Wanted
    label: frozenset[str]
    text: str
    """As the reference writes it."""
    difference: bool = False
    """True where it is how much one thing exceeds another."""


class Maker:
    """Makes the wanted values of one question."""

    def __init__(self, asked: Asked, question: str) -> None:
        self.rules = rules_of(asked.tolerance) if asked.tolerance else ()
        self.places = rounding_asked(asked.question)
        found = asks.SCALE.search(question)
        self.scale = asks.SCALES[found[2]] if found else 1.0
        self.cash = found[1] if found else None
        either = asks.EITHER_WAY.search(question) is not None
        self.rising = asks.RISING.search(question) is not None and not either
        self.falling = asks.FALLING.search(question) is not None and not either
        self.change = asks.CHANGE.search(question) is not None and asks.LEVEL.search(question) is None
        self.named_after = False
        """True where the reference writes "18.2% gross and 9.4% operating"."""

    def value(self, one: Quantity, text: str, since: int) -> Value:
        """Give a quantity of the reference as a value that is wanted."""
        shown = text[one.start : one.end].strip(" (),;.")
        after = text[one.end : one.end + 40]
        difference = (
            asks.APART_AFTER.match(after) is not None
            or asks.APART_BEFORE.search(text[max(0, one.start - 40) : one.start]) is not None
        )
        if self.scale != 1.0 and one.scale == 1.0 and one.kind in (Kind.MONEY, Kind.PLAIN):
            worth = one.worth
            if "." in one.raw and one.raw.endswith("0"):
                bare = one.raw.rstrip("0")
                worth = 10.0 ** -(len(bare) - 1 - bare.rfind("."))
            one = replace(one, value=one.value * self.scale, worth=worth * self.scale, scale=self.scale)
            if self.cash and one.kind is Kind.PLAIN:
                one = replace(one, kind=Kind.MONEY, cash=cash_of(self.cash).code)
        lean = leaning(text, one)
        wanted = Wanted(
            one, allowed(self.rules, one, difference), self.scale, lean, self.rising, self.falling,
            None if one.scale != 1.0 else self.places, self.change,
        )  # fmt: skip
        label = content_words(text[since : one.start])
        if self.named_after:
            label = content_words(re.split(r"[,;.]| and ", after)[0])
        elif not label:
            label = content_words(after.split(",")[0].split(";")[0][:25])
        return Value(wanted, label, shown, difference)
