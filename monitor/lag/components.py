"""What a served price may be other than the market's at some lag within the look-back.

Each component is one more column beside the lag bins, a density in the same unit (1 / price unit), so that the
mixture weighs them against each other.
"""

import numpy as np
from numpy.typing import NDArray

from monitor.lag.kernel import density, told
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


def asked_moment(timeline: Timeline, instant_s: float, price: Floats, half: Floats,
                 stated_s: Floats | None = None, trust: float = 0.0, reach_s: float = 86400.0) -> Floats:
    """Give the density of an answer that gives the price at the instant, whenever it was sent.

    Half of it for the price at the instant itself, half for anywhere in the target minute and the one before it:
    an API that keeps history may give the moment or the bar. Stated times count as they do for the lag: one who
    states the asked moment is the more likely to have answered it.
    """
    every = timeline.moments
    first = int(np.searchsorted(every.start_s, instant_s - 60))
    last = int(np.searchsorted(every.start_s, instant_s + 60))
    at = timeline.price_at(np.array([instant_s]))[0]
    if last <= first or at != at:
        return np.zeros(len(price))
    part = every.part(first, last)
    weight = part.length_s / part.length_s.sum()
    minute = density(price, half, part, timeline.widen) @ weight
    point = np.array([at])
    exact = Moments(start_s=np.array([instant_s]), length_s=np.ones(1), low=point, high=point, mean=point,
                    sd=np.zeros(1))
    value = np.asarray(0.5 * minute + 0.5 * density(price, half, exact, timeline.widen)[:, 0])
    if stated_s is None or trust <= 0:
        return value
    return value * np.where(np.isnan(stated_s), 1.0, told(stated_s, instant_s, trust, reach_s))
