"""Grading what the store holds: every reading, and every failure of an api, that has no grade under this policy yet."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, func, or_, select

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.grading.grade import grade, grade_rows
from monitor.grading.policy import Policy
from monitor.grading.target import make_frame
from monitor.grading.types import Ask, Grade
from monitor.market.ready import bars_settled, load_rates
from monitor.market.sessions import status_at
from monitor.market.sources.base import Source
from monitor.market.stored import load_reference
from monitor.market.windows import window_for
from monitor.reading.rows import from_row
from monitor.reading.types import Reading
from monitor.reading.work import item_of
from monitor.store.database import Database
from monitor.store.tables import GradeRow, Probe, ReadingRow
from monitor.store.types import State

__all__ = ["Change", "GradeReport", "Judging", "Regrade", "grade_pending", "regrade"]

CHUNK = 1_000
"""Grades a transaction: some 10 ms under the lock."""
GIVE_UP = timedelta(hours=36)
"""A probe whose bars have not come by then is graded `no_reference`; the pull's own rows say why."""


@dataclass(frozen=True)
class Judging:
    """What grading works on: the store, the items by id, where bars come from, the policy, and the moment of it."""

    database: Database
    items: Mapping[str, Item]
    market: MarketSettings
    sources: Sequence[Source]
    policy: Policy
    now: datetime
    reader: str = "rules"


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


Member = tuple[Probe, ReadingRow | None]
Done = Callable[[int], None]
Fresh = dict[str, Any]
"""A grade to be stored, by column."""


def grade_pending(judging: Judging, *, most: int = 20_000) -> GradeReport:
    """Grade up to `most` probes that this version of the policy has not graded, oldest first.

    A probe waits until its bars are final, so that no grade rests on a bar that may still change.
    """
    report = GradeReport()
    with judging.database.read() as session:
        pending = session.exec(_pending(judging.policy, judging.reader).limit(most)).all()
    for members, rows in _graded(judging, pending):
        if rows is None:
            report.waiting += len(members)
        else:
            report.classes.update(Counter(row["class"] for row in rows))
    return report


def regrade(judging: Judging, *, since: datetime, until: datetime, done: Done | None = None) -> Regrade:
    """Grade every reading of the instants in [since, until) again, from what is stored; nothing is asked or pulled.

    `done` is called with the number of probes just graded.
    """
    report = Regrade()
    start = since
    while start < until:
        end = min(start + timedelta(days=1), until)
        within = (col(Probe.instant_at) >= start, col(Probe.instant_at) < end)
        with judging.database.read() as session:
            found = session.exec(_gradable(judging.reader).where(*within)).all()
            before = _latest_classes(session, judging.policy.name, start, end)
        for members, rows in _graded(judging, found):
            if rows is None:
                report.waiting += len(members)
                continue
            report.classes.update(Counter(row["class"] for row in rows))
            report.changes += [
                Change(row["probe_id"], before[row["probe_id"]], row["class"])
                for row in rows
                if before.get(row["probe_id"], row["class"]) != row["class"]
            ]
            if done is not None:
                done(len(rows))
        start = end
    return report


def _graded(judging: Judging, found: Sequence[Member]) -> Iterator[tuple[list[Member], list[Fresh] | None]]:
    """Grade and store, instant by instant; yields None for the rows of one whose bars are not final.

    Items of a kind that the policy has no rules for are passed over.
    """
    groups: dict[tuple[str, datetime], list[Member]] = defaultdict(list)
    for probe, reading in found:
        groups[probe.item_id, probe.instant_at].append((probe, reading))
    fresh: list[Fresh] = []
    for (_, instant), members in sorted(groups.items(), key=lambda one: one[0][1]):
        item = item_of(members[0][0], judging.items)
        if not judging.policy.covers(item):
            continue
        with judging.database.read() as session:
            rows = _grade_instant(session, judging, item, instant, members)
        fresh += rows or []
        if len(fresh) >= CHUNK:
            _store(judging.database, fresh)
            fresh = []
        yield members, rows
    _store(judging.database, fresh)


def _latest_classes(session: Session, policy: str, start: datetime, end: datetime) -> dict[int, str]:
    rows = session.exec(
        select(GradeRow.probe_id, GradeRow.class_)
        .join(Probe, col(Probe.id) == col(GradeRow.probe_id))
        .where(GradeRow.policy == policy, col(Probe.instant_at) >= start, col(Probe.instant_at) < end)
        .order_by(col(GradeRow.id))
    )
    return dict(rows.all())


