"""What an SLO has left of its error budget, and how fast it is used up. Pure.

An SLO says which share of answers is to be within a lag (the objective) over a window; the rest is its budget. The burn
rate is the share of late answers over that budget: at 1 the budget lasts exactly the window. As in the SRE workbook
(chapter 5, "Multiwindow, Multi-Burn-Rate Alerts") an alert looks at a long and a short window at once, the long one so
that a few answers do not raise it, the short one so that it clears soon after the fault; the rate here is the smaller
of the two. The workbook's windows for 30 days are 1 h and 5 min at 14.4, 6 h and 30 min at 6: 1/720 and 1/120 of the
window, with a twelfth of each as the short one. An API is asked only at instants, so each window is stretched until
it holds enough of them. An objective of 0.9 can burn at 10 at most; limits are cut to a part of what is possible.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["PACES", "Burn", "Pace", "SloProbe", "budget_left", "burn"]

LEAST_PROBES = 30


class SloProbe(NamedTuple):
    """One answer: the instant in unix seconds, how likely it has a lag at all, and how likely it was late."""

    instant_s: float
    dated: float
    late: float


@dataclass(frozen=True, slots=True)
class Pace:
    """One pair of windows: parts of the SLO's own, the instants that each must hold at least, and the limit."""

    name: str
    part: float
    instants: int
    short_instants: int
    limit: float
    possible: float
    """The most that the limit is, as a part of the highest rate that there can be."""

    def limit_of(self, objective: float) -> float:
        """Give the rate at which the alert fires."""
        return min(self.limit, self.possible / (1 - objective))


PACES = (Pace("fast", 1 / 720, 5, 1, 14.4, 0.75), Pace("slow", 1 / 120, 10, 2, 6.0, 0.4))


@dataclass(frozen=True, slots=True)
class Burn:
    """A burn rate; None where the window holds too little, with the reason."""

    rate: float | None
    limit: float
    long_h: float | None = None
    short_h: float | None = None
    n: int = 0
    why: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Give plain values."""
        plain = {"rate": self.rate, "limit": self.limit, "long_h": self.long_h, "short_h": self.short_h}
        out = {name: None if value is None else round(value, 3) for name, value in plain.items()}
        return {**out, "n": self.n, **({"why": self.why} if self.why else {})}


def budget_left(attained: float, objective: float) -> float:
    """Give the part of the error budget that is left; negative where more than all of it is used."""
    return 1 - (1 - attained) / (1 - objective)


def burn(probes: Sequence[SloProbe], objective: float, window_s: float, now_s: float, pace: Pace) -> Burn:
    """Give the burn rate of one pair of windows that end at `now_s`; `probes` are those of the SLO's window."""
    limit = pace.limit_of(objective)
    instants = sorted({probe.instant_s for probe in probes}, reverse=True)
    if len(instants) < pace.instants:
        return Burn(None, limit, why=f"{len(instants)} instants of {pace.instants} needed")
    long_s = max(window_s * pace.part, now_s - instants[pace.instants - 1])
    inside = [probe for probe in probes if probe.instant_s >= now_s - long_s]
    for instant in instants[pace.instants :]:
        if len(inside) >= LEAST_PROBES:
            break
        long_s = max(long_s, now_s - instant)
        inside = [probe for probe in probes if probe.instant_s >= now_s - long_s]
    if len(inside) < LEAST_PROBES:
        return Burn(None, limit, n=len(inside), why=f"{len(inside)} answers of {LEAST_PROBES} needed")
    short_s = max(long_s / 12, now_s - instants[pace.short_instants - 1])
    rates = [_late([p for p in inside if p.instant_s >= now_s - span]) / (1 - objective) for span in (long_s, short_s)]
    return Burn(min(rates), limit, long_s / 3600, short_s / 3600, len(inside))


def _late(probes: Sequence[SloProbe]) -> float:
    dated = sum(probe.dated for probe in probes)
    return sum(probe.late for probe in probes) / dated if dated > 0 else 0.0
