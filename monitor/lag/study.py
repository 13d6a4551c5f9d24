"""How right the estimator is: many simulated weeks, and what it said beside the truth. Pure; seeded.

Each cell is a market and a provider. For every figure the table gives the truth, the mean estimate, the share of
intervals that hold the truth, their mean width, the width of an oracle that sees each probe's true lag (a Student
interval over instants), how often the estimator declined, and what the newest-minute rule says.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from monitor.lag.estimate import SHARES_S, estimate_lag
from monitor.lag.simulate import MARKETS, PROVIDERS, Market, Provider, World, make_world, serve
from monitor.lag.types import LagDistribution, LagProbe

__all__ = ["CellFigure", "run_cell", "run_one", "summarise", "table"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CellFigure:
    """One figure of one cell, over `studies` simulated weeks. Medians are in seconds, shares in 0 .. 1."""

    market: str
    provider: str
    figure: str
    truth: float
    studies: int
    declined: int
    mean: float
    bias: float
    coverage: float
    width: float
    oracle_width: float
    newest_minute: float

    @property
    def inner(self) -> bool:
        """True for a median, and for a share whose truth lies within .03 to .97."""
        return self.figure == "median_s" or 0.03 <= self.truth <= 0.97


@dataclass(frozen=True, slots=True)
class One:
    """One study: for each figure (estimate, low, high, oracle width, newest-minute rule); NaN where declined."""

    rows: dict[str, tuple[float, float, float, float, float]]
    distribution: LagDistribution


def probes_of(served: dict[str, Floats], item: str = "x") -> list[LagProbe]:
    """Give the served answers as the estimator takes them."""
    columns = zip(served["instant_s"], served["sent_s"], served["price"], served["unit"],
                  served.get("stated_s", np.full(len(served["price"]), np.nan)), strict=True)
    return [LagProbe(item, *(float(v) for v in row)) for row in columns]


def run_one(market: Market, provider: Provider, seed: Sequence[int], instants: int = 24, days: int = 8,
            world: World | None = None) -> One:
    """Give one study's figures; `world` replaces the simulated market (recorded bars)."""
    rng = np.random.default_rng(list(seed))
    world = world or make_world(market, rng, instants, days)
    served = serve(world, provider, rng)
    got = estimate_lag(probes_of(served), {"x": world.timeline})
    rows = {}
    for name, figure in [("median_s", got.median_s), *((f"within_{x}", got.share_within[x]) for x in SHARES_S)]:
        x = None if name == "median_s" else float(name.partition("_")[2])
        naive = got.newest_minute_median_s if x is None else got.newest_minute_share.get(int(x))
        if figure.est is None and figure.lo is None:
            rows[name] = (np.nan, np.nan, np.nan, np.nan, np.nan)
            continue
        rows[name] = (np.nan if figure.est is None else figure.est, figure.lo or 0.0,
                      np.inf if figure.hi is None else figure.hi, _oracle(served, x),
                      np.nan if naive is None else naive)
    return One(rows, got)


def run_cell(market: str, provider: str, studies: int, seed: int = 1, instants: int = 24,
             days: int = 8) -> list[CellFigure]:
    """Give one cell's figures over `studies` simulated weeks."""
    here, there = MARKETS[market], PROVIDERS[provider]
    place = [list(MARKETS).index(market), list(PROVIDERS).index(provider)]
    rows = [run_one(here, there, [seed, *place, k], instants, days).rows for k in range(studies)]
    return summarise(market, there, rows)


def summarise(market: str, provider: Provider, rows: Sequence[dict[str, Any]]) -> list[CellFigure]:
    """Give the figures of a cell from its studies' rows."""
    out = []
    for name in rows[0]:
        truth = provider.median_s if name == "median_s" else provider.share_within(float(name.partition("_")[2]))
        every = np.array([row[name] for row in rows], dtype=float)
        kept = every[~np.isnan(every[:, 1])]
        width = kept[:, 2] - kept[:, 1]
        if name == "median_s":  # ratios matter for a lag: compare widths as logs of the ends' quotient
            width = np.log(np.maximum(kept[:, 2], 1.0) / np.maximum(kept[:, 1], 1.0))
        est = kept[:, 0]
        middle = np.nanmedian(est) if name == "median_s" else np.nanmean(est)
        out.append(CellFigure(
            market, provider.name, name, truth, len(every), len(every) - len(kept), float(middle),
            float(middle - truth), float(((kept[:, 1] <= truth) & (truth <= kept[:, 2])).mean()),
            float(np.mean(width)), float(np.nanmean(kept[:, 3])), float(np.nanmean(kept[:, 4]))))
    return out


def table(figures: Iterable[CellFigure]) -> str:
    """Give the figures as a plain table."""
    lines = [f"{'market':11}{'provider':12}{'figure':13}{'truth':>9}{'mean':>9}{'bias':>9}{'cover':>7}{'width':>8}"
             f"{'oracle':>8}{'newest':>9}{'declined':>10}"]
    for f in figures:
        lines.append(f"{f.market:11}{f.provider:12}{f.figure:13}{f.truth:9.3f}{f.mean:9.3f}{f.bias:9.3f}"
                     f"{f.coverage:7.3f}{f.width:8.3f}{f.oracle_width:8.3f}{f.newest_minute:9.3f}"
                     f"{f.declined:6}/{f.studies}{'' if f.inner else '  edge'}")
    return "\n".join(lines)


def to_rows(figures: Iterable[CellFigure]) -> list[dict[str, Any]]:
    """Give the figures as plain dictionaries."""
    return [asdict(f) for f in figures]


def _oracle(served: dict[str, Floats], x_s: float | None) -> float:
    """Give the width of the interval of one who sees the true lags: of the share within x, or of the log median."""
    known = ~np.isnan(served["lag_s"])
    lag = served["lag_s"][known]
    _, cluster = np.unique(served["instant_s"][known], return_inverse=True)
    g = int(cluster.max()) + 1
    t = float(student.ppf(0.975, g - 1))
    level = float(np.median(lag)) if x_s is None else x_s
    hit = (lag <= level).astype(float)
    rate = float(hit.mean())
    sums = np.bincount(cluster, weights=hit - rate)
    variance = max(float((sums**2).sum()) * g / (g - 1) / len(lag) ** 2, rate * (1 - rate) / len(lag))
    if x_s is not None:
        return 2 * t * float(np.sqrt(variance))
    reach = t * float(np.sqrt(variance))
    low, high = (float(np.quantile(lag, float(np.clip(0.5 + s * reach, 0, 1)))) for s in (-1, 1))
    return float(np.log(max(high, 1.0) / max(low, 1.0)))
