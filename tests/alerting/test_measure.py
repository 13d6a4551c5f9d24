"""A fault in the rows or on the host raises its alert, and its end clears it: from the store, in virtual time."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import Session, select

from monitor.alert_rules import RULES
from monitor.alerting.cycle import apply_facts
from monitor.alerting.measure import measure
from monitor.config import BackupSettings, Settings
from monitor.daemon.health import event, note
from monitor.store.database import Database, open_database
from monitor.store.spend import Day
from monitor.store.tables import Alert, AlertEvent, Run, Summary
from monitor.store.types import State
from tests.alerting.stored import add_night, add_probes, add_pulls

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SETTINGS = Settings.model_validate({"budget": {"usd_per_day": 10.0, "api": {"exa": {"calls_per_day": 100}}}})
Fill = Callable[[Session, datetime], None]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = open_database(tmp_path / "m.sqlite")
    yield made
    made.close()


def slo(fast: float, slow: float) -> Fill:
    def fill(session: Session, at: datetime) -> None:
        burn = {"limit": 14.4, "long_h": 12.0, "n": 60}
        row = {"api": "exa", "asset": "crypto", "within_s": 900, "objective": 0.95, "window": "7d",
               "burn": {"fast": {**burn, "rate": fast}, "slow": {**burn, "rate": slow}}}  # fmt: skip
        session.merge(Summary(name="slo", made_at=at, value={"rows": [row]}))

    return fill


def drop(gap: float) -> Fill:
    def fill(session: Session, at: datetime) -> None:
        row = {"api": "exa", "asset": "crypto", "gap_points": gap, "n": 60, "recent": {"est": 0.5},
               "before": {"est": 0.5 + gap / 100}}  # fmt: skip
        session.merge(Summary(name="target_rate_drops", made_at=at, value={"rows": [row]}))

    return fill


def finish(session: Session, at: datetime) -> None:
    for run in session.exec(select(Run)):
        run.state = State.ANSWERED
        session.add(run)


def timed_out(session: Session, at: datetime) -> None:
    add_probes(session, at, 20, state=State.FAILED, error_class="timeout", reason="no answer within 60 s")


def grown(share: float) -> Fill:
    """Fill what was kept of the database's sizes: within a day and a half it grew by a share of the free disk."""

    def fill(session: Session, at: datetime) -> None:
        size = round(share * shutil.disk_usage(tempfile.gettempdir()).free)
        sizes = [[(at - timedelta(hours=hours)).isoformat(), n] for hours, n in ((36, 0), (1, size))]
        session.merge(Summary(name="database_size", made_at=at, value={"samples": sizes}))

    return fill


DAY = timedelta(days=1)
CASES: dict[str, tuple[Fill, Fill, timedelta]] = {
    "slo_fast": (slo(20.0, 1.0), slo(1.0, 1.0), timedelta(hours=1)),
    "slo_slow": (slo(1.0, 20.0), slo(1.0, 1.0), timedelta(hours=1)),
    "target_rate": (drop(12.0), drop(-8.0), timedelta(hours=2)),
    "failing": (timed_out, lambda s, at: add_probes(s, at, 20), timedelta(hours=1)),
    "no_hits": (
        lambda s, at: add_probes(s, at, 20, hits=0), lambda s, at: add_probes(s, at, 20, hits=8), timedelta(hours=1),
    ),
    "source_failing": (
        lambda s, at: add_pulls(s, at, 20, "unavailable"), lambda s, at: add_pulls(s, at, 20, "ok"), timedelta(hours=1),
    ),
    "no_reference": (
        lambda s, at: add_probes(s, at, 30, grade="no_reference"),
        lambda s, at: add_probes(s, at, 30, grade="target"), DAY,
    ),
    "missed": (
        lambda s, at: add_probes(s, at, 10, state=State.MISSED, reason="the host slept"),
        lambda s, at: add_probes(s, at, 10), timedelta(hours=7),
    ),
    "nightly_late": (lambda s, at: add_night(s, at - timedelta(hours=7), State.PLANNED), finish, timedelta(hours=1)),
    "disk_days": (grown(0.5), grown(0.0), timedelta(hours=2)),
    "budget": (lambda s, at: Day(s, at.date().isoformat()).book("exa", 0.01, calls=95), lambda s, at: None, DAY),
    "host_clock": (
        lambda s, at: note(s, "host_clock", at, low_ms=900.0, high_ms=1100.0),
        lambda s, at: note(s, "host_clock", at, low_ms=-20.0, high_ms=30.0), timedelta(hours=1),
    ),
    "backup_age": (
        lambda s, at: note(s, "backup", at - timedelta(hours=60)),
        lambda s, at: note(s, "backup", at), timedelta(hours=1),
    ),
    "backup_age, none ever": (
        lambda s, at: event(s, "start", "started", at - timedelta(hours=60)),
        lambda s, at: note(s, "backup", at), timedelta(hours=1),
    ),
    "loop_delay": (
        lambda s, at: note(s, "heartbeat", at, loop_delay_ms=2500.0),
        lambda s, at: note(s, "heartbeat", at, loop_delay_ms=3.0), timedelta(hours=1),
    ),
    "spoiled": (
        lambda s, at: add_probes(s, at, 20, spoiled=True),
        lambda s, at: add_probes(s, at, 20), DAY + timedelta(hours=1),
    ),
}  # fmt: skip
"""Rule, and what may be said beyond a comma -> what brings its fault, what ends it, and how much later."""


