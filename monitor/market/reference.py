"""Bars of all sources enter; the reference that grading works on leaves, with a report of how it came about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

import numpy as np

from monitor import calendars
from monitor.datasets import Asset, Item
from monitor.market.agreement import Limit, limit_for, near_release
from monitor.market.columns import Columns, SourceBars, columns_of
from monitor.market.consensus import Consensus, Report, consensus, empty_series
from monitor.market.sanity import check, runs
from monitor.market.series import DailyClose, LeftOut, MinuteSeries, Reference
from monitor.market.sessions import MinuteHours, calendar_of
from monitor.market.splits import Split, cut_at_jumps, in_units_of
from monitor.market.symbols import marked
from monitor.market.table import Verdict

__all__ = ["Examined", "Known", "build_reference", "closes_of_minutes", "daily_closes", "examine", "rates_of"]

ORIGINS = {"coinbase": "coinbaseexchange"}


@dataclass(frozen=True)
class Examined:
    """A reference, how the sources stood to each other, and doubts that a person should know of."""

    reference: Reference
    consensus: Consensus
    doubts: tuple[str, ...] = ()

    @property
    def report(self) -> Report:
        """Give what was used and what was set aside."""
        return self.consensus.report


def build_reference(
    item: Item,
    bars: Sequence[SourceBars],
    daily: Sequence[SourceBars] = (),
    *,
    basis: Mapping[str, SourceBars] | None = None,
    limit: Limit | None = None,
) -> Reference:
    """Give the reference of `item` from minute `bars` and `daily` bars; see `examine` for how it came about."""
    return examine(item, bars, daily, basis=basis, limit=limit).reference


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beside an item's own bars."""

    fixings: Sequence[SourceBars] = ()
    splits: Sequence[Split] = ()
    after: Sequence[SourceBars] = ()
    """Bars beyond the window that tell a stock's price after a split."""


def examine(
    item: Item,
    bars: Sequence[SourceBars],
    daily: Sequence[SourceBars] = (),
    *,
    basis: Mapping[str, SourceBars] | None = None,
    limit: Limit | None = None,
    at: datetime | None = None,
    known: Known | None = None,
) -> Examined:
    """Give the reference of `item` with the evidence for it.

    `basis` holds the dollar price of dollar coins, `known` what else bears on the prices. A stock's prices are in the
    units of the moment `at`, by default that of the newest bar: splits before and after it are allowed for. Where no
    minute is agreed on, `reference.why` says why; official closes are kept all the same.
    """
    limit, known = limit or limit_for(item), known or Known()
    notes: tuple[str, ...] = ()
    if item.asset is Asset.EQUITY:
        bars, daily, notes = _in_units(at, bars, daily, known)
    hours = MinuteHours(item, limit.rules.edge_min)
    found = consensus(bars, item.currency, limit, origins=ORIGINS, basis=basis, extended=hours.extended,
                      edges=lambda start_s: hours.edges(start_s) | near_release(start_s, limit), closed=hours.closed)
    closes, doubts = daily_closes(item, daily, limit)
    used = tuple(marked(s.source, s.symbol) for s in found.report.sources if s.used)
    checked = check(item, found.series, closes, known.fixings, limit, used)
    minutes = checked.minutes
    if item.asset is not Asset.EQUITY:
        closes = closes_of_minutes(item, closes, minutes)
    notes = (*notes, *doubts, *checked.doubts)
    why = None if len(minutes) or closes else checked.left_out[0].why if checked.left_out else \
        _why(found.report, len(bars), notes)
    reference = Reference(item.id, item.asset, item.currency, minutes, closes, used, why,
                          tuple(sorted((*_disagreed(found), *checked.left_out))), notes)
    return Examined(reference, found, notes)


def _in_units(
    at: datetime | None, bars: Sequence[SourceBars], daily: Sequence[SourceBars], known: Known
) -> tuple[Sequence[Columns], Sequence[Columns], tuple[str, ...]]:
    minutes, days, after = ([columns_of(one) for one in some] for some in (bars, daily, known.after))
    newest = [int(one.start_s[-1]) for one in (*minutes, *days) if len(one)]
    if not newest:
        return minutes, days, ()
    at = at or datetime.fromtimestamp(max(newest), UTC)
    minutes, days, told = in_units_of(at, minutes, days, known.splits, after)
    minutes, days, untold = cut_at_jumps(at, minutes, days)
    return minutes, days, (*told, *untold)


def _disagreed(found: Consensus) -> tuple[LeftOut, ...]:
    """Give the minutes for which sources spoke and did not agree."""
    table = found.table
    if not len(table.start_s):
        return ()
    where = (table.verdict == Verdict.DISAGREES).any(axis=0)
    if not where.any():
        return ()
    where &= ~np.isin(table.start_s, found.series.start_s)
    return runs(table.start_s, where, f"sources disagree ({', '.join(table.sources)})")


