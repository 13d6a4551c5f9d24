"""Every rule fires once and clears once as a fault comes and goes, and does not flap in noise; in virtual time.

Each measured rule goes through the same table of phases, in its own thresholds; the store is a real one.
"""

import random
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import Session, select

from monitor.alert_rules import RULES, Rule
from monitor.alerting.cycle import apply_facts
from monitor.alerting.facts import Fact
from monitor.config_alerts import AlertSettings, rules_of
from monitor.store import alerts
from monitor.store.database import Database, open_database
from monitor.store.tables import Alert, AlertWatch

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
STEP = timedelta(seconds=30)
MEASURED = [rule for rule in RULES.values() if rule.measured]
ENOUGH = 1000


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    made = open_database(tmp_path_factory.mktemp("rules") / "m.sqlite")
    yield made
    made.close()


def at(rule: Rule, place: float) -> float:
    """Give the value at `place`: 0 is the clearing threshold, 1 the firing one, beyond 1 worse."""
    assert rule.fire is not None
    assert rule.clear is not None
    return rule.clear + place * (rule.fire - rule.clear)


class Play:
    """One subject of one rule, judged every half minute."""

    def __init__(self, database: Database, rule: Rule, subject: str) -> None:
        self.database, self.rule, self.subject, self.now = database, rule, subject, START

    def hold(self, place: float, seconds: float, n: int = ENOUGH) -> None:
        until = self.now + timedelta(seconds=seconds)
        with self.database.write() as session:  # one transaction: thousands of them would be most of the test's time
            while self.now <= until:
                self._see(session, place, n)

    def see_each(self, places: Iterable[float]) -> None:
        with self.database.write() as session:
            for place in places:
                self._see(session, place, ENOUGH)

    def see(self, place: float | None, n: int = ENOUGH) -> None:
        with self.database.write() as session:
            self._see(session, place, n)

    def _see(self, session: Session, place: float | None, n: int) -> None:
        value = None if place is None else at(self.rule, place)
        apply_facts(session, [Fact(self.rule.name, self.subject, value, f"it is {value}", n)], RULES, self.now)
        self.now += STEP

    @property
    def rows(self) -> list[Alert]:
        key = f"{self.rule.name}:{self.subject}"
        with self.database.read() as session:
            return list(session.exec(select(Alert).where(Alert.key == key)))

    def told(self) -> list[str]:
        with self.database.read() as session:
            return [event.kind for row in self.rows for event in alerts.timeline(session, row.id or 0)]


@pytest.mark.parametrize("rule", MEASURED, ids=lambda rule: rule.name)
def test_a_rule_fires_once_and_clears_once(database: Database, rule: Rule) -> None:
    play = Play(database, rule, "scripted")
    play.hold(-0.5, 120)  # all is well
    play.hold(0.5, 1800)  # between the thresholds: nothing
    play.hold(1.5, rule.for_s / 2, n=rule.min_n - 1)  # bad, on too few cases
    assert play.rows == []
    play.hold(1.0, rule.for_s)
    (row,) = play.rows
    assert row.cleared_at is None
    assert row.severity == rule.grade(at(rule, 1.0))
    assert rule.remedy in row.message
    play.hold(0.5, 1800)  # better, but not well
    play.hold(-0.5, 1800, n=rule.min_n - 1)  # well, on too few cases
    play.see(None)  # nothing known
    assert [one.cleared_at for one in play.rows] == [None]
    play.hold(0.0, rule.clear_for_s)
    (row,) = play.rows
    assert row.cleared_at is not None
    play.hold(-0.5, 600)
    assert play.told() == ["raised", "cleared"]


@pytest.mark.parametrize("rule", MEASURED, ids=lambda rule: rule.name)
def test_noise_about_either_threshold_makes_no_alert_come_and_go(database: Database, rule: Rule) -> None:
    draw = random.Random(rule.name)
    play = Play(database, rule, "noisy")
    firing = [1.0 + draw.uniform(-0.9, 0.9) for _ in range(60)]  # the clearing threshold is out of reach
    play.see_each(firing)
    play.hold(1.2, rule.for_s)
    assert len(play.rows) == 1
    play.see_each(firing)
    assert [row.cleared_at for row in play.rows] == [None]
    play.hold(-0.2, rule.clear_for_s)
    play.see_each(draw.uniform(-0.9, 0.9) for _ in range(60))  # about the clearing threshold
    (row,) = play.rows
    assert row.cleared_at is not None


