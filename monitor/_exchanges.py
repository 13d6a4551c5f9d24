"""Exchange sessions out of exchange_calendars, as plain Python values; the one module that imports it."""

import threading
from datetime import UTC, date, datetime
from difflib import get_close_matches
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from monitor.errors import ConfigError

__all__ = ["Row", "require_year", "resolve", "rows", "zone"]

Row = tuple[date, datetime, datetime, bool, datetime | None, datetime | None]
"""Date, open, close, half day, start and end of the midday break."""

_YEARS_BEFORE = 2
_YEARS_AFTER = 3  # the library's own default ends one year ahead of today; instants are asked for further out
_SURE_YEAR = 2026  # a year that the library knows for every exchange; some cannot be built to an earlier end

_lock = threading.Lock()
_built: dict[str, tuple[int, int, Any]] = {}


@lru_cache(maxsize=256)
def resolve(name: str, others: tuple[str, ...] = ()) -> str:
    """Give the exchange's code for a code or alias (``NYSE``); unknown raises ConfigError with the nearest name.

    `others` are further names to suggest.
    """
    import exchange_calendars

    known = exchange_calendars.get_calendar_names(include_aliases=True)
    if name not in known:
        near = get_close_matches(name, [*others, *known], n=1) or get_close_matches(name.upper(), known, n=1)
        raise ConfigError(f"unknown calendar {name!r}", remedy=(f"did you mean {near[0]}? " if near else "") +
                          "use fx, always, or an exchange's code such as XNYS")
    return str(exchange_calendars.resolve_alias(name))


@lru_cache(maxsize=64)
def zone(code: str) -> ZoneInfo:
    """Give the exchange's time zone."""
    return ZoneInfo(str(_calendar(code, _SURE_YEAR).tz))


def require_year(code: str, year: int) -> None:
    """Raise ConfigError where the library's knowledge of the exchange does not reach `year`."""
    first, last = _bounds(code)
    if not first <= year <= last:
        raise ConfigError(f"calendar {code} is known for {first} to {last} only, not for {year}",
                          remedy="update exchange_calendars, or use another calendar")


def rows(code: str, year: int) -> list[Row]:
    """Give the sessions dated in `year`, ascending; none outside what the library knows."""
    first, last = _bounds(code)
    if not first <= year <= last:
        return []
    calendar = _calendar(code, year)
    early = set(calendar.early_closes)
    frame = calendar.schedule
    frame = frame[frame.index.year == year]
    return [(session.date(), _utc(row.open), _utc(row.close), session in early, _utc_or_none(row.break_start),
             _utc_or_none(row.break_end)) for session, row in zip(frame.index, frame.itertuples(), strict=True)]


def _utc(stamp: Any) -> datetime:
    moment: datetime = stamp.to_pydatetime()
    # A plain datetime.UTC, so that moments compare and print alike wherever they came from.
    return moment.astimezone(UTC)


def _utc_or_none(stamp: Any) -> datetime | None:
    import pandas

    return None if pandas.isna(stamp) else _utc(stamp)


@lru_cache(maxsize=64)
def _bounds(code: str) -> tuple[int, int]:
    """Give the first and last whole year that can be built."""
    sample = _build(code, _SURE_YEAR - 1, _SURE_YEAR)
    first, last = sample.bound_min(), sample.bound_max()
    return (1970 if first is None else max(1970, first.year + ((first.month, first.day) != (1, 1))),
            2200 if last is None else last.year - ((last.month, last.day) != (12, 31)))


def _calendar(code: str, year: int) -> Any:
    """Give a calendar that covers `year`, rebuilt with room on both sides when the last one does not."""
    with _lock:
        held = _built.get(code)
        if held is None or not held[0] <= year <= held[1]:
            first, last = _bounds(code)
            low = max(first, min(year - _YEARS_BEFORE, held[0] if held else year))
            high = min(last, max(year + _YEARS_AFTER, held[1] if held else _SURE_YEAR))
            held = (low, high, _build(code, low, high))
            _built[code] = held
        return held[2]


def _build(code: str, first: int, last: int) -> Any:
    import exchange_calendars

    try:
        return exchange_calendars.get_calendar(code, start=f"{first}-01-01", end=f"{last}-12-31")
    # The library fails to build a few exchanges at all (XTAE; ASEX under pandas 3): say which, and go on with the rest.
    except (ValueError, NotImplementedError, exchange_calendars.errors.CalendarError) as error:
        raise ConfigError(f"calendar {code} cannot be built for {first} to {last}: {str(error)[:120]}",
                          remedy="update exchange_calendars, or use another calendar") from error
