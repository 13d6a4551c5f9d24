"""What the market's price was at any moment, as a sequence of spans: minutes, and what stands between them.

Age is clock time, and closed hours have no bars. While a market is closed its last price goes on being the
market's price, so a gap is a span too: it holds the last close, and the official close where there is one. Were it
left out, a provider that is 15 minutes behind at five minutes past the opening, and so serves the last close, would
look as if it were a night behind.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from monitor.datasets import Asset
from monitor.lag.stretches import extremes
from monitor.market.series import DailyClose, MinuteSeries

__all__ = ["Moments", "Timeline", "make_timeline"]

Floats = NDArray[np.float64]
QUIET_S = 600
"""Coins never close: a gap longer than this is an outage, in which the price is not known."""


ASSUMED_BPS = {Asset.EQUITY: 0.5, Asset.CRYPTO: 5.0, Asset.FX: 0.3}
"""Disagreement (95th percentile, basis points) where one source alone speaks: EUR/USD mids were found to differ by 0.25
to 0.4 pips, books of large coins by 5 to 8 bps; a stock has one consolidated tape, less its delays."""
TAIL_S = 4 * 86400
SMOOTH = 15
HAIR = 1e-3
"""Widening of a part's range, in standard deviations: both masses of a range of next to nothing are of one point."""
PARTS = 6
"""Parts that a minute is cut into: offsets of 5 and 30 s see minutes at other phases than whole minutes do."""


@dataclass(frozen=True)
class Moments:
    """Parts of spans: where within [low, high] the price stood, as a mean and a standard deviation.

    A minute's price goes from its open to its close; in between it is a Brownian bridge: at the fraction u of the
    minute its mean is open + u (close - open) and its variance v u (1 - u). v, the variance of a minute's move, is
    taken from the range by Parkinson's estimate, (high - low)^2 / (4 ln 2) (Journal of Business 53, 1980), averaged
    with that of the half hour around it: one minute's range alone is a noisy estimate, and a variance that is now and
    then far too small leaks probes into wrong bins.
    """

    start_s: Floats
    length_s: Floats
    low: Floats
    high: Floats
    mean: Floats
    sd: Floats

    @cached_property
    def mass(self) -> Floats:
        """The mass of the normal law within [low, high], a hair added at either end; 1 for a single price."""
        span = self.sd > 0
        sd = np.where(span, self.sd, 1.0)
        held = ndtr((self.high - self.mean) / sd + HAIR) - ndtr((self.low - self.mean) / sd - HAIR)
        return np.where(span, held, 1.0)

    @cached_property
    def before_s(self) -> Floats:
        """The seconds of all parts before each one."""
        return np.asarray(np.cumsum(self.length_s) - self.length_s)

    def part(self, first: int, last: int) -> "Moments":
        """Give the parts from `first` up to `last`."""
        spans = slice(first, last)
        some = Moments(self.start_s[spans], self.length_s[spans], self.low[spans], self.high[spans], self.mean[spans],
                       self.sd[spans])
        some.__dict__["mass"] = self.mass[spans]  # a slice of what is known: it costs more than the slices
        return some


