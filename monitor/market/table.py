"""Bars of several sources enter; one table of minutes by sources leaves, with why each cell is used or not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.market.agreement import Limit, Rules
from monitor.market.columns import Columns, SourceBars, columns_of

__all__ = ["VERDICTS", "MinuteTable", "Moments", "Verdict", "build_table"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Moments = Callable[[Ints], Bools]
"""Tells of minutes (unix seconds of their starts) whether something holds, such as the regular session."""


class Verdict:
    """Why a source's minute is used or set aside: indexes of `VERDICTS`."""

    ABSENT, USED, CARRIED, ONE_TRADE, POINT, FROZEN, OUTLIER, DISAGREES, SHIFTED, OFFSET, SCALE, UNCONVERTED, \
        CURRENCY, SAME_ORIGIN, THIN, CLOSED = range(16)


VERDICTS = (
    "no bar", "used", "carried: flat, without volume", "single trade", "point sample", "frozen", "outlier",
    "disagrees", "labels shifted", "steady offset", "wrong scale", "no rate for its dollar coin", "another currency",
    "same origin as another source", "extended hours, too thin", "market closed",
)


@dataclass
class MinuteTable:
    """All sources' minutes side by side. Arrays are (sources, minutes); `start_s` ascending, no minute empty."""

    start_s: Ints
    sources: tuple[str, ...]
    symbols: tuple[str, ...]
    low: Floats
    high: Floats
    close: Floats
    verdict: NDArray[np.int8]
    unconverted: Bools
    """Still in a dollar coin, for want of its rate."""
    second: Bools
    """(sources, minutes) a book's last trades beside another source's quotes: they confirm, and do not speak."""
    extended: Bools
    """(minutes,) outside the regular session."""

    def set_aside(self, source: int, where: Bools, verdict: int) -> None:
        """Mark minutes of one source; the first reason stays."""
        self.verdict[source, where & (self.verdict[source] == Verdict.USED)] = verdict

    @property
    def used(self) -> Bools:
        """Give (sources, minutes): still in use."""
        return np.asarray(self.verdict == Verdict.USED)

    def closes(self) -> Floats:
        """Give the closes in use; NaN elsewhere."""
        return np.where(self.used, self.close, np.nan)


def build_table(
    bars: Sequence[SourceBars],
    origins: Mapping[str, str],
    currency: str,
    limit: Limit,
    basis: Mapping[str, SourceBars],
    extended: Moments | None,
    closed: Moments | None = None,
) -> MinuteTable:
    """Give the table of `bars`, each judged by itself.

    Carried, single-trade and point bars are set aside, dollar coins converted by `basis` (coin -> bars of its dollar
    price), extended hours taken as medians, minutes in which the market is closed left out.
    """
    columns = [columns_of(one) for one in bars]
    grid = _grid([one.start_s for one in columns])
    shape = (len(bars), len(grid))
    outside = extended(grid) if extended is not None and len(grid) else np.zeros(len(grid), bool)
    table = MinuteTable(
        grid, tuple(one.source for one in columns), tuple(one.symbol for one in columns),
        np.full(shape, np.nan), np.full(shape, np.nan), np.full(shape, np.nan),
        np.full(shape, Verdict.ABSENT, np.int8), np.zeros(shape, bool), np.zeros(shape, bool), outside,
    )
    for row, one in enumerate(columns):
        at = slice(None) if len(one) == len(grid) else np.searchsorted(grid, one.start_s)
        table.low[row, at] = one.low
        table.high[row, at] = one.high
        table.close[row, at] = one.close
        table.verdict[row, at] = _own_verdicts(one, limit.rules)
        _to_currency(table, row, one, currency, limit.rules, basis)
        if closed is not None and len(grid):
            table.set_aside(row, closed(grid), Verdict.CLOSED)
        if outside.any():
            _calm_extended(table, row)
    _one_an_origin(table, origins)
    if limit.unlike:
        trades = np.array(["trade" in one.role for one in columns], dtype=np.bool_)
        table.second[trades] = table.used[trades] & table.used[~trades].any(axis=0)
    return table


