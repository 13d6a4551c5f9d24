"""A store full of readings that were graded once, and plain SQL that reads and writes what grading them again does."""

import json
import resource
import sqlite3
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.grading.policy import load_policy
from monitor.grading.storing import CHUNK
from monitor.grading.work import Judging, regrade
from monitor.store.database import open_database
from monitor.store.types import to_micros

FIRST = datetime(2026, 6, 1, tzinfo=UTC)
NOW = datetime(2026, 12, 1, tzinfo=UTC)
ITEMS = {f"c{n}": Item(f"c{n}", Asset.CRYPTO, f"Coin {n}", f"C{n}", "") for n in range(10)}
APIS = tuple(f"api{n}" for n in range(17))
OFFSETS = (5.0, 30.0, 60.0, 120.0, 300.0, 900.0, 1800.0, 3600.0, 7200.0)
"""Ten items, seventeen APIs and nine offsets: 153 answers to an item's instant, as a whole plan has them."""
AN_INSTANT = len(ITEMS) * len(APIS) * len(OFFSETS)
APART = timedelta(hours=1)

GRADE = (
    "INSERT INTO grade (probe_id, reading_id, policy, policy_version, graded_at, class, correct, target_low,"
    " target_high, band, coarse, closed, power, rivals, contained, lag_low_s, lag_high_s, lookback_s, sources, why)"
    " VALUES (?, ?, 'strict', ?, ?, 'stale', 0, 100.05, 100.25, 0.05, 0, 0, 0.971, '15m', 1, 240.0, 71940.0, 86460.0,"
    " 'imported', '100.25 was the price between 4 min and 20.0 h before sending')"
)


@dataclass(frozen=True)
class Measured:
    """What a pass took, and what the recorder beside it saw of its own commits."""

    wall_s: float
    cpu_s: float
    commits: int
    commit_max_s: float
    commit_p99_s: float


