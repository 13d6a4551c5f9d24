"""What the calendar means for prices: regular, extended or closed minutes, official and prior closes, session ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from monitor import calendars
from monitor.datasets import Asset, Item
from monitor.market.series import DailyClose
from monitor.market.windows import Window

__all__ = ["MinuteHours", "Phase", "Status", "calendar_of", "last_final_session", "official_closes",
           "overlaps_session", "status_at", "trading_part"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_EXTENDED_FROM, _EXTENDED_TO = time(4), time(20)
"""New York times between which stocks trade outside the session, on days that have one."""
_EXTENDED_AFTER_HALF_DAY = time(17)
_SATURDAY = 5
_FX_TURN = time(17)


class Phase(StrEnum):
    """Where in a market's day a moment lies."""

    REGULAR = "regular"
    CLOSE = "close"
    """Exactly the session's close: the auction's price is the answer."""
    PRE = "pre"
    POST = "post"
    BREAK = "break"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Status:
    """A moment as its market sees it."""

    calendar: str
    phase: Phase
    half_day: bool
    session: calendars.Session | None
    """The session it lies in or, at and after a close, the one that closed last."""
    closed: bool
    """The market does not trade: the answer is the last official close, and freshness cannot be told."""
    last_close_at: datetime | None
    """When it closed last, at or before the moment; None where the calendar begins later."""


@dataclass(frozen=True, slots=True)
class MinuteHours:
    """Whether minutes (unix seconds of their starts) are closed, extended, or at a session's ends."""

    item: Item
    edge_min: int

    def closed(self, start_s: Ints) -> Bools:
        """Tell which minutes lie outside all trading, so that a bar there is no price."""
        return ~_within(start_s, _stretches(self.item, start_s, extended=True))

    def extended(self, start_s: Ints) -> Bools:
        """Tell which minutes lie outside the regular session but inside extended trading (stocks only)."""
        if self.item.asset is not Asset.EQUITY:
            return np.zeros(len(start_s), np.bool_)
        regular = _within(start_s, _stretches(self.item, start_s, extended=False))
        return ~regular & ~self.closed(start_s)

    def edges(self, start_s: Ints) -> Bools:
        """Tell which minutes are the first or last few of a session; a market that never closes has none."""
        if calendar_of(self.item) == calendars.ALWAYS:
            return np.zeros(len(start_s), np.bool_)
        span = timedelta(minutes=self.edge_min)
        ends = [part for w in _stretches(self.item, start_s, extended=False)
                for part in (Window(w.start, w.start + span), Window(w.end - span, w.end))]
        return _within(start_s, ends)


def calendar_of(item: Item) -> str:
    """Give the item's calendar: its own ``calendar`` field, else its asset's."""
    return calendars.require_calendar(str(item.extra.get("calendar") or calendars.calendar_for(item.asset)))


def status_at(item: Item, at: datetime) -> Status:
    """Give the phase of the item's market at `at`, and whether that counts as closed."""
    name = calendar_of(item)
    session, last = calendars.session_at(name, at), calendars.previous_session(name, at)
    closed_at = last.close_at if last is not None else None
    if session is not None:
        phase = Phase.REGULAR if session.trades_at(at) else Phase.BREAK
        return Status(name, phase, session.half_day, session, phase is Phase.BREAK, closed_at)
    if calendars.is_close(name, at):
        return Status(name, Phase.CLOSE, bool(last and last.half_day), last, False, closed_at)
    phase = Phase.CLOSED
    if item.asset is Asset.EQUITY and name == "XNYS":
        for part in _extended_parts(name, at - timedelta(days=1), at + timedelta(days=1)):
            if part[1].start <= at < part[1].end:
                phase = Phase.PRE if at < part[0].open_at else Phase.POST
    return Status(name, phase, False, last, True, closed_at)


def official_closes(daily: Sequence[DailyClose], at: datetime) -> tuple[DailyClose | None, DailyClose | None]:
    """Give (the last official close at or before `at`, the one before it)."""
    known = [d for d in daily if d.close_at <= at]
    return (known[-1] if known else None), (known[-2] if len(known) > 1 else None)


def last_final_session(item: Item, now: datetime, settle: timedelta) -> calendars.Session | None:
    """Give the last session whose close is at least `settle` old."""
    return calendars.previous_session(calendar_of(item), now - settle)


