"""What commands work on, made from their options: settings, clock, database, moments.

Everything heavy is imported when it is asked for, so that ``--help`` stays quick.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from monitor.durations import moment, utc
from monitor.errors import ConfigError

if TYPE_CHECKING:
    from monitor.clock import SystemClock
    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["clock_of", "existing_database", "moment", "settings_for", "utc"]


def settings_for(config: Path | None, db: Path | None = None, *, whole: bool = False) -> "Settings":
    """Give the settings of ``--config``; ``--db`` goes to the environment, where child processes find it too.

    With `whole`, settings that are wrong are reported together with what else is wrong in apis, items and schedules.
    """
    from monitor.config import load_settings

    if db is not None:
        os.environ["MONITOR_STORE__PATH"] = str(db.expanduser().resolve())
    try:
        return load_settings(config)
    except ConfigError:
        if whole:
            from monitor.daemon.world import load_whole

            load_whole(config)
        raise


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
