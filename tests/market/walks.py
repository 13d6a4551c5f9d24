"""Minutes to test with: random walks, and recorded ones."""

import random
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