def overlaps_session(item: Item, window: Window) -> bool:
    """Tell whether any part of `window` lies in a regular session."""
    return bool(_open_parts(item, calendar_of(item), window.start, window.end, extended=False))


def trading_part(item: Item, window: Window) -> Window | None:
    """Give `window` without the closed hours at its ends; None where the market is closed throughout."""
    name = calendar_of(item)
    if name == calendars.ALWAYS:
        return window
    parts = [w for w in _open_parts(item, name, window.start, window.end, extended=True)
             if w.start < window.end and w.end > window.start]
    if not parts:
        return None
    return Window(max(window.start, parts[0].start), min(window.end, parts[-1].end))


def _stretches(item: Item, start_s: Ints, *, extended: bool) -> list[Window]:
    if not len(start_s):
        return []
    first, last = (datetime.fromtimestamp(int(s), UTC) for s in (start_s[0], start_s[-1]))
    return _open_parts(item, calendar_of(item), first, last + timedelta(minutes=1), extended=extended)


def _open_parts(item: Item, name: str, start: datetime, end: datetime, *, extended: bool) -> list[Window]:
    if name == calendars.ALWAYS:
        return [Window(start, end)]
    if extended and item.asset is Asset.EQUITY and name == "XNYS":
        return [part for _, part in _extended_parts(name, start - timedelta(days=1), end + timedelta(days=1))]
    return [Window(s.open_at, s.close_at) for s in calendars.sessions_between(name, start, end)]


def _extended_parts(name: str, start: datetime, end: datetime) -> list[tuple[calendars.Session, Window]]:
    zone = calendars.calendar_zone(name)
    parts = []
    for session in calendars.sessions_between(name, start, end):
        until = _EXTENDED_AFTER_HALF_DAY if session.half_day else _EXTENDED_TO
        opens = datetime.combine(session.date, _EXTENDED_FROM, zone).astimezone(UTC)
        parts.append((session, Window(opens, datetime.combine(session.date, until, zone).astimezone(UTC))))
    return parts


def _within(start_s: Ints, parts: list[Window]) -> Bools:
    inside = np.zeros(len(start_s), np.bool_)
    for part in parts:
        first, last = np.searchsorted(start_s, [int(part.start.timestamp()), int(part.end.timestamp())])
        inside[first:last] = True
    return inside


def describe(item: Item, at: datetime) -> str:
    """Give where `at` lies in the item's trading, as words: session, half day, holiday, hours, times in UTC."""
    status = status_at(item, at)
    session, name = status.session, status.calendar
    if name == calendars.ALWAYS:
        return "this market never closes; its day ends at midnight UTC"
    where = "the FX week" if name == calendars.FX else name
    half = ", a half day" if status.half_day else ""
    if status.phase is Phase.CLOSE:
        return f"the close of {where}{half}" + ("" if name == calendars.FX else ": the closing auction's price")
    if session is not None and status.phase in (Phase.REGULAR, Phase.BREAK):
        span = f"{_hm(session.open_at)} to {_hm(session.close_at)} UTC{half}"
        if name == calendars.FX:
            return f"the FX week, {span}"
        return f"{'regular session' if status.phase is Phase.REGULAR else 'midday break'} of {name}, {span}"
    following = calendars.next_session(name, at)
    opens = f", opens {_hm(following.open_at)} UTC" if following is not None else ""
    closed = f"closed since {_hm(status.last_close_at)} UTC" if status.last_close_at is not None else "closed"
    if status.phase in (Phase.PRE, Phase.POST):
        return f"{'before' if status.phase is Phase.PRE else 'after'} hours of {name}: {closed}{opens}"
    local = at.astimezone(calendars.calendar_zone(name))
    if name == calendars.FX:
        why = "" if local.weekday() >= _SATURDAY or local.time() >= _FX_TURN else ", a holiday"
    elif calendars.session_on(name, local.date()) is not None:
        why = ", at night"
    else:
        why = ", a weekend" if local.weekday() >= _SATURDAY else ", a holiday"
    return f"outside {where}{why}: {closed}{opens}"


def _hm(at: datetime) -> str:
    return f"{at:%a %m-%d %H:%M}"
