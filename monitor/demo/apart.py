"""A sandbox in a process of its own, in the virtual time of this one: what is measured here is the monitor alone."""

import ctypes
import json
import os
import urllib.request
from collections.abc import Iterable
from datetime import datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from monitor.clock import SystemClock, VirtualClock
from monitor.datasets import Item
from monitor.errors import MonitorError
from monitor.processes import die_with_parent
from monitor.sandbox.server import SandboxServer
from monitor.store.types import from_micros, to_micros

__all__ = ["SandboxApart", "SharedClock"]

START_S = 60.0
_spawn = get_context("spawn")


class SharedClock(VirtualClock):
    """Virtual time that other processes read from `shown` (microseconds since 1970), where nobody steps it."""

    def __init__(self, start: datetime) -> None:
        super().__init__(start)
        self.shown = _spawn.Value(ctypes.c_int64, to_micros(start))

    def set(self, at: datetime) -> None:
        """Jump to `at`, and let the others know."""
        super().set(at)
        self.shown.value = to_micros(self.unstepped)


class _Following(SystemClock):
    """The moment that a `SharedClock` in another process shows."""

    def __init__(self, shown: Any) -> None:
        self._shown = shown

    def now(self) -> datetime:
        return from_micros(int(self._shown.value))


def _serve(parent: int, shown: Any, seed: int, items: tuple[Item, ...], told: Connection) -> None:
    die_with_parent(parent)
    server = SandboxServer(_Following(shown), seed, items, latency_scale=0.0)
    server.serve(told.send)


class SandboxApart:
    """A context manager; inside it `base_url` answers, and `fail`, `heal` and `arrived` speak to the sandbox."""

    def __init__(self, clock: SharedClock, seed: int, items: Iterable[Item]) -> None:
        self._mine, theirs = _spawn.Pipe()
        given = (os.getpid(), clock.shown, seed, tuple(items), theirs)
        self._process = _spawn.Process(target=_serve, args=given, daemon=True)
        self.base_url = ""

    def __enter__(self) -> "SandboxApart":
        self._process.start()
        if not self._mine.poll(START_S):
            raise MonitorError("the sandbox did not start", remedy="see what it printed")
        self.base_url = self._mine.recv()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.join()

    @property
    def pid(self) -> int | None:
        """The process id of the sandbox."""
        return self._process.pid

    def fail(self, target: str, fault: str, times: int | None = None) -> None:
        """Make an engine or a venue fail, `times` times or until `heal`."""
        self._ask("fail", {"target": target, "fault": fault, "times": times})

    def heal(self) -> None:
        """End every failure."""
        self._ask("fail", {"target": None, "fault": None})

    def arrived(self) -> int:
        """Give how many searches arrived since this was last asked; the sandbox forgets them."""
        total = int(self._ask("arrivals")["total"])
        self._ask("arrivals", {})
        return total

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self.base_url}/_sandbox/{path}", None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )  # fmt: skip
        with urllib.request.urlopen(request, timeout=START_S) as answer:
            found: dict[str, Any] = json.load(answer)
        return found
