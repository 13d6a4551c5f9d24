"""The daemon: APScheduler calls `fire` for each batch, the worker does the rest, and a stop loses nothing.

The table of planned probes is the truth. The scheduler holds its jobs in memory only and is filled from the
table; what it drops or gets wrong is recorded as an event and found again from the table.
"""

import asyncio
import os
from collections.abc import Coroutine, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from sqlmodel import col, select

from monitor.clock import Clock, SystemClock
from monitor.config import Settings
from monitor.daemon.alerting import Alerting
from monitor.daemon.configuration import Configuration
from monitor.daemon.health import LoopGauge, StepWatch, event, note
from monitor.daemon.limits import limits_from
from monitor.daemon.memory import give_back
from monitor.daemon.nights import DueNight, Nights
from monitor.daemon.notify import DeadMan, Supervisor
from monitor.daemon.scheduling import HostScheduler, Scheduler
from monitor.daemon.worker import Worker, WorkerError
from monitor.daemon.world import nightly_schedules
from monitor.environment import environment
from monitor.errors import ConfigError, LeaseError, StoreError
from monitor.probing.fire import BatchReport, Prober
from monitor.probing.hostclock import estimate
from monitor.probing.recover import HEARTBEAT, interrupt_claimed, miss_late, recover
from monitor.probing.slots import tolerance
from monitor.search.outcome import SearchApi
from monitor.store import alerts, lease
from monitor.store.database import Database
from monitor.store.tables import Probe
from monitor.store.types import State
from monitor.store.writer import Trouble, Writer

__all__ = ["Daemon"]

log = structlog.get_logger("monitor.daemon")

