"""Giving up what is bulky and old: bodies of responses, messages of runs, sources' raw answers.

Everything else stays for ever: probes, responses with status and headers, bars, readings, grades, verdicts, and of a
pruned body its size and hash. Rows are emptied in transactions kept near 100 ms, each followed by a pause as long, so
that a recording daemon gets the database in between. Free pages are then given back to the disk, the same way.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import zstandard

from monitor.clock import SystemClock
from monitor.store.files import connect, used_bytes
from monitor.store.types import to_micros

__all__ = ["LEAST_AGE", "Kind", "Pruned", "compact", "cutoff_for_size", "prune"]

LEAST_AGE = timedelta(days=2)
"""What is younger is never pruned: it may not be read, graded or pulled again yet."""

TARGET_S = 0.1
"""How long a transaction should take; the next one is made larger or smaller after it. The promise is 0.2 s."""

FIRST_CHUNK, MOST_CHUNK = 20, 2000


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of bulk: `select` gives (id, bytes, payload or NULL) of rows before a moment, above an id."""

    name: str
    select: str
    empty: str
    spared: Callable[[bytes], bool] | None = None


_AGE_OF_BODY = (
    "coalesce((SELECT max(received_at) FROM response WHERE body_id = body.id),"
    " (SELECT max(booked_at) FROM run_call WHERE body_id = body.id))"
)
BODIES = Kind(
    "bodies",
    f"SELECT id, length(zstd), NULL FROM body WHERE length(zstd) > 0 AND {_AGE_OF_BODY} < :before AND id > :after"
    " ORDER BY id LIMIT :most",
    "UPDATE body SET zstd = x'' WHERE id IN ({})",
)
MESSAGES = Kind(
    "messages of runs",
    "SELECT run_id, length(zstd), NULL FROM run_messages JOIN run ON run.id = run_id"
    " WHERE coalesce(ended_at, planned_at) < :before AND run_id > :after ORDER BY run_id LIMIT :most",
    "DELETE FROM run_messages WHERE run_id IN ({})",
)
PULLS = Kind(
    "raw answers of sources",
    "SELECT id, length(zstd), zstd FROM pull WHERE zstd IS NOT NULL AND pulled_at < :before AND id > :after"
    " ORDER BY id LIMIT :most",
    "UPDATE pull SET zstd = NULL WHERE id IN ({})",
)


@dataclass(slots=True)
class Pruned:
    """What went, or in a dry run would go: rows and bytes by kind."""

    before: datetime
    rows: dict[str, int] = field(default_factory=dict)
    bytes: dict[str, int] = field(default_factory=dict)
    spared: int = 0
    """Raw answers that are old enough but still needed."""
    returned: int = 0
    """Bytes given back to the disk."""
    longest_ms: float = 0.0
    """The longest that the database was held at a time."""
    shrinks: bool = True
    """False where free pages cannot be given back, only used again: the file was made by an early version."""

    @property
    def total_bytes(self) -> int:
        """Bytes of all kinds."""
        return sum(self.bytes.values())


def prune(
    path: Path,
    before: datetime,
    *,
    dry: bool = False,
    spare: Callable[[bytes], bool] | None = None,
    pause: Callable[[float], None] = time.sleep,
) -> Pruned:
    """Empty everything bulky from before `before`, or with `dry` only count it.

    `spare` is asked about each raw answer of a source whether later grading still needs it (it tells of a split).
    """
    done = Pruned(before)
    with closing(connect(path, read_only=dry)) as connection:
        pace = _Pace(connection, done, pause)
        for kind in (BODIES, MESSAGES, PULLS):
            _prune_kind(connection, kind, before, done, pace, dry, spare if kind is PULLS else None)
        if not dry:
            _give_back(connection, done, pace)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return done


