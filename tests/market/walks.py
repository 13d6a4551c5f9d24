"""Minutes to test with: random walks, and recorded ones."""

import random
from dataclasses import replace
from datetime import datetime, timedelta

from monitor.market.series import Bar, Bars


def walk(start: datetime, minutes: int, price: float = 70_000.0, *, seed: int = 1, step: float = 4e-4,
         volume: float = 3.0) -> list[Bar]:
    """Give a random walk of minute bars; `step` is the usual one-minute change."""
    rng = random.Random(seed)
    bars: list[Bar] = []
    for n in range(minutes):
        opened = price
        path = [opened := opened * (1 + rng.gauss(0, step / 2)) for _ in range(4)]
        price = path[-1]
        bars.append(Bar(start + timedelta(minutes=n), path[0], max(path), min(path), price, volume))
    return bars


def as_bars(bars: list[Bar], source: str, *, currency: str = "USD", role: str = "trade") -> Bars:
    """Give `bars` as what `source` answered."""
    return Bars(source, "BTC/USD", currency, tuple(bars), bars[-1].start + timedelta(hours=1), b"[]", "test 1", role)


def venues(bars: list[Bar], count: int, *, noise: float = 1.5e-4, seed: int = 9) -> list[list[Bar]]:
    """Give `count` honest views of one market: each a slowly wandering offset and a little noise away."""
    rng = random.Random(seed)
    views: list[list[Bar]] = []
    for _ in range(count):
        offset, view = rng.gauss(0, noise / 2), []
        for bar in bars:
            offset = 0.98 * offset + rng.gauss(0, noise / 10)
            factor = [1 + offset + rng.gauss(0, noise / 4) for _ in range(4)]
            four = [p * f for p, f in zip((bar.open, bar.high, bar.low, bar.close), factor, strict=True)]
            view.append(Bar(bar.start, four[0], max(four), min(four), four[3], bar.volume, 20))
        views.append(view)
    return views


def moved(bars: list[Bar], minutes: int) -> list[Bar]:
    """Give the same prices under labels that are `minutes` later."""
    return [replace(b, start=b.start + timedelta(minutes=minutes)) for b in bars]


def scaled(bars: list[Bar], factor: float) -> list[Bar]:
    """Give the same minutes at `factor` times the price."""
    return [replace(b, open=b.open * factor, high=b.high * factor, low=b.low * factor, close=b.close * factor)
            for b in bars]


def frozen(bars: list[Bar], since: int) -> list[Bar]:
    """Give `bars` until minute `since`, and from there its last price for ever."""
    stuck = bars[since].close
    return [*bars[:since], *(replace(b, open=stuck, high=stuck, low=stuck, close=stuck) for b in bars[since:])]
