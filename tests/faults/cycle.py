"""The whole cycle as one process goes through it, again and again, until it is killed."""

import asyncio
import json
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import col, func, select

from monitor.clock import ShiftedClock
from monitor.config import Settings, load_settings
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
from monitor.store.tables import Probe, Run
from monitor.store.writer import Writer

PHASES = ("start", "plan", "probe", "digest", "night", "backup", "prune", "migrate")
BATCHES = 3
QUESTIONS = 12
"""Of a night; with three engines, three times as many searches."""
EARLIER_S = 1800.0
"""Searches of a night give way to probes, of which the schedule here has one each second: the night is made by a clock
that lies so far back, where none is planned any more."""


def write_night(folder: Path) -> str:
    """Put the questions of a night beside the settings; gives the schedule that asks them."""
    rows = [{"id": f"q{n}", "question": f"What revenue did Alder Foundry report for fiscal year {2001 + n}?",
             "answer": f"${100 + n}.5 million.", "tolerance": "", "area": "a"} for n in range(QUESTIONS)]  # fmt: skip
    (folder / "questions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    return f'[[nightly]]\nname = "own"\nat = "00:00"\nsets = ["{folder}/questions.jsonl"]\nrepeats = 1\n'


def live(folder: Path, shift_s: float, phase: Any, first: str, once: bool = False) -> None:
    """Recover, then go through the whole cycle, from its part `first` on; `phase` tells how far it has come."""
    clock = ShiftedClock(timedelta(seconds=shift_s))
    settings = load_settings(folder / "monitor.toml")
    database = open_database(folder / "monitor.sqlite")
    with database.write() as session:
        lease.take(session, lease.this_process(), clock.now())
        recover(session, clock.now())
    parts: dict[str, Callable[[], object]] = {
        "plan": lambda: _plan(settings, clock.now()),
        "probe": lambda: asyncio.run(_probe(settings, database, clock)),
        "digest": lambda: jobs.digest(settings, clock.now()),
        "night": lambda: _make_night(settings, database, clock.now(), shift_s),
        "backup": lambda: back_up(database.path, unused(folder / "backups" / backup_name(database.path, clock.now()))),
        "prune": lambda: prune(database.path, clock.now() - timedelta(days=2)),
        "migrate": lambda: _migrate(folder),
    }
    names = list(parts)
    start = names.index(first)
    while True:
        for name in names[start:] + names[:start]:
            phase.value = PHASES.index(name)
            parts[name]()
        if once:
            return


def _plan(settings: Settings, now: datetime) -> None:
    """Plan as if this minute had not begun: one that is killed every few seconds would hardly ever see an instant."""
    before = now.replace(second=0, microsecond=0) - timedelta(seconds=10)
    jobs.plan(settings, before, until=(now + timedelta(seconds=70)).isoformat())


def _make_night(settings: Settings, database: Database, now: datetime, shift_s: float) -> None:
    earlier = settings.clock.model_copy(update={"shift_s": shift_s - EARLIER_S})
    jobs.nightly(settings.model_copy(update={"clock": earlier}), now, "own", _night(database))


def _night(database: Database) -> str:
    """Give the night to be gone on with, or the next one."""
    with database.read() as session:
        latest = session.exec(select(func.max(col(Run.night)))).one() or "night-0000"
        left = session.exec(select(Run.id).where(Run.night == latest, Run.state == "planned").limit(1)).first()
    return latest if left is not None else f"night-{int(latest[-4:]) + 1:04}"


def _migrate(folder: Path) -> None:
    copy = folder / "migrating.sqlite"
    if not copy.exists():
        shutil.copy(folder / "earlier.sqlite", folder / "copied")
        (folder / "copied").replace(copy)
    upgrade(copy)
    copy.unlink()


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
    _make_night(settings, database, clock.now(), shift_s)
    with database.write() as session:
        lease.release(session, lease.this_process())
    database.close()
