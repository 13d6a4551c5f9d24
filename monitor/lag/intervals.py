"""Intervals for shares and quantiles of the lag, with whole instants as the units that vary.

The interval of a share is every value that the data do not contradict (`profile` says when they do). Its ends are found
together by bracketing on the probit scale, on which the distance is close to linear. The interval of a quantile is the
set of lags x at which the share within x may be the quantile's level: the test of F(x) = level, inverted.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from monitor.lag import student
from monitor.lag.profile import LEVEL, Problem, hold, spread_of

__all__ = ["quantile_interval", "share_interval", "wilson"]

Floats = NDArray[np.float64]
REACH = 3.2
"""Probits between which ends are sought: shares of .0007 to .9993."""
ROUNDS = 5
CLOSE = 0.02


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
        held = hold(problem, x_s[rows], ndtr(at[rows]), start[rows], ends=True)
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

    The signed distance is found at the edges about the estimate, outwards until it is decided, and then within the bins
    in which it passes -1 and 1. Where such a bin holds a lump of the answers, the bins cannot tell where in it
    the quantile lies: the end is its edge.
    """
    upper = problem.upper_s
    estimate = np.array([problem.share(x) for x in upper])
    whole = ~_splits(problem, upper)
    root = np.full(len(upper), np.nan)
    root[whole] = np.inf
    middle = int(np.argmax(estimate >= level)) if estimate[-1] >= level else len(upper) - 1
    wanted = list(range(max(middle - 2, 0), min(middle + 2, len(upper))))
    low = middle
    while wanted:
        rows = np.array([k for k in wanted if np.isnan(root[k])], dtype=np.int64)
        if len(rows):
            root[rows] = _signed(problem, upper[rows], level)
        known = np.flatnonzero(~np.isnan(root))
        low, high = int(known.min()), int(np.flatnonzero(~np.isnan(root) & ~whole).max(initial=int(known.min())))
        wanted = []
        if low > 0 and root[low] >= -1:
            wanted += range(max(low - 2, 0), low)
        if high < len(upper) - 1 and root[high] <= 1 and not whole[high + 1]:
            wanted += range(high + 1, min(high + 3, len(upper)))
    places = low + np.flatnonzero(~np.isnan(root[low:]))
    rising = np.maximum.accumulate(root[places])
    ends: list[float | None] = [0.0, None]
    brackets: dict[int, tuple[int, float, float]] = {}
    for side, target in enumerate((-1.0, 1.0)):
        reached = np.flatnonzero(rising >= target)
        if len(reached) and reached[0] > 0:
            k = int(places[reached[0]])
            brackets[side] = (k, float(rising[reached[0] - 1]), float(rising[reached[0]]))
        elif side == 1 and len(reached):
            ends[1] = float(upper[places[0]])
    for side, end in _within_bins(problem, level, brackets).items():
        ends[side] = round(end, 6)
    return ends[0] or 0.0, ends[1]


def _signed(problem: Problem, x_s: Floats, level: float) -> Floats:
    """Give the distance of "the share within x is `level`" for each x, negative where the estimate is below it."""
    sign = np.array([-1.0 if problem.share(x) < level else 1.0 for x in x_s])
    return np.asarray(sign * hold(problem, x_s, np.full(len(x_s), level)).distance)


def _within_bins(problem: Problem, level: float, brackets: dict[int, tuple[int, float, float]]) -> dict[int, float]:
    """Give the lag in bin k at which the distance passes -1 (side 0) or 1 (side 1), from those at the bin's edges."""
    upper, out = problem.upper_s, {}
    total = max(float((problem.weights * problem.dated()).sum()), 1e-12)
    span: dict[int, list[float]] = {}
    for side, (k, before, after) in brackets.items():
        # Below the first edge the share is proportional to the lag: the place is sought between nothing and the edge.
        left = np.log(upper[k - 1]) if k > 0 else 0.0
        if problem.weights[k] / total > problem.lump:
            out[side] = float(upper[k - 1] if side == 0 else upper[k])
        else:
            span[side] = [left, before, float(np.log(upper[k])), after]
    for _ in range(ROUNDS):
        if not span:
            break
        tried = {side: _between(place, -1.0 if side == 0 else 1.0) for side, place in span.items()}
        found = _signed(problem, np.exp(np.array(list(tried.values()))), level)
        for (side, x), distance in zip(tried.items(), found, strict=True):
            target = -1.0 if side == 0 else 1.0
            out[side] = float(np.exp(x))
            if abs(distance - target) <= CLOSE:
                del span[side]
            elif distance < target:
                span[side][:2] = [x, float(distance)]
            else:
                span[side][2:] = [x, float(distance)]
    return out


def _between(place: list[float], target: float) -> float:
    """Interpolate to the target, a step in from either end, so that neither stays for ever; halve where one is far."""
    x0, d0, x1, d1 = place
    part = (target - d0) / max(d1 - d0, 1e-12) if np.isfinite(d1) else 0.5
    return x0 + float(np.clip(part, 0.05, 0.95)) * (x1 - x0)


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
    z2 = float(student.quantile(LEVEL, max(g - 1, 1)) ** 2)
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
