"""A reference value with its tolerance and a stated quantity enter; whether the one is the other leaves."""

import re
from enum import Enum

from monitor.grading.verdicts.kinds import Kind, Quantity
from monitor.grading.verdicts.signs import sign
from monitor.grading.verdicts.tolerance import Way
from monitor.grading.verdicts.units import same_cash
from monitor.grading.verdicts.wanted import Fit, Wanted

__all__ = ["compare"]


class Near(Enum):
    """How near two values are."""

    IN = "in"
    EDGE = "edge"
    OUT = "out"


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
    whole = near is Near.OUT and ref.scale == one.scale == 1.0 and ref.worth >= 1
    if whole and _GROUPED.fullmatch(one.raw) and _near(wanted, value * 1e3, worth * 1e3) is Near.IN:
        return Fit.YES if ref.kind is Kind.PLAIN else Fit.DOUBT  # "128.450" where things are counted
    if near is Near.OUT and open_scale:
        for scale in (1e3, 1e6, 1e9):
            if scale != wanted.scale and _near(wanted, value * scale, worth * scale) is not Near.OUT:
                return Fit.DOUBT
    if near is Near.OUT:
        return Fit.NO
    signed = sign(wanted, one, text)
    if signed is not Fit.YES:
        return signed
    return Fit.DOUBT if near is Near.EDGE or doubtful else Fit.YES


_BASIS = re.compile(r"basis|bps?\b")
_GROUPED = re.compile(r"\D{0,4}[1-9]\d{0,2}\.\d{3}(?:[^\d.,].*)?", re.DOTALL)
"""One point before three digits: it may group thousands."""
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
            loose = ref.kind is Kind.POINTS and one.kind is Kind.PERCENT and not _BASIS.search(ref.raw)
            same = abs(value - abs(ref.value)) <= worth / 2  # "525 basis points" as a level
            if ref.kind is Kind.PERCENT and one.kind is Kind.POINTS and not wanted.change and not same:
                return None
            return value, worth, False, loose
        if one.kind is Kind.TIMES:
            return value * 100, worth * 100, False, False
        if one.kind is Kind.PLAIN and one.scale == 1.0:
            if one.loose and _BASIS.search(ref.raw) and abs(value / 100 - abs(ref.value)) < 1e-9:
                return value / 100, worth / 100, False, False  # "by 25 points" for 25 basis points
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
                if wanted.scale <= 1e3 and _near(wanted, value * wanted.scale, worth * wanted.scale) is Near.IN:
                    return value * wanted.scale, worth * wanted.scale, True, False
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
        step = max(min(worth, unit), ref.worth)  # rounded less than is allowed is right too
        rounded = round(size / step) * step
        fits = off <= half + tiny or (worth <= unit * 1.001 and abs(value - rounded) <= tiny + 1e-6 * unit)
        return Near.IN if fits else Near.OUT
    return Near.IN if off <= half * 0.999 + tiny else Near.OUT


def _unit(ref: Quantity) -> float:
    return ref.scale if ref.kind in (Kind.MONEY, Kind.PLAIN) else 1.0
