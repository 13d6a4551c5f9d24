"""Quiet hours and maintenance windows hold messages back, never alerts; afterwards what still stands is told."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select
from starlette.testclient import TestClient

from monitor.alert_rules import RULES
from monitor.alerting.holding import open_windows, within
from monitor.alerting.incidents import incident
from monitor.alerting.targets import VARIABLE, targets_of
from monitor.alerting.tell import tell
from monitor.alerting.windows import begin, end, standing
from monitor.config import Settings
from monitor.config_alerts import AlertSettings, MaintenanceSettings
from monitor.errors import ConfigError
from monitor.store import alerts
from monitor.store.database import Database, open_database
from monitor.store.tables import Outbox
from monitor.web.app import create_app
from tests.leaks.canary import PLAIN_KEY
from tests.web.conftest import StillClock

MONDAY = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
TARGETS = targets_of({VARIABLE: "json://localhost"})


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = open_database(tmp_path / "m.sqlite")
    yield made
    made.close()


def settings(**table: object) -> AlertSettings:
    return AlertSettings.model_validate(table)


def told(database: Database, wanted: AlertSettings, at: datetime) -> list[str]:
    """Tell at `at`; give the titles of all messages so far."""
    with database.write() as session:
        tell(session, wanted, RULES, TARGETS, "http://page", at)
    with database.read() as session:
        return [row.title for row in session.exec(select(Outbox))]


def fail(database: Database, key: str, at: datetime, severity: str = "warning", **detail: object) -> int:
    with database.write() as session:
        return alerts.raise_(session, key, f"{key} is wrong", at, severity=severity, detail=detail).id or 0  # type: ignore[arg-type]


def over(database: Database, key: str, at: datetime) -> None:
    with database.write() as session:
        alerts.clear(session, key, at)


def test_in_quiet_hours_only_grave_alerts_are_sent_and_the_rest_when_they_end(database: Database) -> None:
    wanted = settings(quiet=["22:00-07:00"])
    night = MONDAY.replace(hour=23)
    number = fail(database, "missed", night)
    assert told(database, wanted, night + HOUR) == []
    assert len(told(database, wanted, night + 2 * HOUR)) == 0
    fail(database, "account:exa", night + 2 * HOUR, "critical")
    assert told(database, wanted, night + 3 * HOUR) == ["[critical] account:exa is wrong"]
    assert len(told(database, wanted, night + 8 * HOUR)) == 2
    with database.read() as session:
        found = incident(session, number)
    assert found is not None
    assert [(one["kind"], one["text"]) for one in found["timeline"]][1:3] == [
        ("muted", "quiet hours"), ("noted", "no longer muted"),
    ]  # fmt: skip


def test_what_is_over_before_quiet_hours_end_is_never_told(database: Database) -> None:
    wanted = settings(quiet=["22:00-07:00"])
    night = MONDAY.replace(hour=23)
    fail(database, "missed", night)
    told(database, wanted, night + HOUR)
    over(database, "missed", night + 2 * HOUR)
    assert told(database, wanted, night + 10 * HOUR) == []


def test_a_window_holds_what_it_covers_and_nothing_else(database: Database) -> None:
    with database.write() as session:
        begin(session, MONDAY, 2 * HOUR, "their maintenance", MONDAY, source="command", api="exa")
    fail(database, "failing:exa", MONDAY, "critical", api="exa")
    fail(database, "slo_fast:exa:crypto:900", MONDAY, "critical")
    fail(database, "failing:brave", MONDAY, "critical", api="brave")
    assert told(database, settings(), MONDAY + HOUR) == ["[critical] failing:brave is wrong"]
    assert told(database, settings(), MONDAY + 3 * HOUR)[1] == "[critical] failing:exa is wrong (and 1 more)"


def test_ending_a_window_early_tells_what_stands(database: Database) -> None:
    with database.write() as session:
        number = begin(session, MONDAY, 5 * HOUR, "new router", MONDAY, source="api").id
    fail(database, "missed", MONDAY)
    assert told(database, settings(), MONDAY + HOUR) == []
    with database.write() as session:
        assert [row.id for row in end(session, number, MONDAY + HOUR)] == [number]
        assert standing(session, MONDAY + HOUR) == []
    assert len(told(database, settings(), MONDAY + HOUR)) == 1


def test_the_end_of_an_alert_that_was_told_waits_for_quiet_hours_too(database: Database) -> None:
    wanted = settings(quiet=["22:00-07:00"])
    fail(database, "missed", MONDAY)
    assert len(told(database, wanted, MONDAY + HOUR)) == 1
    over(database, "missed", MONDAY.replace(hour=23))
    assert len(told(database, wanted, MONDAY.replace(hour=23, minute=30))) == 1
    assert told(database, wanted, MONDAY + 20 * HOUR)[1] == "[ok] over: missed is wrong"


def test_alerts_less_grave_than_wanted_are_kept_unsaid(database: Database) -> None:
    fail(database, "missed", MONDAY)
    assert told(database, settings(least="critical"), MONDAY + HOUR) == []


def test_windows_of_the_file_once_and_weekly() -> None:
    once = MaintenanceSettings(reason="move", start=MONDAY, end=MONDAY + HOUR)
    weekly = MaintenanceSettings(reason="backup", hours="23:00-02:00", days=("sun",))

    def reasons(at: datetime) -> list[str]:
        return [one.reason for one in open_windows((once, weekly), at)]

    assert reasons(MONDAY) == ["move"]
    assert reasons(MONDAY + HOUR) == []
    assert reasons(MONDAY.replace(hour=1)) == ["backup"], "it began on Sunday"
    assert reasons(MONDAY.replace(hour=23)) == []


def test_hours_follow_the_zone_over_the_change_of_clocks() -> None:
    assert within("22:00-07:00", "Europe/Berlin", datetime(2026, 7, 1, 20, 30, tzinfo=UTC))
    assert not within("22:00-07:00", "Europe/Berlin", datetime(2026, 12, 1, 20, 30, tzinfo=UTC))


@given(at=st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)))  # noqa: DTZ001 - given its zone below
def test_a_stretch_and_its_complement_share_every_moment_out(at: datetime) -> None:
    moment = at.replace(tzinfo=UTC)
    assert within("22:00-07:00", "Europe/Berlin", moment) != within("07:00-22:00", "Europe/Berlin", moment)


@pytest.mark.parametrize(("length", "reason"), [(timedelta(0), "x"), (timedelta(days=32), "x"), (HOUR, " ")])
def test_a_window_needs_a_reason_and_an_end(database: Database, length: timedelta, reason: str) -> None:
    with pytest.raises(ConfigError), database.write() as session:
        begin(session, MONDAY, length, reason, MONDAY, source="api")


@pytest.fixture
def client(database: Database, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("MONITOR_WEB_TOKEN", PLAIN_KEY)
    return TestClient(create_app(database, Settings(), StillClock(MONDAY)), base_url="http://127.0.0.1:8765")


def test_a_window_over_http_needs_the_token(client: TestClient, database: Database) -> None:
    asked = {"for": "2h", "reason": "new router", "api": "exa"}
    assert client.post("/api/v1/maintenance", json=asked).status_code == 401
    assert client.get("/api/v1/maintenance").json() == []
    key = {"authorization": f"Bearer {PLAIN_KEY}"}
    half = json.dumps({**asked, "reason": "\ud800"})
    assert client.post("/api/v1/maintenance", content=half, headers=key).status_code == 400
    made = client.post("/api/v1/maintenance", json=asked, headers=key)
    assert made.status_code == 201
    assert (made.json()["end_at"], made.json()["source"]) == ("2026-11-30T14:00:00Z", "api")
    assert [one["api"] for one in client.get("/api/v1/maintenance").json()] == ["exa"]
    number = made.json()["id"]
    assert client.delete(f"/api/v1/maintenance/{number}").status_code == 401
    assert client.delete(f"/api/v1/maintenance/{number}", headers=key).status_code == 200
    assert client.delete(f"/api/v1/maintenance/{number}", headers=key).status_code == 404


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"for": "2h"}', b'{"for": 2, "reason": "x"}', b'{"for": "2h", "reason": "x", "more": 1}',
     b'{"for": "99d", "reason": "x"}', b'{"for": "2h", "reason": "x", "rule": "none"}', b"[" * 5000, b"\xff"],
)  # fmt: skip
def test_what_is_no_window_is_refused_with_what_to_send(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/v1/maintenance", content=body, headers={"authorization": f"Bearer {PLAIN_KEY}"})
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_without_a_token_no_window_can_be_begun(database: Database) -> None:
    client = TestClient(create_app(database, Settings(), StillClock(MONDAY)), base_url="http://127.0.0.1:8765")
    assert client.post("/api/v1/maintenance", json={"for": "1h", "reason": "x"}).status_code in (401, 403)


def test_an_alert_is_read_over_http_with_its_timeline(client: TestClient, database: Database) -> None:
    number = fail(database, "missed", MONDAY, page="/running")
    assert [one["id"] for one in client.get("/api/v1/incidents").json()] == [number]
    found = client.get(f"/api/v1/incidents/{number}").json()
    assert (found["rule"], found["timeline"][0]["kind"], found["raised_at"]) == (
        "missed", "raised", "2026-11-30T12:00:00Z",
    )  # fmt: skip
    assert client.get("/api/v1/incidents/999").status_code == 404
