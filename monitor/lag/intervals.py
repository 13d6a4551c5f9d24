"""Intervals for shares and quantiles of the lag, with whole instants as the units that vary.

The interval of a share is every value that the data do not contradict (`profile` says when they do). Its ends are found
together by bracketing on the probit scale, on which the distance is close to linear. The interval of a quantile is the
set of lags x at which the share within x may be the quantile's level: the test of F(x) = level, inverted.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri
from scipy.stats import t as student

from monitor.lag.profile import LEVEL, Problem, hold, spread_of

__all__ = ["quantile_interval", "share_interval", "wilson"]

Floats = NDArray[np.float64]
REACH = 3.2
"""Probits between which ends are sought: shares of .0007 to .9993."""
ROUNDS = 5
CLOSE = 0.02
LUMP = 4.0
"""A bin over which the distance changes by twice the width of a whole interval holds a lump of the answers."""


def share_interval(problem: Problem, shares_x_s: list[float]) -> list[tuple[float, float]]:
    """Give the 95 % interval of the share within each of the lags: edges above which some dated column is left."""
    x_s = np.repeat(np.array(shares_x_s, dtype=float), 2)
    side = np.tile([-1.0, 1.0], len(shares_x_s))
    estimate = np.array([problem.share(x) for x in x_s])
    centre = np.clip(ndtri(np.clip(estimate, 1e-9, 1 - 1e-9)), -REACH, REACH)
    slope = np.exp(-0.5 * centre**2) / np.sqrt(2 * np.pi)
    guess = np.repeat([spread_of(problem, x) for x in shares_x_s], 2) * np.sqrt(problem.cut()) / np.maximum(slope, 0.02)
    inner, inner_d = centre.copy(), np.zeros(len(centre))
    outer, outer_d = np.full(len(centre), np.nan), np.full(len(centre), np.nan)
    at = np.clip(centre + side * np.clip(guess, 0.05, 2.0), -REACH, REACH)
    start = np.repeat(problem.weights[None], len(x_s), axis=0)
    todo = side * centre < REACH - 1e-9
    ends = np.where(side < 0, 0.0, 1.0)
    for _ in range(ROUNDS):
        rows = np.flatnonzero(todo)
        if len(rows) == 0:
            break
        held = hold(problem, x_s[rows], ndtr(at[rows]), start[rows])
        start[rows] = held.weights
        for row, distance in zip(rows, held.distance, strict=True):
            if distance <= 1:
                inner[row], inner_d[row] = at[row], distance
            else:
                outer[row], outer_d[row] = at[row], distance
            close = abs(distance - 1) <= CLOSE
            after = at[row] if close else _next(centre[row], inner[row], inner_d[row], outer[row], outer_d[row])
            if close or not np.isnan(outer[row]):
                ends[row] = ndtr(after)
            # No outer bracket and no way further: every value on this side is acceptable.
            todo[row] = not close and abs(after - inner[row]) > 1e-6
            at[row] = after
    return [(float(low), float(high)) for low, high in ends.reshape(-1, 2)]


def quantile_interval(problem: Problem, level: float) -> tuple[float, float | None]:
    """Give the 95 % interval of the `level` quantile in seconds; the upper end is None beyond the look-back.

    The signed distance is found at the edges about the estimate, outwards until it is decided, and interpolated over
    the log of the lag. Where a lump of the answers lies in one bin (`LUMP`), the bins cannot tell where in it the
    quantile lies: the end is its edge.
    """
    upper = problem.upper_s
    estimate = np.array([problem.share(x) for x in upper])
    whole = ~_splits(problem, upper)
    root = np.full(len(upper), np.nan)
    root[whole] = np.inf
    middle = int(np.argmax(estimate >= level)) if estimate[-1] >= level else len(upper) - 1
    low = high = middle
    wanted = list(range(max(middle - 3, 0), min(middle + 3, len(upper))))
    while wanted:
        rows = np.array([k for k in wanted if np.isnan(root[k])], dtype=np.int64)
        if len(rows):
            held = hold(problem, upper[rows], np.full(len(rows), level))
            root[rows] = np.where(estimate[rows] < level, -1, 1) * held.distance
        known = np.flatnonzero(~np.isnan(root))
        low, high = int(known.min()), int(np.flatnonzero(~np.isnan(root) & ~whole).max(initial=low))
        wanted = []
        if low > 0 and root[low] >= -1:
            wanted += range(max(low - 3, 0), low)
        if high < len(upper) - 1 and root[high] <= 1 and not whole[high + 1]:
            wanted += range(high + 1, min(high + 4, len(upper)))
    held_roots = np.maximum.accumulate(root[low:][~np.isnan(root[low:])])
    x = np.log(np.maximum(upper[low:][~np.isnan(root[low:])], 1.0))
    start = round(float(np.exp(_cross(x, held_roots, -1.0, outward=0))), 6) if held_roots[0] < -1 else 0.0
    end = round(float(np.exp(_cross(x, held_roots, 1.0, outward=1))), 6) if held_roots[-1] > 1 else None
    return start, end


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


def _splits(problem: Problem, x_s: Floats) -> NDArray[np.bool_]:
    """Tell for which of the lags some dated column lies above it: elsewhere the share within it is 1 by definition."""
    return np.asarray(problem.late.any() | (np.asarray(x_s) < problem.upper_s[-1]))


def _next(centre: float, inner: float, inner_d: float, outer: float, outer_d: float) -> float:
    """Give the probit to try next: between the brackets, or further out where there is no outer one yet."""
    if not np.isnan(outer):
        # A step in from either bracket, so that neither end stays for ever.
        part = float(np.clip((1.0 - inner_d) / max(outer_d - inner_d, 1e-12), 0.02, 0.98))
        return inner + part * (outer - inner)
    further = centre + (inner - centre) / max(inner_d, 0.2) * 1.1
    return float(np.clip(further, -REACH, REACH))


def _cross(x: Floats, root: Floats, level: float, outward: int) -> float:
    """Give the x at which a non-decreasing root first reaches the level.

    A step of more than `LUMP` is not interpolated: 0 gives its left, 1 its right end.
    """
    k = int(np.argmax(root >= level))
    if k == 0:
        return float(x[0])
    step = root[k] - root[k - 1]
    if step > LUMP:
        return float(x[k - 1 + outward])
    return float(x[k - 1] + (level - root[k - 1]) / step * (x[k] - x[k - 1])) if step > 0 else float(x[k])
