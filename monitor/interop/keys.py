"""A folder of bars enters; the reference of an item at an instant leaves.

The folder holds what the market source `files` reads, opened by the same rules: bars (``<ticker>.csv``, ``.parquet``)
and JSONL of answer keys. Where both give a minute, the answer key's range counts; without bars its middle stands for
the close, for `power` and rivals.
"""

from collections import OrderedDict
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import numpy as np

from monitor import calendars
from monitor.datasets import Asset, Item
from monitor.errors import DataError
from monitor.market.reference import closes_of_minutes
from monitor.market.series import DailyClose, MinuteSeries, Reference
from monitor.market.sessions import calendar_of
from monitor.market.sources.answer_keys import (
    AnswerKeys,
    Closes,
    answer_key_files,
    read_answer_keys,
    with_ranges,
)
from monitor.market.sources.bar_files import file_of, has_bars, read_bars

__all__ = ["Keys", "load_keys"]

KEPT_BARS = 3_000_000
"""Bars that are held at once, over all tickers."""

RATE_AGE_S = 3600
"""How old the price of a dollar coin may be."""

AROUND_S = 2 * 86400
"""How far around an instant bars are given: no window of the policies reaches further."""


@dataclass
class Keys:
    """Everything that a folder says; bars of a ticker are read when it is first asked for."""

    folder: Path
    answers: AnswerKeys = field(default_factory=AnswerKeys)
    _held: OrderedDict[str, Reference] = field(default_factory=OrderedDict)

    def know(self, ticker: str) -> bool:
        """Tell whether the folder has bars or an answer key of the ticker."""
        return (ticker in self.answers.minutes or ticker in self.answers.closes
                or file_of(self.folder, ticker) is not None)  # fmt: skip

    def closes_on(self, ticker: str, day: date | None) -> Closes | None:
        """Give the official closes of a day."""
        return self.answers.closes.get(ticker, {}).get(day) if day is not None else None

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
        bars = with_ranges(read_bars(path) if path is not None else (), self.answers.minutes.get(item.ticker, {}))
        series = _series({int(b.start.timestamp()): (b.low, b.high, b.close) for b in bars})
        daily = self._daily(item) if item.asset is Asset.EQUITY else closes_of_minutes(item, (), series)
        why = None if len(series) or daily else f"the folder of bars has nothing on {item.ticker}"
        return Reference(item.id, item.asset, item.currency, series, daily, ("files",), why)

    def _daily(self, item: Item) -> tuple[DailyClose, ...]:
        found: dict[date, float] = {}
        name = calendar_of(item)
        for day, closes in sorted(self.answers.closes.get(item.ticker, {}).items()):
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
    keys = Keys(folder, read_answer_keys(folder))
    if not answer_key_files(folder) and not has_bars(folder):
        raise DataError("holds no bars (<ticker>.csv, <ticker>.parquet) and no JSONL of answer keys", str(folder),
                        "name the folder of bars")
    return keys


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
