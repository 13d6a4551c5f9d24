"""Freshness by offset: how often an API gives the price at the instant, and how much of that chance explains."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from monitor.lag.intervals import wilson
from monitor.lag.types import Estimate, OffsetFigures

__all__ = ["LEAST_INSTANTS", "LEAST_PROBES", "RateProbe", "by_offset", "corrected", "shortage"]

LEAST_PROBES = 30
LEAST_INSTANTS = 5


class RateProbe(NamedTuple):
    """One answered, graded probe. `power` and `contained` are None where there is no reference."""

    instant_s: float
    offset_s: float
    correct: bool
    power: float | None
    passes: bool
    """True where a provider 15 min behind would have been graded correct (rival ``15m``)."""
    rivals: bool
    """True where any rival lies in the target range."""
    contained: bool | None
    latency_ms: float | None
    counts: bool = True
    """False for `no_reference`, closed hours and coarse answers: they have a latency, and say nothing on freshness."""


def shortage(probes: int, instants: int) -> str:
    """Say how far a figure is from what it needs."""
    short = []
    if probes < LEAST_PROBES:
        short.append(f"{probes} usable {'probe' if probes == 1 else 'probes'} of {LEAST_PROBES} needed")
    if instants < LEAST_INSTANTS or not short:
        short.append(f"{instants} {'instant' if instants == 1 else 'instants'} of {LEAST_INSTANTS} needed")
    return ", ".join(short)


def corrected(rate: float, passing: float) -> float | None:
    """Give (rate - pass) / (1 - pass); None where a provider 15 min behind would always have passed."""
    return None if passing >= 1.0 else (rate - passing) / (1.0 - passing)


def by_offset(probes: Sequence[RateProbe]) -> tuple[OffsetFigures, ...]:
    """Give one entry an offset, ascending. Below 30 counted probes or 5 instants a rate is None, with the reason.

    `n` counts all answered probes of the offset, the target rate those that count.
    """
    out = []
    for offset in sorted({p.offset_s for p in probes}):
        here = [p for p in probes if p.offset_s == offset]
        out.append(_offset(offset, here))
    return tuple(out)


def _offset(offset_s: float, probes: Sequence[RateProbe]) -> OffsetFigures:
    counted = [p for p in probes if p.counts]
    apart = sum(not p.rivals for p in counted)
    latency = np.array([p.latency_ms for p in probes if p.latency_ms is not None], dtype=float)
    power = [p.power for p in counted if p.power is not None]
    held = [p.contained for p in counted if p.contained is not None]
    p50, p95 = (float(np.quantile(latency, q)) for q in (0.5, 0.95)) if len(latency) else (None, None)
    instants = np.array([p.instant_s for p in counted])
    why = None
    if len(counted) < LEAST_PROBES or len(set(instants)) < LEAST_INSTANTS:
        why = f"not enough movement yet, only time is missing: {shortage(len(counted), len(set(instants)))}"
        rate, fixed = Estimate(None, why=why), None
    else:
        est, lo, hi = wilson(np.array([float(p.correct) for p in counted]), instants.astype(np.int64))
        rate = Estimate(est, lo, hi)
        fixed = corrected(est, float(np.mean([p.passes for p in counted])))
        if fixed is None:
            why = "a provider 15 min behind would have passed every time"
    return OffsetFigures(
        offset_s=offset_s, n=len(probes), target_rate=rate, corrected=fixed,
        power=float(np.mean(power)) if power else None, contained_rate=float(np.mean(held)) if held else None,
        latency_p50_ms=p50, latency_p95_ms=p95, told_apart=apart, why=why)
