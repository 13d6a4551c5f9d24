"""A file of candidate answers enters; a verdict for each leaves, in order, by rules, over processes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from monitor.datasets import Question
from monitor.grading.verdicts.rows import AnswerRow, parse_answer, verdict_row
from monitor.grading.verdicts.rules import RULES, grade_answer
from monitor.reading.stream import Done, Piece, rows_of

__all__ = ["GRADERS", "AnswersPiece", "continues"]

GRADERS = ("rules", "llm", "both")


@dataclass(frozen=True)
class AnswersPiece:
    """Grades a piece of a file by rules; can be sent to another process."""

    questions: Mapping[str, Question] = field(default_factory=dict)
    skip_bad: bool = False

    def __call__(self, piece: Piece) -> Done:
        """Give a line for each line of the piece."""

        def make(line: str, where: str) -> dict[str, Any]:
            row = parse_answer(line, where, self.questions)
            return verdict_row(row, grade_answer(row.asked, row.candidate), RULES)

        return rows_of(piece, make, skip_bad=self.skip_bad)


def continues(row: AnswerRow, written: Mapping[str, Any], grader: str) -> bool:
    """Tell whether a line that an earlier run wrote is this row's, by this choice of grader."""
    by = written.get("grader")
    if written.get("case_id") != row.case_id:
        return False
    if grader == "both":
        return by == "llm" or (by == RULES and written.get("verdict") != "abstain")
    return by == grader or not row.candidate.strip()
