"""The worker's care of the database: prune what is old, back up, keep its size. Each only when it is due."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import func, select

from monitor.config import Settings
from monitor.daemon.health import note
from monitor.daemon.world import database_path
from monitor.store.backup import Backup, back_up, backup_name, backups_dir
from monitor.store.database import Database, open_database
from monitor.store.growth import growth, sample
from monitor.store.prune import Pruned, cutoff_for_size, prune
from monitor.store.rotation import rotate
from monitor.store.tables import Event, Note

__all__ = ["BACKUP", "backup_folder", "care", "note_backup", "prune_by"]

BACKUP = "backup"
"""Name of the note of the newest backup; its `at` is when that was made."""
PRUNE = "prune"
PRUNE_EVERY = timedelta(days=1)
GIGABYTE = 1_000_000_000


def care(settings: Settings, now: datetime) -> dict[str, Any]:
    """Prune, measure and back up where due; gives what was done. A backup that fails raises StoreError, at the end."""
    database = open_database(database_path(settings))
    try:
        done = _prune(database, settings, now)
        size = growth(database, now)
        with database.write() as session:
            sample(session, size.used_bytes, now)
        done |= _backup(database, settings, now)
    finally:
        database.close()
    return done | {"bytes": size.file_bytes}


def backup_folder(settings: Settings) -> Path:
    """Give where backups go unless a command names another place."""
    return settings.path(settings.backup.dir) if settings.backup.dir else backups_dir(database_path(settings))


def note_backup(database: Database, made: Backup, now: datetime) -> None:
    """Keep what the newest backup is, for the status, alerts and the next one's turn."""
    with database.write() as session:
        rows = sum(made.rows.values())
        note(session, BACKUP, now, path=str(made.path), bytes=made.size, sha256=made.sha256, rows=rows)


def prune_by(path: Path, before: datetime | None, *, dry: bool = False) -> Pruned | None:
    """Prune what is older than `before`, but sources' answers that tell of splits; None where there is no moment."""
    from monitor.market.splits import announced_splits  # only the worker and commands load what it stands on

    return None if before is None else prune(path, before, dry=dry, spare=lambda raw: bool(announced_splits(raw)))


def _backup(database: Database, settings: Settings, now: datetime) -> dict[str, Any]:
    wanted = settings.backup
    if wanted.every_h == 0 or not _due(database, BACKUP, timedelta(hours=wanted.every_h), now):
        return {}
    folder = backup_folder(settings)
    made = back_up(database.path, folder / backup_name(database.path, now))
    note_backup(database, made, now)
    gone = rotate(folder, database.path.stem, wanted.keep_daily, wanted.keep_weekly)
    return {"backups": 1, "rotated": len(gone)}


def _prune(database: Database, settings: Settings, now: datetime) -> dict[str, Any]:
    wanted = settings.prune
    if (wanted.after_days is None and wanted.above_gb is None) or not _due(database, PRUNE, PRUNE_EVERY, now):
        return {}
    moments = []
    if wanted.after_days is not None:
        moments.append(now - timedelta(days=wanted.after_days))
    if wanted.above_gb is not None and (at := cutoff_for_size(database.path, int(wanted.above_gb * GIGABYTE), now)):
        moments.append(at)
    found = prune_by(database.path, max(moments, default=None))
    said = {"pruned": sum(found.rows.values()), "pruned_bytes": found.total_bytes} if found is not None else {}
    with database.write() as session:
        note(session, PRUNE, now, **said)
    return said


def _due(database: Database, name: str, every: timedelta, now: datetime) -> bool:
    """Tell whether `every` has passed since the last time, or, before there was one, since the first event."""
    with database.read() as session:
        last = session.get(Note, name)
        since = last.at if last is not None else session.exec(select(func.min(Event.at))).one()
    return since is not None and now - since >= every
