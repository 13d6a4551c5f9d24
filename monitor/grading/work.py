"""Grading what the store holds: every reading, and every failure of an api, that has no grade under this policy yet."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import insert
from sqlmodel import Session, col

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.errors import StoreError
from monitor.grading.answers import currency_code
from monitor.grading.asking import awaits_close
from monitor.grading.groups import CLASS, COLUMNS, PROBE, Fresh, ask_of, grade_group, groups_of
from monitor.grading.policy import Policy
from monitor.grading.queries import Read, counts, gradable, latest_classes, pending, rows_of
from monitor.market.ready import bars_settled, load_rates
from monitor.market.shelf import Shelf
from monitor.market.sources.base import Source
from monitor.market.stored import load_reference
from monitor.market.windows import window_for
from monitor.reading.work import item_of
from monitor.store.database import Database
from monitor.store.tables import GradeRow, Probe
from monitor.store.types import from_micros

__all__ = ["Change", "GradeReport", "Judging", "Regrade", "grade_pending", "regrade"]

CHUNK = 5_000
"""Grades a transaction: some 50 ms under the lock."""
BATCH = 10_000
"""Probes that are read together, unless one instant has more."""
SPAN = timedelta(days=2)
"""Instants that are graded together: item by item, so that an item's bars are at hand for all of them."""
GIVE_UP = timedelta(hours=36)
"""A probe whose bars have not come by then is graded `no_reference`; the pull's own rows say why."""


@dataclass(frozen=True)
class Judging:
    """What grading works on: the store, the items by id, where bars come from, the policy, and the moment of it.

    The readings of each of `readers` are graded; failures of an api, which have none, once.
    """

    database: Database
    items: Mapping[str, Item]
    market: MarketSettings
    sources: Sequence[Source]
    policy: Policy
    now: datetime
    readers: tuple[str, ...] = ("rules",)


@dataclass
class GradeReport:
    """What a pass graded."""

    classes: Counter[str] = field(default_factory=Counter)
    waiting: int = 0
    """Probes whose bars are not final yet."""

    def as_dict(self) -> dict[str, Any]:
        """Give plain values."""
        return {"graded": sum(self.classes.values()), "waiting": self.waiting, "classes": dict(self.classes)}


@dataclass(frozen=True, slots=True)
class Change:
    """A probe whose class a new grade changed."""

    probe_id: int
    before: str
    after: str


@dataclass
class Regrade(GradeReport):
    """What grading again did; grades are added, never replaced."""

    changes: list[Change] = field(default_factory=list)


Done = Callable[[int], None]


def grade_pending(judging: Judging, *, most: int = 20_000) -> GradeReport:
    """Grade up to `most` probes that this version of the policy has not graded, oldest first.

    A probe waits until its bars are final, so that no grade rests on a bar that may still change.
    """
    report, shelf = GradeReport(), Shelf()
    for reader in judging.readers:
        query = pending(judging.policy, reader, failures=reader == judging.readers[0]).limit(most)
        with judging.database.read() as session:
            rows = rows_of(session, query)
        for n, graded in _graded(judging, rows, shelf):
            _count(report, n, graded)
    return report


def regrade(judging: Judging, *, since: datetime, until: datetime, done: Done | None = None) -> Regrade:
    """Grade every reading of the instants in [since, until) again, from what is stored; nothing is asked or pulled.

    `done` is called with the number of probes just graded.
    """
    report = Regrade()
    policy, shelf = judging.policy, Shelf()
    with judging.database.read() as session:
        planned = counts(session, since, until)
    for start, end in _batches(planned):
        for reader in judging.readers:
            query = gradable(reader, failures=reader == judging.readers[0])
            with judging.database.read() as session:
                rows = rows_of(session, query.where(col(Probe.instant_at) >= start, col(Probe.instant_at) <= end))
                before = latest_classes(session, policy.name, reader, start, end)
            for n, graded in _graded(judging, rows, shelf):
                _count(report, n, graded)
                report.changes += [
                    Change(row[PROBE], before[row[PROBE]], row[CLASS])
                    for row in graded or ()
                    if before.get(row[PROBE], row[CLASS]) != row[CLASS]
                ]
                if done is not None and graded is not None:
                    done(n)
    return report


def _batches(planned: Sequence[tuple[datetime, int]]) -> Iterator[tuple[datetime, datetime]]:
    """Give (first, last) instants of the batches that the planned instants fall into."""
    batch: list[datetime] = []
    held = 0
    for at, n in planned:
        if batch and (held + n > BATCH or at - batch[0] > SPAN):
            yield batch[0], batch[-1]
            batch, held = [], 0
        batch.append(at)
        held += n
    if batch:
        yield batch[0], batch[-1]


def _count(report: GradeReport, n: int, graded: list[Fresh] | None) -> None:
    if graded is None:
        report.waiting += n
    else:
        report.classes.update(Counter(row[CLASS] for row in graded))


def _graded(judging: Judging, rows: Sequence[Any], shelf: Shelf) -> Iterator[tuple[int, list[Fresh] | None]]:
    """Grade and store, group by group; gives the number of each and its grades, None where its bars are not final.

    Items of a kind that the policy has no rules for are passed over. What is given has not been stored before the
    next is asked for.
    """
    fresh: list[Fresh] = []
    with judging.database.read() as session:
        for members in groups_of(rows):
            item = _item(session, judging, members[0])
            if not judging.policy.covers(item):
                continue
            graded = _grade(session, judging, item, members, shelf)
            fresh += graded or ()
            while len(fresh) >= CHUNK:
                _store(judging.database, fresh[:CHUNK])
                del fresh[:CHUNK]
            yield len(members), graded
    _store(judging.database, fresh)


def _grade(
    session: Session, judging: Judging, item: Item, members: Sequence[Any], shelf: Shelf
) -> list[Fresh] | None:
    """Give the grades of one item's probes at one instant; None while its bars, or its official close, are to come."""
    market, policy, now = judging.market, judging.policy, judging.now
    columns: Any = Read(*zip(*members, strict=True))  # type: ignore[arg-type]  # columns instead of values
    instant, sent = from_micros(columns.instant[0]), from_micros(max(columns.sent))
    window = window_for(instant, [(sent - instant).total_seconds()], timedelta(hours=market.lookback_h))
    settled = bars_settled(session, item, window, judging.sources, now, market.symbols, shelf)
    in_time = now < sent + GIVE_UP
    if in_time and not settled:
        return None
    reference = load_reference(session, item, window.start, window.end, market, shelf)
    if in_time and awaits_close(ask_of(item, members[0]), reference):
        return None
    stated = {currency_code(code) for code in {*columns.currency, *columns.newest_currency}}
    rates = load_rates(session, instant, stated & policy.converted, shelf)
    return grade_group(item, members, reference, policy, rates, now)


def _item(session: Session, judging: Judging, row: Any) -> Item:
    """Give the item of a row, also when the set no longer has it."""
    item = judging.items.get(row[0])
    if item is not None:
        return item
    probe = session.get_one(Probe, row[3])
    return item_of(probe, judging.items)


def _store(database: Database, rows: Sequence[Fresh]) -> None:
    """Add grades as plain tuples: binding columns by name costs more than grading does."""
    if not rows:
        return
    with database.write() as session:
        connection = session.connection()
        statement = insert(GradeRow).values(dict.fromkeys(COLUMNS)).compile(dialect=connection.dialect)
        if tuple(statement.positiontup or ()) != COLUMNS:
            raise StoreError("the table of grades has other columns than grading gives", str(database.path))
        connection.exec_driver_sql(statement.string, list(rows))
