"""Files of bars: ``<ticker>.csv`` and ``<ticker>.parquet`` with the same columns and the same rules."""

import csv
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from monitor.clock import require_utc
from monitor.errors import DataError
from monitor.market.series import Bar
from monitor.market.sources.base import MINUTE_S, tidy

__all__ = ["file_of", "has_bars", "read_bars"]

_COLUMNS = ("timestamp_utc", "open", "high", "low", "close")
_MORE = ("volume", "count")

LONGEST = 200
"""Bytes of a ticker that a file can be named by."""


def file_of(folder: Path, ticker: str) -> Path | None:
    """Give the file that holds a ticker's bars (``/`` is written ``-``), the CSV where there are two; None without.

    A ``<ticker>.parquet`` may be a folder of parts. A ticker cannot name a file outside of `folder`.
    """
    name = ticker.replace("/", "-")
    if "\0" in name or len(name.encode(errors="replace")) > LONGEST:
        return None
    for suffix in (".csv", ".parquet"):
        path = folder / f"{name}{suffix}"
        if path.resolve().parent == folder.resolve() and path.exists():
            return path
    return None


def has_bars(folder: Path) -> bool:
    """Tell whether a folder holds any file of bars."""
    return any(folder.glob("*.csv")) or any(folder.glob("*.parquet"))


def read_bars(path: Path, interval_s: int = MINUTE_S) -> tuple[Bar, ...]:
    """Give the bars of ``timestamp_utc,open,high,low,close[,volume][,count]``, labelled by their start.

    Ascending, one a label; a row that cannot be read raises DataError naming file and line (in Parquet: row), and so do
    rows whose values cannot be prices. Parquet without pyarrow says what to install.
    """
    rows = _parquet_rows(path) if path.suffix == ".parquet" else _csv_rows(path)
    bars = [_bar(row, interval_s, where) for where, row in rows]
    kept = tidy(bars)
    if kept and not any(bar.volume for bar in kept):
        # Nothing was counted (quotes): a zero would make a quiet minute look like a carried price.
        kept = tuple(replace(bar, volume=None) for bar in kept)
    if len(kept) != len(bars):
        raise DataError(f"{len(bars) - len(kept)} rows are doubled, off the minute, or no prices", str(path),
                        "mend or remove them")
    return kept


def _csv_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.DictReader(lines)
        try:
            _require_columns(rows.fieldnames or (), f"{path}:1")
            for row in rows:
                yield f"{path}:{rows.line_num}", row
        except (csv.Error, UnicodeDecodeError) as err:
            raise DataError(f"is not CSV: {err}", f"{path}:{rows.line_num}", "see the format of bar files") from err


def _parquet_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as err:
        raise DataError("Parquet needs pyarrow", str(path), "pip install 'freshness-monitor[parquet]'") from err
    try:
        table = pq.read_table(path)
        _require_columns(table.column_names, str(path))
        table = table.select([name for name in table.column_names if name in (*_COLUMNS, *_MORE)])
        stamps = table["timestamp_utc"]
        if pa.types.is_timestamp(stamps.type):
            if stamps.type.tz is None:
                raise DataError("timestamp_utc has no zone", str(path), "write it as timestamp[us, tz=UTC]")
            whole = stamps.cast(pa.timestamp("us", "UTC"))  # one that is off the microsecond is refused
            table = table.set_column(table.column_names.index("timestamp_utc"), "timestamp_utc", whole)
        rows = table.to_pylist()
    except (pa.ArrowException, OSError, ValueError, OverflowError) as err:
        raise DataError(f"is not Parquet that can be read: {err}", str(path), "see the format of bar files") from err
    for n, row in enumerate(rows, 1):
        yield f"{path} row {n}", row


def _require_columns(names: Iterable[str], where: str) -> None:
    missing = sorted(set(_COLUMNS) - set(names), key=_COLUMNS.index)
    if missing:
        raise DataError(f"has no column {', '.join(missing)}", where, "name the columns in its first line")


def _bar(row: Mapping[str, Any], interval_s: int, where: str) -> Bar:
    stamp = row["timestamp_utc"]
    try:
        start = require_utc(stamp if isinstance(stamp, datetime) else datetime.fromisoformat(str(stamp)))
    except (ValueError, OverflowError):
        what = f"cannot be read: timestamp_utc {str(stamp)[:40]!r} is no time with a zone"
        raise DataError(what, where, "write it as in 2026-11-30T14:30:00Z") from None
    try:
        opened, high, low, close = (float(row[name]) for name in _COLUMNS[1:])
        volume, count = row.get("volume"), row.get("count")
        return Bar(start, opened, high, low, close, None if volume in (None, "") else float(volume),
                   None if count in (None, "") else math.floor(float(count)), interval_s)
    except (TypeError, ValueError, OverflowError) as err:
        said = ", ".join(f"{name} {str(row[name])[:20]!r}" for name in _COLUMNS[1:])
        raise DataError(f"cannot be read: {err}", where, f"every price must be a number; there is {said}") from err
