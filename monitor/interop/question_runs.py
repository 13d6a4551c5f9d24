"""The public harness's ``results.jsonl`` and our runs, one into the other: a row a run."""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, select

from monitor.agent.ending import COUNTED
from monitor.agent.plan import keep_question
from monitor.agent.results import verdict_of
from monitor.agent.spec import FETCH, SEARCH
from monitor.datasets import Question
from monitor.errors import DataError
from monitor.jsonl import object_of
from monitor.store.database import Database
from monitor.store.tables import QuestionRow, Run, RunCall, RunVerdict
from monitor.store.types import State

__all__ = ["ImportedRuns", "export_runs", "import_runs"]

CHUNK = 100
OTHERS = "finsearch"
"""The version under which prompts and verdicts of the public harness are kept."""

KINDS = {"search": "searches", "fetch": "fetches"}
"""Kinds of calls and the field of a row that holds them."""

SINGLE = "historical-lookup"
MULTI = "multi-hop-lookup"


@dataclass(frozen=True, slots=True)
class ImportedRuns:
    """What an import came to."""

    night: str
    added: int
    known: int


def export_runs(database: Database, folder: Path, now: datetime, *, nights: Collection[str] | None = None) -> int:
    """Write the runs that tell about their api to `folder`; gives how many. The manifest counts those left out."""
    folder.mkdir(parents=True, exist_ok=True)
    left_out: Counter[str] = Counter()
    seen: dict[str, set[str]] = {"models": set(), "questions": set(), "configs": set()}
    written = 0
    with database.read() as session, (folder / "results.jsonl").open("w", encoding="utf-8") as out:
        query = select(Run).where(col(Run.ended_at).is_not(None)).order_by(col(Run.id))
        if nights is not None:
            query = query.where(col(Run.night).in_(list(nights)))
        for run in session.exec(query):
            if run.state != State.ANSWERED and run.error_class not in COUNTED:
                left_out[run.error_class or str(run.state)] += 1
                continue
            out.write(json.dumps(_row(session, run), ensure_ascii=False) + "\n")
            written += 1
            for name, value in (("models", run.agent), ("questions", run.question_id), ("configs", run.api)):
                seen[name].add(value)
    manifest = {"written_at": now.isoformat(), "runs": written, "left_out": dict(left_out)}
    manifest |= {name: sorted(values) for name, values in seen.items()}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return written


def _row(session: Session, run: Run) -> dict[str, Any]:
    asked = session.get(QuestionRow, run.question_row_id)
    assert asked is not None
    calls = session.exec(select(RunCall).where(RunCall.run_id == run.id).order_by(col(RunCall.id))).all()
    verdicts = session.exec(select(RunVerdict).where(RunVerdict.run_id == run.id).order_by(col(RunVerdict.id))).all()
    holds = verdict_of(verdicts)
    decided = holds is not None and holds.verdict != "abstain"
    row: dict[str, Any] = {
        "question_id": run.question_id, "vendor": run.api, "config": run.api, "max_searches": run.max_searches,
        "max_fetches": run.max_fetches, "model": run.agent.partition("@")[0], "answer": run.answer,
        "finished": run.finish == "answered", "notes": run.reason or ("" if run.finish == "answered" else run.finish),
        "searches": [
            {"query": one.query, "hits": one.hits, **_call(one)} for one in calls if one.kind == "search"
        ],
        "fetches": [{"url": one.query, **_call(one)} for one in calls if one.kind == "fetch"],
        "turns": run.turns, "llm_ms": run.model_ms, "wall_ms": run.latency_ms,
        "input_tokens": run.input_tokens, "output_tokens": run.output_tokens,
        "reasoning_tokens": run.reasoning_tokens, "cached_input_tokens": run.cached_tokens,
        "n_searches": run.searches, "n_fetches": run.fetches,
        "vendor_cost_usd": run.search_usd + run.fetch_usd, "search_ms": run.search_ms,
        "fetch_ms": run.fetch_ms, "repeat": run.repeat, "reasoning_effort": run.effort or None,
        "search_class": "single" if run.max_searches == 1 else "multi", "task": run.question_set, "area": asked.area,
        "question": asked.question, "reference_answer": asked.answer, "tolerance": asked.tolerance,
        "judge_model": None if holds is None else holds.grader, "judge_ms": 0.0, "judge_input_tokens": 0,
        "judge_output_tokens": 0, "correct": holds.verdict == "correct" if decided and holds is not None else None,
        "reason": None if holds is None else holds.reason, "llm_cost_usd": run.model_usd, "judge_cost_usd": 0.0,
    }  # fmt: skip
    if not decided and run.state == State.ANSWERED:
        row["judge_error"] = "not graded" if holds is None else "the rules abstain"
    return row


def _call(one: RunCall) -> dict[str, Any]:
    return {"seq": one.seq, "status": "ok" if one.state == State.ANSWERED else "error", "latency_ms": one.latency_ms,
            "cost_usd": one.cost_usd, "error": one.reason}  # fmt: skip


def import_runs(database: Database, place: Path, now: datetime, night: str | None = None) -> ImportedRuns:
    """Take in a results.jsonl, or the run folder that holds one; raises DataError with ``file:line``.

    The night is named after the folder unless `night` names it. Nothing is written for a row that is there already.
    """
    file = place / "results.jsonl" if place.is_dir() else place
    name = night or file.resolve().parent.name
    rows = _rows(file)
    added = 0
    for start in range(0, len(rows), CHUNK):
        with database.write() as session:
            added += sum(_take(session, where, row, name, now) for where, row in rows[start : start + CHUNK])
    return ImportedRuns(name, added, len(rows) - added)


