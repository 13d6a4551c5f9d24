"""When markets are open: exchanges by their code, the FX week, and markets that never close.

A calendar is named ``XNYS``, ``XLON``, ``XASX`` ... (any code of exchange_calendars), ``fx`` or ``always``. The
first kind imports exchange_calendars (and pandas) on first use; the other two need nothing. All moments are aware
UTC; a session covers ``open_at <= t < close_at``.
"""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from monitor import _exchanges
from monitor.clock import require_utc
from monitor.errors import ConfigError

__all__ = ["ALWAYS", "FX", "Session", "at_local", "calendar_for", "calendar_zone", "is_close", "is_open",
           "next_session", "previous_close", "previous_session", "require_calendar", "require_zone", "session_at",
           "session_close", "session_on", "sessions_between"]

FX = "fx"
ALWAYS = "always"

_NEW_YORK = "America/New_York"
_FX_TURN = time(17)  # the FX week opens and closes at this New York time
_FX_CLOSED = ((12, 25), (1, 1))  # New York dates
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Session:
    """One stretch in which a market trades.

    `date` is the exchange's own date of it; for ``fx`` the New York date on which the stretch ends (a week, cut by
    holidays); for ``always`` the UTC day. `half_day` marks an early close.
    """

    date: date
    open_at: datetime
    close_at: datetime
    half_day: bool = False
    break_start_at: datetime | None = None
    break_end_at: datetime | None = None

    def trades_at(self, at: datetime) -> bool:
        """Tell whether `at` is within the session and not in its midday break; the close itself is outside."""
        if not self.open_at <= at < self.close_at:
            return False
        return not (self.break_start_at and self.break_end_at and self.break_start_at <= at < self.break_end_at)


def calendar_for(asset: str) -> str:
    """Give the calendar that an asset has by default: equity ``XNYS``, fx ``fx``, crypto ``always``."""
    return {"equity": "XNYS", "fx": FX, "crypto": ALWAYS}[asset]


def require_zone(name: str) -> ZoneInfo:
    """Give the time zone `name`; an unknown one raises ConfigError with the nearest known name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        near = get_close_matches(name, available_timezones(), n=1)
        raise ConfigError(f"unknown time zone {name!r}", remedy=f"did you mean {near[0]}?" if near
                          else "use an IANA name such as UTC or America/New_York") from error


def at_local(day: date, at: time, zone: ZoneInfo) -> datetime | None:
    """Give in UTC the moment when clocks in `zone` show `at` on `day`.

    None where a clock change skips that time; the first of the two moments where it comes twice.
    """
    moment = datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
    return moment if moment.astimezone(zone).replace(tzinfo=None) == datetime.combine(day, at) else None


def require_calendar(name: str) -> str:
    """Give the calendar's own name (``NYSE`` is ``XNYS``, ``24/7`` is ``always``); unknown raises ConfigError."""
    if name in (FX, ALWAYS):
        return name
    return ALWAYS if name == "24/7" else _exchanges.resolve(name, (FX, ALWAYS))


def calendar_zone(name: str) -> ZoneInfo:
    """Give the zone in which the market's own times are printed."""
    name = require_calendar(name)
    if name == ALWAYS:
        return ZoneInfo("UTC")
    return ZoneInfo(_NEW_YORK) if name == FX else _exchanges.zone(name)


def session_at(calendar: str, at: datetime) -> Session | None:
    """Give the session that `at` lies in (its midday break included), or None outside all."""
    session = _last_opened(calendar, at)
    return session if session and at < session.close_at else None


def is_open(calendar: str, at: datetime) -> bool:
    """Tell whether the market trades at `at`: the minute of the open is in, that of the close is out."""
    session = _last_opened(calendar, at)
    return session is not None and session.trades_at(at)


def is_close(calendar: str, at: datetime) -> bool:
    """Tell whether `at` is exactly the close of a session; a market that never closes has none."""
    return require_calendar(calendar) != ALWAYS and previous_close(calendar, at) == at


def session_on(calendar: str, day: date) -> Session | None:
    """Give the session of the exchange's date `day`, or None on a holiday."""
    return next((session for session in _year(require_calendar(calendar), day.year) if session.date == day), None)


