"""Several sources' minutes enter; the minutes on which they agree leave, and a report of all that was set aside.

Two sources that disagree give no minute. Of three and more an outlier is set aside. One source alone is taken and
counted as one. The agreed minute's low and high are the medians of the agreeing sources' lows and highs; of two
whose lows (or highs) differ by more than the limit the inner one is taken, since the outer one is a wick of one venue.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.market.agreement import Limit
from monitor.market.columns import SourceBars
from monitor.market.diagnose import Finding, diagnose, relative_limit
from monitor.market.series import MinuteSeries
from monitor.market.table import VERDICTS, MinuteTable, Moments, Verdict, build_table

__all__ = ["Consensus", "Report", "SourceReport", "agree", "consensus", "empty_series"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SourceReport:
    """What became of one source's minutes."""

    source: str
    symbol: str
    minutes: int
    used: int
    set_aside: Mapping[str, int]
    """Reason -> minutes."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the sources gave and what was made of it."""

    sources: tuple[SourceReport, ...]
    findings: tuple[Finding, ...]
    minutes: int
    """Minutes with an agreed price."""
    single: int
    """Of these, on one source's word."""
    disagreed: int
    """Minutes that had sources and got no price because they disagree."""
    widened: int
    """Minutes judged by a wider limit (first and last minutes of a session)."""
    unconverted: int
    """Minutes on which a book in a dollar coin was compared without its rate."""
    limit_version: str


@dataclass(frozen=True)
class Consensus:
    """The agreed minutes, the report, and every source's minute with its verdict."""

    series: MinuteSeries
    report: Report
    table: MinuteTable


def empty_series() -> MinuteSeries:
    """Give a series without minutes."""
    none, whole = np.empty(0, np.float64), np.empty(0, np.int64)
    return MinuteSeries(whole, none, none, none, none, whole)


def consensus(
    bars: Sequence[SourceBars],
    currency: str,
    limit: Limit,
    *,
    origins: Mapping[str, str] | None = None,
    basis: Mapping[str, SourceBars] | None = None,
    extended: Moments | None = None,
    edges: Moments | None = None,
    closed: Moments | None = None,
) -> Consensus:
    """Give the minutes of `bars` on which their sources agree, in `currency`.

    `basis` holds the dollar price of dollar coins; `extended`, `edges` and `closed` tell which minutes lie outside
    the regular session, at its ends, and outside all trading. `origins` maps a source to where its data is from,
    where two share it.
    """
    table = build_table(bars, origins or {}, currency, limit, basis or {}, extended, closed)
    findings = diagnose(table, limit)
    wide = edges(table.start_s) if edges is not None and len(table.start_s) else np.zeros(len(table.start_s), bool)
    series = agree(table, limit, wide)
    return Consensus(series, _report(table, findings, series, wide, limit), table)


def agree(table: MinuteTable, limit: Limit, wide: Bools) -> MinuteSeries:
    """Give the agreed minutes of a judged `table`, and mark in it what was set aside on the way."""
    if not len(table.start_s):
        return empty_series()
    closes = table.closes()
    before = np.isfinite(closes).sum(axis=0)
    middle = _nan_median(closes)
    bound = relative_limit(limit, np.where(before > 0, middle, 1.0), table.extended) * middle
    bound *= np.where(wide, limit.rules.edge_factor, 1.0)
    own_bound = bound + np.where(table.unconverted, limit.rules.unconverted_extra_bps / 1e4 * middle, 0.0)
    own_bound += np.where(table.second, limit.unlike, 0.0)
    away = np.abs(closes - middle)
    spread_of = 1.4826 * limit.rules.mad_factor * _nan_median(away)
    outlier = (before >= 3) & (away > np.maximum(own_bound, np.minimum(spread_of, 2 * own_bound)))
    left = np.where(outlier, np.nan, closes)
    n = np.isfinite(left).sum(axis=0)
    gap = _nan_span(left)
    loosest = np.where(np.isfinite(left), own_bound, 0.0).max(axis=0)
    allowed = np.where(n >= 3, 2 * loosest, loosest)  # of three, each within the limit of the median
    fits = (n == 1) & (before == 1) | (n >= 2) & (gap <= allowed) & (2 * n > before)
    # A book in a dollar coin confirms, and so do last trades beside quotes; their own numbers are not mixed in.
    speaks = np.isfinite(left) & ~table.unconverted & ~table.second
    speaks |= np.isfinite(left) & table.second & ~speaks.any(axis=0)  # the quote beside them was set aside
    lonely = fits & ~speaks.any(axis=0)
    fits &= ~lonely
    for row in range(len(table.sources)):
        used = table.used[row]
        table.set_aside(row, outlier[row] & fits & used, Verdict.OUTLIER)
        table.set_aside(row, lonely & used, Verdict.UNCONVERTED)
        table.set_aside(row, ~fits & ~lonely & used, Verdict.DISAGREES)
    chosen = np.where(speaks & fits, 1.0, np.nan)
    close = _nan_median(closes * chosen)
    low, high = _range(table, chosen, speaks, bound, close)
    return MinuteSeries(
        table.start_s[fits], low[fits], high[fits], close[fits],
        np.where(n > 1, gap, 0.0)[fits], n[fits].astype(np.int64),
    )