def settle(database: Database, start: datetime, renew: Fill | None = None) -> None:
    """Judge every few minutes for as long as the rules' longest wait."""
    at = start
    while at <= start + timedelta(minutes=75):
        if renew is not None:
            with database.write() as session:
                renew(session, at)
        facts = [fact for fact in measure(database, SETTINGS, at) if fact.rule != "disk"]
        with database.write() as session:
            apply_facts(session, facts, RULES, at)
        at += timedelta(seconds=150)


@pytest.mark.parametrize("rule", CASES)
def test_the_fault_raises_its_alert_and_its_end_clears_it(database: Database, rule: str) -> None:
    bad, good, later = CASES[rule]
    rule = rule.partition(",")[0]
    beat = rule == "loop_delay"  # a heartbeat is believed for a minute only
    with database.write() as session:
        bad(session, NOON)
    settle(database, NOON + timedelta(minutes=1), bad if beat else None)
    with database.read() as session:
        (alert,) = session.exec(select(Alert)).all()
        assert alert.key.partition(":")[0] == rule
        assert alert.cleared_at is None
        assert alert.detail["page"].startswith("/") or rule == "source_failing"
    with database.write() as session:
        good(session, NOON + later)
    settle(database, NOON + later + timedelta(minutes=1), good if beat else None)
    with database.read() as session:
        (alert,) = session.exec(select(Alert)).all()
        assert alert.cleared_at is not None, measure(database, SETTINGS, NOON + later + timedelta(minutes=77))
        assert [event.kind for event in session.exec(select(AlertEvent)) if event.kind != "escalated"] == [
            "raised", "cleared",
        ]  # fmt: skip


def test_every_measured_rule_is_measured() -> None:
    cases = {case.partition(",")[0] for case in CASES}
    assert {rule.name for rule in RULES.values() if rule.measured} == cases | {"disk"}


def test_a_missing_backup_is_none_where_the_daemon_makes_none_and_late_by_its_own_rhythm(database: Database) -> None:
    with database.write() as session:
        event(session, "start", "started", NOON - timedelta(hours=60))

    def age(every_h: float) -> list[float | None]:
        settings = SETTINGS.model_copy(update={"backup": BackupSettings(every_h=every_h)})
        return [fact.value for fact in measure(database, settings, NOON) if fact.rule == "backup_age"]

    assert age(0) == []
    assert age(12) == age(24) == [60]
    assert age(168) == [60 - 144]


def test_the_disk_is_measured_where_the_database_lies(database: Database) -> None:
    (fact,) = (fact for fact in measure(database, SETTINGS, NOON) if fact.rule == "disk")
    assert fact.value is not None
    assert fact.value > 0


def test_failures_of_our_own_and_other_states_count_against_no_api(database: Database) -> None:
    with database.write() as session:
        for fault in ("local", "account", "rate_limit"):
            add_probes(session, NOON, 20, state=State.FAILED, error_class=fault)
        add_probes(session, NOON, 20, state=State.SKIPPED, reason="budget")
    assert [fact for fact in measure(database, SETTINGS, NOON) if fact.rule == "failing"] == []


def test_figures_that_are_old_say_nothing(database: Database) -> None:
    with database.write() as session:
        slo(20.0, 20.0)(session, NOON)
    later = measure(database, SETTINGS, NOON + timedelta(hours=7))
    assert [fact for fact in later if fact.rule.startswith("slo")] == []
