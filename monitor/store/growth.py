"""How fast the database grows, and how long the disk lasts at that pace."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from sqlmodel import Session, func, select

from monitor.store.database import Database
from monitor.store.files import size_on_disk, used_bytes
from monitor.store.tables import Event, Summary

__all__ = ["Growth", "growth", "sample"]

SUMMARY = "database_size"
APART = timedelta(hours=6)
KEPT = 120
WINDOW = timedelta(days=7)
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Growth:
    """Bytes of the files, of their used and free pages, of the disk's free space; pace and what it means."""

    file_bytes: int
    used_bytes: int
    reusable_bytes: int
    disk_free_bytes: int
    bytes_a_day: float | None
    """None before there is a day to go by, and where it shrinks."""

    @property
    def days_left(self) -> float | None:
        """Days until the disk is full; None where that cannot be said."""
        pace = self.bytes_a_day
        return None if not pace else (self.disk_free_bytes + self.reusable_bytes) / pace


def growth(database: Database, now: datetime) -> Growth:
    """Measure the database and its pace over the last week, or since its first event where no sizes were kept."""
    path = database.path
    with database.read() as session:
        file: Any = session.connection().connection.driver_connection
        used, free = used_bytes(file)
        kept = session.get(Summary, SUMMARY)
        samples = _samples(kept)
        born = session.exec(select(func.min(Event.at))).one()
    window = [(at, size) for at, size in samples if at >= now - WINDOW]
    if not window and born is not None:
        window = [(born, 0)]
    return Growth(size_on_disk(path), used, free, shutil.disk_usage(path.parent).free, _pace([*window, (now, used)]))


def sample(session: Session, used: int, now: datetime) -> None:
    """Keep today's size; one every six hours is enough."""
    kept = session.get(Summary, SUMMARY)
    samples = _samples(kept)
    if samples and now - samples[-1][0] < APART:
        return
    rows = [[at.isoformat(), size] for at, size in [*samples, (now, used)][-KEPT:]]
    session.merge(Summary(name=SUMMARY, made_at=now, value={"samples": rows}))


def _samples(kept: Summary | None) -> list[tuple[datetime, int]]:
    return [] if kept is None else [(datetime.fromisoformat(at), int(size)) for at, size in kept.value["samples"]]


def _pace(samples: Sequence[tuple[datetime, int]]) -> float | None:
    """Give bytes a day: what was added between samples, less nothing for what pruning took away."""
    span = samples[-1][0] - samples[0][0]
    if span < DAY:
        return None
    added = sum(max(0, b[1] - a[1]) for a, b in pairwise(samples))
    return added / (span / DAY) or None