def session_close(calendar: str, day: date) -> datetime | None:
    """Give when the session of the exchange's date `day` closes, half days considered, or None on a holiday."""
    session = session_on(calendar, day)
    return session.close_at if session else None


def sessions_between(calendar: str, start: datetime, end: datetime) -> tuple[Session, ...]:
    """Give the sessions that overlap ``[start, end)``, ascending."""
    start, end = require_utc(start), require_utc(end)
    years = range(start.year - 1, end.year + 2)
    return tuple(session for year in years for session in _year(require_calendar(calendar), year)
                 if session.open_at < end and session.close_at > start)


def previous_session(calendar: str, at: datetime) -> Session | None:
    """Give the last session that had closed at `at` (one that closes at `at` itself counts)."""
    sessions, _, closes = _around(require_calendar(calendar), require_utc(at).year)
    index = bisect_right(closes, at)
    return sessions[index - 1] if index else None


def previous_close(calendar: str, at: datetime) -> datetime | None:
    """Give the latest close at or before `at`; for ``always`` the latest midnight UTC."""
    session = previous_session(calendar, at)
    return session.close_at if session else None


def next_session(calendar: str, at: datetime) -> Session | None:
    """Give the first session that opens after `at`, or None where the calendar ends before one."""
    sessions, opens, _ = _around(require_calendar(calendar), require_utc(at).year)
    index = bisect_right(opens, at)
    return sessions[index] if index < len(sessions) else None


def _last_opened(calendar: str, at: datetime) -> Session | None:
    sessions, opens, _ = _around(require_calendar(calendar), require_utc(at).year)
    index = bisect_right(opens, at)
    return sessions[index - 1] if index else None


@lru_cache(maxsize=64)
def _around(calendar: str, year: int) -> tuple[tuple[Session, ...], list[datetime], list[datetime]]:
    """Give the sessions of a year and its neighbours, with their opens and closes, for bisection."""
    if calendar not in (FX, ALWAYS):
        _exchanges.require_year(calendar, year)
    sessions = tuple(session for one in (year - 1, year, year + 1) for session in _year(calendar, one))
    return sessions, [session.open_at for session in sessions], [session.close_at for session in sessions]


@lru_cache(maxsize=256)
def _year(calendar: str, year: int) -> tuple[Session, ...]:
    """Give the sessions whose date lies in `year`, ascending; none where the calendar's knowledge ends."""
    if calendar == FX:
        return _fx_year(year)
    if calendar == ALWAYS:
        days = [date(year, 1, 1) + n * _DAY for n in range((date(year + 1, 1, 1) - date(year, 1, 1)).days)]
        midnights = [datetime.combine(day, time(), UTC) for day in days]
        return tuple(Session(day, at, at + _DAY) for day, at in zip(days, midnights, strict=True))
    return tuple(Session(*row) for row in _exchanges.rows(calendar, year))


def _fx_year(year: int) -> tuple[Session, ...]:
    """Give the FX weeks of a year: Sunday 17:00 to Friday 17:00 New York, less 25 December and 1 January there."""
    zone = ZoneInfo(_NEW_YORK)
    found: list[Session] = []
    sunday = date(year, 1, 1) - timedelta(days=date(year, 1, 1).isoweekday() % 7)
    while sunday.year <= year:
        edges = [(sunday, _FX_TURN)]
        for day in (sunday + n * _DAY for n in range(6)):
            if (day.month, day.day) in _FX_CLOSED:
                edges += [(day, time()), (day + _DAY, time())]
        edges.append((sunday + 5 * _DAY, _FX_TURN))
        for (open_day, open_time), (close_day, close_time) in zip(edges[::2], edges[1::2], strict=True):
            opens, closes = at_local(open_day, open_time, zone), at_local(close_day, close_time, zone)
            ends = close_day - _DAY if close_time == time() else close_day
            if opens and closes and opens < closes and ends.year == year:
                found.append(Session(ends, opens, closes))
        sunday += 7 * _DAY
    return tuple(found)
