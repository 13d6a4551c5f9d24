"""A day of history in virtual time: planned, asked over HTTP, recorded, read, referenced, graded and summed up."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import func, select

from monitor import calendars
from monitor.clock import VirtualClock
from monitor.config import Settings, load_settings
from monitor.daemon.limits import limits_from
from monitor.daemon.virtual import drive
from monitor.daemon.worker import Worker
from monitor.daemon.world import World, database_path, load_world
from monitor.datasets import Item
from monitor.probing.fire import BatchReport, Prober
from monitor.sandbox.server import SandboxServer
from monitor.sandbox.settings import sandbox_config
from monitor.search.clients import open_clients
from monitor.store.database import Database, open_database
from monitor.store.lease import this_process
from monitor.store.tables import GradeRow, Summary
from monitor.store.writer import Writer

__all__ = ["ENGINES", "History", "Progress", "run_history", "session_before"]

ENGINES = ("fast", "five_min", "delayed15", "cached", "liar", "asked_moment")
OFFSETS = ("5s", "1m", "5m", "30m")
INSTANTS = 14
EVERY = timedelta(minutes=25)
FIRST_AFTER_OPEN = timedelta(minutes=20)
SETTLED = timedelta(minutes=40)
"""After the last probe, until every source's bars are final."""
DIGEST_EVERY = timedelta(hours=2)
"""Kraken keeps twelve hours of minutes: what the look-back needs must be pulled as the day goes."""

Progress = Callable[[str, int, int], None]
"""Gets a word for the stage, how much of it is done, and how much there is."""


@dataclass
class History:
    """What a run left behind."""

    probes: int
    states: dict[str, int]
    table: dict[str, Any]
    true_lags: dict[tuple[str, str], list[float]]
    graded: dict[str, int]
    """Grades by class."""
    settings: Settings
    until: datetime


def session_before(now: datetime) -> calendars.Session:
    """Give the last full session of New York that is over; currencies and coins trade throughout it."""
    at = now
    while True:
        session = calendars.previous_session("XNYS", at)
        assert session is not None
        if not session.half_day:
            return session
        at = session.open_at


def run_history(
    folder: Path, items: tuple[Item, ...], seed: int, now: datetime, progress: Progress, instants: int = INSTANTS
) -> History:
    """Run the day in `folder`, which gets a configuration, a schedule and a database of its own.

    `instants` of it are asked; with fewer it ends sooner.
    """
    session = session_before(now)
    clock = VirtualClock(session.open_at)
    with SandboxServer(clock, seed, items) as sandbox:
        _configure(folder, sandbox.base_url, session.open_at, items, instants)
        settings = load_settings(folder / "monitor.toml")
        world = load_world(settings)
        database = open_database(database_path(settings))
        try:
            states = asyncio.run(_run(world, database, clock, progress, instants))
            table, graded = _lag_table(database), _classes(database)
        finally:
            database.close()
        truth = {
            (engine, asset): sandbox.true_lags(engine, asset)
            for engine in ENGINES
            for asset in ("equity", "crypto", "fx")
        }
    return History(sum(states.values()), states, table, truth, graded, settings, clock.now())


def _configure(folder: Path, base_url: str, opened: datetime, items: tuple[Item, ...], instants: int) -> None:
    times = [f"{opened + FIRST_AFTER_OPEN + n * EVERY:%H:%M}" for n in range(instants)]
    text = sandbox_config(base_url, engines=ENGINES, extra='schedules = "schedules"')
    (folder / "schedules").mkdir(parents=True)
    (folder / "monitor.toml").write_text(text + "\n[probing]\ngap_ms = 0\n", encoding="utf-8")
    asked = json.dumps([item.id for item in items])
    (folder / "schedules" / "demo.toml").write_text(
        f'[[live]]\nname = "demo"\ncalendar = "XNYS"\nitems = {asked}\n'
        f"at = {json.dumps(times)}\noffsets = {json.dumps(OFFSETS)}\n",
        encoding="utf-8",
    )


async def _run(
    world: World, database: Database, clock: VirtualClock, progress: Progress, instants: int
) -> dict[str, int]:
    settings = world.settings
    end = clock.now() + FIRST_AFTER_OPEN + (instants - 1) * EVERY + timedelta(minutes=31) + SETTLED
    worker = Worker(settings)
    writer = Writer(database)
    apis = open_clients(world.usable, world.env, clock=clock)
    prober = Prober(database, writer, clock, apis, limits_from(settings, apis), this_process().name)
    states: dict[str, int] = {}
    try:
        planned = (await worker.call("plan", clock.now(), until=end.isoformat()))["probes"]

        def done(report: BatchReport) -> None:
            for state, count in report.states.items():
                states[str(state)] = states.get(str(state), 0) + count
            progress("asking", sum(states.values()), planned)

        async def digest(at: datetime) -> None:
            await worker.call("digest", at)

        await drive(
            database, prober, clock, end, arm_s=settings.probing.arm_s, every=DIGEST_EVERY, tick=digest, done=done
        )
        clock.set(end)
        progress("grading", 0, planned)
        await worker.call("digest", end)
    finally:
        for api in apis.values():
            await api.close()
        writer.close()
        await worker.close()
    return states


def _lag_table(database: Database) -> dict[str, Any]:
    """Give the table that the worker kept, the same that the page shows."""
    with database.read() as session:
        kept = session.get(Summary, "lag")
        return kept.value if kept is not None else {"groups": []}


def _classes(database: Database) -> dict[str, int]:
    with database.read() as session:
        return dict(session.exec(select(GradeRow.class_, func.count()).group_by(GradeRow.class_)).all())
