"""What is running, what is next and how it went, from the store; the page and `monitor status` both show it."""

import math
import os
import socket
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy
from sqlmodel import Session, col, func, select

from monitor import __version__
from monitor.alerting.figures import SLO
from monitor.alerting.incidents import sending
from monitor.probing.recover import HEARTBEAT
from monitor.store.alerts import open_alerts
from monitor.store.database import SCHEMA, Database
from monitor.store.plain import plain_rows
from monitor.store.tables import Alert, Event, Instant, Lease, Note, Probe, Summary
from monitor.store.types import State, to_micros

__all__ = ["Batch", "Lateness", "Life", "Overview", "overview", "percentile"]

DAY = timedelta(days=1)
_ENDED = tuple(state for state in State if state not in (State.PLANNED, State.CLAIMED))


@dataclass(frozen=True, slots=True)
class Life:
    """Whether a scheduler runs on this store, and what its heartbeat says."""

    alive: bool
    why: str
    """What speaks for it, in a sentence."""
    started_at: datetime | None = None
    heartbeat_at: datetime | None = None
    pid: int | None = None
    host: str | None = None
    heartbeat: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Batch:
    """All probes that are due at one moment."""

    due_at: datetime
    offset_s: float | None
    """None where instants of several schedules meet with different offsets."""
    schedules: tuple[str, ...]
    items: int
    apis: int
    states: dict[str, int]
    lateness_p50_ms: float | None = None
    lateness_max_ms: float | None = None
    spread_max_ms: float | None = None

    @property
    def probes(self) -> int:
        """How many there are."""
        return sum(self.states.values())


@dataclass(frozen=True, slots=True)
class Lateness:
    """How late requests were written after their slot, and how far slots were put behind their due moment, in ms."""

    n: int
    p50_ms: float | None
    p95_ms: float | None
    p99_ms: float | None
    max_ms: float | None
    spread_p50_ms: float | None
    spread_max_ms: float | None
    spoiled: int
    """Probes whose timing this process's own event loop spoiled; they are among the `n`."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The running system at `now`. Counts are over probes due in the 24 h before it."""

    now: datetime
    version: str
    schema: str
    life: Life
    next: tuple[Batch, ...]
    last: tuple[Batch, ...]
    planned: int
    planned_until: datetime | None
    counts: dict[str, int]
    reasons: tuple[tuple[str, str, int], ...]
    """(state or error class, reason, how many) of what was not answered, most frequent first."""
    lateness: Lateness
    alerts: tuple[Alert, ...]
    jobs: dict[str, tuple[datetime, dict[str, Any]]]
    host_clock: dict[str, Any] | None
    messages: dict[str, Any]
    """Messages about alerts that wait to be sent, and the last failure."""
    slo: tuple[dict[str, Any], ...]
    """Each SLO as it was last reckoned."""

    @property
    def healthy(self) -> bool:
        """Whether a scheduler runs and no critical alert stands."""
        return self.life.alive and not any(alert.severity == "critical" for alert in self.alerts)


def overview(database: Database, now: datetime, *, batches: int = 8) -> Overview:
    """Give the overview at `now`, with up to `batches` coming and as many past batches."""
    with database.read() as session:
        notes = {note.name: note for note in session.exec(select(Note))}
        planned, until = session.exec(
            select(func.count(), func.max(Probe.due_at))
            .select_from(Probe)
            .where(Probe.state == State.PLANNED, col(Probe.due_at) > now)
        ).one()
        clock = notes.get("host_clock")
        return Overview(
            now=now,
            version=__version__,
            schema=SCHEMA,
            life=_life(session, notes.get(HEARTBEAT), now),
            next=_batches(session, _next_dues(session, now, batches)),
            last=_batches(session, _last_dues(session, now, batches)),
            planned=planned,
            planned_until=until,
            counts=_counts(session, now),
            reasons=_reasons(session, now),
            lateness=_lateness(session, now),
            alerts=tuple(open_alerts(session)),
            jobs={
                name.removeprefix("job:"): (note.at, note.value)
                for name, note in sorted(notes.items())
                if name.startswith("job:")
            },
            host_clock=dict(clock.value) if clock is not None else None,
            messages=sending(session),
            slo=tuple(summary.value["rows"]) if (summary := session.get(Summary, SLO)) is not None else (),
        )


