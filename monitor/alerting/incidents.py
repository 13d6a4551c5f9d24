"""Alerts with their timelines, as plain values: for the page, the commands and JSON."""

from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from monitor.alert_rules import rule_of
from monitor.store.alerts import timeline
from monitor.store.tables import Alert, Maintenance, Outbox

__all__ = ["incident", "incidents", "sending", "window"]


def incidents(session: Session, *, standing: bool = False, since: datetime | None = None,
              most: int = 200) -> list[dict[str, Any]]:  # fmt: skip
    """Give alerts, those that stand first, then the newest; all that were raised or over after `since`."""
    query = select(Alert).order_by(col(Alert.cleared_at).is_not(None), col(Alert.raised_at).desc()).limit(most)
    if standing:
        query = query.where(col(Alert.cleared_at).is_(None))
    elif since is not None:
        query = query.where((col(Alert.cleared_at).is_(None)) | (col(Alert.cleared_at) >= since))
    return [_plain(alert) for alert in session.exec(query)]


def incident(session: Session, number: int) -> dict[str, Any] | None:
    """Give one alert with `detail` (its evidence) and `timeline` (`at`, `kind`, `text`); None where there is none."""
    alert = session.get(Alert, number)
    if alert is None:
        return None
    lines = [{"at": event.at, "kind": event.kind, "text": event.text} for event in timeline(session, number)]
    return {**_plain(alert), "about": rule_of(alert.key).about, "remedy": rule_of(alert.key).remedy,
            "detail": alert.detail, "timeline": lines}  # fmt: skip


def sending(session: Session) -> dict[str, Any]:
    """Say how many messages wait, how many of those have failed already, and what the last failure was."""
    waiting = session.exec(select(Outbox).where(Outbox.state == "waiting").order_by(col(Outbox.id))).all()
    failed = [row for row in waiting if row.attempts]
    last = session.exec(select(Outbox.sent_at).where(Outbox.state == "sent").order_by(col(Outbox.sent_at).desc())
                        .limit(1)).first()  # fmt: skip
    return {"waiting": len(waiting), "failed": len(failed), "last_error": failed[-1].error if failed else None,
            "to": failed[-1].label if failed else None, "last_sent_at": last}  # fmt: skip


def window(row: Maintenance) -> dict[str, Any]:
    """Give a stored maintenance window."""
    return {"id": row.id, "start_at": row.start_at, "end_at": row.end_at, "api": row.api, "rule": row.rule,
            "reason": row.reason, "source": row.source, "made_at": row.made_at, "ended_at": row.ended_at}  # fmt: skip


def _plain(alert: Alert) -> dict[str, Any]:
    return {"id": alert.id, "key": alert.key, "rule": rule_of(alert.key).name, "severity": alert.severity,
            "message": alert.message, "raised_at": alert.raised_at, "last_at": alert.last_at,
            "cleared_at": alert.cleared_at, "told_at": alert.told_at, "held": alert.held,
            "count": alert.count}  # fmt: skip
