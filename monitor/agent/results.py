"""A store enters; its question runs leave as facts with their verdicts, as figures, or as one run to read back."""

import json
from collections.abc import Collection
from datetime import datetime
from typing import Any

import zstandard
from sqlmodel import Session, col, select

from monitor.agent.ending import COUNTED
from monitor.agent.figures import RunFact, figures
from monitor.store.database import Database
from monitor.store.tables import QuestionRow, Run, RunCall, RunMessages, RunVerdict
from monitor.store.types import State

__all__ = ["facts_of", "night_figures", "read_run", "verdict_of"]

ENDED = (State.ANSWERED, State.FAILED, State.SKIPPED, State.INTERRUPTED)
CHUNK = 500


def night_figures(
    database: Database, now: datetime, *, nights: Collection[str] | None = None, sets: Collection[str] | None = None,
    apis: Collection[str] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Give the figures of the question sets as plain values, over some nights or all."""
    facts = facts_of(database, nights=nights, sets=sets, apis=apis)
    return {
        "generated_at": now.isoformat(),
        "nights": sorted({fact.night for fact in facts}),
        "groups": figures(facts),
    }


def facts_of(
    database: Database, *, nights: Collection[str] | None = None, sets: Collection[str] | None = None,
    apis: Collection[str] | None = None,
) -> list[RunFact]:  # fmt: skip
    """Give every run that has ended, with its verdict."""
    query = select(Run, QuestionRow.area).join(QuestionRow).where(col(Run.state).in_(ENDED)).order_by(col(Run.id))
    for column, wanted in ((Run.night, nights), (Run.question_set, sets), (Run.api, apis)):
        if wanted is not None:
            query = query.where(col(column).in_(list(wanted)))
    with database.read() as session:
        rows = session.exec(query).all()
        verdicts = _verdicts(session, [run.id or 0 for run, _ in rows])
        return [_fact(run, area, verdicts.get(run.id or 0, [])) for run, area in rows]


def verdict_of(rows: Collection[RunVerdict]) -> RunVerdict | None:
    """Give the verdict that holds, of all those on one run in their order: the last by rules, else the last judge's.

    A judge decides what the rules abstain from.
    """
    last: dict[str, RunVerdict] = {}
    for row in rows:
        last[row.grader] = row
    rules = last.get("rules")
    if rules is not None and rules.verdict != "abstain":
        return rules
    others = [row for row in last.values() if row.grader != "rules"]
    return others[-1] if others else rules


def read_run(database: Database, run_id: int) -> dict[str, Any] | None:
    """Give all about one run: question, end, calls, verdicts and messages; None where there is no such run."""
    with database.read() as session:
        run = session.get(Run, run_id)
        if run is None:
            return None
        question = session.get(QuestionRow, run.question_row_id)
        assert question is not None
        calls = session.exec(select(RunCall).where(RunCall.run_id == run_id).order_by(col(RunCall.id))).all()
        verdicts = session.exec(
            select(RunVerdict).where(RunVerdict.run_id == run_id).order_by(col(RunVerdict.id))
        ).all()
        kept = session.get(RunMessages, run_id)
        holds = verdict_of(verdicts)
        return {
            "run": {**run.model_dump(), "cost_usd": run.cost_usd},
            "question": question.model_dump(exclude={"id", "sha256"}),
            "verdict": None if holds is None else holds.verdict,
            "verdicts": [one.model_dump(exclude={"run_id", "question_row_id"}) for one in verdicts],
            "calls": [one.model_dump(exclude={"run_id"}) for one in calls],
            "messages": [] if kept is None else json.loads(zstandard.ZstdDecompressor().decompress(kept.zstd)),
        }


def _verdicts(session: Session, ids: list[int]) -> dict[int, list[RunVerdict]]:
    found: dict[int, list[RunVerdict]] = {}
    for start in range(0, len(ids), CHUNK):
        some = col(RunVerdict.run_id).in_(ids[start : start + CHUNK])
        for row in session.exec(select(RunVerdict).where(some).order_by(col(RunVerdict.id))):
            found.setdefault(row.run_id, []).append(row)
    return found


def _fact(run: Run, area: str, verdicts: list[RunVerdict]) -> RunFact:
    holds = verdict_of(verdicts)
    left_out = ""
    if run.state == State.INTERRUPTED:
        left_out = "interrupted"
    elif run.state == State.SKIPPED:
        left_out = (run.reason or "skipped").partition(":")[0]
    elif run.state == State.FAILED and run.error_class not in COUNTED:
        left_out = run.error_class or "local"
    verdict = "" if holds is None else holds.verdict
    if run.state == State.FAILED and not left_out:
        verdict = "not_attempted"  # the api's fault, and so its figure
    return RunFact(
        question_set=run.question_set, question_id=run.question_id, area=area, api=run.api, night=run.night,
        repeat=run.repeat, agent=run.agent, baseline=run.baseline, version=run.prompt_version, verdict=verdict,
        left_out=left_out, mode=run.mode, searches=run.searches, fetches=run.fetches, denied=run.denied,
        latency_ms=run.latency_ms, input_tokens=run.input_tokens, output_tokens=run.output_tokens,
        cost_usd=run.cost_usd,
    )  # fmt: skip
