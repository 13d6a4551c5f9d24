"""What a rule is judged on: one figure about one thing, with what it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Fact"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure: of `rule`, about `subject` (empty where there is only one), in the rule's unit; None: not known."""

    rule: str
    subject: str
    value: float | None
    text: str
    """What it says, for people; the remedy is the rule's."""
    n: int = 1
    """Cases that it rests on."""
    api: str | None = None
    page: str = ""
    """The path of the page with the evidence."""
    evidence: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Give the key of the alert that it may raise."""
        return f"{self.rule}:{self.subject}" if self.subject else self.rule
