"""Minutes that sources agree on, held against what is known from elsewhere: fixings, daily closes, the prior close.

Sources may be wrong together. What stands against a daily figure is left out unless three sources and more say it: a
missing grade costs little, a wrong one is believed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from monitor.datasets import Asset, Item
from monitor.market.agreement import Limit, pip_of
from monitor.market.columns import SourceBars, columns_of
from monitor.market.fixings import FIXING, fixed_at
from monitor.market.series import DailyClose, LeftOut, MinuteSeries

__all__ = ["Anchor", "Checked", "anchors_of", "check", "runs"]

Bools = NDArray[np.bool_]

_ELSEWHERE = {Asset.EQUITY: 0.4, Asset.CRYPTO: 0.5, Asset.FX: 0.05}
"""|log ratio| to the prior close beyond which the word of one or two sources is not taken."""
_BEFORE, _AFTER = timedelta(minutes=10), timedelta(minutes=5)
"""The minutes around a fixing that it is compared with: banks are asked between 14:10 and 14:15."""
_LAST = timedelta(minutes=5)
_REACH_S = 26 * 3600
"""A minute is judged by the nearest daily figure, not farther off than this."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A daily figure: minutes that start in [start, end) should hold `price` within `tolerance`."""

    start: datetime
    end: datetime
    price: float
    tolerance: float
    name: str


@dataclass(frozen=True)
class Checked:
    """The minutes that stand, those that were left out, and a sentence for each thing that was found."""

    minutes: MinuteSeries
    left_out: tuple[LeftOut, ...]
    doubts: tuple[str, ...]


def anchors_of(item: Item, closes: Sequence[DailyClose], fixings: Sequence[SourceBars], limit: Limit) -> list[Anchor]:
    """Give the daily figures for `item`: fixings for a pair, closes for stocks and coins, ascending.

    A pair's daily closes are one vendor's last quotes, and no check. Where two banks' fixings of a day differ by more
    than the tolerance, the day has none.
    """
    if item.asset is Asset.FX:
        by_day: dict[datetime, list[tuple[str, float]]] = {}
        for one in (columns_of(some) for some in fixings if some.role == FIXING):
            for start_s, rate in zip(one.start_s.tolist(), one.close.tolist(), strict=True):
                day = datetime.fromtimestamp(start_s, UTC).date()
                by_day.setdefault(fixed_at(day), []).append((one.source, rate))
        return [Anchor(at - _BEFORE, at + _AFTER, some[0][1], limit.fixing, f"{some[0][0]} fixing of {at.date()}")
                for at, some in sorted(by_day.items())
                if limit.fixing and max(p for _, p in some) - min(p for _, p in some) <= limit.fixing]
    rules = limit.rules
    bps = rules.stock_close_bps if item.asset is Asset.EQUITY else rules.close_factor * limit.bps
    return [Anchor(d.close_at - _LAST, d.close_at, d.close, bps / 1e4 * d.close, f"close of {d.session}")
            for d in closes]


def check(
    item: Item, minutes: MinuteSeries, closes: Sequence[DailyClose], fixings: Sequence[SourceBars], limit: Limit,
    sources: Sequence[str],
) -> Checked:
    """Give `minutes` without those that stand against a daily figure on the word of fewer than three `sources`."""
    found = Checked(minutes, (), ())
    found = _by_anchors(item, found, anchors_of(item, closes, fixings, limit), limit, sources)
    return _by_prior_close(item, found, closes, limit, sources)


def runs(start_s: NDArray[np.int64], where: Bools, why: str, *, alarm: bool = False) -> tuple[LeftOut, ...]:
    """Give the minutes `where` as stretches without a hole, all for the same reason."""
    some = start_s[where]
    if not len(some):
        return ()
    cuts = np.flatnonzero(np.diff(some) != 60)
    firsts, lasts = some[np.r_[0, cuts + 1]], some[np.r_[cuts, len(some) - 1]]
    return tuple(LeftOut(int(a), int(b), why, alarm) for a, b in zip(firsts, lasts, strict=True))


def _by_anchors(
    item: Item, found: Checked, anchors: Sequence[Anchor], limit: Limit, sources: Sequence[str]
) -> Checked:
    start_s = found.minutes.start_s
    tried: list[tuple[int, str | None]] = []
    for anchor in anchors:
        near = (start_s >= int(anchor.start.timestamp())) & (start_s < int(anchor.end.timestamp()))
        if near.any():
            low, high = float(found.minutes.low[near].min()), float(found.minutes.high[near].max())
            off = anchor.price - high if anchor.price > high else min(0.0, anchor.price - low)
            what = _apart(item, -off, anchor, sources) if abs(off) > anchor.tolerance else None
            tried.append((int(anchor.end.timestamp()), what))
    if not any(what for _, what in tried):
        return found
    ends = np.array([end for end, _ in tried])
    nearest = np.abs(start_s[:, None] - ends[None, :]).argmin(axis=1)
    close_by = np.abs(start_s - ends[nearest]) <= _REACH_S
    for n, (_, what) in enumerate(tried):
        if what is not None:
            found = _without(found, np.isin(found.minutes.start_s, start_s[(nearest == n) & close_by]), what, limit)
    return found


def _apart(item: Item, off: float, anchor: Anchor, sources: Sequence[str]) -> str:
    size = (f"{abs(off) / pip_of(item.ticker):.0f} pips" if item.asset is Asset.FX
            else f"{1e4 * abs(off) / anchor.price:.0f} bps")
    return f"{_names(sources)}: {size} {'above' if off > 0 else 'below'} the {anchor.name} ({anchor.price:g})"


def _by_prior_close(
    item: Item, found: Checked, closes: Sequence[DailyClose], limit: Limit, sources: Sequence[str]
) -> Checked:
    minutes = found.minutes
    if not len(minutes) or not closes:
        return found
    ends = np.array([d.close_at.timestamp() for d in closes])
    prior = np.searchsorted(ends, minutes.start_s, side="right") - 1
    ratio = np.ones(len(minutes))
    known = prior >= 0
    ratio[known] = minutes.close[known] / np.array([d.close for d in closes])[prior[known]]
    off = np.abs(np.log(ratio)) > _ELSEWHERE[item.asset]
    if not off.any():
        return found
    day = closes[int(prior[off][0])].session
    return _without(found, off, f"{_names(sources)}: {float(np.median(ratio[off])):.4g} times the prior close "
                                f"(of {day})", limit)


def _without(found: Checked, off: Bools, what: str, limit: Limit) -> Checked:
    """Leave out what too few sources say; what enough of them say stays, with a doubt."""
    minutes = found.minutes
    gone = off & (minutes.n_sources < limit.rules.sure_sources)
    keep = ~gone
    fewer = replace(minutes, start_s=minutes.start_s[keep], low=minutes.low[keep], high=minutes.high[keep],
                    close=minutes.close[keep], spread=minutes.spread[keep], n_sources=minutes.n_sources[keep])
    left, kept = int(gone.sum()), int(off.sum() - gone.sum())
    doubt = what + (f"; {left} minutes left out" if left else "") + \
        (f"; {kept} minutes kept, on the word of {limit.rules.sure_sources} and more sources" if kept else "")
    return Checked(fewer, tuple(sorted((*found.left_out, *runs(minutes.start_s, gone, what, alarm=True)))),
                   (*found.doubts, doubt))


def _names(sources: Sequence[str]) -> str:
    return " and ".join(sources) if len(sources) < 3 else f"{', '.join(sources[:-1])} and {sources[-1]}"

