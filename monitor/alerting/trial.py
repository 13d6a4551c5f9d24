"""The message that a rule would send, about nothing real: for `monitor alerts test`."""

from datetime import datetime

from monitor.alert_rules import Rule
from monitor.alerting.message import Message, write_message
from monitor.store.tables import Alert

__all__ = ["trial"]


def trial(rule: Rule, page: str, now: datetime) -> Message:
    """Give the message, marked as a test."""
    figure = f" ({rule.fire:g} {rule.unit})" if rule.fire is not None else ""
    text = f"{rule.about}{figure}; {rule.remedy}. This is a test: nothing is wrong"
    alert = Alert(key=rule.name, severity=rule.severity, message=text, detail={}, raised_at=now, last_at=now)
    return write_message("test", [alert], page, now)
