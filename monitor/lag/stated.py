"""How far the times that an API states can be believed: only as far as the bars bear them out."""

import numpy as np
from numpy.typing import NDArray

from monitor.lag.timeline import Timeline

__all__ = ["Agreement", "agreement", "trust_in"]

Floats = NDArray[np.float64]
AROUND_S = 900.0
APART_S = 150.0
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
    for value, unit, at in zip(price, half, stated_s, strict=True):
        if at != at:
            continue
        first = int(np.searchsorted(timeline.end_s, at - AROUND_S, side="right"))
        last = int(np.searchsorted(timeline.start_s, at + AROUND_S, side="left"))
        spans = slice(first, last)
        if last - first < 5:
            continue
        low, high = timeline.low[spans] - timeline.widen - unit, timeline.high[spans] + timeline.widen + unit
        holds = (low <= value) & (value <= high)
        near = (timeline.start_s[spans] - 60 <= at) & (at <= timeline.end_s[spans] + 60)
        far = (timeline.end_s[spans] < at - APART_S) | (timeline.start_s[spans] > at + APART_S)
        if near.any() and far.any():
            # Three minutes around the stated time have three chances to hold the price; so must chance's.
            rate = float(holds[far].mean())
            seen.add(float(holds[near].any()), 1 - (1 - rate) ** int(near.sum()))


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