def cutoff_for_size(path: Path, most_bytes: int, now: datetime) -> datetime | None:
    """Give the moment before which bulk must go so that about `most_bytes` stay in use; None where nothing need go.

    Never later than `LEAST_AGE` before `now`, whatever stays.
    """
    latest = now - LEAST_AGE
    with closing(connect(path, read_only=True)) as connection:
        over = used_bytes(connection)[0] - most_bytes
        if over <= 0:
            return None
        rows = connection.execute(
            f"SELECT at, sum(size) FROM (SELECT {_AGE_OF_BODY} AS at, length(zstd) AS size FROM body"
            " UNION ALL SELECT pulled_at, length(zstd) FROM pull WHERE zstd IS NOT NULL"
            " UNION ALL"
            " SELECT coalesce(ended_at, planned_at), length(zstd) FROM run_messages JOIN run ON run.id = run_id)"
            " WHERE at IS NOT NULL AND size > 0 GROUP BY at / 3600000000 ORDER BY at"
        )
        for at, size in rows:
            over -= size
            if over <= 0:
                hour_end = (at // 3_600_000_000 + 1) * 3_600_000_000
                return min(latest, datetime.fromtimestamp(hour_end / 1e6, tz=now.tzinfo))
    return latest


def compact(path: Path) -> int:
    """Write the file anew without free pages, and so that it can shrink by itself from now on; gives the bytes saved.

    It takes as much free disk as the file, and nobody else may use the database meanwhile: the caller makes sure.
    """
    before = path.stat().st_size
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")  # a file with a log keeps its old page layout
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
        connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode=WAL")
    return before - path.stat().st_size


class _Pace:
    """Makes each transaction about as long as `TARGET_S`, and rests as long after it."""

    def __init__(self, connection: sqlite3.Connection, done: Pruned, pause: Callable[[float], None]) -> None:
        self.size = FIRST_CHUNK
        self._connection, self._done, self._pause = connection, done, pause
        self._clock = SystemClock()

    def run(self, statement: str, values: Sequence[int] = ()) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        started = self._clock.monotonic()
        try:
            self._connection.execute(statement, values).fetchall()
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        took_s = self._clock.monotonic() - started
        self._done.longest_ms = max(self._done.longest_ms, took_s * 1000)
        self.size = max(1, min(MOST_CHUNK, int(self.size * min(2.0, TARGET_S / max(took_s, 1e-4)))))
        self._pause(took_s)


def _prune_kind(
    connection: sqlite3.Connection, kind: Kind, before: datetime, done: Pruned, pace: _Pace, dry: bool,
    spare: Callable[[bytes], bool] | None,
) -> None:  # fmt: skip
    after = -1
    rows = size = 0
    unpack = zstandard.ZstdDecompressor().decompress
    while True:
        most = MOST_CHUNK if dry else pace.size
        told = {"before": to_micros(before), "after": after, "most": most if spare is None else min(most, 200)}
        found = connection.execute(kind.select, told).fetchall()
        if not found:
            break
        after = found[-1][0]
        going = [one for one in found if spare is None or not _spared(spare, unpack, one[2])]
        done.spared += len(found) - len(going)
        rows, size = rows + len(going), size + sum(one[1] for one in going)
        if going and not dry:
            pace.run(kind.empty.format(",".join("?" * len(going))), [one[0] for one in going])
    if rows:
        done.rows[kind.name], done.bytes[kind.name] = rows, size


def _spared(spare: Callable[[bytes], bool], unpack: Callable[[bytes], bytes], packed: bytes) -> bool:
    try:
        return spare(unpack(packed))
    except zstandard.ZstdError:
        return False  # spoiled: `monitor db check` says so, and it is of no use to anybody


def _give_back(connection: sqlite3.Connection, done: Pruned, pace: _Pace) -> None:
    _, free = used_bytes(connection)
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] != 2:
        done.shrinks = not free
        return
    pace.size = FIRST_CHUNK * 5
    while free:
        pace.run(f"PRAGMA incremental_vacuum({pace.size})")
        _, left = used_bytes(connection)
        if left >= free:
            break
        done.returned += free - left
        free = left
