"""How a pass of a question ends: in an answer of some kind, or in a fault with its owner."""

from dataclasses import dataclass, field
from typing import Any

from monitor.errors import MonitorError
from monitor.store.types import State

__all__ = ["COUNTED", "OURS", "Answered", "RunEnded"]

OURS = ("local", "account", "rate_limit", "model")
"""Classes of failed runs that say nothing about the api: left out of its figures, and counted."""

COUNTED = ("network", "timeout", "api")
"""Classes that are the api's: the question stays without an answer."""


class RunEnded(MonitorError):
    """A run cannot go on; `state` and `error_class` say how it is recorded, and so whose fault it was."""

    def __init__(self, what: str, error_class: str | None, state: State = State.FAILED) -> None:
        self.error_class = error_class
        self.state = state
        super().__init__(what)


@dataclass(slots=True)
class Answered:
    """How one pass ended. `finish`: answered, blank, refused, cut off, no answer, or the limit that stopped it."""

    answer: str = ""
    finish: str = "answered"
    state: State = State.ANSWERED
    error_class: str | None = None
    reason: str | None = None
    turns: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    messages: list[Any] = field(default_factory=list)
    """Every message, as plain values."""
