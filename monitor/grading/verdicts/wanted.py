"""A value that a reference asks for, and how a stated quantity may stand to it, as plain values."""

from dataclasses import dataclass
from enum import Enum

from monitor.grading.verdicts.kinds import Quantity
from monitor.grading.verdicts.tolerance import Rule

__all__ = ["Fit", "Wanted"]


class Fit(Enum):
    """How a stated quantity stands to what is wanted."""

    YES = "yes"
    NO = "no"
    """Of the same sort, but another value."""
    OTHER = "other"
    """Of another sort: it does not compete."""
    DOUBT = "doubt"
    """It may be meant: a scale left open, a sign that may be a dash, the last digit off by one."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A value that the reference asks for."""

    quantity: Quantity
    rule: Rule | None
    scale: float = 1.0
    """The scale that the question asks for, for figures that state none."""
    leaning: int = 0
    """-1 where the reference's words make it a loss or decline, 1 a gain, 0 neither."""
    rising: bool = False
    """True where the question itself speaks of a rise: words of a fall are then its opposite."""
    falling: bool = False
    """True where the question itself speaks of a loss, fall or deficit: its sign is then understood."""
    places: int | None = None
    """Decimal places that the question asks for."""
    change: bool = False
    """True where a change is asked for, so that words of direction carry a sign."""

    @property
    def negative(self) -> bool:
        """Tell whether the value is below zero, by sign or by words."""
        return self.quantity.value < 0 or self.leaning < 0