def _rows(file: Path) -> list[tuple[str, Mapping[str, Any]]]:
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as err:
        why = (err.strerror if isinstance(err, OSError) else None) or err
        raise DataError(f"cannot be read: {why}", str(file), "name a results.jsonl or a run folder") from err
    found: list[tuple[str, Mapping[str, Any]]] = []
    for number, line in enumerate(lines, 1):
        where = f"{file}:{number}"
        if not line.strip():
            continue
        row = object_of(line, where)
        for field in ("question_id", "config", "question", "reference_answer"):
            if not isinstance(row.get(field), str) or not row[field]:
                raise DataError(f"field {field!r} is missing or no text", where, "it is no row of results.jsonl")
        found.append((where, row))
    return found


def _take(session: Session, where: str, row: Mapping[str, Any], night: str, now: datetime) -> bool:
    set_ = row.get("task") or (SINGLE if row.get("search_class") == "single" else MULTI)
    effort = row.get("reasoning_effort") or ""
    agent = f"{row.get('model') or 'unknown'}{'@' + effort if effort else ''}"
    fetches = _whole(row, "max_fetches", where)
    key = {"mode": FETCH if fetches else SEARCH, "night": night, "question_set": set_,
           "question_id": row["question_id"], "api": row["config"],
           "repeat": _whole(row, "repeat", where), "agent": agent}  # fmt: skip
    known = select(Run.id).filter_by(**key)
    if session.exec(known).first() is not None:
        return False
    asked = Question(
        row["question_id"], row["question"], row["reference_answer"], row.get("tolerance") or "", row.get("area") or ""
    )
    finished = bool(row.get("finished", True))
    run = Run(
        **key, question_row_id=keep_question(session, set_, asked), prompt_version=OTHERS, effort=effort,
        max_searches=_whole(row, "max_searches", where, 1), max_fetches=fetches,
        fetches=_whole(row, "n_fetches", where), fetch_usd=_paid(row, "fetches", where),
        state=State.ANSWERED, answer=row.get("answer") or "",
        finish="answered" if finished else "no answer", reason=row.get("notes") or None,
        searches=_whole(row, "n_searches", where), turns=_whole(row, "turns", where),
        input_tokens=_whole(row, "input_tokens", where), output_tokens=_whole(row, "output_tokens", where),
        cached_tokens=_whole(row, "cached_input_tokens", where),
        reasoning_tokens=_whole(row, "reasoning_tokens", where), model_usd=_number(row, "llm_cost_usd", where),
        search_usd=_number(row, "vendor_cost_usd", where) - _paid(row, "fetches", where),
        latency_ms=_number(row, "wall_ms", where), model_ms=_number(row, "llm_ms", where),
        search_ms=_number(row, "search_ms", where), fetch_ms=_number(row, "fetch_ms", where), planned_at=now,
        ended_at=now,
    )  # fmt: skip
    session.add(run)
    session.flush()
    _calls(session, run, row, where, now)
    if isinstance(row.get("correct"), bool) and not row.get("judge_error"):
        session.add(
            RunVerdict(
                run_id=run.id or 0, grader=f"judge {row.get('judge_model') or 'unknown'}", version=OTHERS,
                question_row_id=run.question_row_id, graded_at=now,
                verdict="correct" if row["correct"] else "incorrect", reason=str(row.get("reason") or ""),
            )
        )  # fmt: skip
    return True


def _calls(session: Session, run: Run, row: Mapping[str, Any], where: str, now: datetime) -> None:
    made = [(kind, n, one) for kind in KINDS for n, one in enumerate(row.get(KINDS[kind]) or [], 1)]
    for kind, n, one in made:
        session.add(
            RunCall(
                run_id=run.id or 0, kind=kind, seq=_whole(one, "seq", where, n),
                query=str(one.get("query") or one.get("url") or ""),
                state=State.ANSWERED if one.get("status") == "ok" else State.FAILED, reason=one.get("error"),
                booked_at=now, latency_ms=_number(one, "latency_ms", where), cost_usd=_number(one, "cost_usd", where),
                hits=one["hits"] if isinstance(one.get("hits"), int) else len(one.get("hits") or ()),
            )
        )  # fmt: skip
    session.add(
        RunCall(
            run_id=run.id or 0, kind="model", seq=1, state=State.ANSWERED, booked_at=now, latency_ms=run.model_ms,
            cost_usd=run.model_usd, input_tokens=run.input_tokens, output_tokens=run.output_tokens,
        )
    )  # fmt: skip


def _paid(row: Mapping[str, Any], field: str, where: str) -> float:
    """Give what the calls of a kind cost in all."""
    return sum(_number(one, "cost_usd", where) for one in row.get(field) or [])


def _number(row: Mapping[str, Any], field: str, where: str) -> float:
    value = row.get(field)
    if value is None:
        return 0.0
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DataError(f"field {field!r} is no number", where, "it is no row of results.jsonl")
    return float(value)


def _whole(row: Mapping[str, Any], field: str, where: str, default: int = 0) -> int:
    return default if row.get(field) is None else int(_number(row, field, where))
