"""A line of JSON with a candidate answer enters; its question, reference and candidate leave; and back to a line.

The shapes are those of `monitor grade answers` in the design. Rows of the public harness's ``results.jsonl`` are taken
too: there `answer` is the candidate and `reference_answer` the reference.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monitor.datasets import Question
from monitor.errors import DataError
from monitor.grading.verdicts.types import Asked, Graded, Verdict
from monitor.jsonl import object_of

__all__ = ["AnswerRow", "parse_answer", "verdict_row"]

KNOWN = frozenset(("case_id", "id", "question", "answer", "tolerance", "candidate"))
HARNESS = frozenset(
    ("reference_answer", "searches", "fetches", "correct", "reason", "judge_model", "judge_ms", "judge_input_tokens",
     "judge_output_tokens", "judge_error", "judge_cost_usd")
)  # fmt: skip
"""Fields of the harness that are its own grading, or whole responses; not passed on."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One candidate answer. `label` is a person's verdict where the row carries one."""

    case_id: str
    asked: Asked
    candidate: str
    label: Verdict | None
    extra: Mapping[str, Any]
    """Fields that this program does not know; passed through."""


def parse_answer(line: str, where: str, questions: Mapping[str, Question] | None = None) -> AnswerRow:
    """Give the line as a row, its question looked up where it has none; DataError names `where` and the field."""
    row = object_of(line, where)
    harness = "candidate" not in row and "reference_answer" in row
    case_id = _case_id(row, harness, where)
    candidate = row.get("answer") if harness else _given(row, "candidate", where)
    asked = _asked(row, harness, where, questions or {})
    label = row.get("label", row.get("expected"))
    extra = {key: value for key, value in row.items() if key not in KNOWN and not (harness and key in HARNESS)}
    return AnswerRow(
        case_id, asked, "" if candidate is None else _text(candidate, "answer" if harness else "candidate", where),
        Verdict(label) if label in (Verdict.CORRECT, Verdict.INCORRECT, Verdict.NOT_ATTEMPTED) else None, extra,
    )  # fmt: skip


def verdict_row(row: AnswerRow, graded: Graded, grader: str, **more: Any) -> dict[str, Any]:
    """Give the line of a verdict, with the fields that came with the candidate."""
    made = {
        "case_id": row.case_id,
        "verdict": graded.verdict.value,
        "reason": graded.reason,
        "grader": grader,
        "parts": [part.as_dict() for part in graded.parts],
        **more,
    }
    return {**made, **{key: value for key, value in row.extra.items() if key not in made}}


def _case_id(row: Mapping[str, Any], harness: bool, where: str) -> str:
    case_id = row.get("case_id", row.get("id"))
    if case_id is None and harness and row.get("question_id") is not None:
        named = (row["question_id"], row.get("config") or row.get("vendor"), row.get("repeat"))
        return "/".join(str(part) for part in named if part is not None)
    if isinstance(case_id, bool) or not isinstance(case_id, str | int):
        raise DataError("lacks case_id (or id)", where, "give each row an id")
    return str(case_id)


def _asked(row: Mapping[str, Any], harness: bool, where: str, questions: Mapping[str, Question]) -> Asked:
    reference = "reference_answer" if harness else "answer"
    if row.get("question") is None or row.get(reference) is None:
        for name in ("question_id", "id", "case_id"):
            known = questions.get(str(row.get(name)))
            if known is not None:
                return Asked(known.question, known.answer, known.tolerance)
        lacking = "question" if row.get("question") is None else reference
        raise DataError(f"lacks {lacking}", where, "give it in the row, or name a set with --questions that has its id")
    tolerance = row.get("tolerance")
    return Asked(
        _text(row["question"], "question", where), _text(row[reference], reference, where),
        "" if tolerance is None else _text(tolerance, "tolerance", where),
    )  # fmt: skip


def _given(row: Mapping[str, Any], name: str, where: str) -> Any:
    if name not in row:
        raise DataError(f"lacks {name}", where, "give the answer to grade; null or an empty text where there was none")
    return row[name]


def _text(value: Any, name: str, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise DataError(f"{name} is not a text", where, "write it as a text")
    return str(value)
