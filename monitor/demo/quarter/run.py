"""The days of a simulated quarter, one after another, each with its fault; what they used, what they left."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from monitor import __version__
from monitor.clock import SystemClock
from monitor.datasets import Item
from monitor.demo.apart import SandboxApart, SharedClock
from monitor.demo.quarter.faults import FAULTS, Fault
from monitor.demo.quarter.life import PACE, Life, write_configuration
from monitor.demo.quarter.totals import accounts, differences, kept_differences, left
from monitor.demo.quarter.vitals import Cpu, LogLines, counting, open_files, resident_mb, worker_a_day
from monitor.store.files import size_on_disk

__all__ = ["FIRST_DAY", "run_quarter"]

FIRST_DAY = date(2026, 9, 10)
"""The quarter holds the end of both daylight saving times, Thanksgiving and the half day after it."""
DAY = timedelta(days=1)
LOOK = timedelta(hours=23)
"""When the page is compared with the raw rows, each day: all that was due on it has ended."""
SETTLED = timedelta(hours=13)
"""After the last day: its last answers can be graded by then, and nothing more has been asked."""

Progress = Callable[[int, int], None]
"""Gets how many days are over, and how many probes were sent on the last."""


@dataclass
class _Record:
    days: list[dict[str, Any]] = field(default_factory=list)
    expected: dict[date, list[datetime]] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)
    arrived: int = 0


def run_quarter(
    folder: Path, days: int, seed: int, items: tuple[Item, ...], progress: Progress, first: date = FIRST_DAY,
    *, faults: Sequence[Fault] = FAULTS, pace: Mapping[str, float] = PACE,
) -> dict[str, Any]:  # fmt: skip
    """Live through `days` in `folder`, which gets a configuration and a database; gives every figure.

    The faults come in turn, one a day; `pace` is how often the daemon's jobs come, in virtual seconds.
    """
    clock = SharedClock(datetime.combine(first, time(), UTC))
    real = SystemClock()
    began, used = real.monotonic(), Cpu.used(None, None)
    record = _Record()
    with SandboxApart(clock, seed, items) as sandbox, counting(folder / "monitor.log") as lines:
        write_configuration(folder, sandbox.base_url)
        account = asyncio.run(_live(Life(folder, clock, sandbox, pace), faults, days, record, lines, progress))
        cpu_s = Cpu.used(sandbox.pid, None).since(used)
    return {
        "version": __version__, "seed": seed, "first_day": first.isoformat(), "days": days,
        "seconds": round(real.monotonic() - began, 1),
        "cpu_s": cpu_s, "worker_s_a_day": worker_a_day(record.days),
        **account, "differences": record.differences, "by_day": record.days,
    }  # fmt: skip


async def _live(
    life: Life, faults: Sequence[Fault], days: int, record: _Record, lines: LogLines, progress: Progress
) -> dict[str, Any]:
    """Run the story in the clock's time."""

    async def story() -> dict[str, Any]:
        await life.start()
        for number in range(days):
            await _one_day(life, number, faults[number % len(faults)], record, lines)
            progress(number + 1, record.days[-1]["arrived"])
        await life.clock.sleep_until(life.start_at + days * DAY + SETTLED)
        await life.daemon.chores.digest()
        record.differences += await kept_differences(life)
        path = life.database.path
        await life.stop()
        return accounts(path, record.expected, life.clock.now(), record.arrived)

    try:
        return await life.clock.run(story())
    finally:
        await life.close()


async def _one_day(life: Life, number: int, fault: Fault, record: _Record, lines: LogLines) -> None:
    midnight = life.start_at + number * DAY
    day = midnight.date()
    real = SystemClock()
    began, used = real.monotonic(), Cpu.used(life.sandbox.pid, life.daemon.worker.pid)
    lines.clear()
    await life.clock.sleep_until(midnight)
    await fault.act(life, day)
    record.expected[day] = life.instants(day)
    await life.clock.sleep_until(midnight + LOOK)
    await asyncio.sleep(0)
    record.differences += [f"{day}: {one}" for one in await differences(life, life.clock.now())]
    traces = left(life.database.path, fault.leaves, midnight, midnight + LOOK)
    await life.clock.sleep_until(midnight + DAY)
    arrived = life.sandbox.arrived()
    record.arrived += arrived
    worker = life.daemon.worker.pid
    record.days.append({
        "day": day.isoformat(), "fault": fault.name, "left": traces, "arrived": arrived,
        "resident_mb": _round(resident_mb(os.getpid())), "open_files": open_files(os.getpid()),
        "worker_resident_mb": _round(resident_mb(worker)), "worker_open_files": open_files(worker),
        "database_mb": round(size_on_disk(life.database.path) / 1e6, 1),
        "log_lines": dict(lines), "seconds": round(real.monotonic() - began, 2),
        "cpu_s": Cpu.used(life.sandbox.pid, worker).since(used),
    })  # fmt: skip


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
