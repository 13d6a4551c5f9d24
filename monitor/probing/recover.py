"""After a stop of any kind: every probe that was due meanwhile gets its end, and nothing is asked again."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.probing.slots import tolerance
from monitor.store.tables import Note, Probe
from monitor.store.types import State

__all__ = ["HEARTBEAT", "Recovered", "interrupt_claimed", "recover"]

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

    A probe that may still be sent within its tolerance stays planned.
    """
    note = session.get(Note, HEARTBEAT)
    since = note.at if note is not None else None
    gap = f"the monitor was not running from {since:%Y-%m-%d %H:%M:%S} UTC" if since else "the monitor was not running"
    interrupted = interrupt_claimed(session, "the monitor stopped while this probe was under way")
    missed = 0
    for probe in session.exec(select(Probe).where(Probe.state == State.PLANNED, col(Probe.due_at) < now)):
        if probe.due_at + tolerance(probe.offset_s) < now:
            probe.state, probe.reason = State.MISSED, gap
            session.add(probe)
            missed += 1
    return Recovered(interrupted, missed, since)


def interrupt_claimed(session: Session, reason: str) -> int:
    """End every claimed probe as interrupted; gives how many. Only the holder of the lease may call it."""
    claimed = session.exec(select(Probe).where(Probe.state == State.CLAIMED)).all()
    for probe in claimed:
        probe.state, probe.reason = State.INTERRUPTED, reason
        session.add(probe)
    return len(claimed)
