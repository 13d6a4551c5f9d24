"""Alerts that stand or are over enter; messages about them are put in the outbox, once for each address.

What happens together is told together. While an alert is held (quiet hours, maintenance) nothing is sent about it;
if it still stands afterwards it is told then, and one that is over by then never is.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from monitor.alert_rules import SEVERITIES, Rule, Severity, rule_of
from monitor.alerting.holding import held, open_windows
from monitor.alerting.message import write_message
from monitor.alerting.targets import Target
from monitor.alerting.windows import windows_now
from monitor.config_alerts import AlertSettings
from monitor.durations import parse_duration
from monitor.store import alerts
from monitor.store.tables import Alert, Outbox

__all__ = ["SENDING", "tell"]

SENDING = "sending"
"""Rule of alerts about an address that cannot be reached; that address is not told of it."""


def tell(session: Session, settings: AlertSettings, rules: Mapping[str, Rule], targets: Sequence[Target], page: str,
         now: datetime) -> int:  # fmt: skip
    """Queue what is to be told at `now`; gives how many messages. Without an address nothing counts as told."""
    windows = [*open_windows(settings.maintenance, now), *windows_now(session, now)]
    fresh: list[Alert] = []
    again: list[Alert] = []
    for alert in alerts.open_alerts(session):
        rule = rule_of(alert.key, rules)
        if not rule.enabled or _rank(alert.severity) < _rank(settings.least) or _waits(alert, rule, settings, now):
            continue
        why = held(alert.key, alert.detail.get("api"), _severity(alert), settings, windows, now)
        _note_held(session, alert, why, now)
        if why is not None or not targets:
            continue
        if alert.told_at is None or _rank(alert.severity) > _rank(alert.told_severity or "info"):
            fresh.append(alert)
        elif now - alert.told_at >= parse_duration(settings.repeat):
            again.append(alert)
    over = [alert for alert in _over(session) if
            held(alert.key, alert.detail.get("api"), _severity(alert), settings, windows, now) is None]  # fmt: skip
    made = 0
    for kind, group in (("raised", fresh), ("reminder", again), ("resolved", over)):
        made += _queue(session, kind, group, targets, page, now)
    return made


def _queue(session: Session, kind: str, group: list[Alert], targets: Sequence[Target], page: str,
           now: datetime) -> int:  # fmt: skip
    made = 0
    for target in targets:
        about = [alert for alert in group if alert.key != f"{SENDING}:{target.label}"]
        if about:
            message = write_message(kind, about, page, now)
            session.add(Outbox(made_at=now, kind=kind, severity=message.severity, title=message.title,
                               body=message.body, alert_ids=[one.id or 0 for one in about], target=target.key,
                               label=target.label, next_at=now))  # fmt: skip
            made += 1
    for alert in group:
        if kind == "resolved":
            alert.over_told_at = now
        else:
            alert.told_at, alert.told_severity = now, alert.severity
        session.add(alert)
        if targets:
            alerts.add_event(session, alert, "queued", f"{kind}, to {', '.join(one.label for one in targets)}", now)
    return made


def _waits(alert: Alert, rule: Rule, settings: AlertSettings, now: datetime) -> bool:
    """Tell whether a new alert still waits for others; a standing one also until it has stood for its rule's time."""
    wait = parse_duration(settings.group_wait)
    if not rule.measured:
        wait = max(wait, timedelta(seconds=rule.for_s))
    return alert.told_at is None and now - alert.raised_at < wait


def _over(session: Session) -> list[Alert]:
    """Give the alerts that people were told of, that are over, and whose end they have not been told."""
    return list(
        session.exec(
            select(Alert).where(
                col(Alert.cleared_at).is_not(None), col(Alert.told_at).is_not(None), col(Alert.over_told_at).is_(None)
            )
        )
    )


def _note_held(session: Session, alert: Alert, why: str | None, now: datetime) -> None:
    if alert.held != why:
        alert.held = why
        session.add(alert)
        alerts.add_event(session, alert, "muted" if why else "noted", why or "no longer muted", now)


def _severity(alert: Alert) -> Severity:
    return alert.severity  # type: ignore[return-value]


def _rank(severity: str) -> int:
    return SEVERITIES.index(severity)
