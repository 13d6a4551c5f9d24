"""The one source of time: everything that waits or stamps does it through a Clock.

Nothing else in the program calls ``datetime.now`` or ``time.time``. A `VirtualClock` lets the same
code run through weeks in seconds: its time moves only when nothing is busy.
"""

import asyncio
import contextlib
import heapq
import itertools
import threading
import time
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol, TypeVar

__all__ = ["Clock", "ShiftedClock", "SystemClock", "VirtualClock", "require_utc"]

T = TypeVar("T")

_FINE_S = 0.02  # the last stretch is slept exactly; before it, in steps that notice a stepped wall clock
_STEP_S = 0.5


def require_utc(at: datetime) -> datetime:
    """Give `at` in UTC; a naive datetime raises ValueError, since its zone would be a guess."""
    if at.tzinfo is None:
        raise ValueError(f"naive datetime {at!r}: give it a zone")
    return at.astimezone(UTC)


class Clock(Protocol):
    """What the program needs of time."""

    def now(self) -> datetime:
        """Give the present moment, aware, UTC, microseconds."""
        ...

    def monotonic(self) -> float:
        """Give seconds from an arbitrary start that never step; for durations only."""
        ...

    async def sleep_until(self, at: datetime) -> None:
        """Return at `at`, or at once when it has passed."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after `seconds`."""
        ...

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start `work` as a task that counts as busy except while it sleeps on this clock."""
        ...

    def unheld(self) -> contextlib.AbstractContextManager[None]:
        """Within a spawned task: wait for other spawned tasks without holding time still oneself."""
        ...


class SystemClock:
    """The host's clock."""

    def now(self) -> datetime:
        """Give the host's present moment in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Give the host's monotonic seconds."""
        return time.perf_counter()

    async def sleep_until(self, at: datetime) -> None:
        """Sleep in short steps, so that a stepped wall clock is noticed, and the last 20 ms exactly."""
        at = require_utc(at)
        while (left_s := (at - self.now()).total_seconds()) > 0:  # noqa: ASYNC110 - it waits for a moment only
            await asyncio.sleep(left_s if left_s <= _FINE_S else min(left_s - _FINE_S / 2, _STEP_S))

    async def sleep(self, seconds: float) -> None:
        """Sleep for `seconds` of real time."""
        await asyncio.sleep(seconds)

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start `work` as an ordinary task."""
        return asyncio.get_running_loop().create_task(work)

    def unheld(self) -> contextlib.AbstractContextManager[None]:
        """Do nothing: real time is never held."""
        return contextlib.nullcontext()

    def host_time(self, at: datetime) -> datetime:
        """Give what the host's own clock shows at this clock's `at`; for what cannot be handed a Clock."""
        return require_utc(at)


class ShiftedClock(SystemClock):
    """The host's clock, set forward or back by a fixed amount; it runs at the ordinary speed."""

    def __init__(self, shift: timedelta) -> None:
        self.shift = shift

    def now(self) -> datetime:
        """Give the host's present moment plus the shift."""
        return super().now() + self.shift

    def host_time(self, at: datetime) -> datetime:
        """Give the host's moment at which this clock shows `at`."""
        return require_utc(at) - self.shift


class VirtualClock:
    """A clock that stands still until every busy task sleeps, then jumps to the next one due.

    `now` may be read from any thread; everything else belongs to one event loop. Tasks that live in
    this time are started with `spawn`; `run` moves time until the given work is done.
    """

    def __init__(self, start: datetime) -> None:
        self._now = require_utc(start)
        self._stepped = timedelta()
        self._lock = threading.Lock()
        self._busy = 0
        self._sleepers: list[tuple[datetime, int, asyncio.Future[None]]] = []
        self._count = itertools.count()
        self._idle: asyncio.Event | None = None

    def now(self) -> datetime:
        """Give the virtual moment."""
        with self._lock:
            return self._now

    def monotonic(self) -> float:
        """Give real seconds: a round trip over loopback takes real time while virtual time stands."""
        return time.perf_counter()

    def set(self, at: datetime) -> None:
        """Jump to `at`; going back raises ValueError."""
        at = require_utc(at)
        with self._lock:
            if at < self._now:
                raise ValueError(f"virtual time cannot go back from {self._now} to {at}")
            self._now = at

    def step(self, by: timedelta) -> None:
        """Set the clock forward or back, as a person or a time server does; sleepers keep their moments on it."""
        with self._lock:
            self._now += by
            self._stepped += by

    @property
    def unstepped(self) -> datetime:
        """The moment that a clock which nobody stepped would show."""
        with self._lock:
            return self._now - self._stepped

    def _release(self) -> None:
        self._busy -= 1
        if self._busy == 0 and self._idle is not None:
            self._idle.set()

    async def sleep_until(self, at: datetime) -> None:
        """Let virtual time reach `at`; whoever runs the clock moves it."""
        at = require_utc(at)
        if at <= self.now():
            return
        wake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (at, next(self._count), wake))
        self._release()
        try:
            await wake
        except asyncio.CancelledError:
            if not wake.done() or wake.cancelled():
                self._busy += 1  # the waker had not counted this task as busy again
            raise

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` of virtual time pass."""
        await self.sleep_until(self.now() + timedelta(seconds=seconds))

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start `work`; it counts as busy from this call until it ends, except while it sleeps on this clock."""
        self._busy += 1

        async def counted() -> T:
            return await work

        task = asyncio.get_running_loop().create_task(counted())
        task.add_done_callback(lambda _: self._release())
        return task

    @contextlib.contextmanager
    def unheld(self) -> Iterator[None]:
        """Within a spawned task: wait for other spawned tasks without holding time still oneself."""
        self._release()
        try:
            yield
        finally:
            self._busy += 1

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` in this clock's time to its end and give its result.

        A stall (work not done, nothing busy, nobody asleep) raises RuntimeError.
        """
        self._idle = asyncio.Event()
        task = self.spawn(work)
        task.add_done_callback(lambda _: self._idle.set() if self._idle else None)
        while not task.done():
            if self._busy > 0:
                self._idle.clear()
                await self._idle.wait()
                continue
            await self._wake_next(task)
        return task.result()

    def _wake(self, wake: "asyncio.Future[None]") -> None:
        self._busy += 1
        wake.set_result(None)

    async def _wake_next(self, task: "asyncio.Task[Any]") -> None:
        while self._sleepers:
            at, _, wake = heapq.heappop(self._sleepers)
            if wake.cancelled():
                continue
            if at > self.now():
                self.set(at)
            self._wake(wake)
            while self._sleepers and self._sleepers[0][0] <= at:  # all of one moment, as on a host
                if not (wake := heapq.heappop(self._sleepers)[2]).cancelled():
                    self._wake(wake)
            return
        await asyncio.sleep(0)  # a task that just ended may still have to hand on its result
        if self._busy == 0 and not self._sleepers and not task.done():
            for _ in range(50):
                await asyncio.sleep(0.001)
                if self._busy or self._sleepers or task.done():
                    return
            raise RuntimeError("virtual time stalled: work is not done, yet nothing is busy and nobody sleeps")
