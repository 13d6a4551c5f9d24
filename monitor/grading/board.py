"""The public harness's rules, as published: its own windows, buffers, and order of classes.

Comparisons are written as the harness writes them, so that a price on a boundary falls on the same side.
"""

import numpy as np

from monitor.datasets import Asset
from monitor.grading.policy import Policy
from monitor.grading.power import power_of, rivals_of
from monitor.grading.target import Frame, make_frame
from monitor.grading.types import Ask, Cls, Grade, Rival
from monitor.market.series import Reference
from monitor.reading.types import Reading

__all__ = ["board_grade"]

DOLLARS = {"USD", "US$", "$"}


def board_grade(ask: Ask, reading: Reading | None, reference: Reference, policy: Policy) -> Grade:
    """Give the class that the harness's published rules give; ConfigError for an asset that it does not have."""
    policy.band(ask.item)  # refuses what the harness does not grade
    price = None if reading is None or ask.error else reading.asked.price
    frame = make_frame(ask, reference, policy)
    grade = _stock if ask.asset is Asset.EQUITY else _coin
    return grade(ask, price, reading, reference, frame, policy)


def _stock(ask: Ask, price: float | None, reading: Reading | None, _reference: Reference, frame: Frame,
           policy: Policy) -> Grade:
    rule = policy.band(ask.item)
    official = None if np.isnan(frame.official_close) else frame.official_close
    prior = None if np.isnan(frame.prior_close) else frame.prior_close
    quoted = (reading.asked.currency if reading is not None else None) or "USD"

    def near(value: float | None) -> bool:
        return price is not None and value is not None and abs(price - value) <= rule.fixed(value, 0.0)

    if price is None:
        cls, why = Cls.NONE, "no price"
    elif near(official):
        cls, why = Cls.CLOSE, f"{price} is the official close {official}"
    elif quoted.upper() not in DOLLARS:
        cls, why = Cls.WRONG_CURRENCY, f"quoted in {quoted}"
    elif near(prior):
        cls, why = Cls.PRIOR_CLOSE, f"{price} is the prior close {prior}"
    else:
        cls, why = Cls.OTHER, f"{price} is neither the close nor the prior close"
    low, high = (official - rule.fixed(official, 0.0), official + rule.fixed(official, 0.0)) if official else (
        None, None)
    return _finish(ask, cls, low, high, None if official is None else rule.fixed(official, 0.0), None, None,
                   official is not None, why, reading, frame, policy)


def _coin(ask: Ask, price: float | None, reading: Reading | None, reference: Reference, frame: Frame,
          policy: Policy) -> Grade:
    size = ask.size if ask.size is not None else ask.item.extra.get("size", ask.item.extra.get("stratum"))
    buffer = ask.buffer if ask.buffer is not None else policy.band(ask.item, size).bps / 1e4
    bars, instant_s, sent_s = reference.minutes, frame.instant_s, ask.sent_at.timestamp()
    minute = int(sent_s // 60) * 60
    rows = [int(r) for r in np.flatnonzero((bars.start_s == instant_s - 60) | (bars.start_s == instant_s))]
    low = float(bars.low[rows].min()) * (1 - buffer) if rows else None
    high = float(bars.high[rows].max()) * (1 + buffer) if rows else None
    value = np.nan if price is None else price
    window = (bars.start_s >= instant_s - policy.lookback_s) & (bars.start_s <= sent_s)
    fits = (bars.low * (1 - buffer) <= value) & (value <= bars.high * (1 + buffer))
    now = np.flatnonzero(bars.start_s == minute)
    if len(now) == 0:
        now = np.flatnonzero(bars.start_s == minute - 60)
    matching = bars.start_s[window & fits]
    if price is None:
        cls, why = Cls.NONE, "no price"
    elif low is not None and high is not None and low <= price <= high:
        cls, why = Cls.TARGET, f"{price} is in the target minutes' range"
    elif fits[now].any():
        cls, why = Cls.CURRENT, f"{price} is in the range of the minute it was sent in"
    elif len(matching):
        cls, why = Cls.STALE, f"{price} is in an earlier minute's range"
    else:
        cls, why = Cls.OTHER, f"{price} is in no minute's range since {policy.lookback_s // 3600} h before the target"
    age_low = max(0.0, sent_s - (int(matching[-1]) + 60)) if len(matching) else None
    age_high = sent_s - int(matching[0]) if len(matching) else None
    return _finish(ask, cls, low, high, buffer, age_low, age_high, bool(rows), why, reading, frame, policy)


def _finish(ask: Ask, cls: Cls, low: float | None, high: float | None, band: float | None, age_low: float | None,
            age_high: float | None, available: bool, why: str, reading: Reading | None, frame: Frame,
            policy: Policy) -> Grade:
    power: float | None = None
    contained: bool | None = None
    rivals: tuple[Rival, ...] = ()
    if low is not None and high is not None:
        lows, highs, sent = np.array([low]), np.array([high]), np.array([ask.sent_at.timestamp()])
        share = float(power_of(frame, lows, highs)[0])
        power = share if share == share else None
        rivals = tuple(sorted(r for r, held in rivals_of(frame, lows, highs, sent).items() if held[0]))
        contained = reading is not None and any(
            low <= n <= high for n in (*reading.numbers, *([reading.asked.price] if reading.asked.price else [])))
    return Grade(
        policy=policy.name, policy_version=policy.version, cls=cls, correct=cls in policy.correct, target_low=low,
        target_high=high, band=band, power=power, rivals=rivals, contained=contained, lag_low_s=age_low,
        lag_high_s=age_high, lookback_s=frame.lookback_s, single_source=frame.single_source, sources=frame.sources,
        key_available=available, why=why)
