"""A daemon in this process, on scripted apis and a clock that a test may step."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import select

from monitor.clock import ShiftedClock
from monitor.config import Settings, load_settings
from monitor.daemon.app import Daemon
from monitor.daemon.worker import Worker
from monitor.search.fake import FakeApi, Scripted, fake_config
from monitor.search.outcome import SearchApi
from monitor.store.database import Database, open_database
from monitor.store.tables import Alert, Event, Instant, Note, Probe

SCHEDULE = '[[live]]\nname = "far"\nitems = ["live-004"]\ncalendar = "always"\ncron = "0 0 1 1 *"\noffsets = ["5s"]\n'


class SteppedClock(ShiftedClock):
    """The host's clock, which a test steps or slews while the program runs."""

    def __init__(self) -> None:
        super().__init__(timedelta())

    def step(self, seconds: float) -> None:
        self.shift += timedelta(seconds=seconds)


class SharedClock(SteppedClock):
    """The same for a process of its own: `shared` holds the seconds, so that another process may step it."""

    def __init__(self, shared: Any) -> None:
        self._shared = shared

    @property  # type: ignore[override]
    def shift(self) -> timedelta:
        return timedelta(seconds=self._shared.value)


class Idle(Worker):
    """A worker that has nothing to do."""

    async def call(self, job: str, now: datetime, **arguments: Any) -> dict[str, Any]:
        return {}


@dataclass
class Running:
    """The daemon, what it asks, and the database that it writes."""

    folder: Path
    clock: SteppedClock = field(default_factory=SteppedClock)
    apis: dict[str, SearchApi] = field(default_factory=dict)
    zero: datetime | None = None
    daemon: Daemon | None = None
    task: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        (self.folder / "schedules").mkdir()
        (self.folder / "schedules" / "far.toml").write_text(SCHEDULE)
        (self.folder / "monitor.toml").write_text(
            'schedules = "schedules"\n[store]\npath = "monitor.sqlite"\n[probing]\narm_s = 1.5\n'
        )
        self.settings: Settings = load_settings(self.folder / "monitor.toml")
        self.database: Database = open_database(self.folder / "monitor.sqlite")

    def fake(self, name: str, script: object = (Scripted(),)) -> FakeApi:
        self.apis[name] = FakeApi(script, api=fake_config(name, key_group=name), clock=self.clock)  # type: ignore[arg-type]
        return self.apis[name]  # type: ignore[return-value]

    def plan(self, api: str, in_s: float, *, item: str = "live-004", offset_s: float = 60.0) -> int:
        """Plan a probe that is due so many seconds after the first call of this; gives its id.

        With an offset of a minute it may be sent 12 s late: a busy machine is not the fault that is looked at.
        """
        self.zero = self.zero or self.clock.now()
        due_at = self.zero + timedelta(seconds=in_s)
        instant_at = due_at - timedelta(seconds=offset_s)
        with self.database.write() as session:
            instant = Instant(at=instant_at, schedule="s", schedule_hash=f"{api}{item}{in_s}", planned_at=instant_at)
            session.add(instant)
            session.flush()
            probe = Probe(
                instant_id=instant.id or 0, instant_at=instant_at, offset_s=offset_s, item_id=item, asset="crypto",
                ticker="BTC", api=api, query=f"{item} {in_s}", wording="w", api_hash="h", due_at=due_at, slot_at=due_at,
            )  # fmt: skip
            session.add(probe)
            session.flush()
            return probe.id or 0

    def start(self, *, worker: bool = False) -> None:
        """Start the daemon; without a worker nothing is planned, which would cancel what `plan` put there."""
        self.daemon = Daemon(self.settings, self.clock, self.database, self.apis)
        if not worker:
            self.daemon.worker = Idle(self.settings)
        self.task = asyncio.create_task(self.daemon.run())

    async def stop(self) -> None:
        """Stop the daemon as SIGTERM does; raises what it failed with."""
        assert self.daemon is not None
        assert self.task is not None
        self.daemon.stop()
        await asyncio.wait_for(self.task, 30)

    async def until(self, what: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until `what` holds."""
        async with asyncio.timeout(seconds):
            while not what():
                await self.clock.sleep(0.05)

    async def run_until(self, *ids: int, seconds: float = 60) -> None:
        """Wait until the probes have ended."""
        await self.until(lambda: all(self.probe(one).state not in ("planned", "claimed") for one in ids), seconds)

    def probe(self, probe_id: int) -> Probe:
        with self.database.read() as session:
            found = session.get(Probe, probe_id)
            assert found is not None
            return found

    def rows(self) -> list[Probe]:
        with self.database.read() as session:
            return list(session.exec(select(Probe)))

    def events(self, kind: str) -> list[Event]:
        with self.database.read() as session:
            return list(session.exec(select(Event).where(Event.kind == kind).order_by(Event.id)))

    def note(self, name: str) -> Note | None:
        with self.database.read() as session:
            return session.get(Note, name)

    def alerts(self) -> list[Alert]:
        with self.database.read() as session:
            return list(session.exec(select(Alert)))

    async def event(self, kind: str, seconds: float = 30) -> Event:
        """Wait for an event of a kind."""
        async with asyncio.timeout(seconds):
            while not (found := self.events(kind)):
                await self.clock.sleep(0.05)
        return found[-1]

    async def close(self) -> None:
        if self.daemon is not None and self.task is not None and not self.task.done():
            self.daemon.stop()
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self.task, 30)
        self.database.close()


class Holder:
    """Another process that takes the write lock when told to, and gives it back when it is ended."""

    def __init__(self, path: Path) -> None:
        text = (
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); print('ready', flush=True);"
            "sys.stdin.readline(); c.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", text, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )  # fmt: skip
        self._hear("ready")
        self.held = False

    def hold(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        self._hear("held")
        self.held = True

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _hear(self, word: str) -> None:
        assert self._process.stdout is not None
        assert self._process.stdout.readline().strip() == word


def hold(path: Path) -> sqlite3.Connection:
    """Take the write lock, as another process that writes would; closing the connection gives it back."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection
