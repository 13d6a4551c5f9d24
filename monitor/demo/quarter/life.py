"""The daemon of a simulated quarter: the real one with its page, in virtual time, as it can be started and stopped."""

import asyncio
import contextlib
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx

from monitor.config import load_settings
from monitor.daemon.app import Daemon
from monitor.daemon.health import StepWatch
from monitor.daemon.memory import freeze_loaded
from monitor.daemon.scheduling import VirtualScheduler
from monitor.daemon.world import database_path, load_world
from monitor.demo.apart import SandboxApart, SharedClock
from monitor.errors import MonitorError
from monitor.sandbox.settings import api_name, sandbox_config
from monitor.search.clients import open_clients
from monitor.store.database import Database, open_database
from monitor.web.app import create_app
from monitor.web.serving import listen, server, url_of

__all__ = ["APIS", "ENGINES", "ITEMS", "OFFSETS_S", "PACE", "ZONE", "Life", "write_configuration"]

ENGINES = ("fast", "delayed15", "cached")
APIS = tuple(map(api_name, ENGINES))
ITEMS = 10
ZONE = ZoneInfo("America/New_York")
"""Its daylight saving time ends within the quarter, a week after Europe's."""
TIMES = ("10:00", "11:30", "14:00", "15:30")
OFFSETS_S = (5, 300, 1800)
PRICE_USD = 0.001
ANSWER_S = 3
"""Real seconds that an answer is waited for."""

PACE = {"heartbeat": 1800.0, "arm": 900.0, "digest": 86_400.0, "plan": 43_200.0, "nights": 21_600.0, "watch": 900.0,
        "alerts": 7200.0, "send": 7200.0, "care": 43_200.0}  # fmt: skip
"""Virtual seconds between turns of the daemon's jobs. On a host they come more often, mostly to find nothing to do;
here what came in, some 340 answers, is read, graded and summed up once a day."""
ARM_AHEAD = timedelta(seconds=1200)
READY_S = 60.0
READERS = 5
"""Connections for reading that a database keeps, once so many were needed at one moment: all are opened at the start,
so that what happens to coincide does not look like files that were left open."""

_TABLES = """
[probing]
gap_ms = 0

[backup]
every_h = 168
keep_daily = 2
keep_weekly = 2

[prune]
after_days = 30

[[slo]]
api = "sbx_fast"
asset = "crypto"
share_within = { 900 = 0.5 }
"""


def write_configuration(folder: Path, base_url: str) -> None:
    """Write monitor.toml and the schedule: four instants a day, three offsets, ten items, three APIs."""
    text = sandbox_config(base_url, engines=ENGINES, extra='schedules = "schedules"')
    own = f"price_usd = {PRICE_USD}\ntotal_s = {ANSWER_S}\nfirst_byte_s = {ANSWER_S}\n"
    text = text.replace("price_usd = 0\n", own)
    text = text.replace("rps = 2000\n", "")  # a batch leaves at one moment and is committed together, as on a host
    text = text.replace("[market]\n", "[market]\nlookback_h = 6\nexchanges = [\"kraken\", \"coinbaseexchange\"]\n")
    (folder / "schedules").mkdir(parents=True)
    (folder / "monitor.toml").write_text(text + _TABLES, encoding="utf-8")
    write_schedule(folder, TIMES)


def write_schedule(folder: Path, times: tuple[str, ...]) -> None:
    """Write the schedule with other times."""
    at, offsets = (", ".join(f'"{one}"' for one in some) for some in (times, (f"{s}s" for s in OFFSETS_S)))
    (folder / "schedules" / "quarter.toml").write_text(
        f'[[live]]\nname = "quarter"\ncalendar = "always"\nzone = "{ZONE.key}"\nitems = ["all"]\n'
        f"at = [{at}]\noffsets = [{offsets}]\n",
        encoding="utf-8",
    )


@dataclass
class Life:
    """What goes on: clock, sandbox, and the daemon while it runs. `times` are the schedule's, as written last."""

    folder: Path
    clock: SharedClock
    sandbox: SandboxApart
    pace: Mapping[str, float] = field(default_factory=lambda: PACE)
    times: tuple[str, ...] = TIMES

    def __post_init__(self) -> None:
        self.settings = load_settings(self.folder / "monitor.toml")
        self.start_at = self.clock.now()
        self.http = httpx.AsyncClient(timeout=60, trust_env=False)
        self._daemon: Daemon | None = None
        self._task: asyncio.Task[None] | None = None
        self._page = ""
        self._database: Database | None = None

    @property
    def daemon(self) -> Daemon:
        """The daemon that runs."""
        assert self._daemon is not None, "no daemon runs"
        return self._daemon

    @property
    def database(self) -> Database:
        """Its database."""
        assert self._database is not None, "no daemon runs"
        return self._database

    def instants(self, day: date, times: tuple[str, ...] | None = None) -> list[datetime]:
        """Give a day's instants, New York's day, in UTC."""
        return [datetime.combine(day, time.fromisoformat(one), ZONE).astimezone(self.start_at.tzinfo)
                for one in times or self.times]  # fmt: skip

    async def start(self) -> None:
        """Start the daemon with its page; gives back once it has planned."""
        world = load_world(self.settings)
        self._database = database = open_database(database_path(self.settings))
        with contextlib.ExitStack() as held:
            for _ in range(READERS):
                held.enter_context(database.read()).connection()
        apis = open_clients(world.usable, world.env, clock=self.clock)
        freeze_loaded()
        listener = listen("127.0.0.1", 0)
        self._page = url_of(listener).rstrip("/")
        page: Coroutine[Any, Any, None] = server(
            create_app(database, self.settings, self.clock), "127.0.0.1", 0, listener
        )
        scheduler = VirtualScheduler(self.clock, self.pace)
        self._daemon = daemon = Daemon(self.settings, self.clock, database, apis, [page], scheduler)
        daemon.firing.ahead = ARM_AHEAD
        daemon.steps = StepWatch(self.clock, lambda: (self.clock.unstepped - self.start_at).total_seconds())
        self._task = asyncio.create_task(daemon.run())
        async with asyncio.timeout(READY_S):
            while not daemon.ready.is_set():
                if self._task.done():
                    await self._task
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Stop the daemon as SIGTERM does."""
        assert self._task is not None
        self.daemon.stop()
        await self._task
        self.database.close()
        self._daemon = self._task = self._database = None

    async def get(self, path: str) -> Any:
        """Give what the page's JSON API says."""
        answer = await self.http.get(f"{self._page}{path}")
        if answer.status_code != 200:
            raise MonitorError(f"answered {answer.status_code}", path, "see the page's log")
        return answer.json() if path.startswith("/api/") else answer.text

    async def close(self) -> None:
        """Stop what still runs."""
        if self._task is not None:
            await self.stop()
        await self.http.aclose()
