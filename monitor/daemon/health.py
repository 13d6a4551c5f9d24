"""The daemon's own pulse: its event loop's delay, steps of the wall clock, and the note that says it lives."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from monitor.clock import Clock
from monitor.store.tables import Event, Note

__all__ = ["LoopGauge", "StepWatch", "event", "note"]

STEP = timedelta(milliseconds=500)
"""A wall clock that moved by this much more or less than the monotonic one was stepped."""


@dataclass
class LoopGauge:
    """How late the event loop wakes a sleeper; the largest delay since it was last taken."""

    clock: Clock
    every_s: float = 0.1
    _worst_ms: float = 0.0

    async def run(self) -> None:
        """Measure for ever."""
        while True:
            before = self.clock.monotonic()
            await asyncio.sleep(self.every_s)
            self._worst_ms = max(self._worst_ms, (self.clock.monotonic() - before - self.every_s) * 1000)

    def take_ms(self) -> float:
        """Give the worst delay in milliseconds and start anew."""
        worst, self._worst_ms = self._worst_ms, 0.0
        return worst


@dataclass
class StepWatch:
    """Notices a stepped wall clock, or a suspended host, by comparing it with the monotonic clock."""

    clock: Clock
    monotonic: Callable[[], float] | None = None
    """Other seconds to compare with than the clock's own: virtual time has none."""
    _last: tuple[datetime, float] | None = field(default=None)

    def look(self) -> timedelta | None:
        """Give by how much the wall clock was stepped since the last look, or None."""
        now, mono = self.clock.now(), (self.monotonic or self.clock.monotonic)()
        last, self._last = self._last, (now, mono)
        if last is None:
            return None
        step = (now - last[0]) - timedelta(seconds=mono - last[1])
        return step if abs(step) >= STEP else None


def note(session: Session, name: str, now: datetime, **value: Any) -> None:
    """Keep a live value for `monitor status`."""
    session.merge(Note(name=name, at=now, value=value))


def event(session: Session, kind: str, message: str, now: datetime, **detail: Any) -> None:
    """Store that something happened to the program."""
    session.add(Event(at=now, kind=kind, message=message, detail=detail))
