"""Runs that the rules abstained from enter; a judge's verdicts are added. One that fails leaves its run open."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.agent.results import verdict_of
from monitor.errors import MonitorError
from monitor.grading.verdicts.judge import LLM, Judge, Judged
from monitor.grading.verdicts.types import Asked
from monitor.store.database import Database
from monitor.store.tables import QuestionRow, Run, RunVerdict
from monitor.store.types import State

__all__ = ["JudgedRuns", "judge_runs"]


@dataclass
class JudgedRuns:
    """What a pass of a judge came to."""

    judged: int = 0
    open: list[str] = field(default_factory=list)
    """Why runs are still without a verdict, each with its number."""
    cost_usd: float = 0.0
    """Of what was paid for now."""


@dataclass(frozen=True, slots=True)
class _Open:
    run_id: int
    question_row_id: int
    asked: Asked
    answer: str


def judge_runs(
    database: Database, judge: Judge, now: datetime, *, nights: Collection[str] | None = None
) -> JudgedRuns:
    """Have a judge decide the answered runs that the rules abstained from; what it does not decide stays open."""
    return asyncio.run(_judge(database, judge, now, _open_runs(database, nights)))


async def _judge(database: Database, judge: Judge, now: datetime, waiting: list[_Open]) -> JudgedRuns:
    report = JudgedRuns()
    found = judge.judge_all((one.asked, one.answer) for one in waiting)
    place = 0
    try:
        async for verdict in found:
            one = waiting[place]
            place += 1
            if not isinstance(verdict, Judged):
                report.open.append(f"run {one.run_id}: {verdict}")
                continue
            report.cost_usd += 0.0 if verdict.again else verdict.paid.cost_usd
            if verdict.ungraded:
                report.open.append(f"run {one.run_id}: {verdict.graded.reason}")
                continue
            with database.write() as session:
                session.add(_row(one, verdict, judge, now))
            report.judged += 1
    except MonitorError as err:  # the judge's budget is used up: the rest waits for another day
        report.open += [f"run {one.run_id}: {err}" for one in waiting[place:]]
    finally:
        await judge.aclose()
    return report


def _row(one: _Open, verdict: Judged, judge: Judge, now: datetime) -> RunVerdict:
    return RunVerdict(
        run_id=one.run_id, grader=LLM, version=judge.version, question_row_id=one.question_row_id, graded_at=now,
        verdict=str(verdict.graded.verdict), reason=verdict.graded.reason,
        parts=[part.as_dict() for part in verdict.graded.parts],
    )  # fmt: skip


def _open_runs(database: Database, nights: Collection[str] | None) -> list[_Open]:
    with database.read() as session:
        query = (
            select(RunVerdict.run_id)
            .join(Run)
            .where(Run.state == State.ANSWERED, RunVerdict.verdict == "abstain")
            .distinct()
            .order_by(col(RunVerdict.run_id))
        )
        if nights is not None:
            query = query.where(col(Run.night).in_(list(nights)))
        return [one for run_id in session.exec(query) if (one := _open(session, run_id)) is not None]


def _open(session: Session, run_id: int) -> _Open | None:
    rows = session.exec(select(RunVerdict).where(RunVerdict.run_id == run_id).order_by(col(RunVerdict.id))).all()
    holds, run = verdict_of(rows), session.get(Run, run_id)
    if holds is None or run is None or holds.verdict != "abstain":
        return None
    asked = session.get(QuestionRow, holds.question_row_id)
    assert asked is not None
    return _Open(run_id, asked.id or 0, Asked(asked.question, asked.answer, asked.tolerance), run.answer)
