"""Bars of a second enter; the minutes that they make up leave (pure)."""

from collections.abc import Iterable
from itertools import groupby

from monitor.market.series import Bar
from monitor.market.sources.base import MINUTE_S, floor_to

__all__ = ["minutes_of"]


def minutes_of(seconds: Iterable[Bar]) -> tuple[Bar, ...]:
    """Give one bar for each minute that has a second among `seconds` (ascending).

    Exchanges fill seconds without a trade with the last price; such seconds add nothing to a minute that traded. A
    minute without any trade stays flat, with a volume of 0, and is judged as a carried price.
    """
    minutes = []
    for start, inside in groupby(seconds, key=lambda bar: floor_to(bar.start, MINUTE_S)):
        every = list(inside)
        traded = [bar for bar in every if bar.count or (bar.count is None and bar.volume != 0)] or every[-1:]
        volumes = [bar.volume for bar in traded if bar.volume is not None]
        counts = [bar.count for bar in traded if bar.count is not None]
        minutes.append(Bar(
            start, traded[0].open, max(bar.high for bar in traded), min(bar.low for bar in traded), traded[-1].close,
            sum(volumes) if volumes else None, sum(counts) if counts else None, MINUTE_S))
    return tuple(minutes)
