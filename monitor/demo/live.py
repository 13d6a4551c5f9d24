"""The real daemon beside the history: a process of its own, APScheduler, a sandbox of its own, real seconds.

Its clock is set off the host's so that its next whole minute is 15 s away.
"""

import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from sqlmodel import col, select

from monitor.clock import SystemClock
from monitor.errors import MonitorError
from monitor.sandbox.settings import KEY_VARIABLE
from monitor.store.database import open_database
from monitor.store.tables import Probe
from monitor.store.types import State

__all__ = ["Live", "LiveResult"]

AHEAD_S = 15.0
START_S = 20.0
"""Time that the sandbox may take to start."""
OFFSET_S = 5.0
GIVE_WAY_S = 1.5
PATIENCE_S = 75.0
SCHEDULE = """\
[[live]]
name = "live"
calendar = "always"
items = ["all"]
every = "1m"
offsets = ["5s"]
"""


@dataclass(frozen=True, slots=True)
class LiveResult:
    """How the daemon's first batch went."""

    probes: int
    answered: int
    lateness_p50_ms: float | None
    lateness_p99_ms: float | None
    exit_status: int | None


class Live:
    """Starts the daemon and its sandbox, waits for one batch, stops both."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self._seed = seed
        self._processes: list[subprocess.Popen[bytes]] = []
        self._clock = SystemClock()
        self._shift = timedelta()

    def __enter__(self) -> "Live":
        """Start both; the daemon's next whole minute is then as far away as it takes to start, and 15 s more."""
        now = self._clock.now()
        shift_s = 60 - (now.second + now.microsecond / 1e6) - AHEAD_S
        self._shift = timedelta(seconds=shift_s)
        (self.folder / "schedules").mkdir(parents=True)
        (self.folder / "schedules" / "live.toml").write_text(SCHEDULE, encoding="utf-8")
        config = self.folder / "monitor.toml"
        environment = {
            **os.environ, KEY_VARIABLE: "demo", "MONITOR_SCHEDULES": "schedules", "MONITOR_PROBING__HORIZON_H": "0.2",
            "MONITOR_STORE__PATH": str(self.folder / "monitor.sqlite"),
        }  # fmt: skip
        self._start("sandbox", environment, "sandbox", "--seed", str(self._seed), "--shift", f"{shift_s:.3f}",
                    "--write", str(config))  # fmt: skip
        until = self._clock.monotonic() + START_S
        while not config.is_file():
            if self._processes[0].poll() is not None or self._clock.monotonic() > until:
                raise MonitorError("the sandbox did not start", str(self.folder / "sandbox.log"), "see that file")
            time.sleep(0.05)
        self._start("daemon", environment, "--config", str(config), "run", "--no-page")
        return self

    def _start(self, name: str, environment: dict[str, str], *arguments: str) -> None:
        with (self.folder / f"{name}.log").open("w") as log:
            self._processes.append(
                subprocess.Popen([sys.executable, "-m", "monitor", *arguments], stdout=log, stderr=log, env=environment)
            )

    def __exit__(self, *_: object) -> None:
        """Stop whatever still runs."""
        for process in self._processes:
            if process.poll() is None:
                process.kill()
            process.wait()

    def give_way(self) -> None:
        """Hold the caller while the daemon's batch leaves: two cores are few for everything that runs here."""
        second = ((self._clock.now() + self._shift).timestamp() - OFFSET_S) % 60
        if second < GIVE_WAY_S or second > 60 - GIVE_WAY_S:
            time.sleep((GIVE_WAY_S - second) % 60)

    def result(self) -> LiveResult:
        """Wait for the first batch to end, stop the daemon with SIGTERM, and give how it went."""
        path = self.folder / "monitor.sqlite"
        until = self._clock.monotonic() + PATIENCE_S
        probes: list[Probe] = []
        while self._clock.monotonic() < until and self._processes[-1].poll() is None:
            probes = _first_batch(path)
            if probes:
                break
            time.sleep(0.3)
        daemon = self._processes[-1]
        daemon.send_signal(signal.SIGTERM)
        try:
            status: int | None = daemon.wait(timeout=15)
        except subprocess.TimeoutExpired:
            status = None
        late = sorted(p.lateness_ms for p in probes if p.lateness_ms is not None)
        return LiveResult(
            len(probes),
            sum(p.state == State.ANSWERED for p in probes),
            _quantile(late, 0.5),
            _quantile(late, 0.99),
            status,
        )


def _first_batch(path: Path) -> list[Probe]:
    """Give the probes of the first batch once all have ended; empty until then."""
    if not path.is_file():
        return []
    database = open_database(path)
    try:
        with database.read() as session:
            first = session.exec(
                select(Probe).where(col(Probe.sent_at).is_not(None)).order_by(col(Probe.due_at))
            ).first()
            if first is None:
                return []
            probes = list(session.exec(select(Probe).where(Probe.due_at == first.due_at)))
    finally:
        database.close()
    return probes if all(p.state not in (State.PLANNED, State.CLAIMED) for p in probes) else []


def _quantile(ascending: list[float], q: float) -> float | None:
    return round(ascending[min(len(ascending) - 1, math.ceil(q * len(ascending)) - 1)], 2) if ascending else None