def percentile(ordered: Sequence[float], share: float) -> float | None:
    """Give the nearest-rank percentile of ascending values: the least value that `share` of them do not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else None


def _life(session: Session, beat: Note | None, now: datetime) -> Life:
    lease = session.get(Lease, "scheduler")
    started = session.exec(select(Event.at).where(Event.kind == "start").order_by(col(Event.id).desc())).first()
    at = beat.at if beat is not None else None
    value = dict(beat.value) if beat is not None else {}
    if lease is not None and lease.expires_at > now and not _gone(lease):
        why = f"process {lease.pid} on {lease.host}"
        return Life(True, why, lease.taken_at, lease.beat_at, lease.pid, lease.host, value)
    if lease is not None:
        why = f"process {lease.pid} on {lease.host} has not been heard of since {lease.beat_at:%Y-%m-%d %H:%M:%S} UTC"
    elif value.get("stopped"):
        why = f"stopped at {at:%Y-%m-%d %H:%M:%S} UTC"
    else:
        why = "never started on this database"
    return Life(False, why, started, at, heartbeat=value)


def _gone(lease: Lease) -> bool:
    """Tell whether the process was killed, where that can be known: its lease has not run out yet then."""
    if lease.host != socket.gethostname():
        return False
    try:
        os.kill(lease.pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False  # it is there, and another user's
    return False


def _next_dues(session: Session, now: datetime, count: int) -> list[datetime]:
    query = (
        select(Probe.due_at)
        .where(Probe.state == State.PLANNED, col(Probe.due_at) > now)
        .distinct()
        .order_by(col(Probe.due_at))
        .limit(count)
    )
    return list(session.exec(query).all())


def _last_dues(session: Session, now: datetime, count: int) -> list[datetime]:
    """Give the latest due moments at which something was, or is being, done; newest first."""
    found: set[datetime] = set()
    for state in State:
        if state not in (State.PLANNED, State.CANCELLED):
            found.update(
                session.exec(
                    select(Probe.due_at)
                    .where(Probe.state == state, col(Probe.due_at) <= now)
                    .distinct()
                    .order_by(col(Probe.due_at).desc())
                    .limit(count)
                ).all()
            )
    return sorted(found, reverse=True)[:count]


def _batches(session: Session, dues: Sequence[datetime]) -> tuple[Batch, ...]:
    if not dues:
        return ()
    what = (Probe.due_at, Probe.state, Probe.offset_s, Probe.item_id, Probe.api, Probe.lateness_ms, Probe.slot_at)
    rows = plain_rows(
        session,
        select(*what, Instant.schedule)  # type: ignore[call-overload]
        .join(Instant, col(Instant.id) == col(Probe.instant_id))
        .where(col(Probe.state).in_([s for s in State if s != State.CANCELLED]), col(Probe.due_at).in_(dues)),
    )
    by_due: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_due[row[0]].append(row)
    return tuple(_batch(due_at, by_due[to_micros(due_at)]) for due_at in dues)


def _batch(due_at: datetime, rows: Sequence[Any]) -> Batch:
    """Give what the rows, with moments in microseconds, come to."""
    due_us = to_micros(due_at)
    late = sorted(row[5] for row in rows if row[5] is not None)
    offsets = {row[2] for row in rows}
    return Batch(
        due_at,
        offsets.pop() if len(offsets) == 1 else None,
        tuple(sorted({row[7] for row in rows})),
        len({row[3] for row in rows}),
        len({row[4] for row in rows}),
        dict(Counter(str(row[1]) for row in rows)),
        percentile(late, 0.5),
        late[-1] if late else None,
        max(((row[6] - due_us) / 1000 for row in rows), default=None),
    )


def _counts(session: Session, now: datetime) -> dict[str, int]:
    rows = session.exec(select(Probe.state, func.count()).where(_recent(now, list(State))).group_by(Probe.state)).all()
    found = {str(state): number for state, number in rows}
    return {state.value: found[state.value] for state in State if state.value in found}


def _reasons(session: Session, now: datetime, most: int = 6) -> tuple[tuple[str, str, int], ...]:
    states = [State.FAILED, State.MISSED, State.INTERRUPTED, State.SKIPPED]
    number = func.count()
    kinds = (col(Probe.state), col(Probe.error_class), col(Probe.reason))
    rows = session.connection().execute(
        sqlalchemy.select(*kinds, number)
        .where(_recent(now, states))
        .group_by(*kinds)
        .order_by(number.desc(), col(Probe.state), col(Probe.reason))
        .limit(most)
    )
    return tuple(
        (f"{state} ({fault})" if fault else str(state), reason or "no reason was recorded", n)
        for state, fault, reason, n in rows
    )


def _lateness(session: Session, now: datetime) -> Lateness:
    rows = plain_rows(
        session,
        select(Probe.lateness_ms, Probe.slot_at, Probe.due_at, Probe.spoiled).where(
            _recent(now, list(_ENDED)), col(Probe.lateness_ms).is_not(None)
        ),
    )
    late = sorted(row[0] for row in rows)
    spread = sorted((row[1] - row[2]) / 1000 for row in rows)
    return Lateness(
        len(late),
        percentile(late, 0.5),
        percentile(late, 0.95),
        percentile(late, 0.99),
        late[-1] if late else None,
        percentile(spread, 0.5),
        spread[-1] if spread else None,
        sum(bool(row[3]) for row in rows),
    )


def _recent(now: datetime, states: Sequence[State]) -> Any:
    """Give the condition for probes due in the last 24 h; naming the states lets the index on (state, due_at) serve."""
    return col(Probe.state).in_(states) & (col(Probe.due_at) > now - DAY) & (col(Probe.due_at) <= now)
