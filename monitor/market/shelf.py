"""Stored bars and pulls as arrays, each read once: for passes over many instants of the same items, in order of time.

A shelf belongs to one pass: it does not see what is stored after it has read.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select
from sqlmodel import Session, col

from monitor.market.columns import Columns
from monitor.market.sources.base import MINUTE_S
from monitor.store.plain import plain_rows
from monitor.store.tables import BarRow, Pull
from monitor.store.types import to_micros

__all__ = ["Pulls", "Shelf"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

AHEAD = timedelta(hours=12)
"""Read beyond what is asked for, since the next window of a pass begins where this one does, a little later."""
BEHIND = timedelta(days=2)
"""Kept before what is asked for, since another item's windows may begin again earlier."""
MOST = 256
"""Series kept at once, some 300 kB a source; the one not asked for longest goes."""

Key = tuple[str, str, int]
"""(source, symbol, seconds of a bar)"""


@dataclass(frozen=True, slots=True)
class Pulls:
    """What one item's sources were asked for, as arrays in the order of asking; times in microseconds."""

    source: NDArray[np.str_]
    symbol: NDArray[np.str_]
    interval_s: Ints
    start: Ints
    end: Ints
    outcome: NDArray[np.str_]
    currencies: dict[Key, str]
    """Of the last pull that says one."""
    roles: dict[Key, str]


@dataclass
class _Held:
    start: datetime
    end: datetime
    columns: tuple[Columns, ...]


class Shelf:
    """Gives the bars and pulls of items, from memory where they were read before."""

    def __init__(self, ahead: timedelta = AHEAD) -> None:
        self._ahead = ahead
        self._held: OrderedDict[tuple[str, int], _Held] = OrderedDict()
        self._pulls: dict[str, Pulls] = {}

    def bars(
        self, session: Session, item_id: str, start: datetime, end: datetime, interval_s: int = MINUTE_S
    ) -> tuple[Columns, ...]:
        """Give the stored bars of [start, end), one `Columns` a source and symbol that has any.

        Of a revised bar the latest pull wins.
        """
        held = self._held.pop((item_id, interval_s), None)
        if held is None or start < held.start or start > held.end:
            until = end + self._ahead
            held = _Held(start, until, _read(session, item_id, start, until, interval_s, self.pulls(session, item_id)))
        elif end > held.end:
            until = end + self._ahead
            more = _read(session, item_id, held.end, until, interval_s, self.pulls(session, item_id))
            since = max(held.start, start - BEHIND)
            held = _Held(since, until, _joined(_cut(held.columns, since, until), more))
        self._held[item_id, interval_s] = held
        if len(self._held) > MOST:
            self._held.popitem(last=False)
        return _cut(held.columns, start, end)

    def pulls(self, session: Session, item_id: str) -> Pulls:
        """Give every pull of an item's bars, in the order in which they were made."""
        if item_id not in self._pulls:
            self._pulls[item_id] = _read_pulls(session, item_id)
        return self._pulls[item_id]


def _read(
    session: Session, item_id: str, start: datetime, end: datetime, interval_s: int, pulls: Pulls
) -> tuple[Columns, ...]:
    return tuple(
        Columns(key[0], key[1], pulls.currencies[key], pulls.roles[key], *columns)
        for key in sorted(pulls.currencies)
        if key[2] == interval_s and (columns := _read_one(session, item_id, key, start, end)) is not None
    )


def _read_one(
    session: Session, item_id: str, key: Key, start: datetime, end: datetime
) -> tuple[Any, ...] | None:
    """Give the columns from `start_s` on; None without a bar. The unique index gives them in order."""
    rows = plain_rows(
        session,
        select(col(BarRow.start_at), col(BarRow.open), col(BarRow.high), col(BarRow.low), col(BarRow.close),
               col(BarRow.volume), col(BarRow.count))
        .where(col(BarRow.source) == key[0], col(BarRow.symbol) == key[1], col(BarRow.interval_s) == key[2],
               col(BarRow.start_at) >= start, col(BarRow.start_at) < end, col(BarRow.item_id) == item_id)
        .order_by(col(BarRow.start_at), col(BarRow.pull_id)),
    )  # fmt: skip
    if not rows:
        return None
    at, *prices = zip(*rows, strict=True)
    start_s = np.array(at, dtype=np.int64) // 1_000_000
    columns = [np.array(values, dtype=np.float64) for values in prices]
    last = np.r_[start_s[1:] != start_s[:-1], True]
    return (start_s, *columns) if last.all() else (start_s[last], *(values[last] for values in columns))


def _cut(columns: Sequence[Columns], start: datetime, end: datetime) -> tuple[Columns, ...]:
    start_s, end_s = -(-to_micros(start) // 1_000_000), -(-to_micros(end) // 1_000_000)
    parts = []
    for one in columns:
        first, last = one.span(start_s, end_s)
        if first < last:
            parts.append(one.rows(first, last))
    return tuple(parts)


def _joined(before: Sequence[Columns], after: Sequence[Columns]) -> tuple[Columns, ...]:
    """Give both stretches as one, by source and symbol."""
    found = {(one.source, one.symbol): one for one in before}
    for more in after:
        one = found.get((more.source, more.symbol))
        found[more.source, more.symbol] = more if one is None else Columns(
            more.source, more.symbol, more.currency, more.role,
            *(np.concatenate((getattr(one, name), getattr(more, name)))
              for name in ("start_s", "open", "high", "low", "close", "volume", "count")),
        )  # fmt: skip
    return tuple(found[key] for key in sorted(found))


def _read_pulls(session: Session, item_id: str) -> Pulls:
    rows = plain_rows(
        session,
        select(col(Pull.source), col(Pull.symbol), col(Pull.interval_s),
               col(Pull.start_at), col(Pull.end_at), col(Pull.outcome), col(Pull.currency), col(Pull.role))
        .where(col(Pull.item_id) == item_id)
        .order_by(col(Pull.id)),
    )  # fmt: skip
    source, symbol, interval_s, start, end, outcome, currency, role = zip(*rows, strict=True) if rows else [()] * 8
    currencies: dict[Key, str] = {}
    roles: dict[Key, str] = {}
    for key, code, what in zip(zip(source, symbol, interval_s, strict=True), currency, role, strict=True):
        if code or key not in currencies:  # a pull that failed says none
            currencies[key], roles[key] = code, what
    return Pulls(
        np.array(source, dtype=np.str_), np.array(symbol, dtype=np.str_), np.array(interval_s, dtype=np.int64),
        np.array(start, dtype=np.int64), np.array(end, dtype=np.int64), np.array(outcome, dtype=np.str_),
        currencies, roles,
    )  # fmt: skip
