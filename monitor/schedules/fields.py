"""Readers of single fields: a value as TOML gives it enters, a checked one leaves, or a FieldError with its remedy."""

import re
from collections.abc import Callable
from datetime import time, timedelta
from typing import Any

from monitor.calendars import require_zone
from monitor.datasets import PLACEHOLDERS, placeholders
from monitor.durations import format_duration, parse_duration
from monitor.errors import ConfigError
from monitor.schedules import crontab
from monitor.schedules.errors import FieldError

__all__ = ["OFFSET_PRESETS", "read_clocks", "read_cron", "read_from_close", "read_names", "read_offsets", "read_step",
           "read_stretch", "read_wordings", "read_zone"]

OFFSET_PRESETS = {
    "default": ("5s", "30s", "1m", "2m", "5m", "15m", "30m", "1h", "3h"),
    "board": ("5s", "30s", "1m", "15m", "1h", "3h"),
    "slow": ("1m", "2m", "5m", "15m", "30m", "1h", "3h"),
}
"""Offsets by name: DESIGN's default, the public board's six, and the default's that a call a second can keep."""

_LONGEST_OFFSET = timedelta(days=7)
_LONGEST_FROM_CLOSE = timedelta(hours=12)
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


def _listed(value: Any, what: str) -> list[Any]:
    if isinstance(value, str | time | timedelta):
        return [value]  # one name or time without brackets is a list of one
    if not isinstance(value, list | tuple):
        raise FieldError(f"{value!r} is not a list of {what}", remedy="write it in square brackets")
    if not value:
        raise FieldError(f"the list of {what} is empty, so it can never fire", remedy="name at least one")
    return list(value)


def _distinct(values: list[Any], write: Callable[[Any], str]) -> tuple[Any, ...]:
    for index, value in enumerate(values):
        if value in values[:index]:
            raise FieldError(f"{write(value)} is there twice", remedy="name it once")
    return tuple(values)


def _clock(value: Any) -> time:
    if isinstance(value, time) and value.tzinfo is None:
        if value.second or value.microsecond:
            raise FieldError(f"{value.isoformat()} has seconds", remedy="an instant is a whole minute, as in 09:35")
        return value
    if isinstance(value, str) and (match := _CLOCK.fullmatch(value)):
        return time(int(match[1]), int(match[2]))
    if isinstance(value, str) and _CLOCK.fullmatch(value[:5]) and value[5:6] == ":":
        raise FieldError(f"{value!r} has seconds", remedy="an instant is a whole minute, as in 09:35")
    raise FieldError(f"{value!r} is not a time of day", remedy="write 24-hour HH:MM, as in 09:35")


def read_clocks(value: Any) -> tuple[time, ...]:
    """Give times of day, ascending, from a list of ``HH:MM``."""
    return tuple(sorted(_distinct([_clock(one) for one in _listed(value, "times of day")], lambda t: f"{t:%H:%M}")))


def read_stretch(value: Any) -> tuple[time, ...]:
    """Give first and last time of day of a stretch within one day."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise FieldError(f"{value!r} is not two times of day", remedy='write it as ["09:35", "15:55"]')
    first, last = (_clock(one) for one in value)
    if last < first:
        raise FieldError(f"it ends ({last:%H:%M}) before it begins ({first:%H:%M})",
                         remedy="a stretch over midnight takes two tables")
    return (first, last)


def read_step(value: Any) -> timedelta:
    """Give a step of whole minutes, at most a day."""
    span = value if isinstance(value, timedelta) else parse_duration(value)
    if not span or span % timedelta(minutes=1):
        raise FieldError(f"{value!r} is not a whole number of minutes", remedy="an instant is a whole minute: use 15m")
    if span > timedelta(days=1):
        raise FieldError(f"{value!r} is longer than a day", remedy="use cron")
    return span


def read_offsets(value: Any) -> tuple[timedelta, ...]:
    """Give offsets, ascending, from the name of a preset or a list of durations."""
    if isinstance(value, str):
        if value not in OFFSET_PRESETS:
            raise FieldError(f"{value!r} is not a preset of offsets",
                             remedy=f"use {' or '.join(OFFSET_PRESETS)}, or a list such as [\"5s\", \"1m\"]")
        value = OFFSET_PRESETS[value]
    spans = [one if isinstance(one, timedelta) else parse_duration(one) for one in _listed(value, "offsets")]
    if (longest := max(spans)) > _LONGEST_OFFSET:
        raise FieldError(f"{format_duration(longest)} is longer than {format_duration(_LONGEST_OFFSET)}",
                         remedy="use shorter offsets")
    return tuple(sorted(_distinct(spans, format_duration)))


def read_from_close(value: Any) -> tuple[timedelta, ...]:
    """Give signed whole minutes from a session's close, ascending."""
    spans = []
    for one in _listed(value, "durations from the close"):
        if isinstance(one, timedelta):
            spans.append(one)
            continue
        sign = -1 if isinstance(one, str) and one.startswith("-") else 1
        span = parse_duration(one[1:] if isinstance(one, str) and one[:1] in "+-" else one)
        if span % timedelta(minutes=1):
            raise FieldError(f"{one!r} is not a whole number of minutes", remedy="an instant is a whole minute: use 0m")
        if span > _LONGEST_FROM_CLOSE:
            raise FieldError(f"{one!r} is more than {format_duration(_LONGEST_FROM_CLOSE)} from the close",
                             remedy="use at, with a zone")
        spans.append(sign * span)
    return tuple(sorted(_distinct(spans, str)))


def read_names(what: str) -> Callable[[Any], tuple[str, ...]]:
    """Give a reader of a list of distinct names; `what` says in errors what they name."""
    def names(value: Any) -> tuple[str, ...]:
        values = _listed(value, what)
        for one in values:
            if not isinstance(one, str) or not one.strip():
                raise FieldError(f"{one!r} is not a name", remedy=f"list {what} as strings")
        return _distinct(values, repr)

    return names


def read_wordings(value: Any) -> tuple[str, ...]:
    """Give further templates, each with placeholders that can be filled."""
    if isinstance(value, list | tuple) and not value:
        return ()
    texts: tuple[str, ...] = read_names("wordings")(value)
    for text in texts:
        if unknown := sorted(placeholders(text) - set(PLACEHOLDERS)):
            raise FieldError(f"{text!r} holds {{{{{unknown[0]}}}}}, which nothing fills",
                             remedy="known: " + ", ".join(f"{{{{{name}}}}}" for name in PLACEHOLDERS))
    return texts


def read_zone(value: Any) -> str:
    """Give the name of a time zone that exists."""
    if not isinstance(value, str):
        raise FieldError(f"{value!r} is not a time zone", remedy="write it as in UTC or America/New_York")
    try:
        require_zone(value)
    except ConfigError as error:
        raise FieldError(error.what, remedy=error.remedy) from error
    return value


def read_cron(value: Any) -> str:
    """Give a five-field cron expression that can be read."""
    crontab.parse(value)
    return str(value)
