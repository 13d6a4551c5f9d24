"""Runs of the question sets with the verdict that holds."""

import json
from typing import Any

import zstandard
from sqlalchemy import ColumnElement, case, func, select
from sqlmodel import Session, col
from sqlmodel import select as select_rows

from monitor.store.tables import QuestionRow, Run, RunCall, RunMessages, RunVerdict
from monitor.web.data import links
from monitor.web.messages import spoken
from monitor.web.site import Site
from monitor.web.table.spec import Column, Kind, Table
from monitor.web.table.sql import SqlSource

__all__ = ["RUNS", "run_of"]


def _last(*conditions: Any) -> Any:
    return (
        select(RunVerdict.verdict)  # type: ignore[call-overload]
        .where(col(RunVerdict.run_id) == col(Run.id), *conditions)
        .order_by(col(RunVerdict.id).desc())
        .limit(1)
        .correlate(Run)
        .scalar_subquery()
    )


def _verdict() -> ColumnElement[Any]:
    """Give the verdict that holds: the rules' last, unless they abstain; then the last judge's."""
    rules = _last(RunVerdict.grader == "rules")
    judged = _last(RunVerdict.grader != "rules")
    return case((rules != "abstain", rules), else_=func.coalesce(judged, rules))


_VERDICT = _verdict()

RUNS = Table(
    name="runs",
    title="Runs",
    columns=(
        Column("run", "Run", href=lambda row: links.run(row["run"])),
        Column("night", "Night", filter="is", href=links.to_night),
        Column("question_set", "Set", filter="is"),
        Column("question_id", "Question", filter="is"),
        Column("area", "Area", filter="is", shown=False),
        Column("api", "API", filter="is", href=links.to_api),
        Column("repeat", "Repeat", Kind.COUNT, shown=False),
        Column("agent", "Agent", filter="is"),
        Column("mode", "Mode", filter="is", shown=False),
        Column("state", "State", Kind.STATE, filter="is"),
        Column("finish", "Ended", filter="is", shown=False),
        Column("verdict", "Verdict", filter="is", choices=("correct", "incorrect", "not_attempted", "abstain")),
        Column("answer", "Answer", Kind.QUOTE, sort=False),
        Column("searches", "Searches", Kind.COUNT),
        Column("fetches", "Pages", Kind.COUNT, shown=False),
        Column("latency_ms", "Took", Kind.MS),
        Column("cost_usd", "USD", Kind.MONEY),
        Column("ended_at", "Ended", Kind.MOMENT, shown=False),
    ),
    source=SqlSource(
        query=lambda _site: select().select_from(Run).join(
            QuestionRow, col(QuestionRow.id) == col(Run.question_row_id)
        ),
        fields={
            "run": col(Run.id),
            "night": col(Run.night),
            "question_set": col(Run.question_set),
            "question_id": col(Run.question_id),
            "area": col(QuestionRow.area),
            "api": col(Run.api),
            "repeat": col(Run.repeat),
            "agent": col(Run.agent),
            "mode": col(Run.mode),
            "state": col(Run.state),
            "finish": col(Run.finish),
            "verdict": _VERDICT,
            "answer": func.substr(col(Run.answer), 1, 300),
            "searches": col(Run.searches),
            "fetches": col(Run.fetches),
            "latency_ms": col(Run.latency_ms),
            "cost_usd": col(Run.model_usd) + col(Run.search_usd) + col(Run.fetch_usd),
            "ended_at": col(Run.ended_at),
        },
        key=col(Run.id),
    ),
    sort="-run",
    about="Passes of questions, each with the verdict that holds.",
    empty="No question has been asked so. The question sets run at night, or with `monitor nightly`.",
)


def run_of(site: Site, number: int) -> dict[str, Any] | None:
    """Give one run with its question, calls, verdicts and messages; None where there is no such run."""
    with site.database.read() as session:
        run = session.get(Run, number)
        if run is None:
            return None
        kept = session.get(RunMessages, number)
        messages = json.loads(zstandard.ZstdDecompressor().decompress(kept.zstd)) if kept is not None else []
        return {
            "run": run,
            "question": session.get(QuestionRow, run.question_row_id),
            "calls": session.exec(select_rows(RunCall).where(RunCall.run_id == number).order_by(col(RunCall.id))).all(),
            "verdicts": session.exec(
                select_rows(RunVerdict).where(RunVerdict.run_id == number).order_by(col(RunVerdict.id))
            ).all(),
            "messages": list(spoken(messages)),
            "verdict": _holds(session, number),
        }


def _holds(session: Session, number: int) -> str | None:
    found = session.connection().execute(select(_VERDICT).select_from(Run).where(col(Run.id) == number)).first()
    return found[0] if found is not None else None
