"""Durations as people write them: ``5s``, ``15m``, ``3h``, ``2d``. Bottom layer: command line and settings share it."""

import re
from datetime import timedelta

from monitor.errors import ConfigError

__all__ = ["DurationError", "format_duration", "parse_duration"]

_UNIT_S = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_WRITTEN = re.compile(r"([0-9]{1,9})([smhd])", re.ASCII)
_LONGEST = timedelta(days=3660)


class DurationError(ConfigError, ValueError):
    """A text is not a duration. It is a ValueError too, so that validators report it as a wrong value."""


def parse_duration(text: str) -> timedelta:
    """Give the time that `text` names: a whole number and one of s, m, h, d, at most ten years.

    Anything else (no unit, two units, a sign, a fraction) raises DurationError.
    """
    match = _WRITTEN.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise DurationError(f"{text!r} is not a duration", remedy="write it as in 5s, 15m, 3h, 2d")
    span = timedelta(seconds=int(match[1]) * _UNIT_S[match[2]])
    if span > _LONGEST:
        raise DurationError(f"{text!r} is longer than ten years", remedy="write a shorter duration")
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