@dataclass(frozen=True)
class Timeline:
    """Spans of one item, ascending and without overlap; unix seconds and prices in the item's currency.

    The market's price at any moment of span k lay in [low[k], high[k]]. Moments between spans are not known.
    `widen` is the measured disagreement of sources (95th percentile, price units); `daily` the official closes as
    (moment, close), ascending.
    """

    start_s: Floats
    end_s: Floats
    low: Floats
    high: Floats
    close: Floats
    widen: float
    daily: tuple[tuple[float, float], ...] = ()

    @cached_property
    def moments(self) -> Moments:
        """The spans cut into parts; a span of one price, or one that is no minute, stays whole."""
        split = (self.high > self.low) & (np.abs(self.end_s - self.start_s - 60) < 1)
        parts = np.where(split, PARTS, 1)
        first = np.cumsum(parts) - parts
        place = np.arange(int(parts.sum())) - np.repeat(first, parts)
        length = np.repeat((self.end_s - self.start_s) / parts, parts)
        u = (place + 0.5) / np.repeat(parts, parts)
        before = np.concatenate([[np.nan], self.close[:-1]])
        touching = np.concatenate([[False], self.end_s[:-1] == self.start_s[1:]])
        middle = (self.low + self.high) / 2
        opened = np.clip(np.where(touching, before, middle), self.low, self.high)
        own = (self.high - self.low) ** 2 / (4 * np.log(2))
        around = np.ones(2 * SMOOTH + 1)
        local = _same(own * split, around) / np.maximum(_same(split.astype(float), around), 1e-9)
        sd = np.sqrt((own + local) / 2)
        whole = np.repeat(~split, parts)
        path = np.repeat(opened, parts) * (1 - u) + np.repeat(self.close, parts) * u
        return Moments(
            start_s=np.repeat(self.start_s, parts) + place * length, length_s=length,
            low=np.repeat(self.low, parts), high=np.repeat(self.high, parts),
            mean=np.where(whole, np.repeat(middle, parts), path),
            # A span that stays whole is uniform over its range: a normal law far wider than the range it is cut to.
            sd=np.where(whole, 10 * np.repeat(self.high - self.low, parts),
                        np.repeat(sd, parts) * np.sqrt(u * (1 - u))))

    def window(self, from_s: Floats, to_s: Floats) -> tuple[Floats, Floats]:
        """Give (lowest, highest) price of the spans that touch each [from_s, to_s]; NaN where there is none."""
        return extremes(self.low, self.high, *self.reach(from_s, to_s))

    def reach(self, from_s: Floats, to_s: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Give the rows [first, last) of the spans that touch each [from_s, to_s]; last is never before first."""
        first = np.searchsorted(self.end_s, from_s, side="right")
        return first, np.maximum(np.searchsorted(self.start_s, to_s, side="left"), first)

    def minute_move(self, from_s: Floats, to_s: Floats) -> Floats:
        """Give the standard deviation of a minute's move in each [from_s, to_s], by Parkinson's estimate.

        It is 0 where there are no bars.
        """
        first, last = self.reach(from_s, to_s)
        minute = self.end_s - self.start_s <= 61
        ends = np.ravel(np.column_stack([first, last]))
        total, count = (
            np.where(last > first, np.add.reduceat(np.append(values, 0.0), ends)[::2], 0.0)
            for values in (np.where(minute, (self.high - self.low) ** 2, 0.0), minute.astype(float))
        )
        return np.asarray(np.sqrt(total / np.maximum(count, 1.0) / (4 * np.log(2))))

    def price_at(self, moment_s: Floats) -> Floats:
        """Give the market's price at each moment; NaN before the first minute ends.

        It is the close of the last minute that had ended by then, or the price that a gap carries.
        """
        if len(self.start_s) == 0:
            return np.full(len(moment_s), np.nan)
        ended = np.searchsorted(self.end_s, moment_s, side="right") - 1
        inside = np.clip(np.searchsorted(self.start_s, moment_s, side="right") - 1, 0, None)
        holds = (self.start_s[inside] <= moment_s) & (moment_s < self.end_s[inside])
        carried = holds & ((self.low[inside] == self.high[inside]) | (self.end_s[inside] - self.start_s[inside] > 61))
        row = np.where(carried, inside, ended)
        return np.where(row >= 0, self.close[np.maximum(row, 0)], np.nan)


def _same(values: Floats, around: Floats) -> Floats:
    """Give the running sum over a centred window, as long as `values`."""
    if len(values) == 0:
        return values
    return np.convolve(values, around, "full")[len(around) // 2:][: len(values)]


def make_timeline(minutes: MinuteSeries, asset: Asset, daily: tuple[DailyClose, ...] = (),
                  widen: float | None = None) -> Timeline:
    """Give the spans of an item's minutes, gaps carried.

    The sources' disagreement is measured over the minutes that two of them speak for; where there is none it is what
    honest sources of that asset were found to differ by, and `widen` (price units) overrides it.
    """
    start = minutes.start_s.astype(float)
    low, high, close = minutes.low, minutes.high, minutes.close
    closes = tuple((d.close_at.timestamp(), d.close) for d in daily)
    moments = np.array([m for m, _ in closes])
    if widen is None:
        both = minutes.n_sources >= 2
        level = float(np.median(close)) if len(close) else 0.0
        widen = float(np.quantile(minutes.spread[both], 0.95)) if both.any() else level * ASSUMED_BPS[asset] * 1e-4
    if len(start) == 0:
        empty = np.empty(0)
        return Timeline(empty, empty, empty, empty, empty, widen, closes)
    from_s, to_s = start[:-1] + 60, start[1:]
    gap = to_s > from_s
    if asset is Asset.CRYPTO:
        gap &= to_s - from_s <= QUIET_S
    carried = close[:-1][gap]
    official = carried.copy()
    if len(moments):
        days = np.searchsorted(moments, to_s[gap]) - 1
        # The official close of a session is struck when its last minute ends, or within the gap after it.
        here = (days >= 0) & (moments[np.maximum(days, 0)] >= from_s[gap] - 60)
        official = np.where(here, np.array([c for _, c in closes])[np.maximum(days, 0)], carried)
    rows = [start, from_s[gap]], [start + 60, to_s[gap]], [low, np.minimum(carried, official)], \
        [high, np.maximum(carried, official)], [close, official]
    all_start, all_end, all_low, all_high, all_close = (np.concatenate(pair) for pair in rows)
    before = [(m, c) for m, c in closes if m <= start[0]]
    if before and asset is not Asset.CRYPTO and start[0] - before[-1][0] > 0:
        # The first minute may follow a night or a weekend: the last official close held until then.
        moment, price = before[-1]
        all_start, all_end = np.append(all_start, moment), np.append(all_end, start[0])
        all_low, all_high, all_close = (np.append(a, price) for a in (all_low, all_high, all_close))
    after = [c for m, c in closes if m >= start[-1]]
    if after and asset is not Asset.CRYPTO:
        # The session has ended: its price stands. Without a close, bars that end may just not have been pulled yet.
        all_start, all_end = np.append(all_start, start[-1] + 60), np.append(all_end, start[-1] + 60 + TAIL_S)
        all_low, all_high = np.append(all_low, min(close[-1], after[0])), np.append(all_high, max(close[-1], after[0]))
        all_close = np.append(all_close, after[0])
    order = np.argsort(all_start, kind="stable")
    return Timeline(all_start[order], all_end[order], all_low[order], all_high[order], all_close[order], widen, closes)
