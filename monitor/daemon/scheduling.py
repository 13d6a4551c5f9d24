"""When the daemon's jobs run: on the host's time by APScheduler, or in virtual time. Both hold their jobs in memory."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_MAX_INSTANCES, EVENT_JOB_MISSED, JobExecutionEvent
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger
from apscheduler.triggers.interval import IntervalTrigger

from monitor.clock import SystemClock, VirtualClock

__all__ = ["Dropped", "HostScheduler", "Scheduler", "VirtualScheduler"]

Work = Callable[[], Awaitable[Any]]
Dropped = Callable[[str, str, BaseException | None], None]
"""Gets a job's name, what became of it (missed, error, still running) and its error, where there is one."""

_WHAT = {EVENT_JOB_MISSED: "missed", EVENT_JOB_ERROR: "error", EVENT_JOB_MAX_INSTANCES: "still running"}


class Scheduler(Protocol):
    """What the daemon needs: jobs that come again, jobs of one moment, and an end."""

    def start(self, dropped: Dropped) -> None:
        """Begin to run jobs; `dropped` is told of those that could not run, or failed."""
        ...

    def every(self, name: str, work: Work, seconds: float, first_after_s: float = 0.0) -> None:
        """Run `work` again and again, never twice at once."""
        ...

    def once(self, name: str, work: Work, at: datetime) -> None:
        """Run `work` at a moment of the daemon's clock, or at once when it has passed."""
        ...

    def pause(self) -> None:
        """Begin no further job."""
        ...

    def shutdown(self) -> None:
        """End; safe to call twice."""
        ...


class HostScheduler:
    """APScheduler: in UTC, nothing dropped for being late, turns that were slept through made up for by one."""

    def __init__(self, clock: SystemClock) -> None:
        self._clock = clock
        self._jobs = AsyncIOScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )

    def start(self, dropped: Dropped) -> None:
        """Begin to run jobs."""

        def happened(event: JobExecutionEvent) -> None:
            dropped(event.job_id, _WHAT[event.code], getattr(event, "exception", None))

        self._jobs.add_listener(happened, EVENT_JOB_MISSED | EVENT_JOB_ERROR | EVENT_JOB_MAX_INSTANCES)
        self._jobs.start()

    def every(self, name: str, work: Work, seconds: float, first_after_s: float = 0.0) -> None:
        """Run `work` again and again."""
        assert asyncio.iscoroutinefunction(work), name  # anything else would run in a thread, never awaited
        first = self._clock.host_time(self._clock.now()) + timedelta(seconds=first_after_s)
        self._jobs.add_job(work, IntervalTrigger(seconds=seconds, timezone=UTC), id=name, next_run_time=first)

    def once(self, name: str, work: Work, at: datetime) -> None:
        """Run `work` at a moment; a job of the same name is replaced."""
        trigger = DateTrigger(run_date=self._clock.host_time(at), timezone=UTC)
        self._jobs.add_job(work, trigger, id=name, replace_existing=True)

    def pause(self) -> None:
        """Begin no further job."""
        if self._jobs.running:
            self._jobs.pause()

    def shutdown(self) -> None:
        """End without waiting for jobs under way."""
        if self._jobs.running:
            self._jobs.shutdown(wait=False)


class VirtualScheduler:
    """The same jobs in virtual time; `pace` gives seconds for those that need not come as often as on a host.

    Those then come at whole multiples of them, counted from midnight, whenever the daemon was started.
    """

    def __init__(self, clock: VirtualClock, pace: Mapping[str, float]) -> None:
        self._clock = clock
        self._pace = pace
        self._tasks: set[asyncio.Task[None]] = set()
        self._paused = False
        self._dropped: Dropped = lambda *_: None

    def start(self, dropped: Dropped) -> None:
        """Tell `dropped` of jobs that fail."""
        self._dropped = dropped

    def every(self, name: str, work: Work, seconds: float, first_after_s: float = 0.0) -> None:
        """Run `work` again and again, each time so long after the end of the last."""
        pace = self._pace.get(name)

        def wait_s() -> float:
            return seconds if pace is None else pace - self._clock.now().timestamp() % pace + first_after_s

        async def turns() -> None:
            await self._clock.sleep(first_after_s)
            while not self._paused:
                await self._run(name, work)
                await self._clock.sleep(wait_s())

        self._begin(turns())

    def once(self, name: str, work: Work, at: datetime) -> None:
        """Run `work` at a moment."""

        async def turn() -> None:
            await self._clock.sleep_until(at)
            if not self._paused:
                await self._run(name, work)

        self._begin(turn())

    def pause(self) -> None:
        """Begin no further job."""
        self._paused = True

    def shutdown(self) -> None:
        """End; jobs under way are cancelled."""
        self._paused = True
        for task in self._tasks:
            task.cancel()

    def _begin(self, turns: Any) -> None:
        task = self._clock.spawn(turns)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, name: str, work: Work) -> None:
        try:
            await work()
        except Exception as err:  # noqa: BLE001 - as APScheduler has it: told, and the next turn comes
            self._dropped(name, "error", err)
