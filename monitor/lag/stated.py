"""How far the times that an API states can be believed: only as far as the bars bear them out."""

import numpy as np
from numpy.typing import NDArray

from monitor.lag.stretches import side_by_side
from monitor.lag.timeline import Timeline

__all__ = ["Agreement", "agreement", "trust_in"]

Floats = NDArray[np.float64]
AROUND_S = 900.0
APART_S = 150.0
LEAST_SPANS = 5
LEAST = 20
LEAST_RATE = 0.85


class Agreement:
    """Sums over an API's probes: stated times seen, those that the bars confirm, and those that chance would."""

    def __init__(self) -> None:
        self.hits: list[float] = []
        self.chance: list[float] = []

    def add(self, hit: float, chance: float) -> None:
        """Count one stated time and the chance that a time near it would have been confirmed as well."""
        self.hits.append(hit)
        self.chance.append(chance)


def agreement(timeline: Timeline, price: Floats, half: Floats, stated_s: Floats, seen: Agreement) -> None:
    """Add to `seen` each stated time: do the bars around it hold the price, and how many near it do as well.

    Chance is taken within a quarter of an hour of the stated time, not over the whole look-back: one who says "now"
    of a price five minutes old is confirmed far more often than by a random minute of the day.
    """
    known = ~np.isnan(stated_s)
    price, half, at = price[known], half[known], stated_s[known]
    first = np.searchsorted(timeline.end_s, at - AROUND_S, side="right")
    last = np.searchsorted(timeline.start_s, at + AROUND_S, side="left")
    rows = np.flatnonzero(last - first >= LEAST_SPANS)
    if len(rows) == 0:
        return
    place, held = side_by_side(first[rows], last[rows])
    start, end, at = timeline.start_s[place], timeline.end_s[place], at[rows, None]
    low = timeline.low[place] - timeline.widen - half[rows, None]
    high = timeline.high[place] + timeline.widen + half[rows, None]
    holds = (low <= price[rows, None]) & (price[rows, None] <= high)
    near = (start - 60 <= at) & (at <= end + 60) & held
    far = ((end < at - APART_S) | (start > at + APART_S)) & held
    around, beyond = near.sum(axis=1), far.sum(axis=1)
    both = (around > 0) & (beyond > 0)
    # Three minutes around the stated time have three chances to hold the price; so must chance's.
    rate = (holds & far).sum(axis=1)[both] / beyond[both]
    hits = (holds & near).sum(axis=1)[both] > 0
    for hit, chance in zip(hits.tolist(), (1 - (1 - rate) ** around[both]).tolist(), strict=True):
        seen.add(float(hit), chance)


def trust_in(seen: Agreement) -> float:
    """Give the share of stated times to believe: 0 unless nearly all are confirmed, and far more than by chance."""
    n = len(seen.hits)
    if n < LEAST:
        return 0.0
    hits, chance = np.array(seen.hits), np.array(seen.chance)
    rate, luck = float(hits.mean()), float(chance.mean())
    error = float(np.sqrt(max((hits - chance).var(), 1e-4) / n))
    if rate < LEAST_RATE or rate - luck < 4 * error or luck > 0.9:
        return 0.0
    return min(0.98, max(0.0, (rate - luck) / (1 - luck)))
