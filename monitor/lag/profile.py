"""How well a held share fits: the likelihood ratio of "the share within x is theta", in units of its own cut.

The statistic of theta is

    r(theta) = 2 (l_max - l(theta)) / (deff(theta) * cut),

l(theta) being the profile log-likelihood: the best fit whose share within x is held at theta. Values with r <= 1 make
the 95 % interval. Without clusters this is Wilks's interval, which keeps its coverage near 0 and 1 where a normal or a
bootstrap interval does not. Answers of one instant go together, so the instant is the unit (Rotnitzky and Jewell,
Biometrika 77, 1990, scale likelihood ratios so; Rao and Scott for surveys):

    deff(theta) = D / (1 - p D / 2 n),   D = sum over instants (sum of e_i)^2 / sum e_i^2,

e_i being probe i's efficient score at the held fit: the score for theta less what the directions that leave theta alone
explain of it. Taken at the held fit, and about zero rather than about the mean, the sums normalise themselves, as in a
score test: an estimate that is off by chance does not make its own error look small, which it does at the maximum. For
G alike instants the square of a self-normalised sum is exactly G / (G - 1 + t^2) of Student's t^2, hence

    cut = t^2 G / (G - 1 + t^2),   t = Student's .975 quantile for G - 1 degrees of freedom

(3.77 for 24 instants; 3.84, the chi-squared one, for many). That holds where nothing is fitted beside theta. Here the
other weights are, which makes the sums smaller than they would be at the truth. n answers of which D go together are
worth n / D; the fit uses up p of them, the number of directions that the probes tell apart (the trace of the ridge
regression of the scores on them), and half of each: a weight that cannot be negative is free on one side only. With
G / (G - 1) in its place the median of a cache of 8 hours (D is 5.5) held the truth in 94 % of simulated weeks, and
shares near 0 and 1, where D and p are small, in too many.

Answers of one instant do not repel each other, so a deff below 1 is chance; yet it is not raised to 1 (`inflation`).
Student's law holds for the sums as they fall: with the lower half of its scatter cut off deff is too large on average,
and intervals held the truth in 96.5 % of weeks where answers do not go together, seen lags or not.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from monitor.lag import student
from monitor.lag.npmle import Sides, fit_npmle

__all__ = ["Held", "Problem", "cut_off", "design_effect", "hold", "inflation", "information", "spread_of"]

Floats = NDArray[np.float64]
LEVEL = 0.975
LEAST = 0.5
"""The least design effect: below it hardly any answer counts, and their few sums say nothing of their scatter."""
MORE = 0.0125
"""Error that a side may have beyond its 2.5 % where 0 or 1 cuts the test off. Found in simulated weeks with other
seeds than the study's, over the shares within a dozen lags, not only those that are reported."""
HALF = 0.5
"""Of each direction that is fitted: a weight of at least 0 is free on one side only."""
ACTIVE = 1e-4
"""Weights below this are nothing: no direction leads through their columns."""


