"""Instants and offsets enter; the windows of minutes that are still wanted leave (pure interval arithmetic)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from monitor.market.sources.base import MINUTE_S, floor_to

__all__ = ["Window", "coalesce", "minus", "pages", "window_for"]

AFTER_LAST = timedelta(minutes=2)
"""Kept past the last offset, so that the minute in which a late probe is sent is there."""


@dataclass(frozen=True, slots=True, order=True)
class Window:
    """Bars that start in [start, end)."""

    start: datetime
    end: datetime

    def __bool__(self) -> bool:
        """Tell whether there is anything in it."""
        return self.start < self.end

    @property
    def length(self) -> timedelta:
        """Give end minus start, never below zero."""
        return max(self.end - self.start, timedelta())


def window_for(instant: datetime, offsets_s: Iterable[float], lookback: timedelta) -> Window:
    """Give the minutes that grading and dating the probes of one instant needs.

    From `lookback` before the minute before the instant (the price at T is the close of the bar of T-1 min) to
    two minutes past the last offset.
    """
    last = instant + timedelta(seconds=max(offsets_s, default=0.0))
    start = floor_to(instant - lookback - timedelta(minutes=1), MINUTE_S)
    return Window(start, floor_to(last + AFTER_LAST, MINUTE_S) + timedelta(minutes=1))


def coalesce(windows: Iterable[Window], gap: timedelta = timedelta()) -> list[Window]:
    """Give the windows joined where they touch, overlap, or lie no more than `gap` apart; ascending."""
    joined: list[Window] = []
    for window in sorted(w for w in windows if w):
        if joined and window.start <= joined[-1].end + gap:
            joined[-1] = Window(joined[-1].start, max(joined[-1].end, window.end))
        else:
            joined.append(window)
    return joined


def minus(wanted: Iterable[Window], held: Iterable[Window]) -> list[Window]:
    """Give the parts of `wanted` that `held` does not cover; ascending, disjoint."""
    left = coalesce(wanted)
    for hole in coalesce(held):
        cut: list[Window] = []
        for window in left:
            cut += [Window(window.start, min(window.end, hole.start)), Window(max(window.start, hole.end), window.end)]
        left = [w for w in cut if w]
    return left


def pages(window: Window, bars_a_page: int, interval_s: int) -> Sequence[Window]:
    """Give `window` cut into pieces of at most `bars_a_page` labels, ascending."""
    step = timedelta(seconds=bars_a_page * interval_s)
    cut: list[Window] = []
    at = window.start
    while at < window.end:
        cut.append(Window(at, min(at + step, window.end)))
        at += step
    return cut