@pytest.mark.parametrize("rule", [rule for rule in MEASURED if rule.for_s], ids=lambda rule: rule.name)
def test_a_figure_that_is_bad_for_a_moment_only_fires_nothing(database: Database, rule: Rule) -> None:
    play = Play(database, rule, "moments")
    for _ in range(20):
        play.hold(2.0, rule.for_s - 60)
        play.see(0.5)
    assert play.rows == []
    with database.read() as session:
        assert session.get(AlertWatch, f"{rule.name}:moments") is None


@pytest.mark.parametrize("rule", [rule for rule in MEASURED if rule.critical is not None], ids=lambda rule: rule.name)
def test_what_grows_graver_escalates_once(database: Database, rule: Rule) -> None:
    play = Play(database, rule, "graver")
    play.hold(1.0, rule.for_s)
    place = (rule.critical - rule.clear) / (rule.fire - rule.clear) + 0.01  # type: ignore[operator]
    for _ in range(5):
        play.see(place)
        play.see(1.0)
    assert play.told() == ["raised", "escalated"]
    assert play.rows[0].severity == "critical"


def test_a_rule_without_a_figure_is_cleared_only_by_who_sees_its_fault(database: Database) -> None:
    for rule in RULES.values():
        if not rule.measured:
            key = f"{rule.name}:thing"
            with database.write() as session:
                alerts.raise_(session, key, "wrong", START)
                apply_facts(session, [], RULES, START + timedelta(days=3))
            with database.read() as session:
                assert alerts.find(session, key) is not None, "only who raised it may clear it"
            with database.write() as session:
                assert alerts.clear(session, key, START + timedelta(days=4))


def test_an_alert_about_what_is_gone_clears_after_a_day(database: Database) -> None:
    play = Play(database, RULES["failing"], "gone")
    play.hold(1.2, RULES["failing"].for_s)
    with database.write() as session:
        apply_facts(session, [], RULES, play.now + timedelta(hours=23))
    assert play.rows[0].cleared_at is None
    with database.write() as session:
        apply_facts(session, [], RULES, play.now + timedelta(hours=25))
    assert play.rows[0].cleared_at is not None


def test_a_rule_that_is_switched_off_raises_nothing_and_its_alert_clears(database: Database) -> None:
    rules = rules_of(AlertSettings.model_validate({"rules": {"disk": {"enabled": False}}}))
    with database.write() as session:
        alerts.raise_(session, "disk", "full", START)
        apply_facts(session, [Fact("disk", "", 0.1, "0.1 GB free")], rules, START)
        assert alerts.find(session, "disk") is None


def test_thresholds_of_the_settings_hold(tmp_path: Path) -> None:
    rules = rules_of(AlertSettings.model_validate({"rules": {"missed": {"fire": 30, "clear": 25, "for": "10m"}}}))
    rule = rules["missed"]
    assert (rule.fire, rule.clear, rule.for_s, rule.min_n) == (30, 25, 600, RULES["missed"].min_n)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"rules": {"mised": {}}}, "did you mean 'missed'"),
        ({"rules": {"missed": {"fire": 1}}}, "must lie below fire"),
        ({"rules": {"disk": {"clear": 1}}}, "must lie above fire"),
        ({"rules": {"account": {"fire": 1}}}, "has no figure"),
        ({"rules": {"missed": {"for": "soon"}}}, "not a duration"),
        ({"quiet": ["22-7"]}, "22:00-07:00"),
        ({"quiet_zone": "Atlantis"}, "no time zone"),
        ({"maintenance": [{"reason": "x"}]}, "either start"),
        ({"maintenance": [{"reason": "x", "hours": "01:00-02:00", "start": START, "end": START + STEP}]}, "either"),
    ],
)
def test_settings_that_make_no_sense_are_refused(table: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        AlertSettings.model_validate(table)
