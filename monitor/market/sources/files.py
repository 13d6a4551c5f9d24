"""Bars from a folder of CSV files, one a ticker: recorded data, licensed data, an answer key."""

import csv
import hashlib
import math
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from monitor.clock import require_utc
from monitor.errors import DataError, SourceError
from monitor.market.finality import final_bars
from monitor.market.series import Bar, Bars
from monitor.market.sources.base import MINUTE_S, tidy

__all__ = ["FilesSource", "file_of", "read_bars_csv"]

_COLUMNS = ("timestamp_utc", "open", "high", "low", "close")


def file_of(folder: Path, ticker: str) -> Path:
    """Give the file that holds a ticker's bars: ``/`` is written as ``-``."""
    return folder / f"{ticker.replace('/', '-')}.csv"


def read_bars_csv(path: Path, interval_s: int = MINUTE_S) -> tuple[Bar, ...]:
    """Give the bars of a CSV of ``timestamp_utc,open,high,low,close[,volume][,count]``, labelled by their start.

    Ascending, one a label; a row that cannot be read raises DataError naming file and line, and so does a row
    whose values cannot be prices.
    """
    bars: list[Bar] = []
    with path.open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.DictReader(lines)
        missing = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            raise DataError(f"has no column {', '.join(missing)}", f"{path}:1", "name the columns in its first line")
        for row in rows:
            bars.append(_row(row, interval_s, f"{path}:{rows.line_num}"))
    kept = tidy(bars)
    if kept and not any(bar.volume for bar in kept):
        # Nothing was counted (quotes): a zero would make a quiet minute look like a carried price.
        kept = tuple(replace(bar, volume=None) for bar in kept)
    if len(kept) != len(bars):
        raise DataError(f"{len(bars) - len(kept)} rows are doubled, off the minute, or no prices", str(path),
                        "mend or remove them")
    return kept


def _row(row: dict[str, str | None], interval_s: int, where: str) -> Bar:
    try:
        stamp = require_utc(datetime.fromisoformat(str(row["timestamp_utc"])))
        opened, high, low, close = (float(str(row[name])) for name in _COLUMNS[1:])
        volume, count = row.get("volume"), row.get("count")
        return Bar(stamp, opened, high, low, close, float(volume) if volume else None,
                   math.floor(float(count)) if count else None, interval_s)
    except (TypeError, ValueError) as err:
        raise DataError(f"cannot be read: {err}", where, "see the format of bar files") from err


class FilesSource:
    """Bars from ``<folder>/<ticker>.csv``; the symbol is the ticker. Only one-minute bars."""

    def __init__(self, folder: Path, *, name: str = "files", currency: str = "USD", role: str = "trade",
                 settle_s: float = 0.0) -> None:
        self.name = name
        self.origin = name
        self.settle_s = settle_s
        self._folder = folder
        self._currency = currency
        self._role = role

    def retention_s(self, interval_s: int) -> float | None:
        """Give None: files keep what they hold."""
        return None

    def bars(self, symbol: str, start: datetime, end: datetime, interval_s: int = MINUTE_S, *, now: datetime) -> Bars:
        """Give the file's bars in [start, end); a pair ``A/B`` is in B, and without volumes it is quotes."""
        where = f"{self.name} {symbol}"
        path = file_of(self._folder, symbol)
        if interval_s != MINUTE_S:
            raise SourceError(f"has no bars of {interval_s} s", where, "only minutes are read from files")
        try:
            bars = read_bars_csv(path)
            payload = path.read_bytes()
        except OSError as err:
            raise SourceError(f"cannot be read: {err.strerror}", str(path), "put the file there") from err
        except DataError as err:
            raise SourceError(err.what, err.where, err.remedy) from err
        final = final_bars((b for b in bars if start <= b.start < end), now, self.settle_s)
        if not final:
            raise SourceError("holds no bar of the window", str(path), "add the minutes")
        mark = f"sha256 {hashlib.sha256(payload).hexdigest()} {path.name}".encode()
        currency = symbol.partition("/")[2] or self._currency
        role = "mid" if "/" in symbol and final[0].volume is None else self._role
        return Bars(self.name, symbol, currency, final, now, mark, "files", role)

    def close(self) -> None:
        """Hold nothing open."""
