"""How apis were used: today's calls and dollars, the last answer and the last failure, from the store."""

from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, func, select

from monitor.store.tables import Probe, Spend
from monitor.store.types import State

__all__ = ["use_of_apis"]

BACK = timedelta(days=30)
"""How far back the last answer and the last failure are sought, unless told otherwise."""


def use_of_apis(session: Session, now: datetime, back: timedelta = BACK) -> dict[str, dict[str, Any]]:
    """Give, by api, `calls` and `usd` of this UTC day, and `last_ok` and `last_error` where there was one."""
    found: dict[str, dict[str, Any]] = {}
    for spend in session.exec(select(Spend).where(Spend.day == now.date().isoformat())):
        found.setdefault(spend.api, {}).update(calls=spend.calls, usd=spend.usd)
    for api, at in _last(session, State.ANSWERED, now - back):
        found.setdefault(api, {})["last_ok"] = at
    for api, at in _last(session, State.FAILED, now - back):
        found.setdefault(api, {})["last_error"] = _failure(session, api, at)
    return found


def _last(session: Session, state: State, since: datetime) -> list[tuple[str, datetime]]:
    query = select(Probe.api, func.max(Probe.due_at))
    query = query.where(Probe.state == state, col(Probe.due_at) > since).group_by(Probe.api)
    return list(session.exec(query).all())


def _failure(session: Session, api: str, due_at: datetime) -> dict[str, Any]:
    probe = session.exec(
        select(Probe)
        .where(Probe.state == State.FAILED, Probe.due_at == due_at, Probe.api == api)
        .order_by(col(Probe.id).desc())
    ).first()
    assert probe is not None
    return {
        "at": probe.received_at or probe.sent_at or probe.due_at,
        "class": probe.error_class,
        "reason": probe.reason,
    }
