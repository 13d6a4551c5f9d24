"""Two and more groups of verdicts on the same questions enter; which of them can be told apart leaves. Pure.

Differences are taken question by question. The test is Student's t over the questions that both answered, corrected
over all pairs by Holm's method (1979); an order that it does not support is a tie.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from monitor.agent.accuracy import Estimate, Verdicts

__all__ = ["Pair", "compare", "holm"]

ALPHA = 0.05
POWER = 0.8


@dataclass(frozen=True, slots=True)
class Pair:
    """What is known about the difference of two groups, a less b."""

    a: str
    b: str
    questions: int
    """That both answered."""
    difference: Estimate
    """With a 95 % interval for this pair alone."""
    p: float | None
    p_holm: float | None
    needed: int | None
    """About how many questions it takes to tell them apart four times in five, if they differ as much as measured."""

    @property
    def tie(self) -> bool:
        """Tell whether the data support no order of the two."""
        return self.p_holm is None or self.p_holm >= ALPHA

    def as_dict(self) -> dict[str, Any]:
        """Give plain values."""
        return {
            "a": self.a, "b": self.b, "questions": self.questions, "difference": self.difference.as_dict(),
            "p": self.p, "p_holm": self.p_holm, "tie": self.tie, "needed_questions": self.needed,
        }  # fmt: skip


def compare(groups: Mapping[str, Verdicts]) -> list[Pair]:
    """Give every pair of groups, in the order of the groups."""
    found = [_pair(a, b, groups[a], groups[b]) for a, b in combinations(groups, 2)]
    corrected = holm([one.p for one in found])
    return [
        Pair(one.a, one.b, one.questions, one.difference, one.p, p, one.needed)
        for one, p in zip(found, corrected, strict=True)
    ]


def holm(ps: list[float | None]) -> list[float | None]:
    """Give p values corrected for their number by Holm's method; None stays None and is not counted."""
    known = sorted((p, n) for n, p in enumerate(ps) if p is not None)
    found: list[float | None] = [None] * len(ps)
    least = 0.0
    for rank, (p, n) in enumerate(known):
        least = max(least, min(1.0, p * (len(known) - rank)))
        found[n] = least
    return found


def _pair(a: str, b: str, of_a: Verdicts, of_b: Verdicts) -> Pair:
    from scipy.stats import norm, t

    both = [one for one in of_a if of_a[one] and of_b.get(one)]
    gaps = np.array([_mean(of_a[q]) - _mean(of_b[q]) for q in both])
    n = len(both)
    if n < 2:
        return Pair(a, b, n, Estimate(float(gaps.mean()) if n else None), None, None, None)
    mean, sd = float(gaps.mean()), float(gaps.std(ddof=1))
    if sd == 0:  # every question differs alike: nothing to estimate a spread from, unless they never differ
        return Pair(a, b, n, Estimate(mean, mean, mean), 1.0 if mean == 0 else 2.0 * 0.5**n, None, None)
    se = sd / math.sqrt(n)
    half = float(t.ppf(1 - ALPHA / 2, n - 1)) * se
    p = float(2 * t.sf(abs(mean) / se, n - 1))
    needed = None
    if mean != 0:
        needed = max(2, math.ceil(((norm.ppf(1 - ALPHA / 2) + norm.ppf(POWER)) * sd / mean) ** 2))
    return Pair(a, b, n, Estimate(mean, mean - half, mean + half), p, None, needed)


def _mean(verdicts: Mapping[str, bool]) -> float:
    return sum(verdicts.values()) / len(verdicts)
