"""The worker: one child process in which everything heavy runs, so that the daemon stays small and on time.

It is asked in JSON lines over its standard input and answers in JSON lines. A job that takes too long, or a
child that dies (its memory is limited), costs that job one error; the next call starts a new child.
"""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from monitor.config import Settings
from monitor.errors import MonitorError

__all__ = ["Worker", "WorkerError"]

LINE_LIMIT = 64 * 1024 * 1024
"""The longest answer in bytes; a lag table over many groups is large."""


class WorkerError(MonitorError):
    """A job failed in the worker, or the worker died or took too long under it."""


class Worker:
    """Runs named jobs in the child, one at a time. Belongs to one event loop."""

    def __init__(self, settings: Settings, timeout_s: float | None = None) -> None:
        self._settings = settings
        self._timeout_s = timeout_s or settings.worker.timeout_s
        self._child: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._served = 0
        self._stale = False
        self.restarts = 0
        """How often a child died or was stopped under a job."""

    @property
    def pid(self) -> int | None:
        """The child's process id, or None while there is no child."""
        return self._child.pid if self._child is not None and self._child.returncode is None else None

    @property
    def busy(self) -> bool:
        """Whether a job is under way."""
        return self._turn.locked()

    async def call(self, job: str, now: datetime, **arguments: Any) -> dict[str, Any]:
        """Run `job` as of `now` and give its result; raises WorkerError."""
        async with self._turn:
            if self._stale or self._served >= self._settings.worker.recycle_after:
                await self._stop()
            child = await self._running()
            self._served += 1
            line = json.dumps({"job": job, "now": now.isoformat(), "arguments": arguments}) + "\n"
            try:
                async with asyncio.timeout(self._timeout_s):
                    answer = await self._exchange(child, line)
            except TimeoutError as err:
                self.restarts += 1
                await self._stop()
                raise WorkerError(
                    f"took longer than {self._timeout_s:g} s and was stopped",
                    f"job {job}",
                    "it is tried again at its next turn; raise worker.timeout_s if that repeats",
                ) from err
            except asyncio.CancelledError:
                await self._stop()  # its answer would otherwise be taken for the next job's
                raise
            if answer is None:
                self.restarts += 1
                code = await child.wait()
                await self._stop()
                raise WorkerError(
                    f"the worker ended (status {code}) under it",
                    f"job {job}",
                    "it is tried again at its next turn; raise worker.memory_mb if that repeats",
                )
            if answer.get("ended"):
                self.restarts += 1
                await self._stop()
        if "error" in answer:
            raise WorkerError(str(answer["error"]), f"job {job}")
        value: dict[str, Any] = answer["value"]
        return value

    def change(self, settings: Settings) -> None:
        """Work by other settings from the next call on, in a new child; a job under way ends by the old ones.

        A child that was given the same settings goes on: all else it reads anew for each job, except what a command
        said of keys.
        """
        same = settings.model_dump_json() == self._settings.model_dump_json() and not settings.secret_command
        self._settings = settings
        self._stale = self._stale or not same

    async def close(self) -> None:
        """End the child."""
        await self._stop()

    async def _exchange(self, child: asyncio.subprocess.Process, line: str) -> Mapping[str, Any] | None:
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(line.encode())
            await child.stdin.drain()
            answer = await child.stdout.readline()
        except (BrokenPipeError, ConnectionResetError):
            return None
        return json.loads(answer) if answer.endswith(b"\n") else None

    async def _running(self) -> asyncio.subprocess.Process:
        if self._child is not None and self._child.returncode is None:
            return self._child
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "monitor.daemon.worker_main",
            str(os.getpid()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            limit=LINE_LIMIT,
            start_new_session=True,  # a terminal's Ctrl-C is the daemon's to handle
        )
        self._served, self._stale = 0, False
        assert self._child.stdin is not None
        self._child.stdin.write(self._settings.model_dump_json().encode() + b"\n")
        return self._child

    async def _stop(self) -> None:
        child, self._child = self._child, None
        if child is None or child.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):  # it may end by itself just now
            child.kill()
        await child.wait()
