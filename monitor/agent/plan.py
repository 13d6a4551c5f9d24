"""Planning a night: sets, apis and repeats enter; its runs are stored, each once, and their ids leave in order."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.agent.spec import FETCH, AgentSpec
from monitor.datasets import Question
from monitor.search.clients import can_read_pages
from monitor.search.models import ApiConfig
from monitor.search.reading_pages import pages_hash
from monitor.store.database import Database
from monitor.store.tables import QuestionRow, Run
from monitor.store.types import State

__all__ = ["AskedSet", "apis_for", "keep_question", "plan_night", "set_name"]

CHUNK = 500
"""Rows written in one transaction, so that the daemon's own writes never wait."""


@dataclass(frozen=True, slots=True)
class AskedSet:
    """One question set, its questions in order, and who answers them."""

    name: str
    questions: tuple[Question, ...]
    spec: AgentSpec


def set_name(spec: str) -> str:
    """Give the name under which the runs of a set are kept: a file's stem, a folder's or hub set's last part."""
    return spec.rstrip("/").rpartition("/")[2].removesuffix(".jsonl")


def apis_for(one: AskedSet, apis: Mapping[str, ApiConfig]) -> dict[str, ApiConfig]:
    """Give the apis that can be asked a set: all, or in the mode that reads pages those that offer it."""
    return {name: api for name, api in apis.items() if one.spec.mode != FETCH or can_read_pages(api)}


def plan_night(
    database: Database, night: str, sets: Sequence[AskedSet], apis: Mapping[str, ApiConfig], repeats: int, now: datetime
) -> list[int]:
    """Store the runs of a night that are not there yet; gives the ids of all of them, in the order of asking.

    Repeats come one after another, and the apis take turns within a question: what a night is cut short by falls on all
    alike. Each row is there once, however often a night is planned.
    """
    ids: list[int] = []
    wanted = [
        (one, question, api, repeat)
        for repeat in range(repeats)
        for one in sets
        for question in one.questions
        for api in apis_for(one, apis).values()
    ]
    for start in range(0, len(wanted), CHUNK):
        with database.write() as session:
            known = _known(session, night, {one.name for one in sets})
            for one, question, api, repeat in wanted[start : start + CHUNK]:
                key = (one.name, question.id, api.name, repeat, one.spec.name, one.spec.mode)
                if key not in known:
                    row = _run(session, night, one, question, api, repeat, now)
                    session.add(row)
                    session.flush()
                    known[key] = row.id or 0
                ids.append(known[key])
    return ids


def _known(session: Session, night: str, names: Iterable[str]) -> dict[tuple[str, str, str, int, str, str], int]:
    rows = session.exec(select(Run).where(Run.night == night, col(Run.question_set).in_(list(names))))
    return {(r.question_set, r.question_id, r.api, r.repeat, r.agent, r.mode): r.id or 0 for r in rows}


def _run(
    session: Session, night: str, one: AskedSet, question: Question, api: ApiConfig, repeat: int, now: datetime
) -> Run:
    return Run(
        night=night,
        question_set=one.name,
        question_id=question.id,
        question_row_id=keep_question(session, one.name, question),
        api=api.name,
        repeat=repeat,
        agent=one.spec.name,
        baseline=one.spec.baseline,
        prompt_version=one.spec.version,
        effort=one.spec.settings.effort or "",
        mode=one.spec.mode,
        max_searches=one.spec.searches,
        max_fetches=one.spec.fetches,
        api_hash=pages_hash(api) if one.spec.mode == FETCH else api.config_hash,
        state=State.PLANNED,
        planned_at=now,
    )


def keep_question(session: Session, set_: str, question: Question) -> int:
    """Give the id of a question as it stands now, stored where it is new."""
    told = json.dumps([question.question, question.answer, question.tolerance, question.area])
    sha256 = hashlib.sha256(told.encode()).hexdigest()
    row = session.exec(
        select(QuestionRow).where(
            QuestionRow.question_set == set_, QuestionRow.question_id == question.id, QuestionRow.sha256 == sha256
        )
    ).first()
    if row is None:
        row = QuestionRow(
            question_set=set_, question_id=question.id, sha256=sha256, question=question.question,
            answer=question.answer, tolerance=question.tolerance, area=question.area,
        )  # fmt: skip
        session.add(row)
        session.flush()
    return row.id or 0
