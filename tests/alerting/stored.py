"""Rows for the tests of alerts: probes, pulls, grades and what else the facts are taken from."""

from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from monitor.store.tables import GradeRow, Instant, Probe, Pull, QuestionRow, Response, Run
from monitor.store.types import State


def add_probes(session: Session, at: datetime, count: int, *, api: str = "exa", grade: str | None = None,
               correct: bool = False, hits: int | None = None, **more: Any) -> None:  # fmt: skip
    """Add probes due at `at`, answered unless `more` says otherwise; `grade` is the class they are graded into.

    With `hits`, each has a response that held so many.
    """
    instant = Instant(at=at, schedule="s", schedule_hash=f"{api}{at.isoformat()}{count}{more}", planned_at=at)
    session.add(instant)
    session.flush()
    for number in range(count):
        probe = Probe(**{
            "instant_id": instant.id, "instant_at": at, "offset_s": 5.0, "item_id": f"i{number}{instant.id}",
            "asset": "crypto", "ticker": "BTC", "api": api, "query": "q", "wording": "w", "api_hash": "h",
            "due_at": at, "slot_at": at, "state": State.ANSWERED, "sent_at": at, **more,
        })  # fmt: skip
        session.add(probe)
        if hits is not None:
            session.flush()
            session.add(Response(probe_id=probe.id, status=200, hits=hits, received_at=at))
        if grade is not None:
            session.flush()
            session.add(GradeRow(probe_id=probe.id, policy="strict", policy_version="1", graded_at=at, class_=grade,
                                 correct=correct, why="two sources disagree"))  # fmt: skip


def add_pulls(session: Session, at: datetime, count: int, outcome: str, source: str = "kraken") -> None:
    """Add pulls of one source with one outcome."""
    for number in range(count):
        session.add(Pull(item_id="live-004", source=source, symbol="BTC/USD", start_at=at, end_at=at,
                         pulled_at=at + timedelta(milliseconds=number), outcome=outcome))  # fmt: skip


def add_night(session: Session, at: datetime, state: str) -> None:
    """Add one run of a night."""
    question = QuestionRow(question_set="historical-lookup", question_id="q", sha256=state, question="?", answer="1")
    session.add(question)
    session.flush()
    session.add(Run(night=at.date().isoformat(), question_set="historical-lookup", question_id="q",
                    question_row_id=question.id, api="exa", repeat=1, agent="extractive", state=state,
                    planned_at=at))  # fmt: skip
