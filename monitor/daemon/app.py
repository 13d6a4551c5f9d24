"""The daemon: APScheduler calls `fire` for each batch, the worker does the rest, and a stop loses nothing.

The table of planned probes is the truth. The scheduler holds its jobs in memory only and is filled from the
table; what it drops or gets wrong is recorded as an event and found again from the table.
"""

import asyncio
import os
from collections.abc import Coroutine, Mapping, Sequence
from datetime import timedelta
from typing import Any

import structlog

from monitor.clock import Clock, SystemClock
from monitor.config import Settings
from monitor.daemon.alerting import Alerting
from monitor.daemon.chores import Chores
from monitor.daemon.configuration import Configuration
from monitor.daemon.firing import Firing
from monitor.daemon.guard import StoreGuard
from monitor.daemon.health import LoopGauge, StepWatch, event, note
from monitor.daemon.limits import limits_from
from monitor.daemon.nights import Nights
from monitor.daemon.notify import DeadMan, Supervisor
from monitor.daemon.scheduling import HostScheduler, Scheduler
from monitor.daemon.worker import Worker
from monitor.environment import environment
from monitor.errors import LeaseError, StoreError
from monitor.probing.fire import Prober
from monitor.probing.recover import HEARTBEAT, interrupt_claimed, recover
from monitor.search.outcome import SearchApi
from monitor.store import lease
from monitor.store.database import Database
from monitor.store.writer import Writer

__all__ = ["Daemon"]

log = structlog.get_logger("monitor.daemon")

BEAT_S = 5
ARM_EVERY_S = 20
DIGEST_EVERY_S = 60
PLAN_EVERY = timedelta(hours=1)
NIGHTS_EVERY_S = 30
ALERTS_EVERY_S = 30
SEND_EVERY_S = 10
WATCH_EVERY_S = 2.0
CARE_EVERY = timedelta(hours=1)
FIRST_AFTER_S = {"digest": 15, "care": 600}
"""Jobs that do not run at once at the start, and how long they wait."""
DRAIN_S = 7.0
"""How long a stop waits for probes in flight; with the rest it stays within the promised 10 s."""
WRITE_S = 9.0
"""How long after a stop was asked for the database may still be waited for, where another process holds it."""
NO_HURRY = ("digest", "plan", "nights", "care", "heartbeat", "watch", "alerts", "send")
"""Jobs that may still be at work when their turn comes again."""


