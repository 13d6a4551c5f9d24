"""After a stop of any kind: every probe that was due meanwhile gets its end, and nothing is asked again."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.probing.slots import tolerance
from monitor.store.lease import alive
from monitor.store.tables import Note, Probe
from monitor.store.types import State

__all__ = ["HEARTBEAT", "Recovered", "interrupt_claimed", "miss_late", "recover"]

HEARTBEAT = "heartbeat"
"""Name of the note that the daemon renews while it lives."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """How many probes were found unfinished, and since when nobody ran."""

    interrupted: int
    missed: int
    since: datetime | None


def recover(session: Session, now: datetime) -> Recovered:
    """Settle what an earlier process left: claimed probes are interrupted, those too late to send are missed.

    A probe that may still be sent within its tolerance stays planned; one that a living process has claimed (a
    `monitor probe` beside the daemon) is that process's own.
    """
    note = session.get(Note, HEARTBEAT)
    since = note.at if note is not None else None
    gap = f"the monitor was not running from {since:%Y-%m-%d %H:%M:%S} UTC" if since else "the monitor was not running"
    interrupted = 0
    for holder in session.exec(select(Probe.claimed_by).where(Probe.state == State.CLAIMED).distinct()).all():
        if holder is None or not alive(holder):
            interrupted += interrupt_claimed(session, holder, "the monitor stopped while this probe was under way")
    missed = miss_late(session, now, gap)
    return Recovered(interrupted, missed, since)


def miss_late(session: Session, now: datetime, reason: str, *, but: Collection[datetime] = ()) -> int:
    """End every planned probe whose time has gone by as missed; gives how many. Batches due at `but` are left alone."""
    missed = 0
    for probe in session.exec(select(Probe).where(Probe.state == State.PLANNED, col(Probe.due_at) < now)):
        if probe.due_at + tolerance(probe.offset_s) < now and probe.due_at not in but:
            probe.state, probe.reason = State.MISSED, reason
            session.add(probe)
            missed += 1
    return missed


def interrupt_claimed(session: Session, holder: str | None, reason: str) -> int:
    """End every probe that `holder` has claimed as interrupted; gives how many."""
    claimed = session.exec(select(Probe).where(Probe.state == State.CLAIMED, Probe.claimed_by == holder)).all()
    for probe in claimed:
        probe.state, probe.reason = State.INTERRUPTED, reason
        session.add(probe)
    return len(claimed)
