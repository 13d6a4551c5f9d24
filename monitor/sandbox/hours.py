"""When each kind of instrument trades, in seconds: a date or a UTC day enters; its open seconds leave."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from monitor import calendars
from monitor.sandbox.noise import DAY_S, EPOCH, seconds_of

__all__ = [
    "FIRST_DAY",
    "LAST_DAY",
    "day_date",
    "fx_last_close",
    "fx_last_open",
    "fx_open",
    "fx_spans",
    "last_session",
    "previous_session",
    "session",
]

FIRST_DAY = 10_957  # 2000-01-01
LAST_DAY = 33_237  # 2061-01-01
_NEW_YORK = ZoneInfo("America/New_York")
_SATURDAY = 5


def day_date(day: int) -> date:
    """Give the date of a UTC day counted from 1970."""
    return (EPOCH + timedelta(days=day)).date()


def _new_york(day: date, hour: int, minute: int = 0) -> int:
    return seconds_of(datetime(day.year, day.month, day.day, hour, minute, tzinfo=_NEW_YORK).astimezone(UTC))


@lru_cache(maxsize=128)
def _stock_year(year: int) -> dict[date, tuple[int, int]]:
    bounds = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    known = {
        one.date: (seconds_of(one.open_at), seconds_of(one.close_at))
        for one in calendars.sessions_between("XNYS", *bounds)
    }
    if known and max(known).month == 12 and min(known).month == 1:
        return known
    # Years that the exchange calendar does not reach in full: every weekday, at the usual times.
    first = date(year, 1, 1)
    days = [first + timedelta(days=n) for n in range(366)]
    return {day: (_new_york(day, 9, 30), _new_york(day, 16)) for day in days if day.weekday() < _SATURDAY} | known


@lru_cache(maxsize=4096)
def session(day: date) -> tuple[int, int] | None:
    """Give first second and closing second of New York's regular session of a date, or None on a closed day."""
    return _stock_year(day.year).get(day)


@lru_cache(maxsize=4096)
def previous_session(day: date) -> date:
    """Give the last date before `day` that has a session."""
    day -= timedelta(days=1)
    while session(day) is None:
        day -= timedelta(days=1)
    return day


def last_session(second: int) -> date:
    """Give the date of the newest session that has begun at `second`."""
    day = day_date(second // DAY_S)  # a session lies within one UTC day
    hours = session(day)
    return day if hours is not None and hours[0] <= second else previous_session(day)


@lru_cache(maxsize=1)
def _fx_days() -> dict[int, tuple[tuple[int, int], ...]]:
    found: dict[int, list[tuple[int, int]]] = {}
    bounds = EPOCH + timedelta(days=FIRST_DAY), EPOCH + timedelta(days=LAST_DAY)
    for one in calendars.sessions_between("fx", *bounds):
        opens, closes = seconds_of(one.open_at), seconds_of(one.close_at)
        for day in range(opens // DAY_S, (closes - 1) // DAY_S + 1):
            found.setdefault(day, []).append((max(0, opens - day * DAY_S), min(DAY_S, closes - day * DAY_S)))
    return {day: tuple(spans) for day, spans in found.items()}


def fx_spans(day: int) -> tuple[tuple[int, int], ...]:
    """Give the stretches of a UTC day, as half-open pairs of its seconds, in which currencies trade."""
    return _fx_days().get(day, ())


def fx_open(second: int) -> bool:
    """Tell whether currencies trade at a second."""
    return any(start <= second % DAY_S < end for start, end in fx_spans(second // DAY_S))


def fx_last_open(second: int) -> int:
    """Give the newest second at or before `second` at which currencies trade."""
    while not fx_open(second):
        starts = [start for start, _ in fx_spans(second // DAY_S) if start <= second % DAY_S]
        ends = [end for start, end in fx_spans(second // DAY_S) if start in starts]
        second = second // DAY_S * DAY_S + (max(ends) if ends else 0) - 1
    return second


def fx_last_close(second: int) -> int:
    """Give the newest 17:00 New York of a weekday at or before a second: the end of an FX day."""
    day = datetime.fromtimestamp(second, _NEW_YORK).date()
    while day.weekday() >= _SATURDAY or _new_york(day, 17) > second:
        day -= timedelta(days=1)
    return _new_york(day, 17)