def _grade_instant(
    session: Session, judging: Judging, item: Item, instant: datetime, members: Sequence[Member]
) -> list[Fresh] | None:
    """Give the grades of one item's probes at one instant; None while its bars are not final."""
    market, policy, now = judging.market, judging.policy, judging.now
    sent = [(probe.sent_at or probe.due_at) for probe, _ in members]
    window = window_for(instant, [(at - instant).total_seconds() for at in sent], timedelta(hours=market.lookback_h))
    settled = bars_settled(session, item, window, judging.sources, now, market.symbols)
    if not settled and now < max(sent) + GIVE_UP:
        return None
    reference = load_reference(session, item, window.start, window.end, market)
    quoted = {row.currency or "" for _, row in members if row is not None} & policy.converted
    rates = load_rates(session, instant, quoted)
    asks = [_ask(item, probe) for probe, _ in members]
    readings: list[Reading | None] = [None if row is None else from_row(row) for _, row in members]
    if policy.rules == "board":
        grades = [grade(ask, read, reference, policy, rates) for ask, read in zip(asks, readings, strict=True)]
    else:
        grades = grade_rows(make_frame(asks[0], reference, policy), asks, readings, policy, rates)
    return [_row(probe, reading, given, now) for (probe, reading), given in zip(members, grades, strict=True)]


def _ask(item: Item, probe: Probe) -> Ask:
    status = status_at(item, probe.instant_at)
    return Ask(
        item=item,
        instant=probe.instant_at,
        offset_s=probe.offset_s,
        sent_at=probe.sent_at or probe.due_at,
        is_close=probe.is_close or item.close,
        session_open=not status.closed,
        session_opened_at=status.session.open_at if status.session and not status.closed else None,
        error=probe.state == State.FAILED,
    )


def _row(probe: Probe, reading: ReadingRow | None, grade: Grade, now: datetime) -> Fresh:
    """Give the row of a grade by column, as a bulk insert takes it: a thousand model objects cost more than grading."""
    return {
        "probe_id": probe.id or 0,
        "reading_id": None if reading is None else reading.id,
        "policy": grade.policy,
        "policy_version": grade.policy_version,
        "graded_at": now,
        "class": grade.cls.value,
        "correct": grade.correct,
        "target_low": grade.target_low,
        "target_high": grade.target_high,
        "band": grade.band,
        "coarse": grade.coarse,
        "closed": grade.closed,
        "power": grade.power,
        "rivals": ",".join(grade.rivals),
        "contained": grade.contained,
        "lag_low_s": grade.lag_low_s,
        "lag_high_s": grade.lag_high_s,
        "lookback_s": grade.lookback_s,
        "sources": ",".join(grade.sources),
        "why": grade.why,
    }


def _pending(policy: Policy, reader: str) -> Any:
    """Give the query for probes that this version of the policy has not graded yet."""
    graded = select(GradeRow.id).where(
        GradeRow.probe_id == col(Probe.id),
        GradeRow.policy == policy.name,
        GradeRow.policy_version == policy.version,
        or_(col(GradeRow.reading_id) == col(ReadingRow.id), col(ReadingRow.id).is_(None)),
    )
    return _gradable(reader).where(~graded.exists())


def _gradable(reader: str) -> Any:
    """Give the query for probes with their reading: answered and read, or failed by the api's fault."""
    fault = or_(
        col(Probe.error_class).in_(["timeout", "network", "api"]),
        and_(Probe.error_class == "rate_limit", col(Probe.sent_at).is_not(None)),
    )
    later = aliased(ReadingRow)
    newest = (
        select(func.max(col(later.id)))
        .where(later.probe_id == col(Probe.id), later.reader == reader)
        .correlate(Probe)
        .scalar_subquery()
    )
    return (
        select(Probe, ReadingRow)
        .join(ReadingRow, col(ReadingRow.id) == newest, isouter=True)
        .where(
            or_(
                and_(Probe.state == State.ANSWERED, col(ReadingRow.id).is_not(None)),
                and_(Probe.state == State.FAILED, fault),
            )
        )
        .order_by(col(Probe.instant_at), col(Probe.id))
    )


def _store(database: Database, rows: list[Fresh]) -> None:
    if rows:
        with database.write() as session:
            session.connection().execute(insert(GradeRow), rows)
