"""One scheduler a database: a row that its holder keeps fresh."""

import os
import socket
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlmodel import Session

from monitor.errors import LeaseError
from monitor.store.database import Database
from monitor.store.files import connect
from monitor.store.tables import Lease
from monitor.store.types import from_micros

__all__ = ["LEASE_S", "Holder", "alive", "beat", "check_free", "held", "release", "running", "take", "this_process"]

LEASE_S = 30.0
"""How long a lease holds without a beat, in seconds."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process: `name` tells it from an earlier one with the same pid."""

    name: str
    pid: int
    host: str


def this_process() -> Holder:
    """Give this process as a holder."""
    pid, host = os.getpid(), socket.gethostname()
    return Holder(f"{host}:{pid}:{_started(pid)}", pid, host)


def alive(name: str) -> bool:
    """Tell whether the process that bears a holder's name may still run; one on another host may."""
    host, pid, started = name.rsplit(":", 2) if name.count(":") >= 2 else ("", "", "")
    if host != socket.gethostname() or not pid.isdigit():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return started == str(_started(int(pid)))


def check_free(session: Session, holder: Holder, now: datetime, *, name: str = "scheduler") -> None:
    """Raise LeaseError, naming who it is, where another process holds the lease.

    A lease that ran out, or whose process on this host is gone, is free.
    """
    held = session.get(Lease, name)
    if held is not None and held.holder != holder.name and held.expires_at > now and alive(held.holder):
        raise LeaseError(
            f"process {held.pid} on {held.host} schedules on this database since {held.taken_at:%Y-%m-%d %H:%M:%S} UTC",
            remedy=f"stop it, or wait until {held.expires_at:%H:%M:%S} UTC if it is dead",
        )


def take(session: Session, holder: Holder, now: datetime, *, name: str = "scheduler") -> None:
    """Take the lease where `check_free` finds it free; raises LeaseError where it is not."""
    check_free(session, holder, now, name=name)
    fresh = Lease(
        name=name,
        holder=holder.name,
        pid=holder.pid,
        host=holder.host,
        taken_at=now,
        beat_at=now,
        expires_at=now + timedelta(seconds=LEASE_S),
    )
    session.merge(fresh)


def held(database: Database, now: datetime, *, name: str = "scheduler") -> bool:
    """Tell whether a process holds the lease now."""
    with database.read() as session:
        found = session.get(Lease, name)
        return found is not None and found.expires_at > now and alive(found.holder)


def running(path: Path, now: datetime, *, name: str = "scheduler") -> Holder | None:
    """Give the process that schedules on the file at `path`, whatever its schema; None where none does.

    A process on this host counts while it lives, also when its lease ran out: it may only be held up.
    """
    if not path.is_file() or not path.stat().st_size:
        return None
    try:
        with closing(connect(path, read_only=True)) as connection:
            query = "SELECT holder, pid, host, expires_at FROM lease WHERE name = ?"
            row = connection.execute(query, (name,)).fetchone()
    except sqlite3.Error:
        return None  # no such table yet, or spoiled: nobody can schedule on that
    if row is None or not alive(row[0]) or (row[2] != socket.gethostname() and from_micros(row[3]) <= now):
        return None
    return Holder(row[0], row[1], row[2])


def beat(session: Session, holder: Holder, now: datetime, *, name: str = "scheduler") -> None:
    """Keep the lease; raises LeaseError when another process took it meanwhile."""
    held = session.get(Lease, name)
    if held is None or held.holder != holder.name:
        raise LeaseError(
            "the lease was taken over" if held else "the lease is gone",
            remedy="this process stops asking; start it again",
        )
    held.beat_at = now
    held.expires_at = now + timedelta(seconds=LEASE_S)
    session.add(held)


def release(session: Session, holder: Holder, *, name: str = "scheduler") -> None:
    """Give the lease back, if it is still this holder's."""
    held = session.get(Lease, name)
    if held is not None and held.holder == holder.name:
        session.delete(held)


def _started(pid: int) -> str | None:
    """Give the kernel's start time of a process, which tells reused pids apart; None where it cannot be known."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return None
