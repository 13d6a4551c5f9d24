"""Charts for the page: asked of a worker of their own, so that a person who looks waits for no pull or night."""

import asyncio
from collections.abc import Mapping
from typing import Any

from monitor.clock import Clock
from monitor.config import Settings
from monitor.daemon.worker import Worker

__all__ = ["Drawing"]

IDLE_S = 300.0
"""After so long without a chart the worker ends and gives its memory back."""


LEAST_MB = 6000
"""The renderer's JavaScript engine reserves gigabytes that it never uses; under the worker's usual limit it aborts."""


class Drawing:
    """Gives pictures by name and arguments, as the job ``chart`` has them; belongs to one event loop."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._clock = clock
        limit = max(settings.worker.memory_mb, LEAST_MB)
        self._worker = Worker(settings.model_copy(update={"worker": settings.worker.model_copy(
            update={"memory_mb": limit})}))  # fmt: skip
        self._ending: asyncio.TimerHandle | None = None
        self._last: asyncio.Task[None] | None = None

    async def __call__(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Give a picture; raises WorkerError where it cannot be drawn."""
        if self._ending is not None:
            self._ending.cancel()
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
