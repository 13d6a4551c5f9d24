"""The verdicts on many answers as the columns of their grades, with the reason of each in one line."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.grading.answers import Answers
from monitor.grading.many import Graded
from monitor.grading.policy import Policy
from monitor.grading.target import Frame
from monitor.grading.types import Cls, Rival

__all__ = ["GradeColumns", "grade_columns"]

Floats = NDArray[np.float64]

COINS = ("USDT", "USDC")
UNPRICED = (Cls.NO_REFERENCE, Cls.ERROR, Cls.NONE)


@dataclass(frozen=True, slots=True)
class GradeColumns:
    """n grades by column, as plain values, None where there is no figure; what is the same for all is the frame's."""

    cls: list[Cls]
    names: list[str]
    """The classes as the store has them."""
    correct: list[bool]
    target_low: list[float | None]
    target_high: list[float | None]
    coarse: list[bool]
    power: list[float | None]
    rivals: list[tuple[Rival, ...]]
    contained: list[bool | None]
    lag_low_s: list[float | None]
    lag_high_s: list[float | None]
    why: list[str]


def grade_columns(frame: Frame, answers: Answers, graded: Graded, policy: Policy) -> GradeColumns:
    """Give the columns of the grades of `answers`."""
    indexes = graded.cls.tolist()
    cls, words = [policy.order[index] for index in indexes], [one.value for one in policy.order]
    low, high = optional(graded.target_low), optional(graded.target_high)
    lag_low, lag_high = optional(graded.lag_low_s), optional(graded.lag_high_s)
    known = frame.has_reference
    contained: list[bool | None] = graded.contained.tolist()
    for index in np.flatnonzero(answers.error).tolist():
        if cls[index] is Cls.ERROR:
            contained[index] = None
    return GradeColumns(
        cls=cls, names=[words[index] for index in indexes], correct=graded.correct.tolist(), target_low=low,
        target_high=high, coarse=graded.coarse.tolist(), power=optional(graded.power),
        rivals=_rivals(graded) if known else [()] * len(cls), contained=contained if known else [None] * len(cls),
        lag_low_s=lag_low, lag_high_s=lag_high,
        why=_whys(frame, answers, cls, low, high, lag_low, lag_high),
    )  # fmt: skip


def optional(values: Floats) -> list[float | None]:
    """Give plain floats, None for NaN."""
    absent = np.isnan(values)
    plain: list[float | None] = values.tolist()
    for index in np.flatnonzero(absent).tolist():
        plain[index] = None
    return plain


def _rivals(graded: Graded) -> list[tuple[Rival, ...]]:
    """Give each answer's rivals in alphabetical order; there are few combinations, so each is made once."""
    names = sorted(graded.rivals)
    code = sum((graded.rivals[name].astype(np.int64) << n for n, name in enumerate(names)), np.zeros(1, np.int64))
    known = [tuple(name for n, name in enumerate(names) if pattern >> n & 1) for pattern in range(1 << len(names))]
    return [known[pattern] for pattern in code.tolist()]


def _whys(
    frame: Frame, answers: Answers, cls: list[Cls], low: list[float | None], high: list[float | None],
    lag_low: list[float | None], lag_high: list[float | None],
) -> list[str]:  # fmt: skip
    what = "the last official close" if frame.closed else "the target range"
    prior = f"is the prior close {frame.prior_close:.10g}"
    target, stale, current, prior_close, other = Cls.TARGET, Cls.STALE, Cls.CURRENT, Cls.PRIOR_CLOSE, Cls.OTHER
    rows = zip(cls, answers.price.tolist(), low, high, lag_low, lag_high, answers.codes, strict=True)
    found = []
    for one, price, below, above, youngest, oldest, code in rows:
        if one is target:
            text = f"{price:.10g} lies in {what} [{below:.10g}, {above:.10g}]"
        elif one is stale:
            text = f"{price:.10g} was the price between {_ago(youngest)} and {_ago(oldest)} before sending"
        elif one is current:
            text = f"{price:.10g} is the price when it was sent, outside {what} [{below:.10g}, {above:.10g}]"
        elif one is prior_close:
            text = f"{price:.10g} {prior}"
        elif one is other:
            span = f"[{below:.10g}, {above:.10g}]" if below is not None else "unknown"
            text = f"{price:.10g} is in no minute's range of the look-back; {what} is {span}"
        elif one is Cls.WRONG_CURRENCY:
            text = f"stated in {code}"
        elif one is Cls.NO_REFERENCE:
            text = frame.why or f"no rate for {code} at the target minute"
        else:
            text = "no response" if one is Cls.ERROR else "no price was read"
        if code and code in COINS and frame.has_reference and one not in UNPRICED:
            text += f" (converted from {code})"
        found.append(text)
    return found


def _ago(seconds: float | None) -> str:
    if seconds is None:
        return "some time"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200 else \
        f"{seconds / 3600:.1f} h"
