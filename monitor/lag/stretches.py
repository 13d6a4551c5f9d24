"""Stretches of one ascending array side by side: what each of many probes looks back on, in a few array operations.

A probe's stretch is [first, last) of the rows of a timeline. Thousands of short loops in Python cost more than their
arithmetic; here the stretches of some probes lie in one rectangle, the shorter ones filled up and masked.
"""

from collections.abc import Iterator

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

__all__ = ["extremes", "in_parts", "run_of", "side_by_side"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
AT_ONCE = 60_000
"""Places of one rectangle: a few arrays of so many numbers stay in the processor's cache."""


def in_parts(first: Ints, last: Ints, most: int = AT_ONCE) -> Iterator[slice]:
    """Give slices of the stretches whose rectangles have about `most` places; empty stretches count too."""
    longest = max(int((last - first).max(initial=1)), 1)
    step = max(most // longest, 1)
    for start in range(0, len(first), step):
        yield slice(start, start + step)


def side_by_side(first: Ints, last: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Give the n x longest places of the stretches, and which of them a stretch really has; others repeat its end."""
    longest = int((last - first).max(initial=0))
    place = first[:, None] + np.arange(longest)
    held = place < last[:, None]
    return np.where(held, place, np.maximum(last - 1, 0)[:, None]), held


def run_of(values: Floats, first: Ints, longest: int) -> Floats:
    """Give the `longest` values from each `first` on, as rows; NaN beyond the end. Runs copy faster than places."""
    start, end = int(first.min()), int(first.max()) + longest
    some = values[start:end]
    if len(some) < end - start:
        some = np.append(some, np.full(end - start - len(some), np.nan))
    return np.asarray(sliding_window_view(some, longest)[first - start])


def extremes(low: Floats, high: Floats, first: Ints, last: Ints) -> tuple[Floats, Floats]:
    """Give the lowest of `low` and the highest of `high` in each stretch; NaN for one without a row."""
    lowest, highest = np.full(len(first), np.nan), np.full(len(first), np.nan)
    some = np.flatnonzero(last > first)
    if len(some):
        ends = np.ravel(np.column_stack([first[some], last[some]]))
        # `reduceat` takes no index beyond the end: one more value than there are, that is in no stretch.
        lowest[some] = np.minimum.reduceat(np.append(low, np.inf), ends)[::2]
        highest[some] = np.maximum.reduceat(np.append(high, -np.inf), ends)[::2]
    return lowest, highest
