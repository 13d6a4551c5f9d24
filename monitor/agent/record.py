"""Claiming and recording runs: a run is claimed before anything is asked for it; its sums are those of its calls."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import zstandard
from sqlmodel import Session, col, select

from monitor.agent.ending import Answered
from monitor.probing.claim import ACCOUNT_ALERT
from monitor.store.alerts import find
from monitor.store.lease import alive
from monitor.store.tables import QuestionRow, Run, RunCall, RunMessages
from monitor.store.types import State

__all__ = ["ClaimedRun", "claim_run", "finish_run", "interrupt", "recover_runs", "settle_network"]

TRY_AGAIN = timedelta(minutes=59)
"""An account that failed within this time is not tried."""

TOGETHER = timedelta(seconds=60)
"""Connections that fail within so much of each other may have one cause, ours."""


@dataclass(frozen=True, slots=True)
class ClaimedRun:
    """A run that this process will make; plain values."""

    id: int
    question_set: str
    api: str
    question: str
    searches: int
    fetches: int


def claim_run(session: Session, run_id: int, holder: str, group: str, now: datetime) -> ClaimedRun | None:
    """Claim a run that is still planned; None where it is not, or where the account of its api's key is stopped."""
    run = session.get(Run, run_id)
    if run is None or run.state != State.PLANNED:
        return None
    alert = find(session, f"{ACCOUNT_ALERT}{group}")
    if alert is not None and now - alert.last_at < TRY_AGAIN:
        run.state, run.reason, run.ended_at = State.SKIPPED, "account_stopped", now
        session.add(run)
        return None
    run.state, run.claimed_at, run.claimed_by = State.CLAIMED, now, holder
    session.add(run)
    question = session.get(QuestionRow, run.question_row_id)
    assert question is not None
    return ClaimedRun(run_id, run.question_set, run.api, question.question, run.max_searches, run.max_fetches)


def finish_run(session: Session, run_id: int, found: Answered, denied: int, latency_ms: float, now: datetime) -> Run:
    """Store how a claimed run ended, with its messages; sums are taken from the rows of its calls."""
    run = session.exec(select(Run).where(Run.id == run_id, Run.state == State.CLAIMED)).one()
    run.state, run.error_class, run.reason = found.state, found.error_class, found.reason
    run.finish, run.answer, run.denied, run.turns = found.finish, found.answer, denied, found.turns
    run.cached_tokens, run.reasoning_tokens = found.cached_tokens, found.reasoning_tokens
    run.latency_ms, run.ended_at = latency_ms, now
    _sum_up(session, run)
    session.add(run)
    if found.messages:
        text = json.dumps(found.messages, ensure_ascii=False).encode("utf-8", "surrogatepass")
        packed = zstandard.ZstdCompressor(level=6).compress(text)
        session.add(RunMessages(run_id=run_id, messages=len(found.messages), size=len(text), zstd=packed))
    return run


def interrupt(session: Session, runs: Collection[Run], reason: str, now: datetime) -> int:
    """Settle runs that will not be finished; what was under way for them may have been paid, and counts as spent."""
    for run in runs:
        run.state, run.reason, run.ended_at = State.INTERRUPTED, reason, now
        _sum_up(session, run)
        session.add(run)
    return len(runs)


def recover_runs(session: Session, now: datetime) -> int:
    """Settle the runs of processes that are gone; gives how many. They are not asked again."""
    claimed = session.exec(select(Run).where(Run.state == State.CLAIMED)).all()
    dead = {holder for holder in {run.claimed_by or "" for run in claimed} if not alive(holder)}
    lost = [run for run in claimed if (run.claimed_by or "") in dead]
    return interrupt(session, lost, "the monitor ended while this run was under way", now)


def settle_network(session: Session, night: str, groups: Mapping[str, str]) -> int:
    """Decide whose fault failed connections were: ours, where most of the hosts asked at that time failed alike.

    `groups` gives the key group of each api. Gives how many were ours.
    """
    states = (State.ANSWERED, State.FAILED)
    ended = session.exec(select(Run).where(Run.night == night, col(Run.state).in_(states))).all()
    broken = [run for run in ended if run.error_class == "network"]
    ours = [run for run in broken if _shared(run, ended, groups)]
    for run in ours:
        run.error_class = "local"
        run.reason = f"{run.reason} (so did other hosts at that time: our own network)"
        session.add(run)
    return len(ours)


def _shared(run: Run, ended: Sequence[Run], groups: Mapping[str, str]) -> bool:
    at = run.ended_at
    near = [one for one in ended if at and one.ended_at and abs(one.ended_at - at) <= TOGETHER]
    asked = {groups.get(one.api, one.api) for one in near}
    failed = {groups.get(one.api, one.api) for one in near if one.error_class == "network"}
    return len(failed) >= 2 and 2 * len(failed) >= len(asked)


def _sum_up(session: Session, run: Run) -> None:
    calls = session.exec(select(RunCall).where(RunCall.run_id == run.id)).all()
    for call in calls:
        if call.state == State.CLAIMED:
            call.state, call.reason = State.INTERRUPTED, "it was under way when the run ended"
            session.add(call)
    searches = [call for call in calls if call.kind == "search"]
    fetches = [call for call in calls if call.kind == "fetch"]
    models = [call for call in calls if call.kind == "model"]
    run.searches = len({call.seq for call in searches})
    run.fetches = len({call.seq for call in fetches})
    run.input_tokens = sum(call.input_tokens for call in models)
    run.output_tokens = sum(call.output_tokens for call in models)
    run.search_usd = sum(call.cost_usd for call in searches)
    run.fetch_usd = sum(call.cost_usd for call in fetches)
    run.model_usd = sum(call.cost_usd for call in models)
    run.search_ms = sum(call.latency_ms or 0.0 for call in searches)
    run.fetch_ms = sum(call.latency_ms or 0.0 for call in fetches)
    run.model_ms = sum(call.latency_ms or 0.0 for call in models)
