"""Intervals for shares and quantiles of the lag, with whole instants as the units that vary.

The interval of a share is the set of values theta for which

    2 (l_max - l(theta)) <= deff * t(0.975, G - 1)^2,

l(theta) being the profile log-likelihood: the best fit whose share is held at theta. Without clusters this is Wilks's
interval, which keeps its coverage near 0 and 1 where a normal or a bootstrap interval does not. G is the number of
instants; deff says how much more the score for theta varies between whole instants than its probes would alone:

    deff = G / (G - 1) * sum over instants (sum of e_i)^2 / sum e_i^2,   at least 1,

e_i being probe i's efficient score: the score for theta less what the directions that leave theta alone explain of it.
That quotient is what resampling whole instants converges to, without the noise of resampling (Rotnitzky and Jewell,
Biometrika 77, 1990, scale likelihood ratios so; Rao and Scott for surveys). The interval of a quantile is the set of
lags x at which the share within x may be the quantile's level.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri
from scipy.stats import t as student

from monitor.lag.npmle import Sides, fit_npmle

__all__ = ["Problem", "design_effect", "quantile_interval", "share_interval", "wilson"]

Floats = NDArray[np.float64]
LEVEL = 0.975
REACH = 3.2
GRID = np.asarray(ndtr(np.linspace(-REACH, REACH, 33)))


@dataclass(frozen=True)
class Problem:
    """One fitted mixture: likelihood (n x k), weights (k), log-likelihood, instant of each probe (0 .. G - 1).

    The first `bins` columns are lag bins with the upper edges `upper_s`; columns flagged in `late` count as above
    every lag (older than the look-back).
    """

    likelihood: Floats
    weights: Floats
    loglik: float
    cluster: NDArray[np.int64]
    upper_s: Floats
    late: NDArray[np.bool_]

    @property
    def clusters(self) -> int:
        """Give G."""
        return int(self.cluster.max()) + 1

    def below(self, x_s: float) -> Floats:
        """Give the mask of the columns with a lag up to `x_s`, which is one of the edges."""
        out = np.zeros(len(self.weights))
        out[: len(self.upper_s)] = self.upper_s <= x_s
        return out

    def dated(self) -> Floats:
        """Give the mask of the columns that the shares are shares of: lag bins, and older."""
        out = self.late.astype(float)
        out[: len(self.upper_s)] = 1.0
        return out

    def share(self, x_s: float) -> float:
        """Give the estimated share within `x_s`."""
        return float((self.weights * self.below(x_s)).sum() / max((self.weights * self.dated()).sum(), 1e-12))

    def cut(self) -> float:
        """Give the squared Student quantile with G - 1 degrees of freedom."""
        return float(student.ppf(LEVEL, max(self.clusters - 1, 1)) ** 2)


def design_effect(problem: Problem, x_s: float) -> float:
    """Give the factor by which instants inflate the variance of the share within `x_s`; at least 1."""
    likelihood, w = problem.likelihood, problem.weights
    below = problem.below(x_s)
    above = problem.dated() - below
    mixed = likelihood @ w
    sides = []
    for mask in (below, above):
        part = w * mask
        part = part if part.sum() > 1e-6 else mask
        sides.append(likelihood @ part / max(part.sum(), 1e-12))
    score = (sides[0] - sides[1]) / mixed
    active = w > 1e-4
    directions = []
    for mask in (below, above):
        rows = np.flatnonzero(active & (mask > 0))
        directions += [(likelihood[:, k] - likelihood[:, rows[0]]) / mixed for k in rows[1:]]
    directions += [(likelihood[:, k] - mixed) / mixed for k in np.flatnonzero(active & (below + above == 0))]
    if directions:
        design = np.stack(directions, axis=1)
        gram = design.T @ design
        ridge = 1e-3 * np.trace(gram) / len(gram) + 1e-12  # two bins that no probe tells apart span no direction
        score = score - design @ np.linalg.solve(gram + ridge * np.eye(len(gram)), design.T @ score)
    score = score - score.mean()
    total = float((score**2).sum())
    g = problem.clusters
    if total <= 0 or g < 2:
        return 1.0
    sums = np.bincount(problem.cluster, weights=score, minlength=g)
    return max(1.0, float((sums**2).sum()) * g / (g - 1) / total)


def share_interval(problem: Problem, shares_x_s: list[float]) -> list[tuple[float, float]]:
    """Give the 95 % interval of the share within each of the lags (edges of bins)."""
    b = len(GRID)
    below = np.repeat([problem.below(x) for x in shares_x_s], b, axis=0)
    held = np.tile(GRID, len(shares_x_s))
    ratio = _ratios(problem, below, held).reshape(-1, b)
    out = []
    for x, row in zip(shares_x_s, ratio, strict=True):
        limit = problem.cut() * design_effect(problem, x)
        out.append(_crossings(row, limit, problem.share(x)))
    return out


def quantile_interval(problem: Problem, level: float) -> tuple[float, float | None]:
    """Give the 95 % interval of the `level` quantile in seconds; the upper end is None beyond the look-back.

    The signed root of the ratio, scaled, is computed at every edge and interpolated over the log of the lag. Where it
    passes the whole interval within one bin, the bins cannot tell where in it the quantile lies: the end is its edge.
    """
    upper = problem.upper_s
    below = np.array([problem.below(x) for x in upper])
    ratio = np.maximum(_ratios(problem, below, np.full(len(upper), level)), 0.0)
    effects = np.array([design_effect(problem, x) for x in upper])
    estimate = np.array([problem.share(x) for x in upper])
    root = np.sign(estimate - level) * np.sqrt(ratio / (effects * problem.cut()))
    root = np.maximum.accumulate(root)
    x = np.log(np.maximum(upper, 1.0))
    low = round(float(np.exp(_cross(x, root, -1.0, outward=0))), 6) if root[0] < -1 else 0.0
    high = round(float(np.exp(_cross(x, root, 1.0, outward=1))), 6) if root[-1] > 1 else None
    return low, high


def wilson(hits: Floats, cluster: NDArray[np.int64]) -> tuple[float, float, float]:
    """Give (rate, low, high) of a plain rate by Wilson's interval at the effective n, instants as the units.

    The effective n is n over the design effect of the hits (at least 1); Student's quantile with G - 1 degrees of
    freedom takes the place of the normal one. NaN for no hits at all.
    """
    n = len(hits)
    if n == 0:
        return np.nan, 0.0, 1.0
    _, index = np.unique(cluster, return_inverse=True)
    g = int(index.max()) + 1
    rate = float(hits.mean())
    effect = 1.0
    if g > 1 and 0 < rate < 1:
        sums = np.bincount(index, weights=hits - rate, minlength=g)
        effect = max(1.0, float((sums**2).sum()) * g / (g - 1) / (n * rate * (1 - rate)))
    elif g > 1:
        effect = min(float(n) / g, 3.0)  # all alike: the clustering cannot be seen, so assume that there is some
    z2 = float(student.ppf(LEVEL, max(g - 1, 1)) ** 2)
    size = n / effect
    centre = (rate + z2 / (2 * size)) / (1 + z2 / size)
    reach = np.sqrt(z2 * (rate * (1 - rate) / size + z2 / (4 * size * size))) / (1 + z2 / size)
    return rate, max(0.0, float(centre - reach)), min(1.0, float(centre + reach))


def _ratios(problem: Problem, below: Floats, share: Floats) -> Floats:
    """Give 2 (l_max - l) for each held share."""
    k = len(problem.weights)
    start = 0.9 * problem.weights + 0.1 / k
    sides = Sides(below, problem.dated()[None, :] - below, np.clip(share, 1e-4, 1 - 1e-4))
    fit = fit_npmle(problem.likelihood, start=start[None, :], sides=sides)
    return np.asarray(2 * (problem.loglik - fit.loglik))


def _crossings(ratio: Floats, limit: float, estimate: float) -> tuple[float, float]:
    """Give where the ratio crosses the limit on either side of the estimate, on the probit scale of the share."""
    z = np.linspace(-REACH, REACH, len(ratio))
    at = float(np.clip(ndtri(np.clip(estimate, 1e-9, 1 - 1e-9)), -REACH, REACH))
    place = int(np.searchsorted(z, at))
    z, ratio = np.insert(z, place, at), np.insert(ratio, place, 0.0)
    inside = ratio <= limit
    low, high = place, place
    while low > 0 and inside[low - 1]:
        low -= 1
    while high < len(z) - 1 and inside[high + 1]:
        high += 1
    left = 0.0 if low == 0 else float(ndtr(_between(z, ratio, low, low - 1, limit)))
    right = 1.0 if high == len(z) - 1 else float(ndtr(_between(z, ratio, high, high + 1, limit)))
    return left, right


def _between(z: Floats, ratio: Floats, inner: int, outer: int, limit: float) -> float:
    """Interpolate on the square root of the ratio, which is close to linear in z."""
    a, b = np.sqrt(max(ratio[inner], 0.0)), np.sqrt(max(ratio[outer], 0.0))
    part = (np.sqrt(limit) - a) / max(b - a, 1e-12)
    return float(z[inner] + part * (z[outer] - z[inner]))


def _cross(x: Floats, root: Floats, level: float, outward: int) -> float:
    """Give the x at which a non-decreasing root first reaches the level.

    A step of more than 2, the width of the whole interval, is not interpolated: 0 gives its left, 1 its right end.
    """
    k = int(np.argmax(root >= level))
    if k == 0:
        return float(x[0])
    step = root[k] - root[k - 1]
    if step > 2:
        return float(x[k - 1 + outward])
    return float(x[k - 1] + (level - root[k - 1]) / step * (x[k] - x[k - 1])) if step > 0 else float(x[k])
