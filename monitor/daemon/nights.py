"""When which night of question sets is due, and making it in a worker of its own, so that a digest need not wait.

A night that began is gone on with after a restart, until none of its runs is left. One that the monitor slept through
is made up for within some hours; a monitor that did not exist then makes up for nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, func, select

from monitor.config import Settings
from monitor.daemon.worker import Worker
from monitor.schedules import NightlySchedule, nightly_starts
from monitor.store.database import Database
from monitor.store.tables import Event, Note
from monitor.store.types import from_micros, to_micros

__all__ = ["DueNight", "Nights", "due_nights"]

MAKE_UP = timedelta(hours=6)
GO_ON = timedelta(hours=20)
"""How long after its start a night that was begun is still gone on with."""

REST = timedelta(minutes=10)
"""After a night whose worker failed."""

NOTE = "night:"
TIMEOUT_S = 1800.0
"""Of one stretch: some minutes of beginning runs, and the end of those in flight."""


@dataclass(frozen=True, slots=True)
class DueNight:
    """A night of a schedule that is to be made or gone on with."""

    schedule: str
    start: datetime

    @property
    def name(self) -> str:
        """The night's name: the UTC date that it began on."""
        return self.start.date().isoformat()


def due_nights(session: Session, schedules: Sequence[NightlySchedule], now: datetime) -> list[DueNight]:
    """Give the nights that are due and not done, in the order of their starts."""
    first = session.exec(select(func.min(Event.at)).where(Event.kind == "start")).one()
    found = []
    for schedule in schedules:
        if not schedule.enabled:
            continue
        starts = nightly_starts(schedule, now - GO_ON, now + timedelta(seconds=1))
        if not starts:
            continue
        due = DueNight(schedule.name, starts[-1])
        note = session.get(Note, NOTE + schedule.name)
        began = note is not None and from_micros(int(note.value["start_us"])) == due.start
        if began and note is not None and note.value["done"]:
            continue
        existed = first is not None and first <= due.start
        if began or (existed and now - due.start <= MAKE_UP):
            found.append(due)
    return sorted(found, key=lambda one: one.start)


def note_night(session: Session, due: DueNight, now: datetime, *, done: bool, **values: Any) -> None:
    """Keep how far a night has come."""
    value = {"start_us": to_micros(due.start), "night": due.name, "done": done, **values}
    session.merge(Note(name=NOTE + due.schedule, at=now, value=value))


class Nights:
    """Makes due nights one after another; belongs to one event loop."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._database = database
        self._worker = Worker(settings, max(TIMEOUT_S, settings.worker.timeout_s))
        self._rest_until: datetime | None = None

    def change(self, settings: Settings) -> None:
        """Work by other settings from the next stretch on."""
        self._worker.change(settings)

    def rest(self, now: datetime) -> None:
        """Let some minutes pass before the next night is tried: the last one failed."""
        self._rest_until = now + REST

    def due(self, schedules: Sequence[NightlySchedule], now: datetime) -> list[DueNight]:
        """Give the nights that are due and not done; none while it rests."""
        if self._rest_until is not None and now < self._rest_until:
            return []
        with self._database.read() as session:
            return due_nights(session, schedules, now)

    async def make(
        self,
        due: DueNight,
        now: Callable[[], datetime],
        write: Callable[[Callable[[Session], Any]], Awaitable[Any]],
        stopping: asyncio.Event,
    ) -> dict[str, Any]:
        """Make what is left of a night, stretch by stretch; gives the last stretch's report.

        Raises WorkerError where the worker failed; the night is then gone on with at its next turn.
        """
        await write(lambda s: note_night(s, due, now(), done=False))
        while True:
            report = await self._worker.call("nightly", now(), schedule=due.schedule, night=due.name)
            left = report["left"]
            await write(lambda s, one=report: note_night(s, due, now(), done=not one["left"], **one))  # type: ignore[misc]
            if not left or stopping.is_set():
                await self._worker.close()  # its memory is not needed until the next night
                return report

    async def close(self) -> None:
        """End the worker; what it had in flight is settled as interrupted by whoever makes the next night."""
        await self._worker.close()
