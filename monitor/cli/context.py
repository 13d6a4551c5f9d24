"""What commands work on, made from their options: settings, clock, database, moments.

Everything heavy is imported when it is asked for, so that ``--help`` stays quick.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from monitor.errors import ConfigError

if TYPE_CHECKING:
    from monitor.clock import SystemClock
    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["clock_of", "existing_database", "moment", "settings_for", "utc"]


_FIRST, _LAST = datetime(1970, 1, 2, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


def settings_for(config: Path | None, db: Path | None = None) -> "Settings":
    """Give the settings of ``--config``; ``--db`` goes to the environment, where child processes find it too."""
    from monitor.config import load_settings

    if db is not None:
        os.environ["MONITOR_STORE__PATH"] = str(db.expanduser().resolve())
    return load_settings(config)


def clock_of(settings: "Settings") -> "SystemClock":
    """Give the host's clock, or a shifted one where the settings say so."""
    from monitor.clock import ShiftedClock, SystemClock

    shift_s = settings.clock.shift_s
    return ShiftedClock(timedelta(seconds=shift_s)) if shift_s else SystemClock()


def existing_database(settings: "Settings") -> "Database":
    """Give the database; raises StoreError where there is none yet, SchemaError where it is older or newer."""
    from monitor.daemon.world import database_path
    from monitor.store.database import open_database

    return open_database(database_path(settings), create=False)


def moment(text: str | None, now: datetime, option: str) -> datetime | None:
    """Give the moment that an option names: a duration before now (``2d``), or an ISO time (UTC without a zone)."""
    from monitor.durations import DurationError, parse_duration

    if text is None:
        return None
    try:
        return now - parse_duration(text)
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
