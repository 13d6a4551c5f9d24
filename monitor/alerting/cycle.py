"""Facts enter; alerts are raised, renewed and cleared in the store."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from sqlmodel import Session, select

from monitor.alert_rules import Rule, rule_of
from monitor.alerting.facts import Fact
from monitor.alerting.judge import judge
from monitor.store import alerts
from monitor.store.tables import Alert, AlertWatch

__all__ = ["apply_facts"]

RENEW = timedelta(minutes=5)
"""How often a standing alert's message takes on the present figure."""
FORGET = timedelta(days=1)
"""After so long without a fact an alert is about something that is no longer there."""


def apply_facts(session: Session, facts: Iterable[Fact], rules: Mapping[str, Rule], now: datetime) -> dict[str, int]:
    """Judge the facts against what stands; gives how many alerts fired and cleared."""
    standing = {alert.key: alert for alert in alerts.open_alerts(session)}
    waiting = {row.key: row for row in session.exec(select(AlertWatch))}
    done = {"fired": 0, "cleared": 0}
    seen: set[str] = set()
    for fact in facts:
        rule = rules[fact.rule]
        if not rule.enabled:
            continue
        seen.add(fact.key)
        alert = standing.get(fact.key)
        watch = waiting.pop(fact.key, None)
        found = judge(rule, fact, alert is not None, watch.since_at if watch else None, now)
        _keep(session, fact.key, watch, found.since)
        if found.change == "clear":
            alerts.clear(session, fact.key, now, fact.text)
            done["cleared"] += 1
        elif found.change == "fire" or (alert is not None and _renew(alert, rule, fact, now)):
            _raise(session, rule, fact, alert, now)
            done["fired"] += found.change == "fire"
    for watch in waiting.values():
        session.delete(watch)
    for alert in standing.values():
        if alert.key not in seen and (why := _over(alert, rules, now)):
            alerts.clear(session, alert.key, now, why)
            done["cleared"] += 1
    return done


def _raise(session: Session, rule: Rule, fact: Fact, alert: Alert | None, now: datetime) -> None:
    """Raise or renew; what was critical stays so until it clears."""
    assert fact.value is not None
    grave = alert is not None and alert.severity == "critical"
    detail = {**fact.evidence, "value": fact.value, "n": fact.n, "api": fact.api, "page": fact.page}
    alerts.raise_(session, fact.key, f"{fact.text}; {rule.remedy}", now,
                  severity="critical" if grave else rule.grade(fact.value), detail=detail)  # fmt: skip


def _renew(alert: Alert, rule: Rule, fact: Fact, now: datetime) -> bool:
    """Tell whether the open alert takes on the fact's figure: in its turn, or at once where it became graver."""
    if fact.value is None or fact.n < rule.min_n:
        return False
    return now - alert.last_at >= RENEW or (rule.grade(fact.value) == "critical" and alert.severity != "critical")


def _over(alert: Alert, rules: Mapping[str, Rule], now: datetime) -> str | None:
    """Say why an alert without a fact is over; None where it stands, as those do that have no figure."""
    rule = rule_of(alert.key, rules)
    if not rule.measured:
        return None
    if not rule.enabled:
        return "its rule was switched off"
    return "it is no longer measured" if now - alert.last_at >= FORGET else None


def _keep(session: Session, key: str, watch: AlertWatch | None, since: datetime | None) -> None:
    if since is None:
        if watch is not None:
            session.delete(watch)
    elif watch is None:
        session.add(AlertWatch(key=key, since_at=since))
