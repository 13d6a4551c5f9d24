"""A store enters; a flat table of probes leaves as Parquet, CSV or JSONL, or run folders of the public harness."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from sqlmodel import Session, and_, col, or_, select

from monitor.errors import MonitorError
from monitor.spreadsheet import harmless
from monitor.store.database import Database
from monitor.store.tables import GradeRow, Probe, ReadingRow
from monitor.store.types import State
from monitor.whole import whole

__all__ = ["COLUMNS", "FORMATS", "export_table", "table_rows"]

FORMATS = ("parquet", "csv", "jsonl")
CHUNK = 5_000
"""Rows that are held at once."""

PROBE = (
    "id", "instant_at", "offset_s", "item_id", "asset", "ticker", "api", "vantage", "attempt", "is_close", "query",
    "api_hash", "state", "reason", "error_class", "due_at", "slot_at", "sent_at", "received_at", "lateness_ms",
    "connect_ms", "first_byte_ms", "latency_ms", "loop_delay_ms", "spoiled", "clock_error_ms", "cost_usd",
)  # fmt: skip
READING = (
    "reader", "version", "price", "currency", "stated_time", "unit", "url", "kind", "derived", "note", "newest_price",
    "newest_currency", "newest_stated_time", "newest_unit", "newest_url", "newest_kind", "newest_derived",
)  # fmt: skip
GRADE = (
    "policy", "policy_version", "class_", "correct", "target_low", "target_high", "band", "coarse", "closed", "power",
    "rivals", "contained", "lag_low_s", "lag_high_s", "lookback_s", "sources", "why",
)  # fmt: skip
NAMES = {"id": "probe_id", "version": "reader_version", "class_": "class"}
COLUMNS = tuple(NAMES.get(name, name) for name in (*PROBE, *READING, *GRADE))
"""Columns of the table, in order; no request, header or body is among them."""

TYPES = {
    "string": {
        "item_id", "asset", "ticker", "api", "vantage", "query", "api_hash", "state", "reason", "error_class", "reader",
        "reader_version", "currency", "stated_time", "url", "kind", "note", "newest_currency", "newest_stated_time",
        "newest_url", "newest_kind", "policy", "policy_version", "class", "rivals", "sources", "why",
    },
    "bool": {"is_close", "spoiled", "derived", "newest_derived", "correct", "coarse", "closed", "contained"},
    "int64": {"probe_id", "attempt"},
    "time": {"instant_at", "due_at", "slot_at", "sent_at", "received_at"},
}  # fmt: skip
"""Types of Parquet columns; the others are double."""

Row = dict[str, Any]
Hide = Callable[[str], str]


def table_rows(
    database: Database, *, since: datetime, until: datetime, reader: str = "rules", policy: str = "strict"
) -> Iterator[list[Row]]:
    """Give the probes of the instants in [since, until) with their latest reading and grade, some at a time.

    Ordered by the probe's number; what a probe has not is None. A probe that is still planned is left out.
    """
    after = 0
    while True:
        with database.read() as session:
            probes = session.exec(
                select(Probe)
                .where(
                    col(Probe.id) > after,
                    col(Probe.instant_at) >= since,
                    col(Probe.instant_at) < until,
                    col(Probe.state) != State.PLANNED,
                )
                .order_by(col(Probe.id))
                .limit(CHUNK)
            ).all()
            if not probes:
                return
            first, after = probes[0].id or 0, probes[-1].id or 0
            readings = _latest(session, ReadingRow, ReadingRow.reader == reader, first, after)
            of_reader = select(ReadingRow.id).where(
                ReadingRow.reader == reader, col(ReadingRow.probe_id) >= first, col(ReadingRow.probe_id) <= after)
            which = and_(GradeRow.policy == policy,
                         or_(col(GradeRow.reading_id).is_(None), col(GradeRow.reading_id).in_(of_reader)))
            grades = _latest(session, GradeRow, which, first, after)
        yield [
            {
                NAMES.get(name, name): getattr(part, name, None)
                for part, names in ((p, PROBE), (readings.get(p.id), READING), (grades.get(p.id), GRADE))
                for name in names
            }
            for p in probes
        ]


def _latest(session: Session, table: Any, which: Any, first: int, last: int) -> dict[int | None, Any]:
    rows = session.exec(
        select(table).where(which, col(table.probe_id) >= first, col(table.probe_id) <= last).order_by(col(table.id))
    )
    return {row.probe_id: row for row in rows}


def export_table(rows: Iterator[list[Row]], kind: str, out: Path, hide: Hide, done: Callable[[int], None]) -> int:
    """Write rows to `out` and give their number; `hide` takes known keys out of every text. `done` gets each step."""
    write = {"csv": _write_csv, "jsonl": _write_jsonl, "parquet": _write_parquet}[kind]
    with whole(out) as part:
        return write(_hidden(rows, hide), part, done)


def _hidden(rows: Iterator[list[Row]], hide: Hide) -> Iterator[list[Row]]:
    for chunk in rows:
        yield [{k: hide(v) if isinstance(v, str) else v for k, v in row.items()} for row in chunk]


def _plain(value: Any) -> Any:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else value


def _write_csv(rows: Iterator[list[Row]], out: Path, done: Callable[[int], None]) -> int:
    count = 0
    with out.open("w", encoding="utf-8", newline="") as target:
        table = csv.writer(target)
        table.writerow(COLUMNS)
        for chunk in rows:
            table.writerows([harmless(row[name]) for name in COLUMNS] for row in chunk)
            count += len(chunk)
            done(len(chunk))
    return count


def _write_jsonl(rows: Iterator[list[Row]], out: Path, done: Callable[[int], None]) -> int:
    count = 0
    with out.open("w", encoding="utf-8") as target:
        for chunk in rows:
            write_lines(target, [{name: _plain(value) for name, value in row.items()} for row in chunk])
            count += len(chunk)
            done(len(chunk))
    return count


def write_lines(target: IO[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as JSON, one a line."""
    target.writelines(json.dumps(row) + "\n" for row in rows)


def _write_parquet(rows: Iterator[list[Row]], out: Path, done: Callable[[int], None]) -> int:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as err:
        raise MonitorError("Parquet needs pyarrow", str(out), "pip install 'freshness-monitor[parquet]'") from err
    kinds = {"string": pa.string(), "bool": pa.bool_(), "int64": pa.int64(), "time": pa.timestamp("us", "UTC")}
    schema = pa.schema([
        (name, next((kinds[kind] for kind, names in TYPES.items() if name in names), pa.float64())) for name in COLUMNS
    ])
    count = 0
    with pq.ParquetWriter(out, schema, compression="zstd") as table:
        for chunk in rows:
            table.write_table(pa.Table.from_pylist(chunk, schema))
            count += len(chunk)
            done(len(chunk))
    return count
