"""Schedules turned into moments: pure, given the calendars. Every rule yields whole minutes in UTC, ascending."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from monitor.calendars import ALWAYS, at_local, calendar_zone, is_close, is_open, sessions_between
from monitor.clock import require_utc
from monitor.schedules import crontab
from monitor.schedules.model import LiveSchedule, NightlySchedule

__all__ = ["PlannedInstant", "instants", "instants_per_day", "nightly_starts", "pick_minutes", "upcoming"]

_DAY = timedelta(days=1)
_MINUTE = timedelta(minutes=1)
_WINDOWS = (timedelta(days=8), timedelta(days=70), timedelta(days=400), timedelta(days=1600))
"""How far ahead a next instant is sought, step by step; the last reaches over a leap day."""


@dataclass(frozen=True, slots=True)
class PlannedInstant:
    """One instant of a schedule: `at` in UTC, `local` by the exchange's clock, and what the market is then.

    Where there is no exchange `local` is by the clock of the schedule's own zone.
    `at_close` marks the very close of a session, where `market_open` is already false. `seed` is there for instants
    drawn at random.
    """

    at: datetime
    schedule: str
    market_open: bool
    local: datetime
    at_close: bool = False
    seed: int | None = None


def instants(schedule: LiveSchedule, start: datetime, end: datetime) -> list[PlannedInstant]:
    """Give the instants of `schedule` in ``[start, end)``, ascending, whether or not it is enabled.

    Instants while the market is closed are left out unless the schedule says ``when_closed = "ask"`` or counts from
    the close; the close itself counts as open.
    """
    return list(_planned(schedule, require_utc(start), require_utc(end)))


def upcoming(schedule: LiveSchedule, start: datetime, count: int = 1) -> list[PlannedInstant]:
    """Give the first `count` instants from `start` on; fewer, or none, where four years hold no more."""
    found: list[PlannedInstant] = []
    for window in _WINDOWS:
        found = list(islice(_planned(schedule, require_utc(start), require_utc(start) + window), count))
        if len(found) == count:
            break
    return found


def instants_per_day(schedule: LiveSchedule, start: datetime, days: int = 28) -> float:
    """Give how many instants a day the schedule has on average over the `days` from `start`; for estimates of cost."""
    return sum(1 for _ in _planned(schedule, require_utc(start), require_utc(start) + days * _DAY)) / days


def nightly_starts(schedule: NightlySchedule, start: datetime, end: datetime) -> list[datetime]:
    """Give the moments in ``[start, end)`` at which a nightly schedule's sets are due, ascending, UTC."""
    return list(_at_times(schedule.at, ZoneInfo(schedule.zone), require_utc(start), require_utc(end)))


def pick_minutes(seed: int, minutes: list[datetime], count: int) -> list[datetime]:
    """Give `count` of the ascending `minutes`, ascending, chosen by `seed` alone (all, where there are no more).

    The minutes are cut into `count` parts of equal length, so that the draw covers the day, and of each part the one
    whose SHA-256 of ``<seed>:<minute as 2026-11-30T14:30Z>`` is smallest is taken: anyone can check a stored draw, and
    no library's random numbers are involved.
    """
    def rank(at: datetime) -> bytes:
        return hashlib.sha256(f"{seed}:{at:%Y-%m-%dT%H:%MZ}".encode()).digest()

    count = min(count, len(minutes))
    parts = [minutes[len(minutes) * n // count:len(minutes) * (n + 1) // count] for n in range(count)]
    return [min(part, key=rank) for part in parts]


def _planned(schedule: LiveSchedule, start: datetime, end: datetime) -> Iterator[PlannedInstant]:
    zone = calendar_zone(schedule.calendar)
    shown = ZoneInfo(schedule.zone) if schedule.calendar == ALWAYS else zone
    seed = schedule.random.seed if schedule.random else None
    keep_closed = schedule.when_closed == "ask" or schedule.at_close is not None
    for at in _moments(schedule, zone, start, end):
        opened = is_open(schedule.calendar, at)
        closing = not opened and is_close(schedule.calendar, at)
        if opened or closing or keep_closed:
            yield PlannedInstant(at, schedule.name, opened, at.astimezone(shown), closing, seed)


def _moments(schedule: LiveSchedule, zone: ZoneInfo, start: datetime, end: datetime) -> Iterator[datetime]:
    if schedule.cron is not None:
        yield from crontab.moments(schedule.cron, start, end)
    elif schedule.at_close is not None:
        yield from _from_closes(schedule.calendar, schedule.at_close, start, end)
    elif schedule.random is not None:
        for day in _days(zone, start, end):
            minutes = _open_minutes(schedule.calendar, zone, day)
            drawn = pick_minutes(schedule.random.seed, minutes, schedule.random.per_day)
            yield from (at for at in drawn if start <= at < end)
    else:
        yield from _at_times(_times(schedule), ZoneInfo(schedule.zone), start, end)


def _times(schedule: LiveSchedule) -> tuple[time, ...]:
    """Give the times of day that ``at`` lists or ``every`` steps through (both ends of ``between`` included)."""
    if schedule.at is not None:
        return schedule.at
    first, last = schedule.between or (time(0), time(23, 59))
    step = int((schedule.every or _DAY).total_seconds()) // 60
    return tuple(time(*divmod(minute, 60))
                 for minute in range(first.hour * 60 + first.minute, last.hour * 60 + last.minute + 1, step))


def _days(zone: ZoneInfo, start: datetime, end: datetime) -> Iterator[date]:
    day, last = start.astimezone(zone).date(), end.astimezone(zone).date()
    while day <= last:
        yield day
        day += _DAY


def _at_times(times: tuple[time, ...], zone: ZoneInfo, start: datetime, end: datetime) -> Iterator[datetime]:
    """Give each time of each date by that date's own clock: a skipped one not at all, a repeated one once."""
    for day in _days(zone, start, end):
        moments = {at for at in (at_local(day, one, zone) for one in times) if at is not None}
        yield from (at for at in sorted(moments) if start <= at < end)


def _from_closes(calendar: str, spans: tuple[timedelta, ...], start: datetime, end: datetime) -> Iterator[datetime]:
    sessions = sessions_between(calendar, start - _DAY, end + _DAY)
    yield from sorted({session.close_at + span for session in sessions for span in spans
                       if start <= session.close_at + span < end})


def _open_minutes(calendar: str, zone: ZoneInfo, day: date) -> list[datetime]:
    """Give the whole minutes of `day`, by the exchange's clock, at which the market trades."""
    start, end = (datetime.combine(one, time(), zone).astimezone(UTC) for one in (day, day + _DAY))
    minutes: list[datetime] = []
    for session in sessions_between(calendar, start, end):
        at = max(session.open_at, start)
        while at < min(session.close_at, end):
            if session.trades_at(at):
                minutes.append(at)
            at += _MINUTE
    return minutes
