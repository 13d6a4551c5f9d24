"""What a grader of answers takes and gives, as plain values."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Asked", "Graded", "PartFound", "Verdict"]


class Verdict(StrEnum):
    """What an answer is worth; a grader that is not sure abstains."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    NOT_ATTEMPTED = "not_attempted"
    ABSTAIN = "abstain"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its reference answer. `answer` may carry ``Also accept:`` and ``Wrong:``."""

    question: str
    answer: str
    tolerance: str = ""


@dataclass(frozen=True, slots=True)
class PartFound:
    """One part that the question asks for: what was expected, what was found, and whether that is within."""

    expected: str
    found: str | None
    within: bool | None
    """None where it could not be decided."""

    def as_dict(self) -> dict[str, Any]:
        """Give the part as plain values."""
        return {"expected": self.expected, "found": self.found, "within": self.within}


@dataclass(frozen=True, slots=True)
class Graded:
    """A verdict with its reason, one line that a person understands."""

    verdict: Verdict
    reason: str
    parts: tuple[PartFound, ...] = field(default=())
