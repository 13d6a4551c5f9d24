"""Durations and moments as people write them (``5s``, ``3h``, ``2d``): for command line, settings and pages."""

import re
from datetime import UTC, datetime, timedelta

from monitor.errors import ConfigError

__all__ = ["DurationError", "format_duration", "moment", "parse_duration", "utc"]

_UNIT_S = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_WRITTEN = re.compile(r"([0-9]{1,9})([smhd])", re.ASCII)
_FIRST, _LAST = datetime(1970, 1, 2, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_LONGEST = timedelta(days=3660)


class DurationError(ConfigError, ValueError):
    """A text is not a duration. It is a ValueError too, so that validators report it as a wrong value."""


class DurationTooLongError(DurationError):
    """A duration it is, but of more than ten years."""


def parse_duration(text: str) -> timedelta:
    """Give the time that `text` names: a whole number and one of s, m, h, d, at most ten years.

    Anything else (no unit, two units, a sign, a fraction) raises DurationError.
    """
    match = _WRITTEN.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise DurationError(f"{text!r} is not a duration", remedy="write it as in 5s, 15m, 3h, 2d")
    span = timedelta(seconds=int(match[1]) * _UNIT_S[match[2]])
    if span > _LONGEST:
        raise DurationTooLongError(f"{text!r} is longer than ten years", remedy="write a shorter duration")
    return span


def format_duration(span: timedelta) -> str:
    """Give `span` as one number and the largest unit that divides it: 90 s is ``90s``, 120 s is ``2m``.

    `parse_duration` reads it back. A negative span, or one with a fraction of a second, raises DurationError.
    """
    seconds = span // timedelta(seconds=1)
    if seconds < 0 or span != timedelta(seconds=seconds):
        raise DurationError(f"{span!r} cannot be written as a duration", remedy="use whole, non-negative seconds")
    for unit in ("d", "h", "m"):
        if seconds and seconds % _UNIT_S[unit] == 0:
            return f"{seconds // _UNIT_S[unit]}{unit}"
    return f"{seconds}s"


def moment(text: str | None, now: datetime, option: str) -> datetime | None:
    """Give the moment that `option` names: a duration before now (``2d``), or an ISO time (UTC without a zone)."""
    if text is None:
        return None
    try:
        return now - parse_duration(text)
    except DurationTooLongError as err:
        raise ConfigError(err.what, option, f"{err.remedy}, or a time") from err
    except DurationError:
        at = _time(text, option)
    return utc(at, text, option)


def utc(at: datetime, text: str, option: str) -> datetime:
    """Give a time that was read from `text` in UTC, the zone of one without a zone; far years are refused."""
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    if not _FIRST <= at.replace(tzinfo=UTC) <= _LAST:
        raise ConfigError(f"{text!r} is not in the years 1970 to 2199", option, "write a year between them")
    return at.astimezone(UTC)


def _time(text: str, option: str) -> datetime:
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError as err:
        raise ConfigError(
            f"{text!r} is neither a duration nor a time", option, "write it as in 2d or 2026-11-30T14:30Z"
        ) from err
