"""Which minutes a price could be from, for many prices at once."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from monitor.datasets import Asset
from monitor.grading.target import Frame

__all__ = ["Matches", "current_range", "match"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
CARRY_GAP_S = 300
"""Stocks and currencies: a gap longer than this, with no bar at the sending, is a closed market."""


@dataclass(frozen=True)
class Matches:
    """For each of n prices: whether an earlier minute holds it, and the bounds of its age in seconds (NaN: none)."""

    earlier: Bools
    age_low_s: Floats
    age_high_s: Floats


def match(frame: Frame, price: Floats, half: Floats, sent_s: Floats, lookback_s: int) -> Matches:
    """Give the minutes whose range, widened by band and half unit, holds each price; at most `lookback_s` old.

    A minute that holds the price allows any age from its end to its start. `earlier` is about minutes before the
    one of sending.
    """
    n = len(price)
    first = int(np.searchsorted(frame.start_s, sent_s.min() - lookback_s)) if n else 0
    last = int(np.searchsorted(frame.start_s, sent_s.max(), side="right")) if n else 0
    start = frame.start_s[first:last]
    empty = np.full(n, np.nan)
    if n == 0 or len(start) == 0:
        return Matches(np.zeros(n, dtype=bool), empty, empty.copy())
    # Ranks among the bars' own edges say the same as prices do, and small integers are compared many at a time.
    low_rank, low_key = _ranks(frame.bar_low[first:last], price + half, "right")
    high_rank, high_key = _ranks(frame.bar_high[first:last], price - half, "left")
    column = np.arange(len(start), dtype=low_rank.dtype)
    inside = low_rank < low_key[:, None]
    inside &= high_rank >= high_key[:, None]
    # The answers' own bounds matter only at both edges: between them lie the minutes that all may look at.
    since = np.searchsorted(start, sent_s - lookback_s).astype(column.dtype)
    until = np.searchsorted(start, sent_s, side="right").astype(column.dtype)
    early, late = int(since.max()), int(until.min())
    inside[:, :early] &= column[:early] >= since[:, None]
    inside[:, late:] &= column[late:] < until[:, None]
    found = inside.any(axis=1)
    newest = len(start) - 1 - inside[:, ::-1].argmax(axis=1)
    oldest = inside.argmax(axis=1)
    sent_minute = np.floor(sent_s / 60) * 60
    return Matches(
        earlier=found & (start[oldest] < sent_minute),
        age_low_s=np.where(found, np.maximum(0.0, sent_s - start[newest] - 60), np.nan),
        age_high_s=np.where(found, sent_s - start[oldest], np.nan))


def _ranks(edges: Floats, prices: Floats, side: Literal["left", "right"]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give the rank of each edge, and for each price the number of edges below it (`right`: or equal to it).

    An edge is at most a price where its rank is smaller than that number (`right`), and at least a price where it is
    not smaller (`left`). NaN stands above every edge.
    """
    ordered = np.sort(edges)
    kind = np.int16 if len(edges) < np.iinfo(np.int16).max else np.int32
    return np.searchsorted(ordered, edges).astype(kind), np.searchsorted(ordered, prices, side=side).astype(kind)


def current_range(frame: Frame, sent_s: Floats) -> tuple[Floats, Floats]:
    """Give [low, high] of the minute of each sending, widened by the band; NaN where there is no such minute.

    While a stock or currency market is closed the last price stands, so there it is the range of the last close
    and the official close.
    """
    if len(frame.start_s) == 0:
        return np.full(len(sent_s), np.nan), np.full(len(sent_s), np.nan)
    rows = np.searchsorted(frame.start_s, sent_s, side="right") - 1
    at = np.maximum(rows, 0)
    here = (rows >= 0) & (sent_s < frame.ends_s[at])
    low = np.where(here, frame.bar_low[at], np.nan)
    high = np.where(here, frame.bar_high[at], np.nan)
    if frame.asset is not Asset.CRYPTO:
        shut = (rows >= 0) & ~here & (sent_s - frame.ends_s[at] > CARRY_GAP_S)
        last = frame.bar_close[at]
        moments = np.array([moment for moment, _ in frame.official])
        closes = np.array([close for _, close in frame.official])
        official = last
        if len(moments):
            days = np.searchsorted(moments, sent_s, side="right") - 1
            recent = (days >= 0) & (moments[np.maximum(days, 0)] >= frame.ends_s[at] - 60)
            official = np.where(recent, closes[np.maximum(days, 0)], last)
        low = np.where(shut, np.minimum(last, official) - frame.band, low)
        high = np.where(shut, np.maximum(last, official) + frame.band, high)
    return low, high
