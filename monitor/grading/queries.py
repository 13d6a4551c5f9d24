"""What grading reads from the store: probes with their reading as plain rows, never as model objects."""

from collections.abc import Iterable
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import case, false, func
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, or_, select

from monitor.grading.policy import Policy
from monitor.store.plain import plain_rows
from monitor.store.tables import GradeRow, Probe, ReadingRow
from monitor.store.types import State, from_micros, to_micros

__all__ = ["Read", "Settled", "counts", "gradable", "latest_classes", "pending", "settled_now"]


class Read(NamedTuple):
    """A probe with its reading, as `gradable` selects it and `plain_rows` gives it."""

    item_id: str
    instant: int
    is_close: int
    probe_id: int
    sent: int
    state: str
    reading_id: int | None
    price: float | None
    unit: float | None
    currency: str | None
    newest: float | None
    newest_unit: float | None
    newest_currency: str | None
    numbers: bytes | None


def gradable(reader: str, *, failures: bool = True) -> Any:
    """Give the query for probes with their newest reading by `reader`: answered and read, or failed by the api's fault.

    Without `failures` those that failed are left out.
    """
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
    # As a CASE, lest sqlite look up all that was ever answered by the index of states, for each stretch of instants.
    fates: list[Any] = [(Probe.state == State.ANSWERED, col(ReadingRow.id).is_not(None))]
    if failures:
        fates.append((Probe.state == State.FAILED, fault))
    columns: Any = select  # more columns than its types allow for
    return (
        columns(
            Probe.item_id, Probe.instant_at, Probe.is_close, Probe.id,
            func.coalesce(col(Probe.sent_at), col(Probe.due_at)), Probe.state, ReadingRow.id,
            ReadingRow.price, ReadingRow.unit, ReadingRow.currency, ReadingRow.newest_price, ReadingRow.newest_unit,
            ReadingRow.newest_currency, ReadingRow.numbers,
        )
        .join(ReadingRow, col(ReadingRow.id) == newest, isouter=True)
        .where(case(*fates, else_=false()))
    )  # fmt: skip


class Settled(NamedTuple):
    """How far a pass found everything graded: instants before `before` (microseconds), and what was there then.

    Later readings and probes of such instants are still to be graded.
    """

    before: int = 0
    reading: int = 0
    probe: int = 0


def pending(policy: Policy, reader: str, settled: Settled | None = None, *, failures: bool = True) -> Any:
    """Give the query for those of `gradable` that this version of the policy has not graded yet, oldest first.

    What an earlier pass has `settled` is not looked at.
    """
    settled = settled or Settled()
    graded = select(GradeRow.id).where(
        GradeRow.probe_id == col(Probe.id),
        GradeRow.policy == policy.name,
        GradeRow.policy_version == policy.version,
        or_(col(GradeRow.reading_id) == col(ReadingRow.id), col(ReadingRow.id).is_(None)),
    )
    chosen = gradable(reader, failures=failures).where(
        or_(
            col(Probe.instant_at) >= from_micros(settled.before),
            col(Probe.id) > settled.probe,
            col(Probe.id).in_(select(ReadingRow.probe_id).where(col(ReadingRow.id) > settled.reading)),
        ),
        ~graded.exists(),
    )
    return chosen.order_by(col(Probe.instant_at), col(Probe.id))


def settled_now(session: Session, at: datetime) -> Settled:
    """Give how far all is graded once what is pending now has been: to `at` at most, and no probe that has no end."""
    unended = col(Probe.state).in_([State.PLANNED, State.CLAIMED])
    first = session.exec(select(func.min(col(Probe.instant_at))).where(unended)).one()
    before = to_micros(at if first is None else min(at, first))
    newest = [session.exec(select(func.max(col(table.id)))).one() or 0 for table in (ReadingRow, Probe)]
    return Settled(before, *newest)


def counts(session: Session, start: datetime, end: datetime) -> list[tuple[datetime, int]]:
    """Give the instants in [start, end) that were planned, ascending, each with its number of probes."""
    found: Iterable[tuple[datetime, int]] = session.exec(
        select(Probe.instant_at, func.count())
        .where(col(Probe.instant_at) >= start, col(Probe.instant_at) < end)
        .group_by(col(Probe.instant_at))
        .order_by(col(Probe.instant_at))
    )
    return [(at, n) for at, n in found]


def latest_classes(session: Session, policy: str, reader: str, first: datetime, last: datetime) -> dict[int, str]:
    """Give the class of each probe's last grade under `policy` of a reading by `reader`, or of none.

    The probes are those of the instants from `first` to `last`.
    """
    rows = plain_rows(
        session,
        select(GradeRow.probe_id, GradeRow.id, GradeRow.class_)
        .join(Probe, col(Probe.id) == col(GradeRow.probe_id))
        .join(ReadingRow, col(ReadingRow.id) == col(GradeRow.reading_id), isouter=True)
        .where(
            GradeRow.policy == policy, col(Probe.instant_at) >= first, col(Probe.instant_at) <= last,
            or_(col(ReadingRow.id).is_(None), ReadingRow.reader == reader),
        ),
    )  # fmt: skip
    rows.sort(key=itemgetter(1))  # of several grades of a probe the last one stays
    return {probe_id: name for probe_id, _, name in rows}
