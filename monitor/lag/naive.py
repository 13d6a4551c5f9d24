"""The rule that others use, for comparison only: the newest minute whose range holds the price is its age.

A price crosses its own past, so the rule makes old data look new. It is shown beside the estimate to say by how much.
"""

import numpy as np
from numpy.typing import NDArray

from monitor.lag.stretches import in_parts, side_by_side
from monitor.lag.timeline import Timeline

__all__ = ["newest_minute_age"]

Floats = NDArray[np.float64]


def newest_minute_age(timeline: Timeline, sent_s: Floats, price: Floats, half: Floats, lookback_s: float) -> Floats:
    """Give each probe's age in seconds by the rule: sent less the end of the newest matching span, at least 0.

    NaN where no span of the look-back holds the price.
    """
    out = np.full(len(price), np.nan)
    if len(price) == 0 or len(timeline.start_s) == 0:
        return out
    first = np.searchsorted(timeline.end_s, sent_s - lookback_s, side="right")
    last = np.maximum(np.searchsorted(timeline.start_s, sent_s, side="right"), first)
    low, high = timeline.low - timeline.widen, timeline.high + timeline.widen
    for part in in_parts(first, last):
        place, held = side_by_side(first[part], last[part])
        if place.shape[1] == 0:
            continue
        at, most, least = sent_s[part], (price + half)[part, None], (price - half)[part, None]
        holds = (low[place] <= most) & (least <= high[place]) & held
        newest = holds.shape[1] - 1 - holds[:, ::-1].argmax(axis=1)
        age = np.maximum(0.0, at - timeline.end_s[place[np.arange(len(at)), newest]])
        out[part] = np.where(holds.any(axis=1), age, np.nan)
    return out
