"""Batches into the scheduler and out to the APIs: what is due soon is armed, what nobody can send in time is missed."""

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog
from sqlmodel import col, select

from monitor.daemon.health import note
from monitor.probing.fire import BatchReport
from monitor.probing.hostclock import estimate
from monitor.probing.recover import miss_late
from monitor.probing.slots import tolerance
from monitor.store.tables import Probe
from monitor.store.types import State

if TYPE_CHECKING:
    from monitor.daemon.app import Daemon

__all__ = ["Firing"]

log = structlog.get_logger("monitor.daemon")

AHEAD = timedelta(seconds=90)
BEFORE_BATCH = timedelta(seconds=3)
AFTER_BATCH = timedelta(seconds=1)
QUIET_AT_MOST = timedelta(seconds=30)
"""With batches every few seconds there is no quiet moment; jobs then run all the same."""
REMEMBERED = timedelta(minutes=10)
"""How long a batch counts as armed after it was due."""
TOO_LATE = "the monitor ran but could not send in time: the host slept, or its clock was stepped"


class Firing:
    """The part of a daemon that sends batches; the scheduler's whole part in it is to call `_fire` in time."""

    def __init__(self, daemon: "Daemon") -> None:
        self._daemon = daemon
        self._armed: set[datetime] = set()
        self.ahead = AHEAD
        """How far ahead batches are put into the scheduler; more than the time between two turns of `arm`."""

    async def arm(self) -> None:
        """Put the batches that are due soon into the scheduler: one job for each (instant, offset)."""
        daemon = self._daemon
        now = daemon.clock.now()
        with daemon.database.read() as session:
            rows = session.exec(
                select(Probe.due_at, Probe.offset_s)
                .where(Probe.state == State.PLANNED, col(Probe.due_at) <= now + self.ahead)
                .distinct()
            ).all()
        late = {due_at for due_at, offset_s in rows if due_at + tolerance(offset_s) < now}
        if late:
            await self._miss_late(now)
        for due_at in sorted({due_at for due_at, _ in rows} - late - self._armed):
            self._armed.add(due_at)
            at = due_at - timedelta(seconds=daemon.settings.probing.arm_s)
            daemon.scheduler.once(f"fire:{due_at.isoformat()}", partial(self._fire, due_at), at)
        self._armed = {due_at for due_at in self._armed if due_at > now - REMEMBERED}

    async def quiet(self) -> None:
        """Wait while a batch is about to leave: a job that starts then takes its time from the probes."""
        daemon = self._daemon
        until = daemon.clock.now() + QUIET_AT_MOST
        while (now := daemon.clock.now()) < until and not daemon.stopping.is_set():
            soon = [due_at for due_at in self._armed if now - AFTER_BATCH < due_at < now + BEFORE_BATCH]
            if not soon:
                return
            await daemon.clock.sleep_until(max(soon) + AFTER_BATCH)

    async def _miss_late(self, now: datetime) -> None:
        """Settle planned probes whose time went by while this process ran (a suspended host, a stalled loop)."""
        daemon = self._daemon
        missed = await daemon.writer.write(lambda s: miss_late(s, now, TOO_LATE, but=self._armed))
        if missed:
            await daemon.record("missed", f"{missed} probes missed: {TOO_LATE}", missed=missed)

    async def _fire(self, due_at: datetime) -> None:
        prober = self._daemon.prober
        with self._daemon.configuration.using(prober):
            report = await prober.fire(due_at)
        if report.asked:
            await self._after(report)

    async def _after(self, report: BatchReport) -> None:
        """Tell how a batch went, and how far the host's clock is off by what the servers said."""
        daemon = self._daemon
        daemon.dead_man.barren = not report.states.get(State.ANSWERED)
        wholly = set(report.states) <= {State.ANSWERED}
        states = {str(state): n for state, n in report.states.items()}
        (log.debug if wholly else log.info)("batch_sent", due_at=report.due_at.isoformat(), **states)
        error = estimate(report.server_dates)
        if error is None:
            return
        daemon.prober.clock_error_ms = round(error.middle_ms, 1)
        now = daemon.clock.now()

        def keep(session: Any) -> None:
            note(
                session,
                "host_clock",
                now,
                low_ms=error.low_ms,
                high_ms=error.high_ms,
                agreeing=error.agreeing,
                seen=error.seen,
            )

        await daemon.writer.write(keep)
