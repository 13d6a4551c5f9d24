"""Messages that wait to be sent: what is due, and what became of an attempt. A row stays until it is sent."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from monitor.alerting.tell import SENDING
from monitor.store import alerts
from monitor.store.tables import Alert, Outbox

__all__ = ["due", "settle", "waiting"]

FIRST_S, LONGEST_S = 30.0, 3600.0
"""How long an attempt that failed is waited on: doubled each time, up to an hour, for ever."""
TROUBLE = 3
"""Attempts after which the failing address is itself an alert."""
MOST = 10
GIVE_UP = timedelta(days=7)
"""How long messages wait for an address that is no longer set."""


def due(session: Session, targets: Collection[str], now: datetime, *, drop: bool = True) -> list[Outbox]:
    """Give up to ten messages to send now, the oldest first; drops those whose address has been gone for a week."""
    rows = session.exec(
        select(Outbox)
        .where(Outbox.state == "waiting", col(Outbox.next_at) <= now)
        .order_by(col(Outbox.next_at), col(Outbox.id))
    ).all()
    ready = []
    for row in rows:
        if row.target in targets:
            ready.append(row)
        elif drop and now - row.made_at >= GIVE_UP:
            row.state, row.error = "dropped", "its address is no longer set"
            session.add(row)
    return ready[:MOST]


def settle(session: Session, number: int, error: str | None, now: datetime) -> None:
    """Record an attempt: sent (`error` None), or failed and to be tried again later."""
    row = session.get(Outbox, number)
    if row is None or row.state != "waiting":
        return
    row.attempts += 1
    session.add(row)
    if error is None:
        row.state, row.sent_at, row.error = "sent", now, None
        _write(session, row, "sent", f"{row.kind}, to {row.label}", now)
        alerts.clear(session, f"{SENDING}:{row.label}", now, "a message was sent")
        return
    row.error = error
    row.next_at = now + timedelta(seconds=min(LONGEST_S, FIRST_S * 2 ** (min(row.attempts, 10) - 1)))
    if row.attempts == 1:
        _write(session, row, "unsent", f"to {row.label}: {error}; it is tried again", now)
    if row.attempts >= TROUBLE:
        text = f"messages to {row.label} cannot be sent: {error}; they are kept and tried again"
        alerts.raise_(session, f"{SENDING}:{row.label}", text, now)


def waiting(session: Session) -> list[Outbox]:
    """Give the messages that are still to be sent, the oldest first."""
    return list(session.exec(select(Outbox).where(Outbox.state == "waiting").order_by(col(Outbox.id))))


def _write(session: Session, row: Outbox, kind: str, text: str, now: datetime) -> None:
    for number in row.alert_ids:
        alert = session.get(Alert, number)
        if alert is not None:
            alerts.add_event(session, alert, kind, text, now)
