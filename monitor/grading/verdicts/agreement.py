"""Pairs of verdicts on the same answers enter; how far two graders agree leaves: raw, by kappa, and as a table."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from monitor.grading.verdicts.types import Verdict

__all__ = ["Agreement", "agreement"]

SIDES = (Verdict.CORRECT, Verdict.INCORRECT, Verdict.NOT_ATTEMPTED)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two graders stand to each other on the answers that both decided."""

    pairs: Counter[tuple[Verdict, Verdict]]
    open: int
    """Answers that one of them left open."""

    @property
    def decided(self) -> int:
        """Answers that both decided."""
        return sum(self.pairs.values())

    @property
    def raw(self) -> float | None:
        """The share of these on which they say the same; None where there are none."""
        return sum(self.pairs[side, side] for side in SIDES) / self.decided if self.decided else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: agreement beyond that of chance; None where it is not defined (Cohen 1960)."""
        n, raw = self.decided, self.raw
        if raw is None:
            return None
        chance = sum(
            sum(self.pairs[side, other] for other in SIDES) * sum(self.pairs[other, side] for other in SIDES)
            for side in SIDES
        ) / (n * n)
        return None if chance == 1 else (raw - chance) / (1 - chance)

    def as_dict(self) -> dict[str, Any]:
        """Give the figures as plain values; `table` holds a count for each pair of verdicts."""
        return {
            "decided": self.decided,
            "open": self.open,
            "raw": self.raw,
            "kappa": self.kappa,
            "table": {one.value: {two.value: self.pairs[one, two] for two in SIDES} for one in SIDES},
        }


def agreement(pairs: Iterable[tuple[Verdict | None, Verdict | None]]) -> Agreement:
    """Give the agreement of pairs of verdicts; a pair with an abstention, or none, is counted as open."""
    counted: Counter[tuple[Verdict, Verdict]] = Counter()
    left = 0
    for one, two in pairs:
        if one is None or two is None or Verdict.ABSTAIN in (one, two):
            left += 1
        else:
            counted[one, two] += 1
    return Agreement(counted, left)