@dataclass(frozen=True)
class Problem:
    """One fitted mixture: likelihood (n x k), weights (k), log-likelihood, instant of each probe (0 .. G - 1).

    The first columns are lag bins with the upper edges `upper_s`; columns flagged in `late` count as above every lag
    (older than the look-back).
    """

    likelihood: Floats
    weights: Floats
    loglik: float
    cluster: NDArray[np.int64]
    upper_s: Floats
    late: NDArray[np.bool_]
    lump: float = 0.5
    """A bin with more than this share of the answers holds a lump: where in it they lie is not known."""

    @property
    def clusters(self) -> int:
        """Give G."""
        return int(self.cluster.max()) + 1

    @cached_property
    def hidden(self) -> float:
        """Give how much of the lags is hidden: 0 where each probe fits one bin, 1 - 1 / m where each fits m alike."""
        bins = self.likelihood[:, : len(self.upper_s)]
        total = bins.sum(axis=1)
        bins, total = bins[total > 0], total[total > 0]
        return float(1 - ((bins**2).sum(axis=1) / total**2).mean()) if len(total) else 0.0

    def below(self, x_s: float) -> Floats:
        """Give the mask of the columns with a lag up to `x_s`; a bin that it cuts counts in part, by its log."""
        out = np.zeros(len(self.weights))
        upper = self.upper_s
        out[: len(upper)] = upper <= x_s
        k = int(np.searchsorted(upper, x_s, side="left"))
        if k < len(upper) and upper[k] > x_s > 0:
            out[k] = x_s / upper[0] if k == 0 else np.log(x_s / upper[k - 1]) / np.log(upper[k] / upper[k - 1])
        return out

    def dated(self) -> Floats:
        """Give the mask of the columns that the shares are shares of: lag bins, and older."""
        out = self.late.astype(float)
        out[: len(self.upper_s)] = 1.0
        return out

    def share(self, x_s: float) -> float:
        """Give the estimated share within `x_s`."""
        return float((self.weights * self.below(x_s)).sum() / max((self.weights * self.dated()).sum(), 1e-12))

    def cut(self, level: Floats | float = LEVEL) -> Floats:
        """Give the cut of the likelihood ratio for this many instants; 1 - `level` is the error of one side."""
        g = max(self.clusters, 2)
        t2 = student.quantile(level, g - 1) ** 2
        return np.asarray(t2 * g / (g - 1 + t2), dtype=float)


@dataclass(frozen=True)
class Held:
    """What holding b shares gives: the weights of each fit (b x k) and how far it is from acceptable (b; 1 is the end).

    `distance` is the root of the statistic: about linear in the probit of the share.
    """

    weights: Floats
    distance: Floats


def hold(problem: Problem, x_s: Floats, share: Floats, start: Floats | None = None, ends: bool = False) -> Held:
    """Give the fits that hold the share within each `x_s` (above which some column is left) at `share`.

    With `ends`, the test allows for 0 and 1 where they cut it off.
    """
    k = len(problem.weights)
    dated = problem.dated()
    below = np.array([problem.below(x) for x in x_s]).reshape(-1, k)
    begin = 0.9 * (problem.weights if start is None else start) + 0.1 / k
    fit = fit_npmle(problem.likelihood, start=begin, sides=Sides(below, dated - below, share))
    ratio = np.maximum(2 * (problem.loglik - fit.loglik), 0.0)
    told, raw = np.array([design_effect(problem, w, m) for w, m in zip(fit.weights, below, strict=True)]).T
    effect = inflation(share, told, raw)
    level = LEVEL - MORE * problem.hidden * cut_off(problem, x_s, share, told / effect) if ends else LEVEL
    return Held(fit.weights, np.sqrt(ratio / (effect * problem.cut(level))))


def cut_off(problem: Problem, x_s: Floats, share: Floats, precision: Floats) -> Floats:
    """Give how far (-1 .. 1; 2 where it is both) the end at 0 or at 1 cuts off the test of each share.

    The estimate cannot lie beyond them. From a share they are

        sqrt(-2 m log(1 - share)) and sqrt(-2 m log(share)),   m = share (1 - share) precision

    standard errors away, m being the answers that would tell as much. An end within the root of the cut (1.94 for 24
    instants; from 1.6 down, half way at 1.9) can never reject, and one near it seldom does. The statistic is then
    drawn in on both sides, and the test may reject earlier on both. One exception: where the estimate lies on the
    other side of a share and the end is within a standard error of it, chance fits decide. The estimate is then off to
    that side on average, and the test, which rejects too often there, is held back by as much (-1).

    `hold` takes this times what is `hidden`: with seen lags the estimate is a count, which stands at 0 too often for
    the test to be any stricter there.
    """
    above = np.array([problem.share(x) for x in x_s]) > share
    reach = _reach(share, precision)
    near = np.clip((2.2 - reach) / 0.6, 0, 1)
    across = np.clip((reach - 1.0) / 0.5, -1, 1)
    return np.asarray((near * np.where(np.stack([above, ~above]), across, 1.0)).sum(axis=0))


