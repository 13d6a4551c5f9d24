"""Charts for the page: asked of a worker of their own, so that a person who looks waits for no pull or night."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from monitor.clock import Clock
from monitor.config import Settings
from monitor.daemon.worker import Worker

__all__ = ["Drawing"]

IDLE_S = 300.0
"""After so long without a chart the worker ends and gives its memory back."""


class Drawing:
    """Gives pictures by name and arguments, as the job ``chart`` has them; belongs to one event loop."""

    def __init__(self, settings: Settings, clock: Clock, current: Callable[[], Settings] | None = None) -> None:
        self._clock = clock
        self._current = current or (lambda: settings)
        self._settings = settings
        self._worker = Worker(settings)
        self._ending: asyncio.TimerHandle | None = None
        self._last: asyncio.Task[None] | None = None

    async def __call__(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Give a picture by the settings that hold; raises WorkerError where it cannot be drawn."""
        if self._ending is not None:
            self._ending.cancel()
        if (settings := self._current()) is not self._settings:
            self._settings = settings
            self._worker.change(settings)
        try:
            return await self._worker.call("chart", self._clock.now(), name=name, **arguments)
        finally:
            self._ending = asyncio.get_running_loop().call_later(IDLE_S, self._end)

    def _end(self) -> None:
        self._last = asyncio.get_running_loop().create_task(self._worker.close())

    async def close(self) -> None:
        """End the worker."""
        if self._ending is not None:
            self._ending.cancel()
        await self._worker.close()
