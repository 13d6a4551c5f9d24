"""What a call to a search API ends in, and the interface that everything which can be asked has."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, Protocol, runtime_checkable

from monitor.search.hits import Hit
from monitor.search.models import ApiConfig

__all__ = ["Calm", "ErrorClass", "Outcome", "SearchApi", "SentRequest", "Timings", "Warmth"]


Calm = Callable[[], Awaitable[None]]
"""Returns when the work on a body may begin."""


class ErrorClass(StrEnum):
    """Whose fault a failed call is."""

    ACCOUNT = "account"
    """Key, plan or money; stops the key group until a trial call passes."""
    RATE_LIMIT = "rate_limit"
    TIMEOUT = "timeout"
    NETWORK_PENDING = "network_pending"
    """No connection, or one that broke: `local` or `network`, which the end of its batch settles."""
    API = "api"
    """The API answered, but not with a search answer."""
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds of the monotonic clock, from the moment the exchange began; None where there was no such step."""

    connect_ms: float | None = None
    """Duration of opening the connection, name look-up included; None for a connection that stood already."""
    tls_ms: float | None = None
    """Duration of the TLS handshake."""
    sent_ms: float | None = None
    """Until the request's last byte was written."""
    first_byte_ms: float | None = None
    """Until the response's headers were there."""
    total_ms: float = 0.0
    """Until the last byte, or the failure."""


@dataclass(frozen=True, slots=True)
class SentRequest:
    """The request as sent, with every key in it replaced by stars."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one call ended. Nothing in it holds a key in any form."""

    api: str
    config_hash: str
    state: Literal["answered", "failed"]
    request: SentRequest
    timings: Timings
    error_class: ErrorClass | None = None
    reason: str = ""
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    """Those response headers that matter, names in lower case."""
    body: bytes | None = None
    """As decoded; the raw bytes where the encoding could not be undone."""
    truncated: bool = False
    """The body is not whole: cut at the cap, by the deadline, or by the other side."""
    raw: bool = True
    """The body is what came over the wire; false where a library hands over only what it made of it."""
    key_in_body: bool = False
    """The response repeated a key, which has been overwritten in `body`."""
    hits: tuple[Hit, ...] = ()
    cost_usd: float = 0.0
    cost_source: Literal["response", "list", "none"] = "none"
    connection: Literal["none", "new", "warmed", "reused"] = "none"
    """`warmed` was opened ahead of the call, `reused` had carried an earlier one."""
    sent_at: datetime | None = None
    """When the request's last byte was written; None where nothing was sent."""
    received_at: datetime | None = None
    """When the last byte of the response was there, or the call had failed."""
    retry_after_s: float | None = None
    """How long the API asks to be left alone."""
    held: Literal["", "pacing", "account"] = ""
    """Why our own side sent nothing."""

    @property
    def reused_connection(self) -> bool:
        """Tell whether the connection stood before the call."""
        return self.connection in ("reused", "warmed")


@dataclass(frozen=True, slots=True)
class Warmth:
    """What warming found and did."""

    ready: int
    """Connections that stand open and unused."""
    opened: int
    problem: str = ""


@runtime_checkable
class SearchApi(Protocol):
    """One configured API that can be asked."""

    api: ApiConfig

    async def warm(self, connections: int = 1) -> Warmth:
        """Have so many connections open before they are needed; what fails is only reported."""
        ...

    async def ask(self, query: str, *, deadline_s: float | None = None, on_sent: Callable[[], None] | None = None,
                  wait_s: float = 2.0, calm: Calm | None = None) -> Outcome:
        """Ask once; every failure is an Outcome, only cancellation raises.

        `deadline_s` shortens the table's total deadline; `on_sent` is called when the request has been written;
        `wait_s` is how long pacing may hold the call back before it is given up unsent; `calm` is awaited between the
        last byte and the work on the body, so that this work can wait while other calls must still be sent.
        """
        ...

    async def close(self) -> None:
        """Close what is open; the object cannot be asked afterwards."""
        ...
