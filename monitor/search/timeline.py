"""When the steps of one exchange happened, from httpcore's trace events."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from monitor.clock import Clock
from monitor.search.outcome import Timings
from monitor.search.transport import WarmedStream

__all__ = ["Timeline"]


class Timeline:
    """Collects the steps; its `trace` goes into a request's extensions."""

    def __init__(self, clock: Clock, on_sent: Callable[[], None] | None) -> None:
        self._clock = clock
        self._on_sent = on_sent
        self._start_s = clock.monotonic()
        self._marks: dict[str, float] = {}
        self.connection: Literal["none", "new", "warmed", "reused"] = "none"
        self.sent_at: datetime | None = None

    async def trace(self, event: str, info: dict[str, Any]) -> None:
        """Note one event."""
        now_s = self._clock.monotonic()
        name = event.split(".", 1)[1]
        if name == "connect_tcp.complete" and isinstance(info.get("return_value"), WarmedStream):
            self.connection = "warmed"
            self._marks.pop("connect_tcp.started", None)
            return
        if self.connection == "warmed" and name.startswith("start_tls"):
            return
        self._marks[name] = now_s
        if name == "connect_tcp.started":
            self.connection = "new"
        elif name == "send_request_headers.started" and self.connection == "none":
            self.connection = "reused"
        elif name == "send_request_body.complete":
            self.sent_at = self._clock.now()
            if self._on_sent is not None:
                self._on_sent()

    @property
    def connected(self) -> bool:
        """Tell whether there was a connection to write to."""
        return "send_request_headers.started" in self._marks

    @property
    def answering(self) -> bool:
        """Tell whether the response's headers had come."""
        return "receive_response_headers.complete" in self._marks

    def _lasted_ms(self, step: str) -> float | None:
        start, end = self._marks.get(f"{step}.started"), self._marks.get(f"{step}.complete")
        return None if start is None or end is None else (end - start) * 1000

    def _offset_ms(self, mark: str) -> float | None:
        at = self._marks.get(mark)
        return None if at is None else (at - self._start_s) * 1000

    def timings(self) -> Timings:
        """Give the steps so far; the total ends now."""
        return Timings(
            connect_ms=self._lasted_ms("connect_tcp"), tls_ms=self._lasted_ms("start_tls"),
            sent_ms=self._offset_ms("send_request_body.complete"),
            first_byte_ms=self._offset_ms("receive_response_headers.complete"),
            total_ms=(self._clock.monotonic() - self._start_s) * 1000,
        )  # fmt: skip
