"""Alerts as rows: one open row for each thing that is wrong."""

from datetime import datetime
from typing import Any, Literal

from sqlmodel import Session, select

from monitor.store.tables import Alert

__all__ = ["clear", "find", "open_alerts", "raise_"]

Severity = Literal["info", "warning", "critical"]


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
    else:
        alert.count += 1
        alert.message, alert.severity, alert.last_at = message, severity, now
        alert.detail = detail or alert.detail
    session.add(alert)
    session.flush()
    return alert


def find(session: Session, key: str) -> Alert | None:
    """Give the open alert of `key`, if there is one."""
    return session.exec(select(Alert).where(Alert.key == key, Alert.cleared_at == None)).first()  # noqa: E711


def clear(session: Session, key: str, now: datetime) -> bool:
    """Close the open alert of `key`; gives whether there was one."""
    alert = find(session, key)
    if alert is None:
        return False
    alert.cleared_at = now
    session.add(alert)
    return True


def open_alerts(session: Session) -> list[Alert]:
    """Give the alerts that stand, newest first."""
    found = session.exec(select(Alert).where(Alert.cleared_at == None))  # noqa: E711
    return sorted(found, key=lambda alert: alert.raised_at, reverse=True)