BEAT_S = 5
ARM_EVERY_S = 20
ARM_AHEAD = timedelta(seconds=90)
DIGEST_EVERY_S = 60
BEFORE_BATCH = timedelta(seconds=3)
AFTER_BATCH = timedelta(seconds=1)
QUIET_AT_MOST = timedelta(seconds=30)
"""With batches every few seconds there is no quiet moment; jobs then run all the same."""
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
STANDING = ("bytes",)
"""What a job's result says whether it did something or not."""
WATCH_STORE_S = 1.0


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
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.database = database
        self.writer = Writer(database)
        self.worker = Worker(settings)
        self.nights = Nights(settings, database)
        self.alerting = Alerting(settings, database, self.writer)
        self.holder = lease.this_process()
        self.apis = apis
        self.prober = Prober(database, self.writer, clock, apis, limits_from(settings, apis), self.holder.name)
        self.configuration = Configuration(self)
        self.gauge = LoopGauge(clock)
        self.steps = StepWatch(clock)
        self.supervisor = Supervisor()
        self.dead_man = DeadMan(clock, environment(settings))
        self.stopping = asyncio.Event()
        self.ready = asyncio.Event()
        """Set once jobs are scheduled."""
        self._companions = companions
        self._armed: set[datetime] = set()
        self._beats = 0
        self._failure: BaseException | None = None
        self._trouble: Trouble | None = None
        self._store_gone = False
        """True once the database's file is another one: nothing more is written then."""
        if scheduler is None:
            assert isinstance(clock, SystemClock), "other clocks come with a scheduler of their own"
            scheduler = HostScheduler(clock)
        self.scheduler = scheduler
        self.arm_ahead = ARM_AHEAD
        """How far ahead batches are put into the scheduler; more than the time between two turns of that job."""

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
            asyncio.create_task(one) for one in (self.gauge.run(), self._watch_store(), *self._companions)
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

    def _fill_scheduler(self) -> None:
        every = {
            "heartbeat": (self._heartbeat, 1.0),
            "arm": (self._arm, ARM_EVERY_S),
            "digest": (self._digest, DIGEST_EVERY_S),
            "plan": (self.plan, PLAN_EVERY.total_seconds()),
            "nights": (self._nights, NIGHTS_EVERY_S),
            "watch": (self.configuration.look, WATCH_EVERY_S),
            "alerts": (self._alerts, ALERTS_EVERY_S),
            "send": (self._send, SEND_EVERY_S),
            "care": (self._care, CARE_EVERY.total_seconds()),
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
            self._failure = err
            self.prober.stop_claiming()
            self.stop()

    async def _arm(self) -> None:
        """Put the batches that are due soon into the scheduler: one job for each (instant, offset)."""
        now = self.clock.now()
        with self.database.read() as session:
            rows = session.exec(
                select(Probe.due_at, Probe.offset_s)
                .where(Probe.state == State.PLANNED, col(Probe.due_at) <= now + self.arm_ahead)
                .distinct()
            ).all()
        late = {due_at for due_at, offset_s in rows if due_at + tolerance(offset_s) < now}
        if late:
            await self._miss_late(now)
        for due_at in sorted({due_at for due_at, _ in rows} - late - self._armed):
            self._armed.add(due_at)
            at = due_at - timedelta(seconds=self.settings.probing.arm_s)
            self.scheduler.once(f"fire:{due_at.isoformat()}", partial(self._fire, due_at), at)
        self._armed = {due_at for due_at in self._armed if due_at > now - timedelta(minutes=10)}

    async def _miss_late(self, now: datetime) -> None:
        """Settle planned probes whose time went by while this process ran (a suspended host, a stalled loop)."""
        reason = "the monitor ran but could not send in time: the host slept, or its clock was stepped"

        missed = await self.writer.write(lambda s: miss_late(s, now, reason, but=self._armed))
        if missed:
            await self.record("missed", f"{missed} probes missed: {reason}", missed=missed)

    async def _fire(self, due_at: datetime) -> None:
        """Send one batch; the scheduler's whole part in it is to call this in time."""
        prober = self.prober
        with self.configuration.using(prober):
            report = await prober.fire(due_at)
        await self._after(report)

    async def _after(self, report: BatchReport) -> None:
        if not report.asked:
            return
        self.dead_man.barren = not report.states.get(State.ANSWERED)
        wholly = set(report.states) <= {State.ANSWERED}
        states = {str(state): n for state, n in report.states.items()}
        (log.debug if wholly else log.info)("batch_sent", due_at=report.due_at.isoformat(), **states)
        error = estimate(report.server_dates)
        if error is None:
            return
        self.prober.clock_error_ms = round(error.middle_ms, 1)
        now = self.clock.now()
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

        await self.writer.write(keep)

    async def plan(self) -> None:
        """Let the worker store the instants and probes of the coming days."""
        await self._in_worker("plan")
        await self._arm()

    async def _digest(self) -> None:
        """Let the worker read, pull, grade and sum up what came in, if anything did."""
        if await self._in_worker("digest"):
            await self.dead_man.worked()

    async def _alerts(self) -> None:
        """Look at the alert rules and queue what is to be told."""
        await self.quiet()
        await self.alerting.look(self.clock.now())

    async def _send(self) -> None:
        """Send queued messages; a slow address holds up only the next turn of this job."""
        await self.alerting.send(self.clock.now())

    async def _nights(self) -> None:
        """Have due nights of question sets made, one after another, beside everything else."""
        try:
            schedules = nightly_schedules(self.settings)
        except ConfigError as err:
            await self.record("nightly", f"the schedules cannot be read: {err}")
            return
        for due in self.nights.due(schedules, self.clock.now()):
            if not self.stopping.is_set():
                await self._make_night(due)

    async def _make_night(self, due: DueNight) -> None:
        key = f"nightly:{due.schedule}"
        try:
            report = await self.nights.make(due, self.clock.now, self.writer.write, self.stopping)
        except WorkerError as err:
            if self.stopping.is_set():
                return  # the stop itself ended the worker; the night is gone on with after the next start
            text, now = str(err), self.clock.now()
            self.nights.rest(now)
            await self.record("nightly", text, schedule=due.schedule, night=due.name)
            await self.writer.write(lambda s: alerts.raise_(s, key, text, now))
            log.error("night_failed", schedule=due.schedule, error=text)
            return
        now = self.clock.now()
        await self.writer.write(lambda s: alerts.clear(s, key, now))
        why = "; ".join(f"{name}: the baseline answered, {why}" for name, why in report["baseline"].items())
        await self.record("nightly", f"night {due.name} of {due.schedule} is done" + (f" ({why})" if why else ""),
                           schedule=due.schedule, night=due.name, states=report["states"])  # fmt: skip
        log.info("night_done", schedule=due.schedule, **{name: report[name] for name in ("night", "states", "agents")})

    async def _care(self) -> None:
        """Let the worker prune, back up and measure the database, where that is due; give freed memory back."""
        await self._in_worker("care")
        await self.quiet()
        give_back()

    async def _in_worker(self, job: str) -> bool:
        """Have the worker do a job, recorded; gives whether it did."""
        await self.quiet()
        now = self.clock.now()
        try:
            result = await self.worker.call(job, now)
        except WorkerError as err:
            if self.stopping.is_set():
                return False  # the stop itself ended the worker; the job's turn comes again
            text = str(err)
            await self.record("worker", text, job=job)
            await self.writer.write(lambda s: alerts.raise_(s, f"worker:{job}", text, now))
            log.error("job_failed", job=job, error=text)
            return False
        await self.writer.write(lambda s: alerts.clear(s, f"worker:{job}", now))
        await self.writer.write(lambda s: note(s, f"job:{job}", self.clock.now(), **result))
        told = job != "digest" and any(value for name, value in result.items() if name not in STANDING)
        (log.info if told else log.debug)("job_done", job=job, **result)
        return True

    async def quiet(self) -> None:
        """Wait while a batch is about to leave: a job that starts then takes its time from the probes."""
        until = self.clock.now() + QUIET_AT_MOST
        while (now := self.clock.now()) < until and not self.stopping.is_set():
            soon = [due_at for due_at in self._armed if now - AFTER_BATCH < due_at < now + BEFORE_BATCH]
            if not soon:
                return
            await self.clock.sleep_until(max(soon) + AFTER_BATCH)

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
            self._failure = error
            self.stop()

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
            interrupted = None if self._store_gone else await self._settle()
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

    async def _watch_store(self) -> None:
        """Say at once when nothing can be written, and set it down once something can.

        Ends the daemon where the file is another one: whatever it wrote from then on would spoil both.
        """
        while True:
            if self.database.is_elsewhere():
                self._store_gone = True
                self._failure = StoreError(
                    "was moved, removed or replaced while the monitor ran", str(self.database.path),
                    "stop the monitor before that; what belongs to one file are also its -wal and -shm: move them "
                    "together, then `monitor db check`",
                )  # fmt: skip
                log.error("store", error=str(self._failure))
                self.stop()
                return
            trouble, told = self.writer.trouble, self._trouble
            if trouble is not None and told is None:
                log.error("store", error=trouble.why, waiting=self.writer.waiting)
            elif trouble is None and told is not None:
                lasted_s = self.clock.monotonic() - told.since_s
                log.info("store", written_again_after_s=round(lasted_s, 1))
                text = f"nothing could be written for {lasted_s:.0f} s: {told.why}"
                await self.record("store", text, lasted_s=lasted_s)
            self._trouble = trouble
            await asyncio.sleep(WATCH_STORE_S)

    async def record(self, kind: str, message: str, **detail: Any) -> None:
        """Store that something happened."""
        now = self.clock.now()
        await self.writer.write(lambda s: event(s, kind, message, now, **detail))
