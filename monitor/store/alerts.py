"""Alerts as rows: one open row for each thing that is wrong, with the timeline of what became of it."""

from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from monitor.alert_rules import SEVERITIES, Severity
from monitor.store.tables import Alert, AlertEvent

__all__ = ["add_event", "clear", "find", "open_alerts", "raise_", "timeline"]


def raise_(
    session: Session,
    key: str,
    message: str,
    now: datetime,
    *,
    severity: Severity = "warning",
    detail: dict[str, Any] | None = None,
) -> Alert:
    """Store that `key` is wrong; while it stays open, raising it again counts up and renews the message."""
    alert = find(session, key)
    if alert is None:
        alert = Alert(key=key, severity=severity, message=message, detail=detail or {}, raised_at=now, last_at=now)
        session.add(alert)
        session.flush()
        add_event(session, alert, "raised", message, now)
        return alert
    if SEVERITIES.index(severity) > SEVERITIES.index(alert.severity):
        add_event(session, alert, "escalated", f"{alert.severity} -> {severity}: {message}", now)
    alert.count += 1
    alert.message, alert.severity, alert.last_at = message, severity, now
    alert.detail = detail or alert.detail
    session.add(alert)
    session.flush()
    return alert


def find(session: Session, key: str) -> Alert | None:
    """Give the open alert of `key`, if there is one."""
    return session.exec(select(Alert).where(Alert.key == key, Alert.cleared_at == None)).first()  # noqa: E711


def clear(session: Session, key: str, now: datetime, why: str = "") -> bool:
    """Close the open alert of `key`; gives whether there was one."""
    alert = find(session, key)
    if alert is None:
        return False
    alert.cleared_at = now
    session.add(alert)
    add_event(session, alert, "cleared", why, now)
    return True


def add_event(session: Session, alert: Alert, kind: str, text: str, now: datetime) -> None:
    """Write a line of the alert's timeline."""
    assert alert.id is not None
    session.add(AlertEvent(alert_id=alert.id, at=now, kind=kind, text=text))


def timeline(session: Session, alert_id: int) -> list[AlertEvent]:
    """Give what became of an alert, oldest first."""
    return list(session.exec(select(AlertEvent).where(AlertEvent.alert_id == alert_id).order_by(col(AlertEvent.id))))


def open_alerts(session: Session) -> list[Alert]:
    """Give the alerts that stand, newest first."""
    found = session.exec(select(Alert).where(Alert.cleared_at == None))  # noqa: E711
    return sorted(found, key=lambda alert: alert.raised_at, reverse=True)
