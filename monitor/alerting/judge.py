"""A rule, a fact and what stands enter; whether the alert fires or clears leaves. Pure.

Two thresholds and two waits keep an alert from flapping: it fires once the figure has been beyond `fire` for `for_s`,
and clears once it has been inside `clear` for `clear_for_s`. Between the two thresholds nothing changes and the wait
begins anew. A figure that rests on too few cases says nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from monitor.alert_rules import Rule
from monitor.alerting.facts import Fact

__all__ = ["Verdict", "judge"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from a fact: `fire`, `clear` or nothing, and since when the figure has been on its way there."""

    change: Literal["fire", "clear"] | None
    since: datetime | None


def judge(rule: Rule, fact: Fact, standing: bool, since: datetime | None, now: datetime) -> Verdict:
    """Judge a fact; `standing` tells if its alert is open, `since` is what the last verdict gave."""
    if fact.value is None or fact.n < rule.min_n:
        return Verdict(None, None)
    moving = rule.clears(fact.value) if standing else rule.fires(fact.value)
    if not moving:
        return Verdict(None, None)
    began = now if since is None else since
    wait = timedelta(seconds=rule.clear_for_s if standing else rule.for_s)
    if now - began < wait:
        return Verdict(None, began)
    return Verdict("clear" if standing else "fire", None)
