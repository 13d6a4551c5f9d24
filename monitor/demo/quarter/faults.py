"""What goes wrong on which day of a simulated quarter, and what it must leave in the store."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from monitor.daemon.world import database_path
from monitor.demo.quarter.life import ENGINES, TIMES, Life, write_schedule

__all__ = ["FAULTS", "Fault", "Trace"]

MINUTE = timedelta(minutes=1)
HELD_S = 2.5
"""Real seconds for which the database is held."""
HANGS = 1
"""Answers that do not come; virtual time stands while each is waited for."""
RESETS = 10
"""Answers that are broken off; the server waits a twentieth of a second with each, so that its first bytes arrive."""
BOMBS = 2
"""Each is unpacked to the limit for bodies, all at one moment: more would measure the heap's peak, not its growth."""
HOLDER = (
    "import sqlite3, sys, time; held = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30);"
    " held.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(float(sys.argv[2]))"
)
OTHER_TIMES = (*TIMES[:2], "14:10", TIMES[3])


@dataclass(frozen=True, slots=True)
class Trace:
    """What a fault leaves: a probe's state and class, an event's kind, or a pull's outcome."""

    kind: Literal["probe", "event", "pull"]
    name: str
    error_class: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind: `act` gets a day that begins and ends before it is over."""

    name: str
    act: Callable[[Life, date], Awaitable[None]]
    leaves: Trace


def _answers(fault: str, engines: tuple[str, ...] = ENGINES[:1], times: int | None = None) -> Callable[
    [Life, date], Awaitable[None]
]:  # fmt: skip
    """Spoil answers from the first instant of a day until shortly before the second."""

    async def act(life: Life, day: date) -> None:
        first, second = life.instants(day)[:2]
        await life.clock.sleep_until(first - MINUTE)
        for engine in engines:
            life.sandbox.fail(engine, fault, times)
        await life.clock.sleep_until(second - MINUTE)
        life.sandbox.heal()

    return act


async def _out_of_credit(life: Life, day: date) -> None:
    first, _, third = life.instants(day)[:3]
    await life.clock.sleep_until(first - MINUTE)
    life.sandbox.fail(ENGINES[0], "402")
    await life.clock.sleep_until(third - MINUTE)
    life.sandbox.heal()


async def _source_down(life: Life, day: date) -> None:
    """Take a source of each kind away for a day: on a Monday nothing but coins' prices of the day before is wanted."""
    for source in ("yahoo", "kraken"):
        life.sandbox.fail(source, "503")
    await life.clock.sleep_until(life.start_at + (day - life.start_at.date()) + 23 * 60 * MINUTE)
    life.sandbox.heal()


async def _worker_killed(life: Life, day: date) -> None:
    """Have what came in by the second instant read and graded, and kill the worker while it is at that."""
    await life.clock.sleep_until(life.instants(day)[1] + 40 * MINUTE)
    worker = life.daemon.worker

    async def kill() -> None:
        while not (worker.busy and worker.pid):  # noqa: ASYNC110 - it is another process that is waited for
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)
        if (pid := worker.pid) is not None:
            os.kill(pid, signal.SIGKILL)

    killing = asyncio.create_task(kill())
    await life.daemon.chores.digest()
    killing.cancel()


async def _stopped(life: Life, day: date) -> None:
    second = life.instants(day)[1]
    await life.clock.sleep_until(second - 30 * MINUTE)
    await life.stop()
    await life.clock.sleep_until(second + 90 * MINUTE)
    await life.start()


async def _clock_stepped(life: Life, day: date) -> None:
    """Set the clock an hour ahead over the second instant, an hour behind over the third; each right after a while."""
    for instant, by in zip(life.instants(day)[1:3], (60 * MINUTE, -60 * MINUTE), strict=True):
        await life.clock.sleep_until(instant - 20 * MINUTE)
        life.clock.step(by)
        await life.clock.sleep(40 * 60)
        life.clock.step(-by)


async def _database_held(life: Life, day: date) -> None:
    first = life.instants(day)[0]
    await life.clock.sleep_until(first + timedelta(seconds=2))
    path = database_path(life.settings)
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDER, str(path), str(HELD_S), stdout=asyncio.subprocess.PIPE
    )
    assert holder.stdout is not None
    await holder.stdout.readline()  # it holds the lock now; the batch that is due next has to wait for it
    await life.clock.sleep_until(first + 10 * MINUTE)
    await holder.wait()


async def _schedule_changed(life: Life, day: date) -> None:
    life.times = OTHER_TIMES if life.times == TIMES else TIMES
    write_schedule(life.folder, life.times)
    await life.clock.sleep(60)


async def _configuration_spoiled(life: Life, day: date) -> None:
    file = life.folder / "monitor.toml"
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace("[probing]", "[probing]\ngap_mss = 1"), encoding="utf-8")
    await life.clock.sleep(2 * 3600)
    file.write_text(good, encoding="utf-8")


FAULTS = (
    Fault("daemon stopped for 2 h", _stopped, Trace("probe", "missed")),
    Fault("worker killed", _worker_killed, Trace("event", "worker")),
    Fault("out of credit", _out_of_credit, Trace("probe", "skipped")),
    Fault("clock stepped", _clock_stepped, Trace("event", "clock_step")),
    Fault("schedule changed", _schedule_changed, Trace("probe", "cancelled")),
    Fault("database held", _database_held, Trace("event", "store")),
    Fault("refused for the rate", _answers("429"), Trace("probe", "failed", "rate_limit")),
    Fault("no answer in time", _answers("hang", times=HANGS), Trace("probe", "failed", "timeout")),
    Fault("5xx", _answers("503"), Trace("probe", "failed", "api")),
    Fault("a page of HTML", _answers("html"), Trace("probe", "failed", "api")),
    Fault("answer broken off by a reset", _answers("reset", times=RESETS), Trace("probe", "failed", "api")),
    Fault("connection closed", _answers("drop"), Trace("probe", "failed", "network")),
    Fault("all connections dropped", _answers("drop", ENGINES), Trace("probe", "failed", "local")),
    Fault("a source down", _source_down, Trace("pull", "unavailable")),
    Fault("configuration spoiled", _configuration_spoiled, Trace("event", "config_refused")),
    Fault("answer cut", _answers("truncated"), Trace("probe", "failed")),
    Fault("gzip bomb", _answers("gzip_bomb", times=BOMBS), Trace("probe", "failed", "api")),
)
"""In the order of the days, over and over."""
