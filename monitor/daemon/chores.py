"""What the daemon has others do: the worker's jobs, and the nights of question sets."""

from typing import TYPE_CHECKING

import structlog

from monitor.daemon.health import note
from monitor.daemon.memory import freeze_anew, give_back
from monitor.daemon.nights import DueNight
from monitor.daemon.worker import WorkerError
from monitor.daemon.world import nightly_schedules
from monitor.errors import ConfigError
from monitor.store import alerts

if TYPE_CHECKING:
    from monitor.daemon.app import Daemon

__all__ = ["Chores"]

log = structlog.get_logger("monitor.daemon")

STANDING = ("bytes",)
"""What a job's result says whether it did something or not."""


class Chores:
    """The part of a daemon that gives heavy work away, and sets down how each piece of it ended."""

    def __init__(self, daemon: "Daemon") -> None:
        self._daemon = daemon

    async def plan(self) -> None:
        """Let the worker store the instants and probes of the coming days."""
        await self._in_worker("plan")
        await self._daemon.firing.arm()

    async def digest(self) -> None:
        """Let the worker read, pull, grade and sum up what came in, if anything did."""
        if await self._in_worker("digest"):
            await self._daemon.dead_man.worked()

    async def care(self) -> None:
        """Let the worker prune, back up and measure the database, where that is due; tidy its own memory."""
        await self._in_worker("care")
        await self._daemon.firing.quiet()
        freeze_anew()
        give_back()

    async def nights(self) -> None:
        """Have due nights of question sets made, one after another, beside everything else."""
        daemon = self._daemon
        try:
            schedules = nightly_schedules(daemon.settings)
        except ConfigError as err:
            await daemon.record("nightly", f"the schedules cannot be read: {err}")
            return
        for due in daemon.nights.due(schedules, daemon.clock.now()):
            if not daemon.stopping.is_set():
                await self.make_night(due)

    async def make_night(self, due: DueNight) -> None:
        """Have one night made; one that fails is an event and an alert, and rests before it is tried again."""
        daemon = self._daemon
        key = f"nightly:{due.schedule}"
        try:
            report = await daemon.nights.make(due, daemon.clock.now, daemon.writer.write, daemon.stopping)
        except WorkerError as err:
            if daemon.stopping.is_set():
                return  # the stop itself ended the worker; the night is gone on with after the next start
            text, now = str(err), daemon.clock.now()
            daemon.nights.rest(now)
            await daemon.record("nightly", text, schedule=due.schedule, night=due.name)
            await daemon.writer.write(lambda s: alerts.raise_(s, key, text, now))
            log.error("night_failed", schedule=due.schedule, error=text)
            return
        now = daemon.clock.now()
        await daemon.writer.write(lambda s: alerts.clear(s, key, now))
        why = "; ".join(f"{name}: the baseline answered, {why}" for name, why in report["baseline"].items())
        await daemon.record("nightly", f"night {due.name} of {due.schedule} is done" + (f" ({why})" if why else ""),
                            schedule=due.schedule, night=due.name, states=report["states"])  # fmt: skip
        log.info("night_done", schedule=due.schedule, **{name: report[name] for name in ("night", "states", "agents")})

    async def _in_worker(self, job: str) -> bool:
        """Have the worker do a job, recorded; gives whether it did."""
        daemon = self._daemon
        await daemon.firing.quiet()
        now = daemon.clock.now()
        try:
            result = await daemon.worker.call(job, now)
        except WorkerError as err:
            if daemon.stopping.is_set():
                return False  # the stop itself ended the worker; the job's turn comes again
            text = str(err)
            await daemon.record("worker", text, job=job)
            await daemon.writer.write(lambda s: alerts.raise_(s, f"worker:{job}", text, now))
            log.error("job_failed", job=job, error=text)
            return False
        await daemon.writer.write(lambda s: alerts.clear(s, f"worker:{job}", now))
        await daemon.writer.write(lambda s: note(s, f"job:{job}", daemon.clock.now(), **result))
        told = job != "digest" and any(value for name, value in result.items() if name not in STANDING)
        (log.info if told else log.debug)("job_done", job=job, **result)
        return True
