"""One ask, its reading and its reference become one grade."""

import numpy as np

from monitor.grading.board import board_grade
from monitor.grading.many import Answers, Graded, grade_many
from monitor.grading.policy import Policy
from monitor.grading.target import Frame, make_frame
from monitor.grading.types import Ask, Cls, Grade, Rates
from monitor.market.series import Reference
from monitor.reading.types import Price, Reading

__all__ = ["answers_of", "grade", "grade_rows"]

DOLLAR_WORDS = {"$": "USD", "US$": "USD"}


def grade(ask: Ask, reading: Reading | None, reference: Reference, policy: Policy,
          rates: Rates | None = None) -> Grade:
    """Give the grade of one answer; `reading` is None where there was no response or nothing was read.

    `rates` gives the price of one USDT or USDC in the item's currency at the target minute. A price in a coin
    whose rate is not given has no reference; it is never taken at par.
    """
    if policy.rules == "board":
        return board_grade(ask, reading, reference, policy)
    frame = make_frame(ask, reference, policy)
    return grade_rows(frame, [ask], [reading], policy, rates)[0]


def grade_rows(frame: Frame, asks: list[Ask], readings: list[Reading | None], policy: Policy,
               rates: Rates | None = None) -> list[Grade]:
    """Give one grade an ask, in order, for asks that share one frame (one item, one instant, strict rules)."""
    answers = answers_of(asks, readings, policy, rates)
    graded = grade_many(frame, answers, policy)
    return [_row(index, frame, answers, graded, reading, policy) for index, reading in enumerate(readings)]


def answers_of(asks: list[Ask], readings: list[Reading | None], policy: Policy, rates: Rates | None) -> Answers:
    """Give the arrays that `grade_many` takes, prices converted into the item's currency."""
    asked = [_convert(a, None if r is None else r.asked, policy, rates) for a, r in zip(asks, readings, strict=True)]
    newest = [_convert(a, None if r is None else r.newest, policy, rates) for a, r in zip(asks, readings, strict=True)]
    numbers = [() if r is None else r.numbers for r in readings]
    return Answers(
        sent_s=np.array([a.sent_at.timestamp() for a in asks]),
        price=np.array([p[0] for p in asked]), unit=np.array([p[1] for p in asked]),
        newest=np.array([np.nan if p[2] else p[0] for p in newest]), newest_unit=np.array([p[1] for p in newest]),
        error=np.array([a.error for a in asks], dtype=bool),
        wrong_currency=np.array([p[2] == "wrong" for p in asked], dtype=bool),
        no_rate=np.array([p[2] == "no rate" for p in asked], dtype=bool),
        numbers=np.array([x for row in numbers for x in row], dtype=float),
        numbers_of=np.repeat(np.arange(len(numbers)), [len(row) for row in numbers]))


def _convert(ask: Ask, price: Price | None, policy: Policy, rates: Rates | None) -> tuple[float, float, str]:
    """Give (price, unit, fault) in the item's currency; fault is empty, `wrong` or `no rate`."""
    if price is None or price.price is None:
        return np.nan, np.nan, ""
    unit = np.nan if price.unit is None else price.unit
    code = currency_code(price.currency) or ask.item.currency
    if code == ask.item.currency:
        return price.price, unit, ""
    if code not in policy.converted:
        return price.price, unit, "wrong"
    rate = (rates or {}).get(code)
    if rate is None or not rate > 0:
        return price.price, unit, "no rate"
    return price.price * rate, unit * rate, ""


def currency_code(text: str | None) -> str:
    """Give the upper-case code of a stated currency, with dollar signs as USD; empty for none."""
    code = (text or "").strip().upper()
    return DOLLAR_WORDS.get(code, code)


def _row(index: int, frame: Frame, answers: Answers, graded: Graded, reading: Reading | None,
         policy: Policy) -> Grade:
    cls = policy.order[int(graded.cls[index])]
    code = currency_code(reading.asked.currency) if reading is not None else ""
    known = frame.has_reference
    failed = cls is Cls.ERROR
    return Grade(
        policy=policy.name, policy_version=policy.version, cls=cls, correct=bool(graded.correct[index]),
        target_low=_or_none(graded.target_low[index]), target_high=_or_none(graded.target_high[index]),
        band=frame.band if known else None, coarse=bool(graded.coarse[index]), closed=frame.closed,
        power=_or_none(graded.power[index]),
        rivals=tuple(sorted(r for r, held in graded.rivals.items() if held[index])) if known else (),
        contained=bool(graded.contained[index]) if known and not failed else None,
        lag_low_s=_or_none(graded.lag_low_s[index]), lag_high_s=_or_none(graded.lag_high_s[index]),
        lookback_s=frame.lookback_s, single_source=frame.single_source, sources=frame.sources,
        converted=code if code in policy.converted else None, key_available=known,
        why=_why(cls, index, frame, answers, graded, code))


def _why(cls: Cls, index: int, frame: Frame, answers: Answers, graded: Graded, code: str) -> str:
    """Give the reason in one line."""
    price = f"{answers.price[index]:.10g}"
    span = f"[{graded.target_low[index]:.10g}, {graded.target_high[index]:.10g}]"
    what = "the last official close" if frame.closed else "the target range"
    text = {
        Cls.ERROR: "no response",
        Cls.NONE: "no price was read",
        Cls.NO_REFERENCE: frame.why or f"no rate for {code} at the target minute",
        Cls.WRONG_CURRENCY: f"stated in {code}",
        Cls.TARGET: f"{price} lies in {what} {span}",
        Cls.CURRENT: f"{price} is the price when it was sent, outside {what} {span}",
        Cls.STALE: f"{price} was the price between {_ago(graded.lag_low_s[index])} and "
                   f"{_ago(graded.lag_high_s[index])} before sending",
        Cls.PRIOR_CLOSE: f"{price} is the prior close {frame.prior_close:.10g}",
        Cls.OTHER: f"{price} is in no minute's range of the look-back; {what} is {span}",
    }[cls]
    return text + (f" (converted from {code})" if code and frame.has_reference and code in {"USDT", "USDC"}
                   and cls not in {Cls.NO_REFERENCE, Cls.ERROR, Cls.NONE} else "")


def _ago(seconds: float) -> str:
    if seconds != seconds:
        return "some time"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200 else \
        f"{seconds / 3600:.1f} h"


def _or_none(value: float | np.floating) -> float | None:
    return None if np.isnan(value) else float(value)
