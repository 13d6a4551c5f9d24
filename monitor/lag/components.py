"""What a served price may be other than the market's at some lag within the look-back.

Each component is one more column beside the lag bins, a density in the same unit (1 / price unit), so that the
mixture weighs them against each other.
"""

import numpy as np
from numpy.typing import NDArray

from monitor.lag.kernel import densities, density, told
from monitor.lag.stretches import side_by_side
from monitor.lag.timeline import Moments, Timeline

__all__ = ["asked_moment", "older", "unrelated"]

Floats = NDArray[np.float64]


def unrelated(price: Floats, low: Floats, high: Floats) -> Floats:
    """Give the density of a price that has nothing to do with the market: uniform over 3 x the look-back's range.

    `low` and `high` bound the prices of each probe's look-back. A price beyond even that has a small density
    left, so that no probe is impossible.
    """
    span = np.maximum(high - low, 1e-6 * np.abs(high))
    inside = np.abs(price - (low + high) / 2) <= 1.5 * span
    return np.asarray(np.where(inside, 1 / (3 * span), 1e-6 / span))


def older(timeline: Timeline, price: Floats, half: Floats, before_s: Floats) -> Floats:
    """Give the density of a price from before the look-back, from the daily closes up to each `before_s`.

    A day's prices lie between its own and the previous close, widened by half the typical move of a day. Zeros
    where fewer than three closes are known: `older` can then not be told from `unrelated`.
    """
    days = timeline.daily
    out = np.zeros(len(price))
    if len(days) < 3:
        return out
    moments = np.array([m for m, _ in days])
    close = np.array([c for _, c in days])
    typical = float(np.median(np.abs(np.diff(close)))) / 2
    low = np.minimum(close[:-1], close[1:]) - typical
    high = np.maximum(close[:-1], close[1:]) + typical
    spans = Moments(start_s=moments[:-1], length_s=np.diff(moments), low=low, high=high, mean=(low + high) / 2,
                    sd=10 * (high - low))
    values = density(price, half, spans, timeline.widen)
    held = moments[1:][None, :] <= before_s[:, None]
    count = held.sum(axis=1)
    np.divide((values * held).sum(axis=1), count, out=out, where=count >= 2)
    return out


def asked_moment(timeline: Timeline, instant_s: Floats | float, price: Floats, half: Floats,
                 stated_s: Floats | None = None, trust: float = 0.0, reach_s: float = 86400.0) -> Floats:
    """Give the density of answers that give the price at their instants, whenever they were sent.

    Half of it for the price at the instant itself, half for anywhere in the target minute and the one before it:
    an API that keeps history may give the moment or the bar. Stated times count as they do for the lag: one who
    states the asked moment is the more likely to have answered it.
    """
    every = timeline.moments
    instants = np.broadcast_to(np.asarray(instant_s, dtype=float), price.shape)
    first = np.searchsorted(every.start_s, instants - 60)
    last = np.searchsorted(every.start_s, instants + 60)
    at = timeline.price_at(instants)
    out = np.zeros(len(price))
    rows = np.flatnonzero((last > first) & ~np.isnan(at))
    if len(rows) == 0:
        return out
    p, h, point = price[rows], half[rows], at[rows]
    place, held = side_by_side(first[rows], last[rows])
    length = np.where(held, every.length_s[place], 0.0)
    minute = (densities(p, h, every, timeline.widen, place, held) * length).sum(axis=1) / length.sum(axis=1)
    exact = Moments(start_s=instants[rows], length_s=np.ones(len(rows)), low=point, high=point, mean=point,
                    sd=np.zeros(len(rows)))
    own = np.arange(len(rows))[:, None]
    value = 0.5 * minute + 0.5 * densities(p, h, exact, timeline.widen, own, np.ones(own.shape, dtype=bool))[:, 0]
    if stated_s is not None and trust > 0:
        said = stated_s[rows]
        value = value * np.where(np.isnan(said), 1.0, told(said, instants[rows], trust, reach_s))
    out[rows] = value
    return out
