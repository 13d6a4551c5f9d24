"""Copies of a database in use, and the way back from one.

A copy is taken through SQLite's backup interface inside one read transaction: writers go on meanwhile, and the copy is
the database as it stood at one moment. It counts as a backup only after it was read back: SQLite's own check of every
page and index, every foreign key, and the rows of every table against those of the source in that same transaction.
Beside it stands its SHA-256 as ``sha256sum`` writes it.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from monitor.errors import StoreError
from monitor.store.database import SCHEMA
from monitor.store.files import HASH_SUFFIX, SIDE_FILES, connect, dig, flush, row_counts, sound

__all__ = ["Backup", "Restored", "back_up", "backup_name", "backups_dir", "restore", "unused", "verify"]

MARGIN = 1.1
"""Free space that a copy needs, as a multiple of the database's size."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A verified copy."""

    path: Path
    size: int
    sha256: str
    schema: str
    rows: dict[str, int]
    """Rows by table."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup in the database's place; `kept` is what stood there before, None where there was nothing."""

    backup: Backup
    kept: Path | None


def backups_dir(database: Path) -> Path:
    """Give the folder beside the database in which its backups are kept unless another is named."""
    return database.parent / f"{database.stem}-backups"


def backup_name(database: Path, now: datetime, why: str = "") -> str:
    """Give the file name of a backup made now; `why` is a word that keeps it out of the rotation."""
    return f"{database.stem}-{now:%Y%m%dT%H%M%S}Z{'-' + why if why else ''}.sqlite"


def unused(path: Path) -> Path:
    """Give `path`, or where that is taken (two in one second) the same name with a number."""
    number = 2
    free = path
    while free.exists():
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return free


def back_up(database: Path, out: Path) -> Backup:
    """Copy `database` to the new file `out`, verify and flush it, and give what was kept.

    Raises StoreError when `out` exists, when there is no room, or when the copy is not sound; `out` is then not made.
    """
    if not database.is_file():
        raise StoreError("there is no database", str(database), "name another with --db")
    if out.exists():
        raise StoreError("exists already, and a backup never replaces a file", str(out), "name another file")
    part = out.with_name(out.name + ".part")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        _room(database, out.parent)
        with _cleared(part):
            rows = _copy(database, part)
            found = _verified(part, rows)
            part.chmod(database.stat().st_mode & 0o777)
            flush(part)
            _claim(part, out)
    except (OSError, sqlite3.Error) as err:
        raise StoreError(
            f"the backup could not be made: {err}", str(out), "free space there, or name another place"
        ) from err
    digest_file = out.with_name(out.name + HASH_SUFFIX)
    digest_file.write_text(f"{found.sha256}  {out.name}\n", encoding="ascii")
    flush(digest_file)
    flush(out.parent)
    return Backup(out, found.size, found.sha256, found.schema, found.rows)


def verify(path: Path) -> Backup:
    """Read a backup through and give what it holds; raises StoreError when it is not what was once written."""
    if not path.is_file():
        raise StoreError("there is no such file", str(path), "name a file that `monitor db backup` made")
    log = path.with_name(path.name + "-wal")
    if log.is_file() and log.stat().st_size:  # what stands there alone would be lost without a word
        raise StoreError("has a log beside it, as a database in use has: it is no backup", str(path),
                         f"make one of it: `monitor db backup --db {path}`")  # fmt: skip
    noted = path.with_name(path.name + HASH_SUFFIX)
    if noted.is_file() and noted.read_text(encoding="ascii", errors="replace").split()[:1] != [dig(path)]:
        raise StoreError("is not what was written: its SHA-256 differs from the one beside it", str(path),
                         "take another backup")  # fmt: skip
    try:
        return _verified(path, None)
    except sqlite3.Error as err:
        raise StoreError(f"is no sound database: {err}", str(path), "take another backup") from err


def restore(database: Path, backup: Path, now: datetime) -> Restored:
    """Put a verified copy of `backup` in the database's place; what stood there is kept beside it under another name.

    Nobody may have the database open: the caller makes sure. A stop at any moment leaves the old or the new one.
    """
    if database.exists() and backup.exists() and database.samefile(backup):
        raise StoreError("is the database itself", str(backup), "name a file that `monitor db backup` made")
    found = verify(backup)
    if found.schema > SCHEMA:
        remedy = "use the newer program that wrote it, or name an older backup"
        raise StoreError(f"schema {found.schema}, this program needs {SCHEMA}", str(backup), remedy)
    part = database.with_name(database.name + ".part")
    kept = database.with_name(f"{database.stem}-before-restore-{now:%Y%m%dT%H%M%S}Z{database.suffix}")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with _cleared(part):
            shutil.copyfile(backup, part)
            flush(part)
            stood = database.is_file()
            if stood:
                with contextlib.suppress(sqlite3.Error), contextlib.closing(connect(database)) as connection:
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # one that is spoiled keeps its log beside it
                os.link(database, kept)
            for suffix in SIDE_FILES:  # the old log must never be taken for the new file's
                side = database.with_name(database.name + suffix)
                if side.exists():
                    side.replace(kept.with_name(kept.name + suffix)) if stood else side.unlink()
            part.replace(database)
        flush(database.parent)
    except OSError as err:
        raise StoreError(f"the backup could not be put in place: {err}", str(database), "see its folder") from err
    return Restored(found, kept if stood else None)


def _copy(database: Path, part: Path) -> dict[str, int]:
    """Copy as of one moment; gives the rows of each table at that moment."""
    with contextlib.closing(connect(database, read_only=True)) as source, contextlib.closing(connect(part)) as copy:
        source.execute("BEGIN")
        rows = row_counts(source)
        source.backup(copy)
        source.execute("ROLLBACK")
    return rows


def _verified(path: Path, rows: dict[str, int] | None) -> Backup:
    with contextlib.closing(connect(path, read_only=True, immutable=True)) as connection:
        faults = sound(connection)
        if faults:
            raise StoreError(f"is not sound: {faults[0]}", str(path), "run `monitor db check`; older backups may be")
        counted = row_counts(connection)
        if rows is not None and counted != rows:
            raise StoreError("does not hold the rows that it was copied from", str(path), "try again")
        if "alembic_version" not in counted:
            raise StoreError("is not a database of this program", str(path), "name a file of `monitor db backup`")
        schema = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return Backup(path, path.stat().st_size, dig(path), str(schema[0]) if schema else "", counted)


def _room(database: Path, folder: Path) -> None:
    size = sum(p.stat().st_size for p in (database, database.with_name(database.name + "-wal")) if p.is_file())
    free = shutil.disk_usage(folder).free
    if free < size * MARGIN:
        what = f"{free:,} bytes are free, a backup needs {int(size * MARGIN):,}"
        raise StoreError(what, str(folder), "free space there, or name another place")


def _claim(part: Path, out: Path) -> None:
    """Give the finished copy its name, unless somebody else took it meanwhile (a rename would replace theirs)."""
    try:
        os.link(part, out)
    except FileExistsError as err:
        raise StoreError("exists already, and a backup never replaces a file", str(out), "name another file") from err


@contextlib.contextmanager
def _cleared(part: Path) -> Iterator[None]:
    """Have no half-made copy before or after, however the block ends; a killed process's goes at the next try."""
    names = [part, *(part.with_name(part.name + suffix) for suffix in (*SIDE_FILES, "-journal"))]
    for name in names:
        name.unlink(missing_ok=True)
    try:
        yield
    finally:
        for name in names:
            name.unlink(missing_ok=True)
