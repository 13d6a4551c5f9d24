"""Databases with a row of everything, at every schema: what a migration, a prune or a check must cope with."""

import hashlib
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import zstandard

from monitor.store.types import to_micros

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def fill_columns(path: Path, rows: int = 3) -> dict[str, int]:
    """Put `rows` rows into every table of the schema that the file has, tied by its foreign keys; gives the counts."""
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = [name for name in names if name != "alembic_version" and not name.startswith("sqlite_")]
        for name in tables:
            columns = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
            for number in range(1, rows + 1):
                values = [_value(column, kind, number) for _, column, kind, *_ in columns]
                marks = ",".join("?" * len(values))
                quoted = ",".join(f'"{column[1]}"' for column in columns)
                connection.execute(f'INSERT INTO "{name}" ({quoted}) VALUES ({marks})', values)
        connection.commit()
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return dict.fromkeys(tables, rows)


def _value(column: str, kind: str, number: int) -> object:
    if "BLOB" in kind:
        return zstandard.ZstdCompressor().compress(f"body {number}".encode())
    if kind == "JSON":
        return "{}"
    if "INT" in kind:
        return number
    if "BOOL" in kind:
        return number % 2
    if "FLOAT" in kind or "REAL" in kind:
        return float(number)
    if column == "sha256":
        return hashlib.sha256(f"body {number}".encode()).hexdigest()
    return "answered" if column == "state" else f"{column} {number}"


def contents(path: Path) -> dict[str, list[dict[str, object]]]:
    """Give every row of every table by column."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')]
                for name in names if name != "alembic_version" and not name.startswith("sqlite_")}  # fmt: skip


def aged(path: Path, days: int, *, size: int = 4000, a_day: int = 4) -> None:
    """Put a body for a response, a raw answer and a run's messages into each of the last days, `a_day` of each."""
    noise = hashlib.shake_256
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO question VALUES (1, 's', 'q', 'h', 'q?', 'a', '', '')")
        for day in range(days):
            for part in range(a_day):
                number = day * a_day + part + 1
                at = to_micros(NOON - timedelta(days=day, minutes=part + 1))
                raw = noise(str(number).encode()).digest(size)
                packed = zstandard.ZstdCompressor().compress(raw)
                sha = hashlib.sha256(raw).hexdigest()
                for table, values in _rows(number, at, {"sha256": sha, "zstd": packed}, size).items():
                    _insert(connection, table, {"id": number, **values})
        connection.commit()
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def _rows(number: int, at: int, kept: dict[str, object], size: int) -> dict[str, dict[str, object]]:
    """Give an answered probe with its response, body and grade, and a pull, by table."""
    return {
        "instant": {"at": at, "schedule": "s", "schedule_hash": str(number), "market_open": 1, "is_close": 0,
                    "planned_at": at},
        "probe": {"instant_id": number, "instant_at": at, "offset_s": 5.0, "item_id": "live-001", "asset": "equity",
                  "ticker": "MSFT", "api": "a", "vantage": "local", "attempt": 0, "is_close": 0, "query": "q",
                  "wording": "w", "api_hash": "h", "due_at": at, "slot_at": at, "state": "answered", "spoiled": 0,
                  "cost_usd": 0},
        "body": {**kept, "size": size, "truncated": 0, "redacted": 0},
        "response": {"probe_id": number, "body_id": number, "status": 200, "headers": "{}", "request": "{}", "hits": 1,
                     "received_at": at},
        "grade": {"probe_id": number, "policy": "strict", "policy_version": "1", "graded_at": at, "class": "target",
                  "correct": 1, "coarse": 0, "closed": 0, "rivals": "", "sources": "", "why": ""},
        "pull": {**kept, "item_id": "live-001", "source": "s", "symbol": "x", "currency": "", "role": "trade",
                 "interval_s": 60, "start_at": at, "end_at": at, "pulled_at": at, "outcome": "ok", "library": "",
                 "bars": 0},
    }  # fmt: skip


def _insert(connection: sqlite3.Connection, table: str, values: dict[str, object]) -> None:
    names = ",".join(f'"{name}"' for name in values)
    connection.execute(f'INSERT INTO "{table}" ({names}) VALUES ({",".join("?" * len(values))})', [*values.values()])
