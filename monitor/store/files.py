"""The database as a file: opened without the models, looked over, hashed, flushed."""

import hashlib
import os
import sqlite3
from pathlib import Path

__all__ = ["HASH_SUFFIX", "SIDE_FILES", "connect", "dig", "flush", "row_counts", "size_on_disk", "sound", "used_bytes"]

HASH_SUFFIX = ".sha256"
SIDE_FILES = ("-wal", "-shm")
"""What SQLite keeps beside a database: they belong to it."""

MOST_FAULTS = 20


def connect(
    path: Path, *, read_only: bool = False, immutable: bool = False, timeout_s: float = 30.0
) -> sqlite3.Connection:
    """Open the file as it is: no transaction begins by itself. `immutable` takes no lock and makes no side files."""
    uri = f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}{'&immutable=1' if immutable else ''}"
    connection = sqlite3.connect(uri, uri=True, timeout=timeout_s, isolation_level=None)
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def sound(connection: sqlite3.Connection) -> list[str]:
    """Give what SQLite finds wrong with pages, indices and foreign keys; nothing where all is well."""
    try:
        said = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_FAULTS})")]
        faults = [] if said == ["ok"] else [line for text in said for line in text.splitlines()]
        broken: dict[tuple[str, str], int] = {}
        for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            broken[table, parent] = broken.get((table, parent), 0) + 1
    except sqlite3.DatabaseError as err:
        return [str(err)]
    return faults + [f"{n} rows of {table} point at no {parent}" for (table, parent), n in sorted(broken.items())]


def row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Give the number of rows of every table."""
    names = [row[0] for row in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")]  # fmt: skip
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}


def used_bytes(connection: sqlite3.Connection) -> tuple[int, int]:
    """Give the bytes of pages in use, and of free pages that will be used again."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size, free * size


def size_on_disk(path: Path) -> int:
    """Give the bytes of the database with its log."""
    files = (path, *(path.with_name(path.name + suffix) for suffix in SIDE_FILES))
    return sum(one.stat().st_size for one in files if one.is_file())


def dig(path: Path) -> str:
    """Give the SHA-256 of a file."""
    with path.open("rb") as read:
        return hashlib.file_digest(read, "sha256").hexdigest()


def flush(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk and not only in the system's memory."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
