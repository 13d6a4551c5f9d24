"""Bars of all sources enter; the reference that grading works on leaves, with a report of how it came about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

import numpy as np

from monitor import calendars
from monitor.datasets import Asset, Item
from monitor.market.agreement import Limit, limit_for
from monitor.market.columns import Columns, SourceBars, columns_of
from monitor.market.consensus import Consensus, Report, consensus, empty_series
from monitor.market.crosses import is_cross
from monitor.market.series import DailyClose, MinuteSeries, Reference
from monitor.market.sessions import MinuteHours, calendar_of

__all__ = ["Examined", "build_reference", "closes_of_minutes", "daily_closes", "examine", "rates_of"]

ORIGINS = {"coinbase": "coinbaseexchange"}
_SPLITS = (2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 15.0, 20.0, 25.0, 30.0, 50.0, 1.5)
_ELSEWHERE = 0.5
"""|log ratio| to the prior close beyond which one source's word is not taken."""
_CLOSE_TO = 0.03


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


def examine(
    item: Item,
    bars: Sequence[SourceBars],
    daily: Sequence[SourceBars] = (),
    *,
    basis: Mapping[str, SourceBars] | None = None,
    limit: Limit | None = None,
) -> Examined:
    """Give the reference of `item` with the evidence for it.

    `basis` holds the dollar price of dollar coins. Where no minute is agreed on, `reference.why` says why; official
    closes are kept all the same.
    """
    limit = limit or limit_for(item)
    hours = MinuteHours(item, limit.rules.edge_min)
    found = consensus(bars, item.currency, limit, origins=ORIGINS, basis=basis, extended=hours.extended,
                      edges=hours.edges, closed=hours.closed)
    closes, doubts = daily_closes(item, daily, limit)
    minutes, closes, more = _checked(item, found.series, closes)
    if item.asset is not Asset.EQUITY:
        closes = closes_of_minutes(item, closes, minutes)
    used = tuple(f"{s.source} (cross)" if is_cross(s.symbol) else s.source for s in found.report.sources if s.used)
    reference = Reference(item.id, item.asset, item.currency, minutes, closes, used,
                          None if len(minutes) or closes else _why(found.report, len(bars)))
    return Examined(reference, found, (*doubts, *more))


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


def _checked(
    item: Item, minutes: MinuteSeries, closes: tuple[DailyClose, ...]
) -> tuple[MinuteSeries, tuple[DailyClose, ...], tuple[str, ...]]:
    """Compare minutes with the close before them: a price elsewhere on one source's word is dropped.

    A stock that stands at a simple multiple of it has split between two pulls: closes of before the split are then
    left out, since they are in other units, and a move is not made of it.
    """
    if not len(minutes) or not closes:
        return minutes, closes, ()
    ends = np.array([d.close_at.timestamp() for d in closes])
    prior = np.searchsorted(ends, minutes.start_s, side="right") - 1
    known = prior >= 0
    ratio = np.ones(len(minutes))
    ratio[known] = minutes.close[known] / np.array([d.close for d in closes])[prior[known]]
    off = np.abs(np.log(ratio)) > _ELSEWHERE if item.asset is not Asset.FX else np.abs(np.log(ratio)) > 0.1
    if item.asset is Asset.EQUITY:
        off |= np.abs(np.log(ratio)) > np.log(1.5) - _CLOSE_TO
    if not off.any():
        return minutes, closes, ()
    times = float(np.median(ratio[off]))
    if item.asset is Asset.EQUITY and any(abs(np.log(times / s)) < _CLOSE_TO or abs(np.log(times * s)) < _CLOSE_TO
                                          for s in _SPLITS):
        first = int(minutes.start_s[off][0])
        kept = tuple(d for d in closes if d.close_at.timestamp() > first)
        if off[-1]:
            return minutes, kept, (f"{times:.4g} times the prior close: a split; earlier closes are left out",)
    lone = off & (minutes.n_sources < 2)
    doubt = f"{int(off.sum())} minutes stand at {times:.4g} times the prior close"
    if lone.any():
        minutes = _without(minutes, lone)
        doubt += f"; {int(lone.sum())} of them, on one source's word, are left out"
    return minutes, closes, (doubt,)


def _without(minutes: MinuteSeries, gone: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]") -> MinuteSeries:
    keep = ~gone
    return replace(minutes, start_s=minutes.start_s[keep], low=minutes.low[keep], high=minutes.high[keep],
                   close=minutes.close[keep], spread=minutes.spread[keep], n_sources=minutes.n_sources[keep])


def _why(report: Report, sources: int) -> str:
    if not sources:
        return "no source has a final bar"
    if report.disagreed:
        return f"sources disagree ({', '.join(s.source for s in report.sources)})"
    reasons = sorted({reason for s in report.sources for reason in s.set_aside})
    return f"no usable bar: {'; '.join(reasons)}" if reasons else "no source has a final bar"


def no_reference(item: Item, why: str) -> Reference:
    """Give the reference of an item that has none, with the reason."""
    return Reference(item.id, item.asset, item.currency, empty_series(), (), (), why)
