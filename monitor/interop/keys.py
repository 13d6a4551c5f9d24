"""A folder of bars enters; the reference of an item at an instant leaves.

The folder holds ``<ticker>.csv`` (bars, ``/`` written as ``-``) and JSONL files of the two shapes of answer keys: a
coin's minutes ``{"ticker", "minute", "low", "high", "buffer"?}`` and a stock's closes ``{"date", "ticker", "close",
"prior_close"}``. Where both give a minute, the answer key's counts; having no close, it lends the middle of its range
to `power` and rivals.
"""

import json
import math
from collections import OrderedDict
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from monitor import calendars
from monitor.datasets import Asset, Item
from monitor.errors import DataError
from monitor.market.reference import closes_of_minutes
from monitor.market.series import DailyClose, MinuteSeries, Reference
from monitor.market.sessions import calendar_of
from monitor.market.sources.files import file_of, read_bars_csv

__all__ = ["Keys", "load_keys"]

KEPT_BARS = 3_000_000
"""Bars that are held at once, over all tickers."""

RATE_AGE_S = 3600
"""How old the price of a dollar coin may be."""

AROUND_S = 2 * 86400
"""How far around an instant bars are given: no window of the policies reaches further."""


@dataclass(frozen=True)
class Closes:
    """A stock's official close of one day, and the one before it; None where the key does not give it."""

    close: float | None
    prior: float | None


@dataclass
class Keys:
    """Everything that a folder says; bars of a ticker are read when it is first asked for."""

    folder: Path
    minutes: dict[str, dict[int, tuple[float, float]]] = field(default_factory=dict)
    """ticker -> start (unix seconds) -> (low, high)."""
    buffers: dict[str, float] = field(default_factory=dict)
    """ticker -> the first buffer that its rows name."""
    closes: dict[str, dict[date, Closes]] = field(default_factory=dict)
    _held: OrderedDict[str, Reference] = field(default_factory=OrderedDict)

    def closes_on(self, ticker: str, day: date | None) -> Closes | None:
        """Give the official closes of a day."""
        return self.closes.get(ticker, {}).get(day) if day is not None else None

    def reference(self, item: Item, instant: datetime, until: datetime) -> Reference:
        """Give what the folder says of an item from two days before `instant` to two days after, or to `until`."""
        whole = self._held.get(item.ticker)
        if whole is None or whole.asset is not item.asset:
            whole = self._load(item)
            self._held[item.ticker] = whole
            while len(self._held) > 1 and sum(len(held.minutes) for held in self._held.values()) > KEPT_BARS:
                self._held.popitem(last=False)
        first = instant.timestamp() - AROUND_S
        last = max(instant.timestamp() + AROUND_S, until.timestamp())
        return replace(whole, minutes=_part(whole.minutes, first, last))

    def rate(self, coin: str, instant: datetime) -> float | None:
        """Give the price of a dollar coin at `instant` in dollars, where the folder has its bars up to then."""
        series = self.reference(Item(coin, Asset.CRYPTO, coin, coin, ""), instant, instant).minutes
        row = int(np.searchsorted(series.start_s, instant.timestamp() - 60, side="right")) - 1
        fresh = row >= 0 and instant.timestamp() - 60 - series.start_s[row] <= RATE_AGE_S
        return float(series.close[row]) if fresh else None

    def _load(self, item: Item) -> Reference:
        path = file_of(self.folder, item.ticker)
        rows: dict[int, tuple[float, float, float]] = {}
        if _inside(path, self.folder) and path.is_file():
            rows = {int(b.start.timestamp()): (b.low, b.high, b.close) for b in read_bars_csv(path)}
        for start, (low, high) in self.minutes.get(item.ticker, {}).items():
            known = rows.get(start)
            rows[start] = (low, high, known[2] if known is not None else (low + high) / 2)
        series = _series(rows)
        daily = self._daily(item) if item.asset is Asset.EQUITY else closes_of_minutes(item, (), series)
        why = None if len(series) or daily else f"the folder of bars has nothing on {item.ticker}"
        return Reference(item.id, item.asset, item.currency, series, daily, ("files",), why)

    def _daily(self, item: Item) -> tuple[DailyClose, ...]:
        found: dict[date, float] = {}
        name = calendar_of(item)
        for day, closes in sorted(self.closes.get(item.ticker, {}).items()):
            before = calendars.previous_session(name, datetime.combine(day, time(), UTC))
            if closes.prior is not None and before is not None:
                found.setdefault(before.date, closes.prior)
            if closes.close is not None:
                found[day] = closes.close
        return tuple(DailyClose(day, _close_at(name, day), close) for day, close in sorted(found.items()))


def _close_at(name: str, day: date) -> datetime:
    end = calendars.session_close(name, day) if name not in (calendars.ALWAYS, calendars.FX) else None
    return end or datetime.combine(day, time(), UTC) + timedelta(days=1)


def load_keys(folder: Path) -> Keys:
    """Read the folder's answer keys; DataError names file and line of a row of neither shape."""
    if not folder.is_dir():
        raise DataError("is no folder", str(folder), "name the folder that holds the bars")
    keys = Keys(folder)
    files = sorted(folder.glob("*.jsonl"))
    for path in files:
        with path.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    _take(keys, line, f"{path}:{number}")
    if not files and not any(folder.glob("*.csv")):
        raise DataError("holds neither <ticker>.csv nor JSONL of answer keys", str(folder), "name the folder of bars")
    return keys


def _take(keys: Keys, line: str, where: str) -> None:
    try:
        row = json.loads(line)
    except ValueError as err:
        raise DataError(f"is not JSON: {err}", where, "each line is one object") from err
    if not isinstance(row, dict) or not isinstance(row.get("ticker"), str):
        raise DataError("is not a row of an answer key", where, "give ticker with minute, or with date")
    ticker = row["ticker"]
    if "minute" in row:
        try:
            at = datetime.fromisoformat(row["minute"])
        except (TypeError, ValueError) as err:
            raise DataError(f"minute {row['minute']!r} is no time", where, "as in 2026-11-30T14:30:00Z") from err
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at
        low, high = _price(row, "low", where), _price(row, "high", where)
        if low is None or high is None or low > high:
            raise DataError(f"low {low!r} and high {high!r} are no range", where, "low <= high")
        keys.minutes.setdefault(ticker, {})[int(at.timestamp())] = (low, high)
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
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise DataError(f"{name} {value!r} is no price", where, "a number or null")
    return float(value)


def _series(rows: dict[int, tuple[float, float, float]]) -> MinuteSeries:
    starts = sorted(rows)
    low, high, close = (np.array([rows[s][k] for s in starts], dtype=float) for k in range(3))
    n = len(starts)
    return MinuteSeries(
        np.array(starts, dtype=np.int64), low, high, close, np.zeros(n), np.ones(n, dtype=np.int64)
    )


def _part(whole: MinuteSeries, first_s: float, last_s: float) -> MinuteSeries:
    a, b = (int(np.searchsorted(whole.start_s, moment)) for moment in (first_s, last_s + 60))
    if (a, b) == (0, len(whole)):
        return whole
    return MinuteSeries(*(getattr(whole, f.name)[a:b] for f in fields(MinuteSeries)))


def _inside(path: Path, folder: Path) -> bool:
    return path.resolve().parent == folder.resolve()
