"""Answer keys: JSONL rows of a coin's minutes and of a stock's closes, by ticker.

``{"ticker", "minute", "low", "high", "buffer"?}`` is the range of one minute, and ``{"date", "ticker", "close",
"prior_close"}`` a session's official close and the one before it. Further fields are left alone.
"""

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from monitor.errors import DataError
from monitor.jsonl import object_of
from monitor.market.series import Bar

__all__ = ["AnswerKeys", "Closes", "answer_key_files", "read_answer_keys", "with_ranges"]


@dataclass(frozen=True)
class Closes:
    """A stock's official close of one day, and the one before it; None where the key does not give it."""

    close: float | None
    prior: float | None


@dataclass
class AnswerKeys:
    """What the rows say."""

    minutes: dict[str, dict[int, tuple[float, float]]] = field(default_factory=dict)
    """ticker -> start (unix seconds) -> (low, high)."""
    buffers: dict[str, float] = field(default_factory=dict)
    """ticker -> the first buffer that its rows name."""
    closes: dict[str, dict[date, Closes]] = field(default_factory=dict)


def answer_key_files(folder: Path) -> list[Path]:
    """Give the folder's JSONL files, by name."""
    return sorted(folder.glob("*.jsonl"))


def read_answer_keys(folder: Path) -> AnswerKeys:
    """Read all answer keys of a folder; DataError names file and line of a row of neither shape."""
    keys = AnswerKeys()
    for path in answer_key_files(folder):
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                where = f"{path}:{number}"
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as err:
                    raise DataError(f"is not UTF-8: {err}", where, "write the file as UTF-8") from err
                if text.strip():
                    _take(keys, text, where)
    return keys


def with_ranges(bars: Sequence[Bar], ranges: Mapping[int, tuple[float, float]]) -> tuple[Bar, ...]:
    """Give minute `bars` with the `ranges` (start -> low, high) of an answer key, ascending.

    Where both give a minute the key's range counts and the bar's close, or the end of the range that the close is
    beyond; without a bar the middle stands for the close.
    """
    if not ranges:
        return tuple(bars)
    merged = {int(bar.start.timestamp()): bar for bar in bars}
    for start_s, (low, high) in ranges.items():
        known, middle = merged.get(start_s), (low + high) / 2
        if known is not None:
            opened, close = (min(max(price, low), high) for price in (known.open, known.close))
            merged[start_s] = replace(known, open=opened, low=low, high=high, close=close)
        else:
            merged[start_s] = Bar(datetime.fromtimestamp(start_s, UTC), middle, high, low, middle)
    return tuple(merged[start_s] for start_s in sorted(merged))


def _take(keys: AnswerKeys, line: str, where: str) -> None:
    row = object_of(line, where)
    if not isinstance(row.get("ticker"), str):
        raise DataError("is not a row of an answer key", where, "give ticker with minute, or with date")
    ticker = row["ticker"]
    if "minute" in row:
        try:
            at = datetime.fromisoformat(row["minute"])
            at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
        except (TypeError, ValueError, OverflowError) as err:
            raise DataError(f"minute {row['minute']!r} is no time", where, "as in 2026-11-30T14:30:00Z") from err
        if at.second or at.microsecond:
            raise DataError(f"minute {row['minute']!r} is no whole minute", where, "name the minute's start")
        low, high = _price(row, "low", where), _price(row, "high", where)
        if low is None or high is None or low > high:
            raise DataError(f"low {low!r} and high {high!r} are no range", where, "low <= high")
        if keys.minutes.setdefault(ticker, {}).setdefault(int(at.timestamp()), (low, high)) != (low, high):
            raise DataError("gives another range to a minute that stands already", where, "keep the right one")
        if row.get("buffer") is not None:
            buffer = row["buffer"]
            if isinstance(buffer, bool) or not isinstance(buffer, int | float) or not 0 <= buffer < 1:
                raise DataError(f"buffer {buffer!r} is no share", where, "as in 0.0025")
            keys.buffers.setdefault(ticker, float(buffer))
    elif "date" in row:
        try:
            day = date.fromisoformat(row["date"])
        except (TypeError, ValueError) as err:
            raise DataError(f"date {row['date']!r} is no date", where, "as in 2026-11-30") from err
        found = Closes(_price(row, "close", where), _price(row, "prior_close", where))
        keys.closes.setdefault(ticker, {})[day] = found
    else:
        raise DataError("has neither minute nor date", where, "see the two shapes of answer keys")


def _price(row: dict[str, Any], name: str, where: str) -> float | None:
    value = row.get(name)
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf:
        with contextlib.suppress(OverflowError):  # an integer of more than 308 digits
            return float(value)
    raise DataError(f"{name} {str(value)[:40]} is no price", where, "a number or null")
