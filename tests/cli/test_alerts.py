"""`monitor alerts`: lists, timelines, tests of the addresses, windows."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from monitor.alerting.targets import VARIABLE
from monitor.store import alerts
from monitor.store.database import open_database
from tests.alerting.posts import serving
from tests.leaks.canary import PLAIN_KEY

NOW = datetime.now(UTC)


@pytest.fixture
def db(command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MONITOR_STORE__PATH", str(tmp_path / "m.sqlite"))
    database = open_database(tmp_path / "m.sqlite")
    with database.write() as session:
        alerts.raise_(session, "failing:exa", "exa: 18 of its last 20 calls failed; try it", NOW - timedelta(hours=2),
                      severity="critical",
                      detail={"value": 90.0, "reasons": [{"reason": "HTTP 500", "calls": 18}]})  # fmt: skip
        alerts.raise_(session, "missed", "some were missed", NOW - timedelta(hours=5))
        alerts.clear(session, "missed", NOW - timedelta(hours=3), "none are missed")
    database.close()
    return str(tmp_path / "m.sqlite")


def test_alerts_that_stand_are_a_finding(db: str, command) -> None:
    ran = command("alerts")
    assert ran.code == 1
    assert "18 of its last 20" in ran.out
    assert "missed" not in ran.out
    ran = command("alerts", "--since", "1d", "--json")
    assert [(one["key"], one["cleared_at"] is None) for one in json.loads(ran.out)] == [
        ("failing:exa", True), ("missed", False),
    ]  # fmt: skip


def test_an_alert_is_shown_with_its_evidence_and_timeline(db: str, command) -> None:
    ran = command("alerts", "show", "2")
    assert ran.code == 0
    assert "none are missed" in ran.out
    ran = command("alerts", "show", "1")
    assert "HTTP 500" in ran.out
    assert command("alerts", "show", "77").code == 3


def test_a_window_is_begun_and_ended(db: str, command) -> None:
    ran = command("alerts", "mute", "--for", "2h", "--reason", "new router", "--rule", "missed")
    assert (ran.code, "of rule missed until" in ran.out) == (0, True)
    assert command("alerts", "mute", "--for", "2h", "--reason", "x", "--api", "nobody").code == 2
    assert command("alerts", "mute", "--for", "2h", "--reason", "x", "--rule", "nobody").code == 2
    assert command("alerts", "unmute").out == "window 1 ended: new router\n"
    assert command("alerts", "unmute").code == 3


def test_addresses_are_tested_and_never_printed(
    db: str, command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    ran = command("alerts", "test")
    assert (ran.code, VARIABLE in ran.err) == (3, True)
    with serving() as posts:
        monkeypatch.setenv(VARIABLE, posts.url(user=f"me:{PLAIN_KEY}@"))
        ran = command("alerts", "test", "--rule", "disk", "--json")
        assert (ran.code, [one["sent"] for one in json.loads(ran.out)]) == (0, [True])
        assert "[warning] test: the disk" in posts.got[0][1]
        posts.status = 500
        ran = command("alerts", "test")
        assert (ran.code, "it answered 500" in ran.out) == (1, True)
    assert command("alerts", "test", "--rule", "none").code == 2


def test_the_rules_are_listed(db: str, command) -> None:
    ran = command("alerts", "rules")
    assert (ran.code, "<= 2" in ran.out) == (0, True)
    assert len(json.loads(command("alerts", "rules", "--json").out)) == len(ran.out.splitlines()) - 1
