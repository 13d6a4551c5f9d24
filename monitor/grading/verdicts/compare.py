"""A reference value with its tolerance and a stated quantity enter; whether the one is the other leaves."""

import re
from dataclasses import dataclass
from enum import Enum

from monitor.grading.verdicts.quantities import Kind, Quantity
from monitor.grading.verdicts.tolerance import Rule, Way
from monitor.grading.verdicts.units import same_cash

__all__ = ["Fit", "Near", "Wanted", "compare", "leaning"]


class Fit(Enum):
    """How a stated quantity stands to what is wanted."""

    YES = "yes"
    NO = "no"
    """Of the same sort, but another value."""
    OTHER = "other"
    """Of another sort: it does not compete."""
    DOUBT = "doubt"
    """It may be meant: a scale left open, a sign that may be a dash, the last digit off by one."""


class Near(Enum):
    """How near two values are."""

    IN = "in"
    EDGE = "edge"
    OUT = "out"


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


_DOWN = (
    r"(?:loss(?:es)?|lost|deficit|decline[ds]?|declining|decreas(?:e[ds]?|ing)|drop(?:ped|s)?|fall|fell|reduction"
    r"|reduced"
    r"|shortfall|outflow|contraction|contracted|shrank|slump(?:ed)?|slipped|plunged|down|lower(?:ed)?|cut|worsened|eased|easing|slid|retreated|dipped|sank|tumbled|weakened|receded|softened|shed|cooled|used|consumed|absorbed"
    r"|burn(?:ed|t)?|narrowed|negative|minus|verlust|perte|pérdida)"
)
_UP = (
    r"(?:gain(?:ed|s)?|profit|rose|rise|risen|increas(?:e[ds]?|ing)|grew|growth|growing|up|higher|improve[ds]?"
    r"|improvement|raised?|climbed|inflow|surplus|widened|expanded|added|positive|jumped|surged|soared|advanced|accelerated|strengthened|rallied|hiked|lifted)"
)
_LINK = (
    r"(?:[ ]+(?:by|of|was|were|is|at|about|approximately|around|roughly|nearly|some|a|an|the|over|to be|came to"
    r"|amounted to"
)
_TAIL = (
    rf"{_LINK}|stood at|total of|attributable to (?:the )?(?:shareholders|owners"
    rf"|equity holders)(?: of the (?:parent|company))?"
    rf"|for the (?:year|quarter|period)|only|just|almost|exactly|\(loss\)|total[l]?ed|year|another|net|slight|slightly"
    rf"|nette|neta|netto|de|von|di|del|:|=)){{0,4}}[ :(]*\Z"
)
_DOWN_BEFORE, _UP_BEFORE = re.compile(rf"\b{_DOWN}{_TAIL}"), re.compile(rf"\b{_UP}{_TAIL}")
_FALLS, _RISES = re.compile(rf"\b{_DOWN}\b"), re.compile(rf"\b{_UP}\b")
_EARNED = re.compile(rf"\b(?:net income|(?:net |operating )?profit|surplus|earned|gain(?:ed)?|inflow){_TAIL}")
_AFTER = r"[ -]?(?:per share )?(?:net |operating |percentage points? |points? |year-on-year |yoy |total )?"
_DOWN_AFTER = re.compile(
    rf"\A{_AFTER}(?:loss|decline|decrease|drop|fall|reduction|deficit|contraction|lower|less|below|down|shortfall"
    rf"|outflow|cut)\b"
)
_UP_AFTER = re.compile(rf"\A{_AFTER}(?:profit|gain|increase|rise|growth|higher|more|above|up|improvement|surplus)\b")


def leaning(text: str, one: Quantity) -> int:
    """Give -1 where the words beside a quantity make it a loss or fall, 1 a gain or rise, 0 where they say neither."""
    before = text[max(0, one.start - 60) : one.start]
    if "\n" in before:
        before = before[before.rfind("\n") + 1 :]
    after = text[one.end : one.end + 45]
    if _DOWN_AFTER.match(after):
        return -1
    if _UP_AFTER.match(after):
        return 1
    if _DOWN_BEFORE.search(before):
        return -1
    return 1 if _UP_BEFORE.search(before) else 0


