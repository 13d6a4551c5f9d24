"""A question enters; what it plainly asks to be worked out leaves: a difference, a sum, a ratio or a change in percent.

For the baseline only, and only where the two operands are plain: two names, or two periods of one name (or of each of
two). Figures are added and divided as decimals; a result has the unit and scale of its first operand.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Literal

from monitor.agent.asked import CLAUSE, MONTHS, Wanted, names_of, wanted_of

__all__ = ["Operand", "Quantity", "Working", "quantity_of", "work_out", "working_of"]

Operation = Literal["percent", "points", "basis points", "ratio", "difference", "sum"]

_CHANGE = "change|increase|decrease|growth|rise|fall|decline|drop"
_OPERATIONS: tuple[tuple[Operation, re.Pattern[str]], ...] = tuple(
    (name, re.compile(words, re.IGNORECASE))  # type: ignore[misc]
    for name, words in (
        ("points", r"(?:by )?how many percentage points"),
        ("basis points", r"(?:by )?how many basis points"),
        ("percent", rf"(?:by )?what (?:percentage|per ?cent)(?! of)|by how many per ?cent\b|percentage (?:{_CHANGE})"
                    rf"|per ?cent (?:{_CHANGE})"),
        ("ratio", r"ratio of .+ to |how many times|what multiple"),
        ("difference", r"by how (?:much|many)|difference (?:between|in)"
                       r"|how (?:much|many) (?:more|less|fewer|higher|lower|larger|smaller|greater)"),
        ("sum", r"\bcombined\b(?! ratio)|\btogether\b|\bsum of\b|\bin total\b|\btotal of the two\b"),
    )
)  # fmt: skip
"""Words that ask for an operation; the first that a question holds counts."""

_DOWN = re.compile(r"\b(?:f[ae]ll|decline|decrease|drop|shrink|lose)\w*\b", re.IGNORECASE)
_SIGNED = re.compile(r"\bchanged?\b", re.IGNORECASE)
_JOINED = re.compile(
    r"[\s,]*(?:and|to|until|over|from|versus|vs\.?|against|compared (?:with|to)|than)"
    r"(?: (?:in|for|at|on|the|end|of))*\s*",
    re.IGNORECASE,
)
"""What stands between two periods that are plainly the two ends of one question."""
_CUT = re.compile(r"ratio of|how many times(?: as \w+)?|what multiple(?: of)?", re.IGNORECASE)
_NOISE = frozenset(re.findall(
    r"\S+",
    "as be by change changed decline declined decrease decreased difference drop dropped exceed exceeded fall fell grew"
    " grow grown growth increase increased large larger less lower more raise raised rise risen rose small smaller sum"
    " than times together combined greater higher fewer",
))  # fmt: skip
"""Words of the operation, which no source of an operand has to hold."""
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_PERIOD = re.compile(
    rf"(?:(?P<ordinal>first|second|third|fourth)[- ]quarter (?:of )?(?:fiscal )?(?:year )?|Q(?P<quarter>[1-4]) (?:of )?"
    rf"(?:fiscal )?|(?P<month>{MONTHS}) (?:(?P<day>\d{{1,2}}), )?)?(?P<year>(?:19|20)\d\d)\b"
)
_SCALES = {"thousand": 3, "k": 3, "million": 6, "m": 6, "mn": 6, "billion": 9, "bn": 9, "trillion": 12}
_PARTS = re.compile(r"(?P<sign>[-−+]?)(?P<cash>\D*?)(?P<number>[\d,]+(?:\.\d+)?)\s?(?P<unit>\D*)")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure as a number: `value` in its own scale, which is ten to the power of `power`."""

    value: Decimal
    power: int = 0
    cash: str = ""
    unit: str = ""
    """``%``, ``basis points``, a word of scale, or nothing."""

    @property
    def whole(self) -> Decimal:
        """The number with its scale undone."""
        return self.value.scaleb(self.power)

    @property
    def kind(self) -> str:
        """What must agree before two are put together."""
        return self.cash or (self.unit if self.unit in ("%", "basis points") else "")


@dataclass(frozen=True, slots=True)
class Operand:
    """One figure that a working needs."""

    wanted: Wanted
    near: str = ""
    """The period that must stand in the figure's sentence, where two periods tell the operands apart."""


@dataclass(frozen=True, slots=True)
class Working:
    """What a question asks to be worked out, once or for each of two names."""

    operation: Operation
    pairs: tuple[tuple[str, Operand, Operand], ...]
    """Label (empty where there is one pair), and the two operands: first and second name, or earlier and later."""
    over_time: bool
    down: bool = False
    signed: bool = False
    more: bool = False
    """The question asks for something besides, so that the figures belong to the answer."""


