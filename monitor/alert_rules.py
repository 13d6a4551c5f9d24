"""The alert rules as data: what each watches, when it fires and clears, how grave it is, and what to do.

A measured rule compares a figure with `fire` and `clear`, which lie apart, so that a figure that wavers about one of
them does not make an alert come and go. A standing rule has no figure: the part of the program that sees the fault
raises and clears it, under a key that begins with the rule's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

__all__ = ["OTHER", "RULES", "SEVERITIES", "Rule", "Severity", "rule_of"]

Severity = Literal["info", "warning", "critical"]
SEVERITIES: tuple[Severity, ...] = ("info", "warning", "critical")

MINUTE_S, HOUR_S = 60.0, 3600.0


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Thresholds are in `unit`; None in `fire` makes it a standing one."""

    name: str
    about: str
    remedy: str
    severity: Severity = "warning"
    unit: str = ""
    fire: float | None = None
    clear: float | None = None
    critical: float | None = None
    """From here on the alert is critical, whatever `severity` says."""
    for_s: float = 0.0
    """How long the figure must stay beyond `fire`, seconds; a standing alert must stand so long to be told."""
    clear_for_s: float = 0.0
    """How long the figure must stay at or inside `clear`, seconds."""
    min_n: int = 1
    """Cases that the figure must rest on; with fewer it neither fires nor clears."""
    above: bool = True
    """False: small figures are the bad ones."""
    enabled: bool = True

    @property
    def measured(self) -> bool:
        """Whether a figure decides it."""
        return self.fire is not None

    def fires(self, value: float) -> bool:
        """Tell whether the value is at or beyond the firing threshold."""
        return self.fire is not None and (value >= self.fire if self.above else value <= self.fire)

    def clears(self, value: float) -> bool:
        """Tell whether the value is at or inside the clearing threshold."""
        return self.clear is not None and (value <= self.clear if self.above else value >= self.clear)

    def grade(self, value: float) -> Severity:
        """Give how grave the value is."""
        grave = self.critical is not None and (value >= self.critical if self.above else value <= self.critical)
        return "critical" if grave else self.severity


_ALL = (
    Rule("slo_fast", "an API's lag uses up its SLO's budget fast", "look at the API's lag and its last answers",
         "critical", "of the fast limit", 1.0, 0.5, clear_for_s=15 * MINUTE_S, min_n=6),
    Rule("slo_slow", "an API's lag uses up its SLO's budget steadily", "look at the API's lag over the last days",
         unit="of the slow limit", fire=1.0, clear=0.5, clear_for_s=30 * MINUTE_S, min_n=12),
    Rule("shift", "an API's lag has shifted", "compare the days before and after it with `monitor lag --by api,day`"),
    Rule("target_rate", "an API gives the price of the instant less often than in the week before",
         "look at what it answered with `monitor probes --api`", unit="points between the intervals",
         fire=2.0, clear=-5.0, clear_for_s=HOUR_S, min_n=30),
    Rule("failing", "an API's calls fail", "try it with `monitor apis test`; its own status page may say more",
         unit="%", fire=50.0, clear=20.0, critical=90.0, for_s=2 * MINUTE_S, min_n=6),
    Rule("no_hits", "an API's answers hold no hit", "`monitor apis test` shows one: it finds nothing, or `hits` of its "
         "table does not lead to its list of pages", unit="%", fire=90.0, clear=50.0, min_n=10),
    Rule("account", "an API refuses its key or is out of credit", "renew the key or the credit; one probe an hour "
         "tries it again", "critical"),
    Rule("source_failing", "a source of reference prices fails", "see `monitor check`; the other sources go on",
         unit="%", fire=80.0, clear=40.0, for_s=10 * MINUTE_S, min_n=5),
    Rule("no_reference", "answers cannot be graded: sources disagree or are missing",
         "`monitor reference show ITEM --at INSTANT` says why", unit="%", fire=50.0, clear=20.0,
         for_s=10 * MINUTE_S, min_n=20),
    Rule("reference", "sources that agree stand against a daily figure", "`monitor reference show` has both"),
    Rule("missed", "probes were missed or interrupted", "see `monitor status`: was the host asleep, or too busy?",
         unit="%", fire=10.0, clear=2.0, critical=50.0, min_n=5),
    Rule("nightly_late", "a night of the question sets is not finished", "`monitor nightly` goes on with it",
         unit="h", fire=6.0, clear=0.0, min_n=1),
    Rule("nightly", "a night of the question sets could not be made", "the message says what failed"),
    Rule("budget", "a budget of the day is nearly used", "raise it in [budget], or ask less often",
         unit="%", fire=90.0, clear=50.0, critical=100.0),
    Rule("disk", "the disk under the database is nearly full", "free some space, or `monitor db prune`",
         "warning", "GB free", 2.0, 4.0, 0.5, above=False),
    Rule("disk_days", "the disk under the database will be full soon", "prune (`[prune]`, `monitor db prune`), or give"
         " it more room", unit="days left", fire=14.0, clear=21.0, critical=3.0, above=False),
    Rule("host_clock", "the host's clock is off", "run an NTP client", unit="ms", fire=500.0, clear=250.0,
         critical=5000.0),
    Rule("backup_age", "the newest backup is too old, or none was ever made",
         "`monitor db backup` makes one; see the event log for why", unit="h", fire=50.0, clear=26.0),
    Rule("loop_delay", "the daemon's own event loop is held up", "give the host more room, or fewer probes at once",
         unit="ms", fire=1000.0, clear=250.0, for_s=2 * MINUTE_S, clear_for_s=5 * MINUTE_S),
    Rule("spoiled", "the daemon itself spoiled the timing of probes", "give the host more room",
         unit="%", fire=5.0, clear=1.0, min_n=20),
    Rule("worker", "the worker failed", "it is tried again at its next turn", for_s=2 * MINUTE_S),
    Rule("sending", "messages of alerts cannot be sent", "check the address in MONITOR_ALERT_URLS; they are kept "
         "and tried again"),
)  # fmt: skip

RULES: dict[str, Rule] = {rule.name: rule for rule in _ALL}
OTHER = Rule("other", "something else is wrong", "the message says what")
"""For a key that no rule's name begins."""


def rule_of(key: str, rules: Mapping[str, Rule] | None = None) -> Rule:
    """Give the rule that an alert's key belongs to: the part before the colon names it."""
    return (RULES if rules is None else rules).get(key.partition(":")[0], OTHER)
