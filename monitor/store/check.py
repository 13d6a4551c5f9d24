"""What is wrong in a database file: pages, indices and foreign keys, rows that belong to nothing, spoiled contents."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import zstandard

from monitor.errors import StoreError
from monitor.store.files import connect, sound

__all__ = ["Finding", "check_file"]

CHUNK = 500
NAMED = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of fault: its name, what is wrong, what to do."""

    kind: str
    what: str
    remedy: str


RESTORE = "stop the monitor, then `monitor db restore BACKUP`; what was recorded since that backup is lost"

_ORPHANS = {
    "bodies that belong to no response or call": "SELECT id FROM body WHERE id NOT IN"
    " (SELECT body_id FROM response WHERE body_id IS NOT NULL)"
    " AND id NOT IN (SELECT body_id FROM run_call WHERE body_id IS NOT NULL)",
    "responses to probes that were never sent": "SELECT response.id FROM response JOIN probe ON probe.id = probe_id"
    " WHERE probe.state NOT IN ('answered', 'failed')",
    "answered probes without a response": "SELECT id FROM probe WHERE state = 'answered'"
    " AND id NOT IN (SELECT probe_id FROM response WHERE body_id IS NOT NULL)",
    "grades of readings of another probe": "SELECT grade.id FROM grade JOIN reading ON reading.id = reading_id"
    " WHERE reading.probe_id != grade.probe_id",
}
_TWICE = (
    "SELECT min(id) FROM probe WHERE state != 'cancelled'"
    " GROUP BY instant_at, offset_s, item_id, api, vantage, attempt HAVING count(*) > 1"
)


def check_file(path: Path) -> list[Finding]:
    """Give every fault found; none where the file is sound. Raises StoreError where it cannot be opened.

    A file that SQLite finds spoiled is not looked at further: what it gave could not be believed.
    """
    try:
        opened = connect(path, read_only=True)
    except sqlite3.OperationalError as err:
        raise StoreError(f"cannot be opened: {err}", str(path), "check its permissions and the disk") from err
    except sqlite3.DatabaseError as err:  # its very first page is spoiled, or it never was a database
        return [Finding("integrity", str(err), RESTORE)]
    with closing(opened) as connection:
        faults = sound(connection)
        if faults:
            return [Finding("integrity", fault, RESTORE) for fault in faults]
        try:
            return [*_orphans(connection), *_twice(connection), *_spoiled(connection)]
        except sqlite3.DatabaseError as err:
            if "no such" in str(err):
                return []  # an earlier schema: whoever opens it by the models says so
            return [Finding("integrity", str(err), RESTORE)]


def _orphans(connection: sqlite3.Connection) -> Iterator[Finding]:
    for what, query in _ORPHANS.items():
        found = [row[0] for row in connection.execute(query)]
        if found:
            yield Finding("orphans", f"{len(found):,} {what}: {_named(found)}", "report this; grades are unaffected")


def _twice(connection: sqlite3.Connection) -> Iterator[Finding]:
    found = [row[0] for row in connection.execute(_TWICE)]
    if found:
        yield Finding("asked twice", f"{len(found):,} probes stand twice: {_named(found)}", RESTORE)


def _spoiled(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Unpack everything that carries a hash; in short reads, so that no log grows meanwhile."""
    for table in ("body", "pull"):
        after, bad = -1, []
        while True:
            rows = connection.execute(
                f"SELECT id, sha256, zstd FROM {table} WHERE id > ? AND length(zstd) > 0 ORDER BY id LIMIT ?",
                (after, CHUNK),
            ).fetchall()
            if not rows:
                break
            after = rows[-1][0]
            bad += [number for number, sha256, packed in rows if not _whole(sha256, packed)]
        if bad:
            yield Finding("hashes", f"{len(bad):,} rows of {table} are not what was recorded: {_named(bad)}", RESTORE)


def _whole(sha256: str | None, packed: bytes) -> bool:
    try:
        return hashlib.sha256(zstandard.ZstdDecompressor().decompress(packed)).hexdigest() == sha256
    except zstandard.ZstdError:
        return False


def _named(ids: list[int]) -> str:
    return ", ".join(map(str, ids[:NAMED])) + (", ..." if len(ids) > NAMED else "")
