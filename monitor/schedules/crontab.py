"""Five-field cron expressions in UTC, read by APScheduler, with the two traps of its reading closed."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from monitor.schedules.errors import FieldError

__all__ = ["moments", "parse"]

_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")  # cron counts from Sunday, and 7 is Sunday again
_PART = re.compile(r"(\d|[a-z]{3})(?:-(\d|[a-z]{3}))?(?:/(\d))?", re.ASCII)


def parse(expression: Any) -> Any:
    """Give APScheduler's trigger for a five-field expression in UTC; a wrong one raises FieldError.

    APScheduler counts weekdays from Monday where cron counts from Sunday, so weekdays are handed to it by name. Crons
    differ on whether a day of the month and a weekday must both hold; a line that gives both is refused.
    """
    from apscheduler.triggers.cron import CronTrigger

    if not isinstance(expression, str):
        raise FieldError(f"{expression!r} is not a cron expression", remedy='write five fields, as in "30 14 * * 1-5"')
    fields = expression.lower().split()
    if len(fields) != 5:
        raise FieldError(f"{expression!r} has {len(fields)} fields, not five",
                         remedy='write minute, hour, day, month and weekday, as in "30 14 * * 1-5"')
    if not fields[2].startswith("*") and not fields[4].startswith("*"):
        raise FieldError(f"{expression!r} gives a day of the month and a weekday", remedy="give one of them")
    try:
        return CronTrigger.from_crontab(" ".join([*fields[:4], _weekdays(fields[4])]), timezone=UTC)
    except ValueError as error:
        raise FieldError(f"{expression!r} is not a cron expression: {error}",
                         remedy='write five fields, as in "30 14 * * 1-5"') from error


def moments(expression: str, start: datetime, end: datetime) -> Iterator[datetime]:
    """Give the moments in ``[start, end)``, ascending, UTC."""
    trigger = parse(expression)
    trigger.end_date = end  # or a day that never comes would be sought to the year 9999
    fires = trigger.get_next_fire_time(None, start)
    while fires is not None and fires < end:
        yield fires.astimezone(UTC)
        fires = trigger.get_next_fire_time(None, fires + timedelta(microseconds=1))


def _weekdays(field: str) -> str:
    """Give the weekday field with names for numbers: ``1-5`` is ``mon,tue,wed,thu,fri``."""
    if field.startswith("*"):
        if field == "*":
            return field
        field = "0-6" + field.removeprefix("*")
    names: list[str] = []
    for part in field.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(f"weekday {part!r} is not known")
        first, last, step = _day(match[1]), _day(match[2] or match[1]), int(match[3] or 1)
        if last < first:
            last += 7  # fri-mon runs over the week's end
        if not step or (match[3] and not match[2]):
            raise ValueError(f"weekday step {part!r} needs a range and a positive number")
        names += [_DAYS[day % 7] for day in range(first, last + 1, step)]
    return ",".join(dict.fromkeys(names))


def _day(text: str) -> int:
    if text.isdigit() and int(text) <= 7:
        return int(text)
    if text in _DAYS:
        return _DAYS.index(text)
    raise ValueError(f"weekday {text!r} is not known")
