"""Which of several APIs is fresher, where all were asked the same: paired, by instant, corrected over all pairs.

The lag of one answer is latent, so answers are compared by a score: the mean log-lag of the answer given its price,
under one lag distribution that is fitted to the answers of all APIs together. An API's own answers decide its score
through their prices alone; two APIs of one lag distribution have scores of one distribution, so the mean difference
over pairs (same item, instant and offset) is then zero whatever that distribution is. It is tested by Student's t with
the instant as the unit, and Holm's step-down (Scandinavian Journal of Statistics 6, 1979) corrects over all pairs.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from monitor.lag import student
from monitor.lag.matrix import Matrix
from monitor.lag.npmle import fit_npmle
from monitor.lag.rates import LEAST_INSTANTS, LEAST_PROBES, shortage

__all__ = ["LEVEL", "Answer", "Difference", "Pairing", "compare", "holm", "paired", "scores"]

Floats = NDArray[np.float64]
LEVEL = 0.05
OLDER = 2.0
"""Lag that an answer from before the look-back is counted with, in look-backs."""
DATED = 0.5
"""An answer counts where it is at least so likely to have a lag at all: neither unrelated nor from an archive."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One API's answer to a question that others got too: its score (None: cannot be dated), and whether it was right.

    `correct` is None where it was not graded, or its grade does not count.
    """

    instant_us: int
    score: float | None
    correct: bool | None


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference over pairs with its 95 % interval and p; None, with the reason, where it cannot be told."""

    pairs: int
    instants: int
    est: float | None = None
    lo: float | None = None
    hi: float | None = None
    p: float | None = None
    p_holm: float | None = None
    why: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Give plain values."""
        out: dict[str, Any] = {"pairs": self.pairs, "instants": self.instants}
        out |= {name: _short(getattr(self, name)) for name in ("est", "lo", "hi", "p", "p_holm")}
        return out | ({"why": self.why} if self.why else {})


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two APIs: `score` is the mean log-lag of `a` less that of `b`, `target` the difference of their target rates."""

    a: str
    b: str
    score: Difference
    target: Difference

    @property
    def fresher(self) -> str | None:
        """The API with the smaller lag; empty for a tie, None where it cannot be told."""
        if self.score.est is None or self.score.p_holm is None:
            return None
        if self.score.p_holm >= LEVEL:
            return ""
        return self.a if self.score.est < 0 else self.b

    def to_json(self) -> dict[str, Any]:
        """Give plain values."""
        fresher = self.fresher
        return {"a": self.a, "b": self.b, "fresher": fresher or None, "tie": fresher == "",
                "lag_score": self.score.to_json(), "target_rate": self.target.to_json()}  # fmt: skip


def scores(matrices: Sequence[Matrix]) -> list[Floats]:
    """Give the score of each usable probe of each matrix (one an API); NaN for an answer that has hardly a lag."""
    names = sorted({name for one in matrices for name in one.columns})
    bins = min(len(one.edges_s) for one in matrices) - 1
    stacked = [_aligned(one, bins, names) for one in matrices]
    weights = fit_npmle(np.concatenate(stacked)).weights[0]
    edges = matrices[0].edges_s[: bins + 1]
    log_lag = np.log(np.maximum((edges[1:] + np.maximum(edges[:-1], 0.0)) / 2, 1.0))
    value = np.concatenate([log_lag, [np.log(OLDER * edges[-1]) if name == "older" else 0.0 for name in names]])
    dated = np.concatenate([np.ones(bins), [float(name == "older") for name in names]])
    found = []
    for likelihood in stacked:
        posterior = likelihood * weights
        posterior /= posterior.sum(axis=1, keepdims=True)
        mass = posterior @ dated
        found.append(np.where(mass >= DATED, posterior @ (dated * value) / np.maximum(mass, 1e-12), np.nan))
    return found


def _aligned(matrix: Matrix, bins: int, names: Sequence[str]) -> Floats:
    own = len(matrix.edges_s) - 1
    extra = [
        matrix.likelihood[:, own + matrix.columns.index(name)] if name in matrix.columns
        else np.zeros(len(matrix.likelihood))
        for name in names
    ]  # fmt: skip
    return np.column_stack([matrix.likelihood[:, :bins], *extra])


def compare(answers: Mapping[str, Mapping[Hashable, Answer]]) -> list[Pairing]:
    """Give every pair of APIs, from each one's answers by question (item, instant, offset)."""
    found = [(a, b, *_differences(answers[a], answers[b])) for a, b in combinations(answers, 2)]
    by_score = holm([score.p for _, _, score, _ in found])
    by_target = holm([target.p for _, _, _, target in found])
    return [
        Pairing(a, b, _with(score, p), _with(target, q))
        for (a, b, score, target), p, q in zip(found, by_score, by_target, strict=True)
    ]


def _differences(a: Mapping[Hashable, Answer], b: Mapping[Hashable, Answer]) -> tuple[Difference, Difference]:
    both = [(a[key], b[key]) for key in a if key in b]
    dated = [(x.instant_us, x.score - y.score) for x, y in both if x.score is not None and y.score is not None]
    graded = [
        (x.instant_us, float(x.correct) - float(y.correct))
        for x, y in both
        if x.correct is not None and y.correct is not None
    ]
    return paired(dated), paired(graded)


def paired(differences: Sequence[tuple[int, float]]) -> Difference:
    """Give the mean of (instant, difference) with a t interval, whole instants as the units that vary.

    The variance is that of a ratio of sums over instants: G / (G - 1) sum (S_g - n_g m)^2 / n^2.
    """
    n = len(differences)
    cluster, index = np.unique([at for at, _ in differences], return_inverse=True)
    g = len(cluster)
    if n < LEAST_PROBES or g < LEAST_INSTANTS:
        return Difference(n, g, why=f"not enough pairs yet: {shortage(n, g)}")
    value = np.array([d for _, d in differences])
    mean = float(value.mean())
    rest = np.bincount(index, weights=value - mean, minlength=g)
    error = float(np.sqrt(g / (g - 1) * (rest**2).sum())) / n
    if error < 1e-12:  # all alike: no spread to judge a difference by, and none to need it
        return Difference(n, g, mean, mean, mean, 1.0 if mean == 0 else 0.0)
    reach = float(student.quantile(0.975, g - 1)) * error
    return Difference(n, g, mean, mean - reach, mean + reach, float(2 * student.upper_tail(abs(mean) / error, g - 1)))


def holm(p: Sequence[float | None]) -> list[float | None]:
    """Give the p values corrected by Holm's step-down; those that are None do not count."""
    order = sorted((value, place) for place, value in enumerate(p) if value is not None)
    out: list[float | None] = [None] * len(p)
    highest = 0.0
    for rank, (value, place) in enumerate(order):
        highest = max(highest, min(1.0, value * (len(order) - rank)))
        out[place] = highest
    return out


def _with(one: Difference, p_holm: float | None) -> Difference:
    return Difference(one.pairs, one.instants, one.est, one.lo, one.hi, one.p, p_holm, one.why)


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.6g}")