def compare(wanted: Wanted, one: Quantity, text: str) -> Fit:
    """Tell how a quantity of `text` stands to the value wanted."""
    ref = wanted.quantity
    made = _sorted_alike(wanted, one, text)
    if made is None:
        return Fit.OTHER
    value, worth, open_scale, doubtful = made
    if ref.kind is Kind.MONEY and one.kind is Kind.MONEY and one.cash and ref.cash:
        other_dollar = ref.cash == "$" and one.cash not in ("$", "USD", "cent")
        if other_dollar or not same_cash(ref.cash, one.cash):
            return Fit.NO
    near = _near(wanted, value, worth)
    if near is Near.OUT and open_scale:
        for scale in (1e3, 1e6, 1e9):
            if scale != wanted.scale and _near(wanted, value * scale, worth * scale) is not Near.OUT:
                return Fit.DOUBT
    if near is Near.OUT:
        return Fit.NO
    signed = _sign(wanted, one, text)
    if signed is not Fit.YES:
        return signed
    return Fit.DOUBT if near is Near.EDGE or doubtful else Fit.YES


_PREMIUM = re.compile(r" (premium|discount|above|below)\b")
_EACH = re.compile(r" ?(?:per|a|an|/) ?(?:[a-z]+ ){0,2}(?:share|unit|barrel|ton|tonne|ounce|ads|ordinary)\b")
"""Of one of something: no total."""


def _sorted_alike(wanted: Wanted, one: Quantity, text: str) -> tuple[float, float, bool, bool] | None:
    """Give (value and worth in the reference's terms, scale left open, unit in doubt), or None for another sort."""
    ref = wanted.quantity
    value, worth = abs(one.value), one.worth
    share = (Kind.PERCENT, Kind.POINTS)
    if ref.kind in share:
        if one.kind in share:
            # "0.6 %" for 0.6 points is loose talk that may also mean a relative change.
            loose = ref.kind is Kind.POINTS and one.kind is Kind.PERCENT
            same = abs(value - abs(ref.value)) <= worth / 2  # "525 basis points" as a level
            if ref.kind is Kind.PERCENT and one.kind is Kind.POINTS and not wanted.change and not same:
                return None
            return value, worth, False, loose
        if one.kind is Kind.TIMES:
            return value * 100, worth * 100, False, False
        if one.kind is Kind.PLAIN and one.scale == 1.0:
            if not one.loose and value <= 2.0 and abs(value * 100 - abs(ref.value)) < abs(value - abs(ref.value)):
                return value * 100, worth * 100, False, False
            return value, worth, False, False
        return None
    if ref.kind is Kind.MONEY:
        if one.kind is Kind.MONEY and abs(ref.value) >= 1e5 and one.scale == 1.0 and _EACH.match(text, one.end):
            return None
        if one.kind is Kind.MONEY or (one.kind is Kind.PLAIN and not one.loose):
            bare = one.scale == 1.0 and wanted.scale != 1.0
            if bare and value >= wanted.scale:
                return value, worth, True, False
            by = wanted.scale if bare else 1.0
            return value * by, worth * by, one.scale == 1.0, False
        return None
    if ref.kind in (Kind.PLAIN, Kind.TIMES) and ref.scale == 1.0:
        apart = _PREMIUM.match(text, one.end) if one.kind is Kind.PERCENT and ref.kind is Kind.TIMES else None
        if apart:  # "a 24 % premium to book value" is 1.24 times it
            return abs(1 + (-value if apart[1] in ("discount", "below") else value) / 100), worth / 100, False, False
        if one.kind is Kind.PERCENT and abs(ref.value) < 20 and (ref.worth < 1 or ref.kind is Kind.TIMES):
            return value / 100, worth / 100, False, False
        if one.kind in (Kind.PLAIN, Kind.TIMES, Kind.DAYS):
            return value, worth, False, False
        if one.kind is Kind.MONEY and one.scale == 1.0:
            return value, worth, False, False
        if one.kind is Kind.MONEY and wanted.scale != 1.0:
            return value / wanted.scale, worth / wanted.scale, False, False
        return None
    if one.kind in (Kind.PLAIN, Kind.MONEY):
        by = wanted.scale if one.scale == 1.0 and wanted.scale != 1.0 else 1.0
        return value * by, worth * by, one.scale == 1.0 and abs(ref.value) >= 1e4, one.kind is Kind.MONEY
    return None


