"""The oracle: the same intervals for one who sees every true lag, to say how much is lost because the lag is latent.

With known lags the profile likelihood is the binomial's, 2 n (p ln(p / theta) + (1 - p) ln((1 - p) / (1 - theta))), and
probe i's score at theta is hit / theta - miss / (1 - theta); design effect and cut are those of `profile`.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, xlogy

from monitor.lag import student
from monitor.lag.profile import LEVEL, inflation

__all__ = ["known_median", "known_share"]

Floats = NDArray[np.float64]
GRID = np.asarray(ndtr(np.linspace(-3.2, 3.2, 641)))


def known_share(lag_s: Floats, cluster: NDArray[np.int64], x_s: float) -> tuple[float, float]:
    """Give the 95 % interval of the share of lags within `x_s`; `cluster` is each probe's instant, from 0."""
    hit = (lag_s <= x_s).astype(float)
    hits, size = np.asarray(np.bincount(cluster, weights=hit), dtype=float), _sizes(cluster)
    inside = _distance(hits[:, None], size[:, None], GRID) <= 1
    if not inside.any():
        rate = float(hit.mean())
        return rate, rate
    places = np.flatnonzero(inside)
    low = 0.0 if places[0] == 0 else float(GRID[places[0]])
    return low, 1.0 if places[-1] == len(GRID) - 1 else float(GRID[places[-1]])


def known_median(lag_s: Floats, cluster: NDArray[np.int64]) -> tuple[float, float]:
    """Give the 95 % interval of the median of the lags, in seconds.

    Between two lags that were seen the share within x does not change, so it reaches from the first of them that is
    accepted up to the one after the last.
    """
    x = np.unique(lag_s)
    order = np.searchsorted(x, lag_s)
    counts = np.zeros((int(cluster.max()) + 1, len(x)))
    np.add.at(counts, (cluster, order), 1.0)
    size = _sizes(cluster)
    inside = np.flatnonzero(_distance(np.cumsum(counts, axis=1), size[:, None], np.full(len(x), 0.5)) <= 1)
    if len(inside) == 0:
        middle = float(np.median(lag_s))
        return middle, middle
    return float(x[inside[0]]), float(x[min(inside[-1] + 1, len(x) - 1)])


def _sizes(cluster: NDArray[np.int64]) -> Floats:
    return np.asarray(np.bincount(cluster), dtype=float)


def _distance(hits: Floats, size: Floats, theta: Floats) -> Floats:
    """Give the statistic of each theta (m) from the hits by cluster (g x m, or g x 1)."""
    g, n = max(len(size), 2), float(size.sum())
    total = hits.sum(axis=0)
    rate = total / n
    ratio = 2 * n * (xlogy(rate, rate / theta) + xlogy(1 - rate, (1 - rate) / (1 - theta)))
    sums = hits / theta - (size - hits) / (1 - theta)
    plain = total / theta**2 + (n - total) / (1 - theta) ** 2
    effect = inflation(theta, plain, (sums**2).sum(axis=0) / plain)
    t2 = float(student.quantile(LEVEL, g - 1) ** 2)
    return np.asarray(ratio / (effect * t2 * g / (g - 1 + t2)))
