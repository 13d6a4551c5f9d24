"""Connections that do not ask: whoever opens one has ten seconds for each request's head, then it is closed.

uvicorn itself waits for ever, and counts what waits among those that it serves at once: a hundred connections that say
nothing would lock everybody else out.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["HEAD_S", "Impatient"]

HEAD_S = 10.0
"""For the whole head of a request, from its first byte, or from the connection's beginning."""


class Impatient(H11Protocol):
    """uvicorn's HTTP/1.1 with an end to waiting for a request; between requests its own keep-alive counts."""

    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what came; wait on while it is no whole head."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            if self.timeout_keep_alive_task is None:
                self._wait()
        else:
            self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._end()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(HEAD_S, self._late)

    def _end(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _late(self) -> None:
        self._head = None
        if (self.cycle is None or self.cycle.response_complete) and self.timeout_keep_alive_task is None:
            self.transport.close()