class Daemon:
    """One scheduler on one database. `companions` run beside it and are cancelled with it (the page)."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        database: Database,
        apis: Mapping[str, SearchApi],
        companions: Sequence[Coroutine[Any, Any, None]] = (),
        scheduler: Scheduler | None = None,
        worker: Worker | None = None,
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.database = database
        self.writer = Writer(database)
        self.worker = worker or Worker(settings)
        self.nights = Nights(settings, database)
        self.alerting = Alerting(settings, database, self.writer)
        self.holder = lease.this_process()
        self.apis = apis
        self.prober = Prober(database, self.writer, clock, apis, limits_from(settings, apis), self.holder.name)
        self.configuration = Configuration(self)
        self.firing = Firing(self)
        self.chores = Chores(self)
        self.guard = StoreGuard(self)
        self.gauge = LoopGauge(clock)
        self.steps = StepWatch(clock)
        self.supervisor = Supervisor()
        self.dead_man = DeadMan(clock, environment(settings))
        self.stopping = asyncio.Event()
        self.ready = asyncio.Event()
        """Set once jobs are scheduled."""
        self._companions = companions
        self._beats = 0
        self._failure: BaseException | None = None
        if scheduler is None:
            assert isinstance(clock, SystemClock), "other clocks come with a scheduler of their own"
            scheduler = HostScheduler(clock)
        self.scheduler = scheduler

    async def run(self) -> None:
        """Serve until `stopping` is set; raises LeaseError when another process schedules on this database."""
        now = self.clock.now()
        try:
            await self.writer.write(lambda s: lease.take(s, self.holder, now))
        except LeaseError:
            for companion in self._companions:
                companion.close()
            self.writer.close()
            raise
        recovered = await self.writer.write(lambda s: recover(s, now))
        await self.record(
            "start",
            f"started; {recovered.missed} probes missed and {recovered.interrupted} interrupted meanwhile",
            pid=os.getpid(),
        )
        log.info("started", missed=recovered.missed, interrupted=recovered.interrupted)
        self._fill_scheduler()
        self.scheduler.start(self._on_dropped)
        self.ready.set()
        self.supervisor.say("READY=1", f"STATUS=running, database {self.database.path}")
        beside = [
            asyncio.create_task(one) for one in (self.gauge.run(), self.guard.watch(), *self._companions)
        ]
        for task in beside:
            task.add_done_callback(self._companion_ended)
        try:
            await self.stopping.wait()
        finally:
            await self._shut_down(beside)
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """Ask the daemon to end; safe to call twice."""
        self.stopping.set()

    def fail(self, error: BaseException) -> None:
        """End the daemon with `error`, which `run` then raises."""
        self._failure = error
        self.stop()

    def _fill_scheduler(self) -> None:
        every = {
            "heartbeat": (self._heartbeat, 1.0),
            "arm": (self.firing.arm, ARM_EVERY_S),
            "digest": (self.chores.digest, DIGEST_EVERY_S),
            "plan": (self.chores.plan, PLAN_EVERY.total_seconds()),
            "nights": (self.chores.nights, NIGHTS_EVERY_S),
            "watch": (self.configuration.look, WATCH_EVERY_S),
            "alerts": (self._alerts, ALERTS_EVERY_S),
            "send": (self._send, SEND_EVERY_S),
            "care": (self.chores.care, CARE_EVERY.total_seconds()),
        }
        for name, (work, seconds) in every.items():
            self.scheduler.every(name, work, seconds, FIRST_AFTER_S.get(name, 0.0))

    async def _heartbeat(self) -> None:
        """Wake the scheduler each second, so that a stepped clock cannot delay it longer; keep the lease."""
        step = self.steps.look()
        now = self.clock.now()
        if step is not None:
            seconds = step.total_seconds()
            await self.record(
                "clock_step", f"the wall clock moved by {seconds:+.2f} s against the monotonic one", step_s=seconds
            )
        self._beats += 1
        if self._beats % BEAT_S != 1:
            return
        delay_ms = self.gauge.take_ms()

        def beat(session: Any) -> None:
            lease.beat(session, self.holder, now)
            note(
                session,
                HEARTBEAT,
                now,
                pid=self.holder.pid,
                host=self.holder.host,
                loop_delay_ms=round(delay_ms, 1),
                worker_pid=self.worker.pid,
                worker_restarts=self.worker.restarts,
                waiting_writes=self.writer.waiting,
                clock_error_ms=self.prober.clock_error_ms,
            )

        try:
            await self.writer.write(beat)
            self.supervisor.say("WATCHDOG=1")
        except LeaseError as err:
            self.prober.stop_claiming()
            self.fail(err)

    async def _alerts(self) -> None:
        """Look at the alert rules and queue what is to be told."""
        await self.firing.quiet()
        await self.alerting.look(self.clock.now())

    async def _send(self) -> None:
        """Send queued messages; a slow address holds up only the next turn of this job."""
        await self.alerting.send(self.clock.now())

    def _on_dropped(self, job: str, what: str, error: BaseException | None) -> None:
        """Record what the scheduler dropped or saw fail; it would only log it."""
        if isinstance(error, asyncio.CancelledError) or (what == "still running" and job in NO_HURRY):
            return
        text = f"job {job}: {what}" + (f": {type(error).__name__}: {error}" if error else "")
        now = self.clock.now()
        self.writer.submit(lambda s: event(s, "scheduler", text, now))
        log.error("job_dropped", job=job, what=what, error=str(error) if error else None)

    def _companion_ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(error)

    async def _shut_down(self, beside: list["asyncio.Task[None]"]) -> None:
        """Stop claiming, wait for what is in flight, settle the rest, give the lease back."""
        self.supervisor.say("STOPPING=1")
        for prober in self.configuration.probers():
            prober.stop_claiming()
        self.writer.hurry(WRITE_S)
        self.scheduler.pause()
        flying = [task for prober in self.configuration.probers() for task in prober.in_flight]
        if flying:
            _, late = await asyncio.wait(flying, timeout=DRAIN_S)
            for slow in late:
                slow.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self.worker.close()
        await self.nights.close()
        interrupted: int | None = None
        try:
            interrupted = None if self.guard.gone else await self._settle()
        except StoreError as err:  # another process holds the database, or the disk is full: the next start settles it
            log.error("stop", error=str(err))
            self._failure = self._failure or err
        self.scheduler.shutdown()
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await self.configuration.close()
        self.writer.close()
        log.info("stopped", interrupted=interrupted)

    async def _settle(self) -> int:
        """Interrupt what is still claimed and give the lease back; gives how many probes that were."""
        reason = "the monitor was stopped while this probe was under way"
        interrupted = await self.writer.write(lambda s: interrupt_claimed(s, self.holder.name, reason))
        await self.record("stop", f"stopped; {interrupted} probes interrupted")
        now = self.clock.now()
        await self.writer.write(lambda s: note(s, HEARTBEAT, now, stopped=True))
        await self.writer.write(lambda s: lease.release(s, self.holder))
        return interrupted

    async def record(self, kind: str, message: str, **detail: Any) -> None:
        """Store that something happened."""
        now = self.clock.now()
        await self.writer.write(lambda s: event(s, kind, message, now, **detail))
