"""How right the estimator is: many simulated weeks, and what it said beside the truth. Pure; seeded.

Each cell is a market and a provider. For every figure it gives the truth, the mean estimate, the share of intervals
that hold the truth, their mean width, that of an oracle who sees each probe's true lag (`known`), how often the
estimator declined, and what the newest-minute rule says. The providers of one study share its market.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from monitor.lag.estimate import SHARES_S, estimate_lag
from monitor.lag.known import known_median, known_share
from monitor.lag.simulate import PROVIDERS, Provider, World, serve
from monitor.lag.types import Estimate, LagProbe

__all__ = ["ALMOST_SURE", "FEW", "FIGURES", "CellFigure", "Row", "pooled", "probes_of", "run_one", "study_rows",
           "summarise"]

Floats = NDArray[np.float64]
FIGURES = ("median_s", *(f"within_{x}" for x in SHARES_S), "asked_moment")
ALMOST_SURE = 3.29
"""Normal quantile of the two-sided 99.9 % band."""
INNER = (0.03, 0.97)
ENOUGH = 1000
"""Studies that gave a figure, below which the error of the study itself is allowed for before it is said to miss."""
NORMAL = 100
"""Intervals below which their number that misses is far from normal: one of one misses in 5 % of studies."""
FEW = 30
"""Studies that gave a figure, below which its bias and width are left out of what all cells say together."""

Row = list[float | None]
"""What one study says of a figure: estimate, low, high, the oracle's low and high, the newest-minute rule's figure.
None for the first three where the estimator declined."""


@dataclass(frozen=True, slots=True)
class CellFigure:
    """One figure of one cell, over `studies` simulated weeks. Medians are in seconds, shares in 0 .. 1."""

    market: str
    provider: str
    figure: str
    truth: float
    studies: int
    declined: int
    mean: float | None
    bias: float | None
    bias_error: float | None
    """Standard error of the bias, from the number of studies."""
    coverage: float | None
    width: float | None
    oracle_width: float | None
    oracle_coverage: float | None
    newest_minute: float | None
    newest_minute_error: float | None

    @property
    def inner(self) -> bool:
        """True for a median, and for a share whose truth lies within .03 to .97."""
        return self.figure == "median_s" or INNER[0] <= self.truth <= INNER[1]

    @property
    def ratio(self) -> float | None:
        """Width over the oracle's."""
        return self.width / self.oracle_width if self.width is not None and self.oracle_width else None

    def faults(self) -> list[str]:
        """Say which of the demands on a cell it misses; nothing for a figure without an interval."""
        answered = self.studies - self.declined
        out = []
        luck = ALMOST_SURE * (1.0 if self.bias_error is None else self.bias_error) if answered < ENOUGH else 0.0
        if self.figure != "median_s" and self.bias is not None and abs(self.bias) - luck > 0.02:
            out.append("bias")
        if self.coverage is None or answered == 0:
            return out
        band = ALMOST_SURE * float(np.sqrt(0.95 * 0.05 / answered))
        if self.inner and abs(self.coverage - 0.95) > band and not self._by_chance(answered):
            out.append("cover low" if self.coverage < 0.95 else "cover high")
        if not self.inner and self.coverage < 0.93 - (band if answered < ENOUGH else 0.0):
            out.append("cover low")
        if self.inner and self.ratio is not None and self.ratio > 2.2:
            out.append("width")
        return out

    def _by_chance(self, answered: int) -> bool:
        """Tell whether so few intervals miss by chance: the binomial's own band, where the normal one does not hold."""
        if answered >= NORMAL:
            return False
        from scipy.stats import binom

        missed = answered - round((self.coverage or 0.0) * answered)
        return bool(binom.sf(missed - 1, answered, 0.05) > 0.0005)

    def to_json(self) -> dict[str, Any]:
        """Give the figure as plain values, rounded."""
        out = {k: round(v, 5) if isinstance(v, float) else v for k, v in asdict(self).items()}
        ratio = self.ratio
        return {**out, "ratio": None if ratio is None else round(ratio, 3), "inner": self.inner,
                "faults": self.faults()}


def probes_of(served: Mapping[str, Floats], item: str = "x") -> list[LagProbe]:
    """Give the served answers as the estimator takes them."""
    columns = zip(served["instant_s"], served["sent_s"], served["price"], served["unit"], served["stated_s"],
                  strict=True)
    return [LagProbe(item, *(float(v) for v in row)) for row in columns]


