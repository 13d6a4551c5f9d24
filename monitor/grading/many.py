"""Grades of many answers to one (item, instant) at once, as arrays: the one place where `strict` is decided."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.grading.answers import Answers
from monitor.grading.matching import current_range, match
from monitor.grading.policy import Policy
from monitor.grading.power import power_of, rivals_of
from monitor.grading.target import Frame
from monitor.grading.types import Cls, Rival

__all__ = ["Graded", "grade_many"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Graded:
    """The verdicts on n answers. `cls` indexes the policy's `order`; figures that do not exist are NaN."""

    cls: NDArray[np.int8]
    correct: Bools
    target_low: Floats
    target_high: Floats
    coarse: Bools
    power: Floats
    rivals: dict[Rival, Bools]
    contained: Bools
    lag_low_s: Floats
    lag_high_s: Floats


def grade_many(frame: Frame, answers: Answers, policy: Policy) -> Graded:
    """Give the verdicts under a `strict`-ruled policy: each answer gets the first class of its order that fits."""
    n = len(answers)
    half = np.nan_to_num(answers.unit) / 2
    low, high = frame.low - half, frame.high + half
    newest_half = np.nan_to_num(answers.newest_unit) / 2
    aged = match(frame, answers.newest, newest_half, answers.sent_s, policy.lookback_s)
    price = answers.price

    def stale() -> Bools:
        found = aged.earlier.copy()
        other = (cls < 0) & ((answers.newest != price) | (newest_half != half))
        if other.any():
            found[other] = match(frame, price[other], half[other], answers.sent_s[other], policy.lookback_s).earlier
        return found

    def current() -> Bools:
        now_low, now_high = current_range(frame, answers.sent_s)
        return np.asarray((now_low - half <= price) & (price <= now_high + half))

    tests: dict[Cls, Callable[[], Bools]] = {
        Cls.ERROR: lambda: answers.error,
        Cls.NONE: lambda: np.isnan(price),
        Cls.NO_REFERENCE: lambda: answers.no_rate | (not frame.has_reference),
        Cls.WRONG_CURRENCY: lambda: answers.wrong_currency,
        Cls.TARGET: lambda: np.asarray((low <= price) & (price <= high)),
        Cls.CURRENT: current,
        Cls.STALE: stale,
        Cls.PRIOR_CLOSE: lambda: np.asarray(
            np.abs(price - frame.prior_close) <= frame.fixed + half),
        Cls.OTHER: lambda: np.ones(n, dtype=bool),
    }
    cls = np.full(n, -1, dtype=np.int8)
    for index, name in enumerate(policy.order):
        if (cls >= 0).all():
            break
        cls[(cls < 0) & tests[name]()] = index
    cls[cls < 0] = len(policy.order) - 1
    correct = np.array([name in policy.correct for name in policy.order])[cls]
    usable = ~(answers.error | answers.wrong_currency | answers.no_rate) & ~np.isnan(answers.newest)
    return Graded(
        cls=cls, correct=correct, target_low=low, target_high=high, coarse=half > frame.fixed,
        power=power_of(frame, low, high), rivals=rivals_of(frame, low, high, answers.sent_s),
        contained=_contained(answers, low, high),
        lag_low_s=np.where(usable, aged.age_low_s, np.nan), lag_high_s=np.where(usable, aged.age_high_s, np.nan))


def _contained(answers: Answers, low: Floats, high: Floats) -> Bools:
    """Tell for each answer whether any of its numbers, or its price, lies in its target range."""
    held = np.asarray((low <= answers.price) & (answers.price <= high))
    of = answers.numbers_of
    inside = (low[of] <= answers.numbers) & (answers.numbers <= high[of])
    held[of[inside]] = True
    return held
