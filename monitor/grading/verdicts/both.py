"""Candidate answers enter; verdicts of the rules and of a judge leave, in order, with a report of what it took."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from monitor.grading.verdicts.judge import LLM, Judge, ungraded
from monitor.grading.verdicts.rows import AnswerRow, verdict_row
from monitor.grading.verdicts.rules import RULES, grade_answer
from monitor.grading.verdicts.types import Verdict
from monitor.reading.paying import ModelFault

__all__ = ["JudgeReport", "Triple", "judged_rows"]

CHUNK = 64
"""Rows that are held at once."""

Triple = tuple[Verdict, Verdict | None, Verdict | None]
"""Verdicts of the rules, of the judge and of a person, on one answer."""


@dataclass
class JudgeReport:
    """What a pass with a judge took."""

    judged: int = 0
    again: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    """Of what was paid for now."""
    ungraded: list[str] = field(default_factory=list)
    """Case ids that the judge left without a verdict, each with the reason."""
    verdicts: list[Triple] = field(default_factory=list)


async def judged_rows(
    rows: Iterable[AnswerRow], judge: Judge, report: JudgeReport, *, everything: bool, by_rules: bool
) -> AsyncIterator[dict[str, Any]]:
    """Give a line for each row: the rules' verdict, or the judge's where they abstain.

    `everything`: the judge is asked about every row. `by_rules`: the rules' verdict is the line's where they have one.
    """
    source = iter(rows)
    while chunk := list(islice(source, CHUNK)):
        first = [grade_answer(row.asked, row.candidate) for row in chunk]
        wanted = [
            place for place, graded in enumerate(first)
            if chunk[place].candidate.strip() and (everything or not by_rules or graded.verdict is Verdict.ABSTAIN)
        ]  # fmt: skip
        found = judge.judge_all((chunk[place].asked, chunk[place].candidate) for place in wanted)
        asked = set(wanted)
        for place, (row, graded) in enumerate(zip(chunk, first, strict=True)):
            judged = await anext(found) if place in asked else None
            second, more = graded, dict[str, Any]()
            if judged is not None:
                second, more = _noted(row, judged, judge, report)
            said = None if judged is None else second.verdict
            report.verdicts.append((graded.verdict, said, row.label))
            if judged is None or (by_rules and graded.verdict is not Verdict.ABSTAIN):
                yield verdict_row(row, graded, RULES)
            else:
                yield verdict_row(row, second, LLM, **more)
        await found.aclose()  # type: ignore[attr-defined]


def _noted(row: AnswerRow, judged: Any, judge: Judge, report: JudgeReport) -> tuple[Any, dict[str, Any]]:
    """Give the verdict of a judgement or fault, with the fields that its line carries; the report counts it."""
    if isinstance(judged, ModelFault):
        report.ungraded.append(f"{row.case_id}: {judged}")
        return ungraded(judged.what), {"ungraded": True, "judge": {"version": judge.version}}
    report.judged += 1
    report.again += judged.again
    if not judged.again:
        report.input_tokens += judged.paid.input_tokens
        report.output_tokens += judged.paid.output_tokens
        report.cost_usd += judged.paid.cost_usd
    if judged.ungraded:
        report.ungraded.append(f"{row.case_id}: {judged.graded.reason}")
    more: dict[str, Any] = {"judge": {"version": judge.version, **judged.paid.usage}}
    return judged.graded, {"ungraded": True, **more} if judged.ungraded else more
