"""A sandbox in this process, a working folder that asks only it, and the daemon as a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from monitor.clock import SystemClock
from monitor.config import Settings, load_settings
from monitor.datasets import load_live
from monitor.sandbox.server import SandboxServer
from monitor.sandbox.settings import KEY_VARIABLE, sandbox_config
from monitor.store.database import Database, open_database
from tests.leaks.canary import KEY


class MovableClock(SystemClock):
    """The host's clock, which a test may set forward as a whole."""

    def __init__(self) -> None:
        self.shift = timedelta()

    def now(self):
        return super().now() + self.shift


@dataclass
class Site:
    """A folder with settings, and what runs on it."""

    folder: Path
    sandbox: SandboxServer
    clock: MovableClock
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def database_path(self) -> Path:
        return self.folder / "monitor.sqlite"

    def configure(self, schedule: str, *, extra: str = "", engines: tuple[str, ...] | None = None) -> Settings:
        (self.folder / "schedules").mkdir(exist_ok=True)
        (self.folder / "schedules" / "test.toml").write_text(schedule)
        top = 'schedules = "schedules"\n[store]\npath = "monitor.sqlite"\n[worker]\ntimeout_s = 120\n'
        text = sandbox_config(self.sandbox.base_url, engines=engines)
        enabled, _, rest = text.partition("\n")
        (self.folder / "monitor.toml").write_text(f"{enabled}\n{top}{rest}\n{extra}")
        return load_settings(self.folder / "monitor.toml")

    def database(self) -> Database:
        return open_database(self.database_path)

    def set_clock(self, ahead_s: float = 9.0) -> None:
        """Set the world's clock so that its next whole minute, and with it the next instant, is so far away."""
        now = SystemClock().now()
        self.clock.shift = timedelta(seconds=60 - now.second - now.microsecond / 1e6 - ahead_s)

    @property
    def environment(self) -> dict[str, str]:
        shift = f"{self.clock.shift.total_seconds():.3f}"
        return {**os.environ, KEY_VARIABLE: KEY, "MONITOR_CLOCK__SHIFT_S": shift, "MONITOR_PROBING__HORIZON_H": "0.2"}

    def start(self, *arguments: str, log: str = "daemon.log") -> subprocess.Popen[bytes]:
        with (self.folder / log).open("ab") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "monitor", "--config", str(self.folder / "monitor.toml"), *arguments],
                stdout=out,
                stderr=out,
                cwd=self.folder,
                env=self.environment,
            )
        self.running.append(process)
        return process

    def log(self) -> str:
        return (self.folder / "daemon.log").read_text(errors="replace")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    clock = MovableClock()
    with SandboxServer(clock, 7, load_live(), latency_scale=0.0) as sandbox:
        made = Site(tmp_path, sandbox, clock)
        yield made
        for process in made.running:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()


def wait_for(what: Callable[[], bool], seconds: float, why: Callable[[], str] = lambda: "") -> None:
    """Return once `what` holds; fail with `why` when it has not within `seconds`."""
    clock = SystemClock()
    until = clock.monotonic() + seconds
    while not what():
        if clock.monotonic() > until:
            pytest.fail(f"waited {seconds:g} s in vain. {why()}")
        import time

        time.sleep(0.1)