def _near(wanted: Wanted, value: float, worth: float) -> Near:
    ref, rule = wanted.quantity, wanted.rule
    size = abs(ref.value)
    off = abs(value - size)
    tiny = 1e-9 * max(size, 1e-9) + 1e-12
    half = ref.worth / 2
    if rule is None:
        if wanted.places is not None:
            unit = 10.0**-wanted.places
            half = max(half, unit / 2) if size >= unit or size == 0 else half
            if ref.worth < unit:
                half = unit / 2
        elif ref.worth < 1 and ref.kind is Kind.MONEY and wanted.scale != 1.0:
            half = ref.worth / 2
        if off <= half + tiny:
            return Near.IN
        # The last digit off by one: rounded steps, or the reference's own rounding.
        return Near.EDGE if (off <= 2 * half + tiny and off <= 0.05 * size) or off <= 0.001 * size else Near.OUT
    if rule.way is Way.RELATIVE:
        return Near.IN if off <= rule.amount * size + tiny else Near.OUT
    if rule.way is Way.ABSOLUTE:
        amount = rule.amount
        if rule.kind is Kind.PLAIN and amount < ref.scale and ref.scale != 1.0 and amount < 1000:
            amount *= ref.scale  # "±0.1" beside a figure in millions
        if rule.kind is Kind.PERCENT and ref.kind is Kind.TIMES:
            amount /= 100
        return Near.IN if off <= amount + tiny else Near.OUT
    if rule.way is Way.EXACT and rule.amount >= 0:
        half = max(half, 10.0**-rule.amount * _unit(ref) / 2)
        return Near.IN if off <= half + tiny else Near.OUT
    if rule.way is Way.ROUNDED:
        unit = 10.0**-rule.amount * _unit(ref)
        rounded = round(size / unit) * unit
        fits = off <= half + tiny or (worth <= unit * 1.001 and abs(value - rounded) <= tiny + 1e-6 * unit)
        return Near.IN if fits else Near.OUT
    return Near.IN if off <= half * 0.999 + tiny else Near.OUT


def _unit(ref: Quantity) -> float:
    return ref.scale if ref.kind in (Kind.MONEY, Kind.PLAIN) else 1.0


def _nearby(text: str, one: Quantity) -> Fit:
    """Tell by the sentence whether a bare figure is meant as the fall or loss that the reference has in words."""
    before = text[max(0, one.start - 120) : one.start].replace("i.e.", "i,e,").replace("e.g.", "e,g,")
    before = before[max(before.rfind("\n"), before.rfind(". ")) + 1 :]
    if _RISES.search(before):
        return Fit.NO
    if _FALLS.search(before):
        return Fit.YES
    return Fit.DOUBT if before.count(" ") > 3 else Fit.NO


def _sign(wanted: Wanted, one: Quantity, text: str) -> Fit:
    """Tell whether the signs agree; the size does."""
    if wanted.quantity.value == 0:
        return Fit.YES
    said = leaning(text, one)
    if wanted.negative:
        if one.value < 0 or said < 0:
            return Fit.YES
        if one.bracketed:
            lead = text[max(0, one.start - 12) : one.start].rstrip()
            return Fit.YES if not lead or lead.endswith((":", "=", " was", " is", " of")) else Fit.DOUBT
        if wanted.falling and said == 0 and not one.signed:
            return Fit.YES
        return _nearby(text, one) if wanted.quantity.value > 0 and said == 0 and not one.signed else Fit.NO
    if one.value < 0:
        if wanted.falling:
            return Fit.YES
        return Fit.DOUBT if one.bracketed else Fit.NO
    if wanted.falling and _EARNED.search(text[max(0, one.start - 60) : one.start].rpartition("\n")[2]):
        return Fit.NO
    if said < 0 and wanted.change and not wanted.falling:
        return Fit.DOUBT if wanted.leaning == 0 and not wanted.rising else Fit.NO
    if said < 0 and wanted.leaning > 0 and not wanted.falling:
        return Fit.NO
    return Fit.YES