def fill(path: Path, readings: int, sources: int) -> int:
    """Make a database with about so many readings, graded once, and the bars of `sources`; give how many there are."""
    open_database(path).close()
    instants = -(-readings // AN_INSTANT)
    with _opened(path, durable=False) as held:
        held.execute("BEGIN")
        numbers = array("d", [100.0 + k for k in range(30)]).tobytes()
        for n in range(instants):
            _instant(held, n, numbers)
        for source in range(sources):
            _bars(held, f"s{source}" if sources > 1 else "imported", source, instants)
        held.execute("COMMIT")
        held.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return instants * AN_INSTANT


def _instant(held: sqlite3.Connection, n: int, numbers: bytes) -> None:
    at = FIRST + n * APART
    held.execute("INSERT INTO instant VALUES (?, ?, 's', 'h', 1, 1, 0, ?)", (n + 1, to_micros(at), to_micros(at)))
    asked = [(item, api, offset_s) for offset_s in OFFSETS for item in ITEMS for api in APIS]
    first = n * AN_INSTANT + 1
    sent = {offset_s: to_micros(at + timedelta(seconds=offset_s, milliseconds=7)) for offset_s in OFFSETS}
    held.executemany(
        "INSERT INTO probe (id, instant_id, instant_at, offset_s, item_id, asset, ticker, api, vantage, attempt,"
        " is_close, query, wording, api_hash, due_at, slot_at, state, sent_at, received_at, spoiled, cost_usd)"
        " VALUES (?, ?, ?, ?, ?, 'crypto', ?, ?, 'local', 0, 0, 'Coin (C) price', 'w', 'h', ?, ?, 'answered', ?, ?, 0,"
        " 0)",
        ((first + k, n + 1, to_micros(at), offset_s, item, item.upper(), api, *(4 * (sent[offset_s],)))
         for k, (item, api, offset_s) in enumerate(asked)),
    )  # fmt: skip
    held.executemany(
        "INSERT INTO reading (id, probe_id, reader, version, read_at, price, currency, unit, kind, derived, note,"
        " newest_price, newest_currency, newest_unit, newest_kind, newest_derived, newest_note, numbers, detail)"
        " VALUES (?, ?, 'rules', '1', ?, ?, 'USD', 0.01, 'last', 0, 'n', ?, 'USD', 0.01, 'last', 0, 'n', ?, '{}')",
        ((first + k, first + k, sent[5.0], price, price if k % 5 else price + 0.4, numbers)
         for k in range(AN_INSTANT) for price in (100.0 + ((first + k) % 97) / 10,)),
    )  # fmt: skip
    held.executemany(GRADE, ((first + k, first + k, "0", to_micros(at)) for k in range(AN_INSTANT)))


def _bars(held: sqlite3.Connection, source: str, shift: int, instants: int) -> None:
    start, end = FIRST - timedelta(days=2), FIRST + instants * APART + timedelta(hours=8)
    minutes = int((end - start).total_seconds() // 60)
    for item in ITEMS:
        pull = held.execute(
            "INSERT INTO pull (item_id, source, symbol, currency, role, interval_s, start_at, end_at, pulled_at,"
            " outcome, library, bars) VALUES (?, ?, ?, 'USD', 'trade', 60, ?, ?, ?, 'ok', '', 0)",
            (item, source, item.upper(), to_micros(start), to_micros(end), to_micros(NOW)),
        ).lastrowid
        held.executemany(
            "INSERT INTO bar (pull_id, item_id, source, symbol, interval_s, start_at, open, high, low, close, volume)"
            " VALUES (?, ?, ?, ?, 60, ?, ?, ?, ?, ?, 1.0)",
            ((pull, item, source, item.upper(), to_micros(start + timedelta(minutes=k)), p, p + 0.05, p - 0.05, p)
             for k in range(minutes) for p in (100.0 + (k * 7 % 100) / 10 + shift / 100,)),
        )  # fmt: skip


def plain_sql(path: Path) -> int:
    """Read what grading again reads, hour by hour, and write as many grades, with nothing in between.

    Rows of probes and readings, the class of each one's last grade, and every bar once; the same pragmas, indexes and
    size of transaction.
    """
    done = 0
    with _opened(path) as held:
        for item in ITEMS:
            for _ in held.execute("SELECT start_at, open, high, low, close, volume, count FROM bar WHERE item_id = ?",
                                  (item,)):  # fmt: skip
                pass
        hours = [row[0] for row in held.execute("SELECT at FROM instant WHERE schedule = 's' ORDER BY at")]
        for at in hours:
            held.execute(
                "SELECT grade.probe_id, grade.id, grade.class FROM probe JOIN grade ON grade.probe_id = probe.id"
                " AND grade.policy = 'strict' WHERE probe.instant_at = ?", (at,)
            ).fetchall()  # fmt: skip
            rows = held.execute(
                "SELECT probe.id, probe.item_id, probe.instant_at, probe.is_close, probe.sent_at, probe.state,"
                " reading.id, reading.price, reading.unit, reading.currency, reading.newest_price, reading.newest_unit,"
                " reading.newest_currency, reading.numbers FROM probe JOIN reading ON reading.probe_id = probe.id"
                " WHERE probe.instant_at = ?", (at,)
            ).fetchall()  # fmt: skip
            for start in range(0, len(rows), CHUNK):
                held.execute("BEGIN IMMEDIATE")
                held.executemany(
                    GRADE, [(row[0], row[6], "plain", to_micros(NOW)) for row in rows[start : start + CHUNK]])
                held.execute("COMMIT")
            done += len(rows)
    return done


def grade_again(path: Path) -> int:
    """Grade every stored reading again under `strict`, and give how many there were."""
    database = open_database(path)
    try:
        judging = Judging(database, ITEMS, MarketSettings(), (), load_policy("strict"), NOW)
        report = regrade(judging, since=FIRST, until=NOW)
        assert report.waiting == 0
        return sum(report.classes.values())
    finally:
        database.close()


def measured(path: Path, work: Any) -> tuple[int, Measured]:
    """Do `work` on the database while another process records into it; give its count and what it took."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.recorder", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    ) as recorder:
        assert recorder.stdout is not None
        assert recorder.stdin is not None
        assert recorder.stdout.readline().strip() == "ready"
        wall, cpu = time.perf_counter(), cpu_s()
        done = work(path)
        wall_s, used_s = time.perf_counter() - wall, cpu_s() - cpu
        recorder.stdin.close()
        seen = json.loads(recorder.stdout.read())
    return done, Measured(round(wall_s, 2), round(used_s, 2), seen["commits"], seen["max_s"], seen["p99_s"])


def cpu_s() -> float:
    """Give the processor time of this process and of its children that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def compare(path: Path, readings: int, sources: int) -> dict[str, Any]:
    """Give what grading again and plain SQL took over the same store, each beside a recorder, and their ratios."""
    stored = fill(path, readings, sources)
    graded, ours = measured(path, grade_again)
    plain, theirs = measured(path, plain_sql)
    assert (graded, plain) == (stored, stored)
    return {
        "readings": stored, "sources": sources, "regrade": asdict(ours), "plain_sql": asdict(theirs),
        "ratio_wall": round(ours.wall_s / theirs.wall_s, 2), "ratio_cpu": round(ours.cpu_s / theirs.cpu_s, 2),
        "graded_per_s": round(graded / ours.wall_s),
    }  # fmt: skip


@contextmanager
def _opened(path: Path, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
    """Open the file with the store's own pragmas."""
    held = sqlite3.connect(path, isolation_level=None, timeout=30.0)
    for pragma in ("journal_mode=WAL", f"synchronous={'FULL' if durable else 'OFF'}",
                   f"foreign_keys={'ON' if durable else 'OFF'}", "temp_store=MEMORY"):  # fmt: skip
        held.execute(f"PRAGMA {pragma}")
    try:
        yield held
    finally:
        held.close()
