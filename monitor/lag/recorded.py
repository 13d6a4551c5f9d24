"""A recorded market in place of a simulated one: bars enter, a world whose prices run through them leaves.

What happened within a minute is not recorded. It is drawn: a Brownian bridge from the minute's open to its close, the
parts above and below the straight line stretched so that it touches the minute's high and low. The gaps, jumps, quiet
nights and fat tails between minutes are the market's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.datasets import Asset
from monitor.lag.kernel import VENUE
from monitor.lag.simulate import Market
from monitor.lag.timeline import ASSUMED_BPS, Timeline, make_timeline
from monitor.market.series import Bar, DailyClose, MinuteSeries

__all__ = ["Recorded", "instants_in", "recorded_world"]

Floats = NDArray[np.float64]
UNITS = {Asset.FX: 1e-5, Asset.CRYPTO: 0.01, Asset.EQUITY: 0.01}
SESSION_GAP_S = 3 * 3600
"""A stock's bars that stop for so long have ended a session."""
AFTER_S = 200 * 60
"""Room that the last offset needs after an instant."""


@dataclass(frozen=True)
class Recorded:
    """One study's view of recorded bars: open, low, high and close of minute k start at `starts_s[k]`."""

    market: Market
    starts_s: Floats
    ohlc: Floats
    timeline: Timeline
    instants_s: Floats
    seed: int
    """Of what happened within the minutes: the same minute runs the same way, whichever probe asks."""

    @property
    def start_s(self) -> float:
        """Give the start of the first minute."""
        return float(self.starts_s[0])

    @property
    def end_s(self) -> float:
        """Give the end of the last minute."""
        return float(self.starts_s[-1]) + 60

    def price_at(self, moment_s: Floats) -> Floats:
        """Give the price at each moment; between minutes the last close stands."""
        moments = np.asarray(moment_s, dtype=float)
        flat = np.clip(moments.ravel(), self.start_s, None)
        row = np.searchsorted(self.starts_s, flat, side="right") - 1
        second = np.floor(flat - self.starts_s[row]).astype(np.int64)
        out = np.array(self.ohlc[row, 3])
        inside = np.flatnonzero(second < 60)
        for k in np.unique(row[inside]):
            here = inside[row[inside] == k]
            out[here] = _within(self.ohlc[k], np.random.default_rng([self.seed, int(k)]))[second[here]]
        return np.asarray(out.reshape(moments.shape))


def recorded_world(name: str, asset: Asset, bars: Sequence[Bar], rng: np.random.Generator,
                   instants: int = 24) -> Recorded:
    """Give a study's world over recorded bars: instants drawn at random, and what happened within the minutes.

    Venues differ from it as sources of the asset were found to; the bars have one source, so that is assumed, not
    measured.
    """
    starts = np.array([bar.start.timestamp() for bar in bars])
    ohlc = np.array([(bar.open, bar.low, bar.high, bar.close) for bar in bars])
    n = len(starts)
    minutes = MinuteSeries(starts.astype(np.int64), ohlc[:, 1], ohlc[:, 2], ohlc[:, 3], np.zeros(n),
                           np.ones(n, dtype=np.int64))
    daily: tuple[DailyClose, ...] = ()
    if asset is Asset.EQUITY:
        last = [k for k in range(n) if k == n - 1 or starts[k + 1] - starts[k] > SESSION_GAP_S]
        daily = tuple(DailyClose(bars[k].start.date(), bars[k].start, float(ohlc[k, 3])) for k in last)
    venue_bps = ASSUMED_BPS[asset] / 1.96 * float(np.sqrt(VENUE))
    market = Market(name, asset, float(ohlc[0, 3]), 0.0, venue_bps, UNITS[asset])
    return Recorded(market, starts, ohlc, make_timeline(minutes, asset, daily), instants_in(starts, rng, instants),
                    int(rng.integers(2**31)))


def instants_in(starts_s: Floats, rng: np.random.Generator, instants: int) -> Floats:
    """Give random minutes that have a bar, a day of look-back before them and room for the offsets after them."""
    can = starts_s[(starts_s >= starts_s[0] + 90000) & (starts_s <= starts_s[-1] - AFTER_S)]
    return np.asarray(np.sort(rng.choice(can, min(instants, len(can)), replace=False)))


def _within(bar: Floats, rng: np.random.Generator) -> Floats:
    """Give the 60 seconds of one minute."""
    opened, low, high, close = bar
    steps = np.cumsum(rng.normal(size=60))
    u = np.arange(1, 61) / 60
    bridge = steps - u * steps[-1]
    line = opened + u * (close - opened)
    top, bottom = max(opened, close), min(opened, close)
    scale = (high - low) or 1.0
    path = line + bridge * scale / 8
    above, below = np.maximum(path - top, 0.0), np.maximum(bottom - path, 0.0)
    inner = np.clip(path, bottom, top)
    up = above * ((high - top) / above.max()) if above.max() > 0 else above
    down = below * ((bottom - low) / below.max()) if below.max() > 0 else below
    return np.asarray(inner + up - down)