def working_of(question: str) -> Working | None:
    """Give what is plainly asked to be worked out; None where nothing is, or the operands are not plain."""
    told = re.sub(r"\([^)]*\)", " ", question)
    found = next(((name, match) for name, words in _OPERATIONS if (match := words.search(told))), None)
    if found is None:
        return None
    operation, match = found
    names, periods = names_of(told), _periods(told)
    more = CLAUSE.search(told) is not None
    rest = _CUT.sub(" ", told) if operation == "ratio" else told[: match.start()] + " " + told[match.end() :]
    if len(periods) < 2:
        if len(names) == 1 and names[0].count(" and ") == 1:
            names = names[0].split(" and ")
        if len(names) != 2:
            return None
        first, second = (Operand(_operand(rest, name, names, periods, "")) for name in names)
        return Working(operation, (("", first, second),), False, more=more)
    if len(periods) != 2 or len(names) not in (1, 2) or (len(names) == 2 and operation in ("sum", "ratio")):
        return None
    early, late = sorted(periods, key=lambda one: periods[one])
    if periods[early] == periods[late] or not _are_joined(told, early, late):
        return None
    pairs = tuple(
        (name if len(names) == 2 else "",
         *(Operand(_operand(rest, name, names, periods, one), one) for one in (early, late)))
        for name in names
    )  # fmt: skip
    down, signed = bool(_DOWN.search(told)), bool(_SIGNED.search(told))
    return Working(operation, pairs, True, down, signed, more)  # type: ignore[arg-type]


def quantity_of(text: str) -> Quantity | None:
    """Give a figure's text as a number; None where it is none."""
    found = _PARTS.fullmatch(text.strip())
    if found is None:
        return None
    try:
        value = Decimal(found["number"].replace(",", ""))
    except InvalidOperation:
        return None
    unit = found["unit"].strip().lower()
    if unit.startswith(("%", "per")):
        unit = "%"
    elif unit.startswith(("basis", "bp")):
        unit = "basis points"
    elif unit and unit not in _SCALES:
        return None
    sign = -1 if found["sign"] in ("-", "−") else 1
    return Quantity(sign * value, _SCALES.get(unit, 0), found["cash"].strip(), unit)


def work_out(working: Working, first: Quantity, second: Quantity) -> str | None:
    """Give the result in words; None where the two do not go together or nothing can be divided by."""
    if first.kind != second.kind:
        return None
    one, two = first.whole, second.whole
    if working.operation == "sum":
        return _told(replace(first, value=(one + two).scaleb(-first.power)))
    if working.operation == "ratio":
        return None if two == 0 else f"{_plain(one / two, 2)} times"
    gap = two - one if working.over_time else one - two
    if working.operation == "percent":
        base = one if working.over_time else two
        if base == 0:
            return None
        share = 100 * gap / abs(base)
        return f"{_plain(-share if working.down else share, 2)}%"
    if not working.signed:
        gap = abs(gap)
    if first.kind == "%":
        points = working.operation != "basis points"
        return f"{_plain(gap, 4)} percentage points" if points else f"{_plain(100 * gap, 4)} basis points"
    if working.operation in ("points", "basis points") and first.kind != "basis points":
        return None
    return _told(replace(first, value=gap.scaleb(-first.power)))


def _operand(rest: str, name: str, names: Sequence[str], periods: dict[str, tuple[int, ...]], own: str) -> Wanted:
    """Give what to look for: the question's words for one name and one period."""
    words = rest
    for one in names:
        words = words.replace(one, " ")
    for one in periods if own else ():
        words = words.replace(one, " ")
    plain = " ".join(re.findall(r"[A-Za-z][A-Za-z&'’-]+|\d+", words))
    found = wanted_of(f"{name} {plain} {own}".strip(), name, name, words)
    return replace(found, periods=(own,) if own else tuple(periods), measure=found.measure - _NOISE)


def _are_joined(text: str, one: str, other: str) -> bool:
    first, second = sorted((one, other), key=text.index)
    return _JOINED.fullmatch(text[text.index(first) + len(first) : text.index(second)]) is not None


def _periods(text: str) -> dict[str, tuple[int, ...]]:
    """Give the periods of a text with what they are ordered by: year, then month or quarter, then day."""
    found: dict[str, tuple[int, ...]] = {}
    for match in _PERIOD.finditer(text):
        part = _ORDINALS.get(match["ordinal"] or "", 0) or int(match["quarter"] or 0)
        if match["month"]:
            part = MONTHS.split("|").index(match["month"]) + 1
        found[match[0]] = (int(match["year"]), part, int(match["day"] or 0))
    return found


def _told(quantity: Quantity) -> str:
    number = _plain(quantity.value, 4)
    sign, number = ("-", number[1:]) if number.startswith("-") else ("", number)
    unit = {"%": "%", "": ""}.get(quantity.unit, f" {quantity.unit}")
    return f"{sign}{quantity.cash}{number}{unit}"


def _plain(value: Decimal, places: int) -> str:
    """Give a number with at most so many places, without needless noughts and with thousands set off."""
    rounded = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP).normalize() + Decimal(0)
    return f"{rounded:,f}"
