"""The target range of an instant, and all else about it that no answer changes.

A `Frame` is made once for each (item, instant) and serves every probe of it, so that grading again is cheap.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from monitor.datasets import Asset
from monitor.grading.policy import Policy
from monitor.grading.types import Ask, Rival
from monitor.market.series import Reference

__all__ = ["Frame", "disagreement", "make_frame"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Frame:
    """One item at one instant under one policy. Prices are in the item's currency, times in unix seconds.

    `low` and `high` are the target range without the half unit of the last quoted digit, which differs from answer
    to answer; NaN where there is no reference, with the reason in `why`.
    """

    asset: Asset
    instant_s: int
    low: float
    high: float
    band: float
    fixed: float
    """The policy's fixed band; a half unit beyond it makes an answer coarse."""
    why: str
    closed: bool
    lookback_s: float
    single_source: bool
    sources: tuple[str, ...]
    start_s: Ints
    bar_low: Floats
    bar_high: Floats
    bar_close: Floats
    closes: Floats
    """Sorted one-minute closes of the look-back before the target minutes."""
    prior_close: float
    official_close: float
    """The one that the answer should be, where a close is the target; the last one otherwise; NaN where unknown."""
    official: tuple[tuple[float, float], ...]
    """(moment, official close), ascending; the market's price while it is closed."""
    rivals: tuple[tuple[Rival, float], ...]
    """Rival prices that are known before anything is sent."""

    @property
    def has_reference(self) -> bool:
        """True where there is a target range."""
        return self.low == self.low

    @cached_property
    def ends_s(self) -> Ints:
        """Ends of the minutes, ascending."""
        return self.start_s + 60


def disagreement(reference: Reference) -> float:
    """Give the measured 95th percentile of the sources' disagreement, in price units; 0 where only one spoke."""
    both = reference.minutes.n_sources >= 2
    return _quantile(reference.minutes.spread[both], 0.95) if both.any() else 0.0


def _quantile(values: Floats, share: float) -> float:
    """Give what np.quantile gives of one row without NaN, to the last bit, in a third of the time."""
    at = share * (len(values) - 1)
    below = int(at)
    above = min(below + 1, len(values) - 1)
    part = np.partition(values, (below, above))
    low, high, along = float(part[below]), float(part[above]), at - below
    return low + (high - low) * along if along < 0.5 else high - (high - low) * (1 - along)


def make_frame(ask: Ask, reference: Reference, policy: Policy) -> Frame:
    """Give the frame of an ask's item and instant; what was sent or answered plays no part in it."""
    bars = reference.minutes
    instant_s = int(ask.instant.timestamp())
    prior, official = _closes(ask, reference)
    low, high, why, single = _target(ask, reference, official)
    at = _last_before(bars.start_s, bars.close, instant_s)
    level = high if high == high else (at if at == at else 0.0)
    rule, pip = policy.band(ask.item), policy.pip(ask.item)
    fixed = rule.fixed(level, pip)
    band = fixed
    if not (ask.is_close or not ask.session_open):
        band = max(fixed, min(disagreement(reference), rule.agreement(level, pip)))
    before = (bars.start_s >= instant_s - policy.lookback_s) & (bars.start_s < instant_s - 60)
    first = bars.start_s[before]
    rivals = [(Rival.PRIOR_CLOSE, prior),
              (Rival.M15, _last_before(bars.start_s, bars.close, instant_s - 900)),
              (Rival.H1, _last_before(bars.start_s, bars.close, instant_s - 3600))]
    return Frame(
        asset=ask.asset, instant_s=instant_s, low=low - band, high=high + band, band=band, fixed=fixed, why=why,
        closed=not ask.session_open and not ask.is_close, single_source=single, sources=reference.sources,
        lookback_s=float(instant_s - first[0]) if len(first) else 0.0,
        start_s=bars.start_s, bar_low=bars.low - band, bar_high=bars.high + band, bar_close=bars.close,
        closes=np.sort(bars.close[before]), prior_close=prior, official_close=official,
        official=tuple((d.close_at.timestamp(), d.close) for d in reference.daily),
        rivals=tuple((rival, price) for rival, price in rivals if price == price))


def _closes(ask: Ask, reference: Reference) -> tuple[float, float]:
    """Give (prior close, official close) as floats, NaN where unknown.

    For a close that is asked for, the official close is the one at the instant (or, where the item asks for a
    session's close at another moment, the last one up to it) and the prior close the one before. Otherwise both
    are the last close before the instant.
    """
    known = [d for d in reference.daily if d.close_at <= ask.instant + timedelta(seconds=59)]
    since = ask.last_close_at or datetime.min.replace(tzinfo=UTC)
    if ask.is_close:
        here = [d for d in known if d.close_at > ask.instant - timedelta(hours=24) and d.close_at >= since]
        official = here[-1].close if here else np.nan
        earlier = [d for d in known if not here or d.close_at < here[-1].close_at]
        prior = earlier[-1].close if earlier else np.nan
    else:
        # While the market trades, the last official close is the prior one; a day's close at T itself is no rival.
        # An older one is never taken for it: the newest may not have been pulled yet.
        earlier = [d for d in known if (d.close_at < ask.instant or not ask.session_open) and d.close_at >= since]
        prior = official = earlier[-1].close if earlier else np.nan
    return (float(prior if ask.prior_close is None else ask.prior_close),
            float(official if ask.official_close is None else ask.official_close))


def _target(ask: Ask, reference: Reference, official: float) -> tuple[float, float, str, bool]:
    """Give (low, high, why there is none, single source) of the target before any widening."""
    none = np.nan
    if reference.why is not None:
        return none, none, reference.why, False
    if reference.currency.upper() != ask.item.currency:
        return none, none, f"the reference is in {reference.currency}, the item in {ask.item.currency}", False
    if ask.is_close or not ask.session_open:
        if not official > 0:
            return none, none, f"no official close up to {_hm(ask.instant)}", False
        return official, official, "", len(reference.sources) < 2
    bars = reference.minutes
    instant_s = int(ask.instant.timestamp())
    opened_s = ask.session_opened_at.timestamp() if ask.session_opened_at is not None else -np.inf
    wanted = [s for s in (instant_s - 60, instant_s) if s >= opened_s]
    rows = np.searchsorted(bars.start_s, wanted)
    for row, start in zip(rows, wanted, strict=True):
        if row >= len(bars) or bars.start_s[row] != start:
            what = reference.why_missing(int(start)) or "no final bar"
            return none, none, f"{what} for {_hm(datetime.fromtimestamp(start, UTC))}", False
    low, high = float(bars.low[rows].min()), float(bars.high[rows].max())
    if not (0 < low <= high < np.inf):
        return none, none, f"the bars at {_hm(ask.instant)} hold no usable price", False
    return low, high, "", bool((bars.n_sources[rows] < 2).all())


def _last_before(start_s: Ints, close: Floats, moment_s: float) -> float:
    """Give the market's price at a moment: the close of the last minute that had ended by then; NaN without one."""
    row = int(np.searchsorted(start_s, moment_s - 60, side="right")) - 1
    return float(close[row]) if row >= 0 else float("nan")


def _hm(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M UTC")