def daily_closes(
    item: Item, daily: Sequence[SourceBars], limit: Limit
) -> tuple[tuple[DailyClose, ...], tuple[str, ...]]:
    """Give the official closes in `daily`, ascending, and doubts.

    A stock's close is the daily bar's, at the session's close (half days considered). A coin's is the median of the
    exchanges' UTC days, where they agree within three times the limit of a minute; a pair's is the first source's.
    """
    by_day: dict[date, list[tuple[Columns, float]]] = {}
    for one in map(columns_of, daily):
        if one.currency.upper() == item.currency and one.role != "point":
            for start_s, close in zip(one.start_s.tolist(), one.close.tolist(), strict=True):
                by_day.setdefault(datetime.fromtimestamp(start_s, UTC).date(), []).append((one, close))
    closes: list[DailyClose] = []
    doubts: list[str] = []
    for day, values in sorted(by_day.items()):
        close_at = _close_at(item, day, values[0][0].source)
        if close_at is None:
            continue  # the calendar knows no session on that day
        prices = [close for _, close in values] if item.asset is Asset.CRYPTO else [values[0][1]]
        middle = median(prices)
        if max(prices) - min(prices) > 3 * max(limit.bps / 1e4 * middle, limit.absolute):
            doubts.append(f"the closes of {day} disagree: {', '.join(f'{b.source} {c:g}' for b, c in values)}")
            continue
        closes.append(DailyClose(day, close_at, middle))
    return tuple(closes), tuple(doubts)


def rates_of(coin: str, bars: Sequence[SourceBars], limit: Limit) -> Columns | None:
    """Give the dollar price of a dollar coin, minute by minute, from several sources' bars; None without any."""
    agreed = consensus(bars, "USD", limit, origins=ORIGINS).series
    if not len(agreed):
        return None
    unknown = np.full(len(agreed), np.nan)
    return Columns("rates", f"{coin}/USD", "USD", "trade", agreed.start_s, agreed.close, agreed.high, agreed.low,
                   agreed.close, unknown, unknown)


def _close_at(item: Item, day: date, source: str) -> datetime | None:
    name = calendar_of(item)
    if item.asset is Asset.EQUITY:
        return calendars.session_close(name, day)
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    if item.asset is Asset.FX:
        if source == "yahoo":  # its days of pairs end at midnight in London
            midnight = datetime(midnight.year, midnight.month, midnight.day, tzinfo=ZoneInfo("Europe/London"))
            midnight = midnight.astimezone(UTC)
        session = calendars.session_at(name, midnight - timedelta(microseconds=1))
        if session is None:
            last = calendars.previous_session(name, midnight)
            return last.close_at if last is not None and last.date == day else None
    return midnight


def closes_of_minutes(
    item: Item, closes: tuple[DailyClose, ...], minutes: MinuteSeries
) -> tuple[DailyClose, ...]:
    """Add the days that no daily bar gives but whose last minute is among `minutes` (never for stocks: an auction)."""
    if not len(minutes):
        return closes
    name, known = calendar_of(item), {d.session for d in closes}
    more = []
    first, last = (datetime.fromtimestamp(int(s), UTC) for s in (minutes.start_s[0], minutes.start_s[-1]))
    for n in range((last.date() - first.date()).days + 1):
        day = first.date() + timedelta(days=n)
        midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
        session = calendars.session_at(name, midnight - timedelta(minutes=1))
        closed = calendars.previous_session(name, midnight)
        ends = [closed.close_at] if closed and closed.close_at.date() == day else []
        ends = [midnight] if session is not None else ends
        for end in ends:
            row = int(np.searchsorted(minutes.start_s, int(end.timestamp()) - 60))
            if day not in known and row < len(minutes) and minutes.start_s[row] == int(end.timestamp()) - 60:
                more.append(DailyClose(day, end, float(minutes.close[row])))
    return tuple(sorted([*closes, *more], key=lambda d: d.close_at))


def _why(report: Report, sources: int, notes: Sequence[str]) -> str:
    if not sources:
        return notes[0] if notes else "no source has a final bar"
    if report.disagreed:
        return f"sources disagree ({', '.join(s.source for s in report.sources)})"
    reasons = sorted({reason for s in report.sources for reason in s.set_aside})
    return f"no usable bar: {'; '.join(reasons)}" if reasons else "no source has a final bar"


def no_reference(item: Item, why: str) -> Reference:
    """Give the reference of an item that has none, with the reason."""
    return Reference(item.id, item.asset, item.currency, empty_series(), (), (), why)
