"""How far two readers agree: pairs of readings of the same responses enter; raw agreement and Cohen's kappa leave."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Agreement", "agreement", "kappa", "same_price"]

TOLERANCE = 1e-6
"""Relative difference up to which two prices are the same number."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two readers of n responses. `raw` and `kappa` are None without responses, `kappa` also where chance is 1."""

    n: int
    raw: float | None
    """Share of responses of which both took the same price, or both none."""
    kappa: float | None
    """Cohen's kappa of the classes that the two readings are graded into."""

    def to_json(self) -> dict[str, Any]:
        """Give plain values."""
        return {"n": self.n, "raw": _rounded(self.raw), "kappa": _rounded(self.kappa)}


def same_price(a: float | None, b: float | None) -> bool:
    """Tell whether two readings took the same price, or both none."""
    if a is None or b is None:
        return a is b
    return math.isclose(a, b, rel_tol=TOLERANCE)


def kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Give Cohen's kappa, (po - pe) / (1 - pe); None without pairs, or where both always say the same one word.

    J. Cohen, Educational and Psychological Measurement 20 (1960), 37-46.
    """
    n = len(pairs)
    if n == 0:
        return None
    ours, theirs = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    observed = sum(a == b for a, b in pairs) / n
    expected = sum(ours[word] * theirs[word] for word in ours) / n**2
    return None if expected >= 1 else (observed - expected) / (1 - expected)


def agreement(
    prices: Sequence[tuple[float | None, float | None]], classes: Sequence[tuple[Hashable, Hashable]] = ()
) -> Agreement:
    """Give the agreement of two readers from the prices that they took, and the classes where both are graded.

    Without classes kappa is that of whether there is a price at all.
    """
    n = len(prices)
    words = classes or [(a is not None, b is not None) for a, b in prices]
    raw = sum(same_price(a, b) for a, b in prices) / n if n else None
    return Agreement(n, raw, kappa(words))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