def study_rows(world: World, providers: Sequence[str], seed: Sequence[int]) -> dict[str, dict[str, Row]]:
    """Give each provider's figures over the same week; `seed` is the study's own."""
    names = list(PROVIDERS)
    return {name: run_one(world, PROVIDERS[name], np.random.default_rng([*seed, names.index(name)]))
            for name in providers}


def run_one(world: World, provider: Provider, rng: np.random.Generator) -> dict[str, Row]:
    """Give one study's figures."""
    served = serve(world, provider, rng)
    got = estimate_lag(probes_of(served), {"x": world.timeline})
    known = ~np.isnan(served["lag_s"])
    lag = served["lag_s"][known]
    _, cluster = np.unique(served["instant_s"][known], return_inverse=True)
    rows: dict[str, Row] = {}
    for name in FIGURES:
        if name == "asked_moment":
            rows[name] = [got.asked_moment, None, None, None, None, None]
        elif name == "median_s":
            oracle = known_median(lag, cluster) if len(lag) else (None, None)
            rows[name] = [*_said(got.median_s, got.lookback_s), *oracle, got.newest_minute_median_s]
        else:
            x = int(name.partition("_")[2])
            seen = known_share(lag, cluster, x) if len(lag) else (None, None)
            rows[name] = [*_said(got.share_within[x], 1.0), *seen, got.newest_minute_share.get(x)]
    return rows


def _said(figure: Estimate, top: float) -> tuple[float | None, float | None, float | None]:
    if figure.est is None:
        return None, None, None
    return figure.est, figure.lo or 0.0, top if figure.hi is None else figure.hi


def summarise(market: str, provider: Provider, rows: Iterable[Mapping[str, Row]]) -> list[CellFigure]:
    """Give the figures of a cell from its studies' rows."""
    every = list(rows)
    out = []
    for name in FIGURES:
        truth = provider.truth(name)
        table = np.array([[np.nan if v is None else v for v in row[name]] for row in every], dtype=float)
        est, low, high, seen_low, seen_high, naive = table.T
        said = ~np.isnan(est)
        bounded = said & ~np.isnan(low)
        middle = np.median if name == "median_s" else np.mean
        mean, rule = (float(middle(v)) if len(v) else None for v in (est[said], naive[~np.isnan(naive)]))
        holds = (low[bounded] <= truth) & (truth <= high[bounded])
        seen = bounded & ~np.isnan(seen_low)
        out.append(CellFigure(
            market, provider.name, name, truth, len(every), int((~said).sum()), mean,
            None if mean is None else mean - truth,
            None if said.sum() < 2 else float(est[said].std(ddof=1) / np.sqrt(said.sum())),
            _mean(holds), _mean((high - low)[bounded]),
            _mean((seen_high - seen_low)[seen]), _mean(((seen_low <= truth) & (truth <= seen_high))[seen]), rule,
            None if rule is None else rule - truth))
    return out


def pooled(figures: Iterable[CellFigure]) -> dict[str, Any]:
    """Give what all cells say together: coverage inside and at the edges, the worst bias and width, what misses."""
    kept = [f for f in figures if f.coverage is not None]
    out: dict[str, Any] = {}
    for word, inner in (("inner", True), ("edge", False)):
        some = [f for f in kept if f.inner is inner]
        said = sum(f.studies - f.declined for f in some)
        if said:
            covered = sum((f.coverage or 0.0) * (f.studies - f.declined) for f in some)
            out[word] = {"figures": len(some), "intervals": said, "coverage": round(covered / said, 4),
                         "lowest": round(min(f.coverage or 0.0 for f in some), 4),
                         "highest": round(max(f.coverage or 0.0 for f in some), 4)}
    often = [f for f in kept if f.studies - f.declined >= min(FEW, f.studies)]
    shares = [abs(f.bias or 0.0) for f in often if f.figure != "median_s"]
    ratios = [f.ratio for f in often if f.inner and f.ratio is not None]
    out["largest_bias_of_a_share"] = round(max(shares), 4) if shares else None
    out["largest_ratio"] = round(max(ratios), 3) if ratios else None
    out["missing"] = [f"{f.market}, {f.provider}, {f.figure}: {', '.join(f.faults())}" for f in kept if f.faults()]
    return out


def _mean(values: NDArray[Any]) -> float | None:
    return float(np.mean(values)) if len(values) else None
