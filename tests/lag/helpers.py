"""Small markets and providers for the lag tests."""

import numpy as np

from monitor.datasets import Asset
from monitor.lag.simulate import MARKETS, make_world, serve
from monitor.lag.study import probes_of
from monitor.lag.timeline import make_timeline
from monitor.market.series import MinuteSeries

START = 1_790_000_040 // 60 * 60


def series(close, low=None, high=None, start=START, spread=0.0, sources=2, keep=None) -> MinuteSeries:
    close = np.asarray(close, dtype=float)
    n = len(close)
    low = close if low is None else np.asarray(low, dtype=float)
    high = close if high is None else np.asarray(high, dtype=float)
    kept = np.ones(n, dtype=bool) if keep is None else np.asarray(keep)
    return MinuteSeries((start + 60 * np.arange(n)).astype(np.int64)[kept], low[kept], high[kept], close[kept],
                        np.full(n, spread)[kept], np.full(n, sources, dtype=np.int64)[kept])


def steps(n=600, step=1.0, base=1000.0):
    """Give a market that rises by `step` each minute: minute k goes from base + k step to base + (k + 1) step."""
    k = np.arange(n)
    return series(base + step * (k + 1), low=base + step * k, high=base + step * (k + 1))


def world_and_probes(market, provider, seed, instants=24, days=8, **more):
    rng = np.random.default_rng(seed)
    world = make_world(MARKETS[market], rng, instants, days)
    served = serve(world, provider, rng, **more)
    return world, served, probes_of(served)


def coin_line(minutes, **more):
    return make_timeline(minutes, Asset.CRYPTO, **more)
