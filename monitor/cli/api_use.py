"""How apis were used: today's calls and dollars, the last answer and the last failure, from the store."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, func, select

from monitor.store.database import open_database
from monitor.store.tables import Probe, Spend
from monitor.store.types import State

__all__ = ["use_of_apis"]

BACK = timedelta(days=30)
"""How far back the last answer and the last failure are sought."""


def use_of_apis(path: Path, now: datetime) -> dict[str, dict[str, Any]]:
    """Give, by api, `calls` and `usd` of this UTC day, `last_ok`, `last_error`; nothing without a database."""
    if not path.is_file():
        return {}
    database = open_database(path, create=False)
    try:
        with database.read() as session:
            found: dict[str, dict[str, Any]] = {}
            for spend in session.exec(select(Spend).where(Spend.day == now.date().isoformat())):
                found.setdefault(spend.api, {}).update(calls=spend.calls, usd=spend.usd)
            for api, at in _last(session, State.ANSWERED, now):
                found.setdefault(api, {})["last_ok"] = at
            for api, at in _last(session, State.FAILED, now):
                found.setdefault(api, {})["last_error"] = _failure(session, api, at)
            return found
    finally:
        database.close()


def _last(session: Session, state: State, now: datetime) -> list[tuple[str, datetime]]:
    query = select(Probe.api, func.max(Probe.due_at))
    query = query.where(Probe.state == state, col(Probe.due_at) > now - BACK).group_by(Probe.api)
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
