"""What a quantity is a quantity of, and which words say so."""

from dataclasses import dataclass
from enum import StrEnum

from monitor.grading.verdicts.units import Cash

__all__ = ["Kind", "Quantity", "kind_of"]


class Kind(StrEnum):
    """What a quantity is a quantity of."""

    MONEY = "money"
    PERCENT = "percent"
    POINTS = "points"
    """Percentage points; basis points are turned into them."""
    TIMES = "times"
    PLAIN = "plain"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it is a number of. Money is in whole units of its currency, percent as written."""

    value: float
    """With its written sign."""
    worth: float
    """Of one unit in the last written digit, scale included."""
    kind: Kind
    cash: str
    """Currency code, "$", "¥" or "kr" where that is all that is known, or nothing."""
    scale: float
    """As written beside the number; 1 where none is."""
    signed: bool
    """True where a sign is written."""
    bracketed: bool
    """True where brackets alone stand for a minus: accountants' way, or an aside."""
    start: int
    end: int
    raw: str
    loose: bool = False
    """True where "points" or a bare number leaves the unit open."""


_POINTS = frozenset(("percentage point", "percentage points", "percentage-point", "percentage-points", "pp", "ppt",
                     "ppts", "pp.", "p.p.", "pps", "percent points", "percent point", "prozentpunkte", "prozentpunkt",
                     "prozentpunkten", "%-points", "% points", "%points", "% point", "%-point", "% pts", "pp.t",
                     "pct points", "pct pts", "per cent points", "per cent point", "pct. points"))  # fmt: skip


def kind_of(unit: str, cash: Cash | None, scale: float) -> tuple[Kind, float, bool]:
    """Give the kind, what to multiply by, and whether the unit is left open."""
    if unit in ("%", "percent", "per cent", "pct", "pct.", "prozent", "pour cent", "por ciento", "por cento", "procent",
                "per cento"):  # fmt: skip
        return Kind.PERCENT, 1.0, False
    if unit in ("‰", "per mill", "per mille", "permille", "promille"):
        return Kind.PERCENT, 0.1, False
    if unit in _POINTS:
        return Kind.POINTS, 1.0, False
    if unit.startswith(("basis", "bp", "bips", "b.p", "pb", "point de", "points de", "puntos b", "punti b")):
        return Kind.POINTS, 0.01, False
    if cash is not None:
        return Kind.MONEY, 1.0, False
    if unit in ("x", "×", "times", "fold"):
        return Kind.TIMES, 1.0, False
    if unit in ("day", "days"):
        return Kind.DAYS, 1.0, False
    return Kind.PLAIN, 1.0, bool(unit)
