"""The virtual driver: pops the same planned rows and calls the same `fire`, in a clock that jumps over the waits."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from sqlmodel import col, select

from monitor.clock import VirtualClock
from monitor.probing.fire import BatchReport, Prober
from monitor.store.database import Database
from monitor.store.tables import Probe
from monitor.store.types import State

__all__ = ["drive"]

Tick = Callable[[datetime], Awaitable[None]]


async def drive(
    database: Database,
    prober: Prober,
    clock: VirtualClock,
    until: datetime,
    *,
    arm_s: float,
    every: timedelta | None = None,
    tick: Tick | None = None,
    done: Callable[[BatchReport], None] | None = None,
) -> None:
    """Fire every planned batch due before `until`; at each `every` of virtual time call `tick`, and time stands."""
    with database.read() as session:
        due = session.exec(
            select(Probe.due_at).where(Probe.state == State.PLANNED, col(Probe.due_at) < until).distinct()
        ).all()

    async def batch(due_at: datetime) -> None:
        await clock.sleep_until(due_at - timedelta(seconds=arm_s))
        report = await prober.fire(due_at)
        if done is not None:
            done(report)

    async def ticks() -> None:
        assert every is not None
        assert tick is not None
        while clock.now() + every <= until:
            await clock.sleep(every.total_seconds())
            await tick(clock.now())

    async def everything() -> None:
        tasks = [clock.spawn(batch(due_at)) for due_at in sorted(due)]
        if tick is not None and every is not None:
            tasks.append(clock.spawn(ticks()))
        with clock.unheld():
            await asyncio.gather(*tasks)

    await clock.run(everything())