def _range(table: MinuteTable, chosen: Floats, speaks: Bools, bound: Floats, close: Floats) -> tuple[Floats, Floats]:
    lows, highs = table.low * chosen, table.high * chosen
    low, high = _nan_median(lows), _nan_median(highs)
    two = np.isfinite(chosen).sum(axis=0) == 2
    low = np.where(two & (_nan_span(lows) > bound), _nan_edge(lows, np.fmax), low)
    high = np.where(two & (_nan_span(highs) > bound), _nan_edge(highs, np.fmin), high)
    return np.fmin(low, close), np.fmax(high, close)


def _report(
    table: MinuteTable, findings: list[Finding], series: MinuteSeries, wide: Bools, limit: Limit
) -> Report:
    disagreed = (table.verdict == Verdict.DISAGREES).any(axis=0)
    if disagreed.any():
        disagreed &= ~np.isin(table.start_s, series.start_s)
    sources = []
    for row, source in enumerate(table.sources):
        counts = np.bincount(table.verdict[row], minlength=len(VERDICTS)).tolist()
        aside = {VERDICTS[v]: n for v, n in enumerate(counts) if n and v not in (Verdict.ABSENT, Verdict.USED)}
        minutes = len(table.start_s) - counts[Verdict.ABSENT]
        sources.append(SourceReport(source, table.symbols[row], minutes, counts[Verdict.USED], aside))
    return Report(
        tuple(sources), tuple(findings), len(series), int((series.n_sources == 1).sum()), int(disagreed.sum()),
        int(wide.sum()), int((table.unconverted & table.used).any(axis=0).sum()) if len(table.sources) else 0,
        limit.version,
    )


def _nan_median(values: Floats) -> Floats:
    """Give the median down the columns, NaN where a column is empty.

    Nearly always there are one to three sources, whose middle two comparisons tell; sorting columns is slow.
    """
    if len(values) == 1:
        return np.array(values[0])
    if len(values) <= 3:
        middle = (_nan_edge(values, np.fmin) + _nan_edge(values, np.fmax)) / 2
        if len(values) == 2:
            return np.asarray(middle)
        a, b, c = values
        of_three = np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c))
        return np.where(np.isfinite(of_three), of_three, middle)
    ordered = np.sort(values, axis=0)  # NaN comes last
    n = np.isfinite(values).sum(axis=0)
    at = np.arange(values.shape[1])
    return np.asarray((ordered[np.maximum(n - 1, 0) // 2, at] + ordered[np.minimum(n // 2, len(values) - 1), at]) / 2)


def _nan_edge(values: Floats, edge: np.ufunc) -> Floats:
    return np.asarray(edge.reduce(values, axis=0), dtype=np.float64)


def _nan_span(values: Floats) -> Floats:
    return _nan_edge(values, np.fmax) - _nan_edge(values, np.fmin)
