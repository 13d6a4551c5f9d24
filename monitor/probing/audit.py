"""Probes that should have come to an end and have not."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from monitor.probing.slots import tolerance
from monitor.store.lease import alive
from monitor.store.tables import Probe
from monitor.store.types import State

__all__ = ["Unended", "unended"]

SLACK = timedelta(minutes=2)
"""How long after its tolerance a running monitor may take to settle a probe."""


@dataclass(frozen=True, slots=True)
class Unended:
    """How many planned probes are overdue, and how many are claimed by a process that is gone."""

    overdue: int
    abandoned: int

    @property
    def total(self) -> int:
        """Both together."""
        return self.overdue + self.abandoned


def unended(session: Session, now: datetime) -> Unended:
    """Count probes without an end; while no monitor runs that is no fault, its next start settles them."""
    late = select(Probe.due_at, Probe.offset_s, func.count()).where(
        Probe.state == State.PLANNED, col(Probe.due_at) < now
    )
    overdue = sum(
        count
        for due_at, offset_s, count in session.exec(late.group_by(col(Probe.due_at), col(Probe.offset_s)))
        if due_at + tolerance(offset_s) + SLACK < now
    )
    holders = session.exec(
        select(Probe.claimed_by, func.count()).where(Probe.state == State.CLAIMED).group_by(col(Probe.claimed_by))
    )
    return Unended(overdue, sum(count for holder, count in holders if holder is None or not alive(holder)))
