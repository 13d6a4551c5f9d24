"""Answered runs enter; verdicts are added, by the version of the grader and the state of the reference."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from monitor.agent.plan import AskedSet, keep_question
from monitor.grading.verdicts.rules import RULES, VERSION, grade_answer
from monitor.grading.verdicts.types import Asked
from monitor.store.database import Database
from monitor.store.tables import QuestionRow, Run, RunVerdict
from monitor.store.types import State

__all__ = ["Graded", "grade_runs"]

CHUNK = 200


@dataclass
class Graded:
    """What a pass over runs came to."""

    verdicts: Counter[str] = field(default_factory=Counter)
    changed: list[tuple[int, str, str]] = field(default_factory=list)
    """Run, the verdict before, the verdict now."""
    abstained: list[int] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Give plain values."""
        return {
            "graded": self.verdicts.total(),
            "verdicts": dict(self.verdicts),
            "changed": [{"run": run, "before": before, "after": after} for run, before, after in self.changed],
            "abstained": self.abstained,
        }


def grade_runs(
    database: Database, now: datetime, *, nights: Collection[str] | None = None, current: Iterable[AskedSet] = ()
) -> Graded:
    """Grade answered runs that have no verdict of this grader's version on their reference; nothing is overwritten.

    `current` are question sets as they stand now: a run whose question is still put in the same words is held to the
    present reference and tolerance, others to those of the time they were asked.
    """
    found = Graded()
    with database.write() as session:
        references = _current(session, current)
    with database.read() as session:
        query = select(Run.id).where(Run.state == State.ANSWERED).order_by(col(Run.id))
        if nights is not None:
            query = query.where(col(Run.night).in_(list(nights)))
        ids = list(session.exec(query))
    for start in range(0, len(ids), CHUNK):
        with database.write() as session:
            _grade(session, [one or 0 for one in ids[start : start + CHUNK]], references, now, found)
    return found


def _current(session: Session, sets: Iterable[AskedSet]) -> dict[tuple[str, str, str], int]:
    """Give the rows of the questions as they stand now, by set, id and wording."""
    return {
        (one.name, question.id, question.question): keep_question(session, one.name, question)
        for one in sets
        for question in one.questions
    }


def _grade(
    session: Session, ids: list[int], references: dict[tuple[str, str, str], int], now: datetime, found: Graded
) -> None:
    before: dict[int, RunVerdict] = {}
    done: set[tuple[int, int]] = set()
    for row in session.exec(
        select(RunVerdict)
        .where(col(RunVerdict.run_id).in_(ids), RunVerdict.grader == RULES)
        .order_by(col(RunVerdict.id))
    ):
        before[row.run_id] = row
        if row.version == VERSION:
            done.add((row.run_id, row.question_row_id))
    for run in session.exec(select(Run).where(col(Run.id).in_(ids)).order_by(col(Run.id))):
        run_id = run.id or 0
        asked = session.get(QuestionRow, run.question_row_id)
        assert asked is not None
        now_id = references.get((run.question_set, run.question_id, asked.question), run.question_row_id)
        if (run_id, now_id) in done:
            continue
        reference = session.get(QuestionRow, now_id) or asked
        graded = grade_answer(Asked(reference.question, reference.answer, reference.tolerance), run.answer)
        verdict = str(graded.verdict)
        session.add(
            RunVerdict(
                run_id=run_id,
                grader=RULES,
                version=VERSION,
                question_row_id=now_id,
                graded_at=now,
                verdict=verdict,
                reason=graded.reason,
                parts=[part.as_dict() for part in graded.parts],
            )
        )
        found.verdicts[verdict] += 1
        if verdict == "abstain":
            found.abstained.append(run_id)
        earlier = before.get(run_id)
        if earlier is not None and earlier.verdict != verdict:
            found.changed.append((run_id, earlier.verdict, verdict))