def _grid(starts: Sequence[Ints]) -> Ints:
    """Give every minute that any source has, ascending."""
    if starts and all(len(one) == len(starts[0]) and np.array_equal(one, starts[0]) for one in starts[1:]):
        return starts[0]
    return np.unique(np.concatenate(starts)) if starts else np.empty(0, np.int64)


def _own_verdicts(one: Columns, rules: Rules) -> NDArray[np.int8]:
    if one.role == "point":
        return np.full(len(one), Verdict.POINT, np.int8)
    uncounted = np.isnan(one.count)
    carried = _flat(one) & ((one.count == 0) | (uncounted & (one.volume == 0)))
    few = ~uncounted & (one.count < rules.min_trades)
    found = np.where(carried, Verdict.CARRIED, np.where(few, Verdict.ONE_TRADE, Verdict.USED))
    return np.asarray(found, dtype=np.int8)


def _flat(one: Columns) -> Bools:
    return np.asarray((one.open == one.high) & (one.high == one.low) & (one.low == one.close))


def _to_currency(
    table: MinuteTable, row: int, one: Columns, currency: str, rules: Rules, basis: Mapping[str, SourceBars]
) -> None:
    if one.currency.upper() == currency.upper():
        return
    everywhere = np.ones(len(table.start_s), bool)
    if currency.upper() != "USD" or one.currency.upper() not in ("USDT", "USDC"):
        table.set_aside(row, everywhere, Verdict.CURRENCY)
        return
    rates = basis.get(one.currency.upper())
    rate = _rate_at(table.start_s, rates, rules) if rates is not None else np.full(len(table.start_s), np.nan)
    known = np.isfinite(rate)
    for values in (table.low, table.high, table.close):
        values[row, known] *= rate[known]
    table.unconverted[row] = ~known


def _rate_at(start_s: Ints, rates: SourceBars, rules: Rules) -> Floats:
    """Give the coin's dollar price at each minute: the close of the last traded bar, if it is young enough."""
    one = columns_of(rates)
    counted = np.where(np.nan_to_num(one.count) != 0, one.count, np.nan_to_num(one.volume))
    traded = ~(_flat(one) & (counted == 0))
    at, close = one.start_s[traded], one.close[traded]
    if not len(at):
        return np.full(len(start_s), np.nan)
    last = np.searchsorted(at, start_s, side="right") - 1
    age_s = start_s - at[np.maximum(last, 0)]
    good = (last >= 0) & (age_s <= 60 * rules.basis_max_age_min)
    return np.where(good, close[np.maximum(last, 0)], np.nan)


def _calm_extended(table: MinuteTable, row: int) -> None:
    """Outside the regular session take the median of the closes within two minutes, at least three of them.

    Extended hours have bad prints (wicks of 6 %, one bad close between two good ones), so that neither a high nor a
    low nor one close there is a price.
    """
    which = np.flatnonzero(table.extended & (table.verdict[row] == Verdict.USED))
    if not len(which):
        return
    start_s, close = table.start_s[which], table.close[row, which]
    near = np.full((5, len(which)), np.nan)
    for line, step in enumerate((-120, -60, 0, 60, 120)):
        at = np.minimum(np.searchsorted(start_s, start_s + step), len(which) - 1)
        hit = start_s[at] == start_s + step
        near[line, hit] = close[at[hit]]
    enough = np.isfinite(near).sum(axis=0) >= 3
    calm = np.nanmedian(near, axis=0)
    for values in (table.low, table.high, table.close):
        values[row, which] = calm
    thin = np.zeros(len(table.start_s), bool)
    thin[which[~enough]] = True
    table.set_aside(row, thin, Verdict.THIN)


def _one_an_origin(table: MinuteTable, origins: Mapping[str, str]) -> None:
    """Where two sources of one origin have the same minute, the first of them speaks."""
    spoken: dict[str, Bools] = {}
    for row, source in enumerate(table.sources):
        origin = origins.get(source, source)
        if origin in spoken:
            table.set_aside(row, spoken[origin], Verdict.SAME_ORIGIN)
            spoken[origin] = spoken[origin] | table.used[row]
        else:
            spoken[origin] = table.used[row].copy()
