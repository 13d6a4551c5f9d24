"""The rule that others use, for comparison only: the newest minute whose range holds the price is its age.

A price crosses its own past, so the rule makes old data look new. It is shown beside the estimate to say by how much.
"""

import numpy as np
from numpy.typing import NDArray

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
    first = int(np.searchsorted(timeline.end_s, sent_s.min() - lookback_s, side="right"))
    last = int(np.searchsorted(timeline.start_s, sent_s.max(), side="right"))
    if last <= first:
        return out
    spans = slice(first, last)
    low = timeline.low[spans] - timeline.widen
    high = timeline.high[spans] + timeline.widen
    holds = (low <= (price + half)[:, None]) & ((price - half)[:, None] <= high)
    holds &= (timeline.start_s[spans] <= sent_s[:, None]) & (timeline.end_s[spans] > (sent_s - lookback_s)[:, None])
    found = holds.any(axis=1)
    newest = holds.shape[1] - 1 - holds[:, ::-1].argmax(axis=1)
    out[found] = np.maximum(0.0, sent_s - timeline.end_s[spans][newest])[found]
    return out