def inflation(share: Floats, told: Floats, effect: Floats) -> Floats:
    """Give the design effects that hold: those found, but none below `LEAST`, and none below 1 near 0 and 1.

    Where 0 or 1 is within 1.3 standard errors of a share (see `cut_off`; not at all from 1.8 on), few instants have an
    answer on that side, and sums of so few say little of their scatter.
    """
    alone = np.clip(1.8 - _reach(share, told / np.maximum(effect, LEAST)).min(axis=0), 0, 0.5) / 0.5
    return np.asarray(np.maximum(effect, LEAST + (1 - LEAST) * alone))


def _reach(share: Floats, precision: Floats) -> Floats:
    """Give how many standard errors 0 and 1 are away from each share (2 x b)."""
    return np.asarray(np.sqrt(-2 * share * (1 - share) * precision * np.log(np.stack([1 - share, share]))))


def design_effect(problem: Problem, weights: Floats, below: Floats) -> tuple[float, float]:
    """Give the sum of squared scores for the mass of `below`, and how much instants inflate it, as found."""
    score, spent = _efficient_score(problem, weights, below)
    total, g = float((score**2).sum()), problem.clusters
    if total <= 0 or g < 2:
        return max(total, 0.0), 1.0
    sums = np.bincount(problem.cluster, weights=score, minlength=g)
    plain = float((sums**2).sum()) / total
    number = max(float((weights * problem.dated()).sum()) * len(score), 1.0)
    return total, plain / (1 - min(HALF * spent * plain / number, 0.5))


def information(problem: Problem, x_s: float) -> tuple[float, float]:
    """Give what the probes tell of the share within `x_s` at the maximum (1 / variance), and how instants inflate it.

    The second is the design effect without its lower bound.
    """
    score, _ = _efficient_score(problem, problem.weights, problem.below(x_s))
    sums = np.bincount(problem.cluster, weights=score, minlength=problem.clusters)
    told = max(float((score**2).sum()), 1e-9)
    return told, float((sums**2).sum()) / told


def spread_of(problem: Problem, x_s: float) -> float:
    """Give a first guess at the standard error of the share within `x_s`, from the scores at the maximum."""
    told, effect = information(problem, x_s)
    return float(np.sqrt(max(effect, 1.0) / told))


def _efficient_score(problem: Problem, w: Floats, below: Floats) -> tuple[Floats, float]:
    """Give the efficient scores for the mass of `below`, and how many directions their fit uses up."""
    likelihood = problem.likelihood
    above = problem.dated() - below
    mixed = likelihood @ w
    sides = []
    for mask in (below, above):
        part = w * mask
        part = part if part.sum() > 1e-6 else mask
        sides.append(likelihood @ part / max(part.sum(), 1e-12))
    score = (sides[0] - sides[1]) / mixed
    active = w > ACTIVE
    directions = []
    for mask in (below, above):
        columns = np.flatnonzero(active & (mask >= 1))  # the bin that x cuts lies on both sides
        if len(columns) > 1:
            directions.append((likelihood[:, columns[1:]] - likelihood[:, columns[:1]]) / mixed[:, None])
    rest = np.flatnonzero(active & (below + above == 0))
    if len(rest):
        directions.append(likelihood[:, rest] / mixed[:, None] - 1)
    if not directions:
        return np.asarray(score), 0.0
    design = np.concatenate(directions, axis=1)
    gram = design.T @ design
    ridge = 1e-3 * np.trace(gram) / len(gram) + 1e-12  # two bins that no probe tells apart span no direction
    solved = np.linalg.solve(gram + ridge * np.eye(len(gram)), np.column_stack([design.T @ score, gram]))
    return np.asarray(score - design @ solved[:, 0]), float(np.trace(solved[:, 1:]))
