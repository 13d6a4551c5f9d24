"""Verdicts by question enter; the share of right answers with its interval, and how far repeats agree, leave. Pure.

Runs of one question are alike, so a question is one cluster: accuracy is the mean over questions of the mean over the
runs of each. The interval is Wilson's (1927) at the effective number of runs, p(1 - p) / se^2, with se from the spread
of the questions' means: near 0 and 1, and for few questions, it holds where mean +- 1.96 se does not. The spread of few
questions is itself uncertain. Student's t on top of Wilson's pays for that twice (.98 covered for 15 questions), since
the effective number cannot leave a known range; so it is drawn a little towards its lower end instead.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Accuracy", "Estimate", "accuracy_of", "share_interval"]

LEVEL = 0.95

DRAWN = 0.1
"""Weight of that end, where repeats always agree, against questions times variance: a thirtieth or so for 15."""
MOST = 1.5
"""Times the number of runs: more than 1, since chance lets repeats look more than independent as often as less."""

Verdicts = Mapping[str, Mapping[str, bool]]
"""Question -> repeat (and night) -> whether it was answered right."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with the ends of its 95 % interval; all None where there is nothing to estimate from."""

    est: float | None
    lo: float | None = None
    hi: float | None = None

    def as_dict(self, digits: int = 4) -> dict[str, float | None]:
        """Give plain values."""
        return {name: _rounded(getattr(self, name), digits) for name in ("est", "lo", "hi")}


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How often a group of runs was right, and how far its repeats agree."""

    share: Estimate
    questions: int
    runs: int
    sd_repeats: float | None
    """Standard deviation of the accuracies of single repeats."""
    flip_rate: float | None
    """Share of the questions with several runs whose verdicts differ."""
    icc: float | None
    """Intraclass correlation, one-way: 1 where repeats of a question always agree, 0 where they are independent."""

    def as_dict(self) -> dict[str, Any]:
        """Give plain values."""
        return {
            "accuracy": self.share.as_dict(),
            "questions": self.questions,
            "runs": self.runs,
            "sd_repeats": _rounded(self.sd_repeats, 4),
            "flip_rate": _rounded(self.flip_rate, 4),
            "icc": _rounded(self.icc, 4),
        }


def accuracy_of(verdicts: Verdicts) -> Accuracy:
    """Give the accuracy of one group of runs."""
    rows = [list(one.values()) for one in verdicts.values() if one]
    runs = sum(len(row) for row in rows)
    if not rows:
        return Accuracy(Estimate(None), 0, 0, None, None, None)
    means = np.array([_mean(row) for row in rows])
    several = [row for row in rows if len(row) > 1]
    flips = sum(any(row) != all(row) for row in several) / len(several) if several else None
    share = share_interval(means, runs)
    return Accuracy(share, len(rows), runs, _sd_repeats(verdicts), flips, _icc(rows))


def share_interval(means: NDArray[np.float64], runs: int) -> Estimate:
    """Give the mean of the questions' means with its interval; no interval for fewer than two questions.

    The effective number of runs lies between the questions (repeats always agree) and `MOST` times the runs. Where all
    are right, or all wrong, it is that of the questions.
    """
    from scipy.stats import norm

    n = len(means)
    p = float(means.mean())
    if n < 2:
        return Estimate(p)
    effective = n * (n * p * (1 - p) + DRAWN) / (n * float(means.var(ddof=1)) + DRAWN)
    effective = min(max(effective, float(n)), MOST * max(runs, n))
    q = float(norm.ppf(0.5 + LEVEL / 2))
    middle = (p + q * q / (2 * effective)) / (1 + q * q / effective)
    half = q * math.sqrt(p * (1 - p) / effective + (q / (2 * effective)) ** 2) / (1 + q * q / effective)
    return Estimate(p, max(0.0, middle - half), min(1.0, middle + half))


def _sd_repeats(verdicts: Verdicts) -> float | None:
    by_repeat: dict[str, list[bool]] = {}
    for one in verdicts.values():
        for repeat, right in one.items():
            by_repeat.setdefault(repeat, []).append(right)
    if len(by_repeat) < 2:
        return None
    return float(np.std([_mean(row) for row in by_repeat.values()], ddof=1))


def _icc(rows: Sequence[Sequence[bool]]) -> float | None:
    """Give ICC(1) of a one-way analysis of variance with unequal groups (Fisher 1925; Donner 1986)."""
    n, total = len(rows), sum(len(row) for row in rows)
    if n < 2 or total <= n:
        return None
    grand = sum(sum(row) for row in rows) / total
    between = sum(len(row) * (_mean(row) - grand) ** 2 for row in rows) / (n - 1)
    # Of noughts and ones the squares about the mean come to n p (1 - p).
    within = sum(len(row) * _mean(row) * (1 - _mean(row)) for row in rows) / (total - n)
    size = (total - sum(len(row) ** 2 for row in rows) / total) / (n - 1)
    below = between + (size - 1) * within
    return None if below <= 0 else float((between - within) / below)


def _mean(row: Sequence[bool]) -> float:
    return sum(row) / len(row)


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
