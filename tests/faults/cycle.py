"""The whole cycle as one process goes through it, again and again, until it is killed."""

import asyncio
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import col, select

from monitor.clock import ShiftedClock
from monitor.config import load_settings
from monitor.daemon import jobs
from monitor.daemon.limits import limits_from
from monitor.daemon.world import load_world
from monitor.probing.fire import Prober
from monitor.probing.recover import recover
from monitor.search.clients import open_clients
from monitor.store import lease
from monitor.store.backup import back_up, backup_name, unused
from monitor.store.database import Database, open_database
from monitor.store.migrate import upgrade
from monitor.store.prune import prune
from monitor.store.tables import Probe
from monitor.store.writer import Writer

PHASES = ("start", "plan", "probe", "digest", "backup", "prune", "migrate")
BATCHES = 2


def live(folder: Path, shift_s: float, phase: Any) -> None:
    """Recover, then plan, probe, read, pull, grade, back up, prune and migrate; `phase` tells how far it has come."""
    clock = ShiftedClock(timedelta(seconds=shift_s))
    settings = load_settings(folder / "monitor.toml")
    database = open_database(folder / "monitor.sqlite")
    with database.write() as session:
        lease.take(session, lease.this_process(), clock.now())
        recover(session, clock.now())
    while True:
        phase.value = PHASES.index("plan")
        jobs.plan(settings, clock.now(), until=(clock.now() + timedelta(seconds=70)).isoformat())
        phase.value = PHASES.index("probe")
        asyncio.run(_probe(settings, database, clock))
        phase.value = PHASES.index("digest")
        jobs.digest(settings, clock.now())
        phase.value = PHASES.index("backup")
        back_up(database.path, unused(folder / "backups" / backup_name(database.path, clock.now())))
        phase.value = PHASES.index("prune")
        prune(database.path, clock.now() - timedelta(days=2))
        phase.value = PHASES.index("migrate")
        copy = folder / "migrating.sqlite"
        if not copy.exists():
            shutil.copy(folder / "earlier.sqlite", folder / "copied")
            (folder / "copied").replace(copy)
        upgrade(copy)
        copy.unlink()
        phase.value = PHASES.index("plan")


async def _probe(settings: Any, database: Database, clock: ShiftedClock) -> None:
    world = load_world(settings)
    writer, apis = Writer(database), open_clients(world.usable, world.env, clock=clock)
    prober = Prober(database, writer, clock, apis, limits_from(settings, apis), lease.this_process().name)
    for due_at in _next(database, clock.now()):
        await clock.sleep_until(due_at - timedelta(seconds=0.3))
        await prober.fire(due_at)
    for api in apis.values():
        await api.close()
    writer.close()


def _next(database: Database, now: datetime) -> list[datetime]:
    with database.read() as session:
        due = select(Probe.due_at).where(Probe.state == "planned", col(Probe.due_at) > now + timedelta(seconds=0.4))
        return sorted(set(session.exec(due)))[:BATCHES]


def settle(folder: Path, shift_s: float, phase: Any) -> None:
    """Start once more, as the next process does, and end properly."""
    clock = ShiftedClock(timedelta(seconds=shift_s))
    settings = load_settings(folder / "monitor.toml")
    database = open_database(folder / "monitor.sqlite")
    with database.write() as session:
        lease.take(session, lease.this_process(), clock.now())
        recover(session, clock.now())
    jobs.digest(settings, clock.now())
    with database.write() as session:
        lease.release(session, lease.this_process())
    database.close()
