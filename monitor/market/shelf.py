"""Stored bars and pulls as arrays, each read once: for passes over many instants of the same items, in order of time.

A shelf belongs to one pass: it does not see what is stored after it has read. After `catch_up` it serves another.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import zstandard
from numpy.typing import NDArray
from sqlalchemy import and_, func, or_, select
from sqlmodel import Session, col

from monitor.market.columns import Columns
from monitor.market.sources.base import DAY_S, MINUTE_S
from monitor.market.splits import Split, announced_splits, is_rescaled
from monitor.store.plain import plain_rows
from monitor.store.tables import BarRow, Pull
from monitor.store.types import from_micros, to_micros

__all__ = ["Pulls", "Shelf"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

AHEAD = timedelta(hours=12)
"""Read beyond what is asked for, since the next window of a pass begins where this one does, a little later."""
BEHIND = timedelta(days=2)
"""Kept before what is asked for, since another item's windows may begin again earlier."""
MOST = 256
"""Series kept at once, some 300 kB a source; the one not asked for longest goes."""
MOST_BARS = 1_000_000
"""Bars kept at once, 56 bytes each."""

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

    def __init__(self, ahead: timedelta = AHEAD, behind: timedelta = BEHIND) -> None:
        self._ahead, self._behind = ahead, behind
        self._held: OrderedDict[tuple[str, int], _Held] = OrderedDict()
        self._pulls: dict[str, Pulls] = {}
        self._told: dict[str, dict[int, tuple[Split, ...]]] = {}
        self._newest_bar = 0

    def catch_up(self, session: Session) -> None:
        """Let go of what bars and pulls that came since the last call may have changed; the rest need not be read."""
        seen = self._newest_bar
        self._newest_bar = session.scalar(select(func.max(col(BarRow.id)))) or 0
        rows = plain_rows(
            session,
            select(col(BarRow.item_id), col(BarRow.interval_s), func.min(col(BarRow.start_at)))
            .where(col(BarRow.id) > seen).group_by(col(BarRow.item_id), col(BarRow.interval_s)),
        ) if self._held else []  # fmt: skip
        for item_id, interval_s, start_us in rows:
            held, start = self._held.pop((item_id, interval_s), None), from_micros(start_us)
            if held is not None and start > held.start:
                end = min(held.end, start)
                self._held[item_id, interval_s] = _Held(held.start, end, _cut(held.columns, held.start, end))
        self._pulls.clear()

    def bars(
        self, session: Session, item_id: str, start: datetime, end: datetime, interval_s: int = MINUTE_S
    ) -> tuple[Columns, ...]:
        """Give the stored bars of [start, end), one `Columns` a source and symbol that has any.

        Of a revised bar the latest pull wins, but not one that only re-scales the price by a split's ratio: the first
        was in the units of its time.
        """
        held = self._held.pop((item_id, interval_s), None)
        if held is not None and not self._described(session, item_id, interval_s, held):
            held = None
        if held is None or start < held.start or start > held.end:
            until = end + self._ahead
            held = _Held(start, until, _read(session, item_id, start, until, interval_s, self.pulls(session, item_id)))
        elif end > held.end:
            until = end + self._ahead
            more = _read(session, item_id, held.end, until, interval_s, self.pulls(session, item_id))
            since = max(held.start, start - self._behind)
            held = _Held(since, until, _joined(_cut(held.columns, since, until), more))
        self._held[item_id, interval_s] = held
        while len(self._held) > MOST or (len(self._held) > 1 and self._bars() > MOST_BARS):
            self._held.popitem(last=False)
        return _cut(held.columns, start, end)

    def _bars(self) -> int:
        return sum(len(one) for held in self._held.values() for one in held.columns)

    def _described(self, session: Session, item_id: str, interval_s: int, held: _Held) -> bool:
        """Tell whether the pulls still say of what is held what they said when it was read."""
        pulls = self.pulls(session, item_id)
        keys = [(one, (one.source, one.symbol, interval_s)) for one in held.columns]
        return all((one.currency, one.role) == (pulls.currencies[key], pulls.roles[key]) for one, key in keys)

    def pulls(self, session: Session, item_id: str) -> Pulls:
        """Give every pull of an item's bars, in the order in which they were made."""
        if item_id not in self._pulls:
            self._pulls[item_id] = _read_pulls(session, item_id)
        return self._pulls[item_id]

    def splits(
        self, session: Session, item_id: str, start: datetime, end: datetime, back: timedelta
    ) -> tuple[Split, ...]:
        """Give the splits that the kept answers tell of: for minutes of [start, end), and for days from `back` before.

        A split that comes after `end` counts too: bars that were pulled after it may be in its units.
        """
        told = self._told.setdefault(item_id, {})
        wanted = [pull_id for pull_id in session.scalars(select(col(Pull.id)).where(
            col(Pull.item_id) == item_id, col(Pull.zstd).is_not(None),
            or_(and_(col(Pull.interval_s) >= DAY_S, col(Pull.end_at) > start - back),
                and_(col(Pull.interval_s) < DAY_S, col(Pull.end_at) > start, col(Pull.start_at) < end)))) if pull_id]
        unread = [pull_id for pull_id in wanted if pull_id not in told]
        unpack = zstandard.ZstdDecompressor().decompress
        for first in range(0, len(unread), 100):
            some = select(col(Pull.id), col(Pull.zstd)).where(col(Pull.id).in_(unread[first:first + 100]))
            told |= {pull_id or 0: announced_splits(unpack(kept or b""))
                     for pull_id, kept in session.connection().execute(some)}
        return tuple(sorted({split for pull_id in wanted for split in told[pull_id] if split.at > start - back}))


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
    if last.all():
        return (start_s, *columns)
    chosen = _chosen(start_s, columns[3])
    return (start_s[chosen], *(values[chosen] for values in columns))


def _chosen(start_s: Ints, close: NDArray[np.float64]) -> Ints:
    """Give the row that stands for each label, of several pulls of it in their order."""
    chosen = np.flatnonzero(np.r_[True, start_s[1:] != start_s[:-1]])
    ends = np.r_[chosen[1:], len(start_s)]
    for n in np.flatnonzero(ends - chosen > 1).tolist():
        for row in range(int(chosen[n]) + 1, int(ends[n])):
            if not is_rescaled(float(close[chosen[n]]), float(close[row])):
                chosen[n] = row
    return chosen


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
