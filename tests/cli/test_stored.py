"""`status`, `show`, `lag`, `db upgrade`: what the store says."""

import json
from datetime import timedelta

import pytest

from monitor.store import alerts
from monitor.store.database import SCHEMA
from monitor.store.tables import Lease
from tests.web.fill import NASTY, NOW, fill


def test_status_of_a_running_monitor(command, filled):
    ran = command("status", "--db", filled.path)
    assert ran.code == 0
    assert "running: process" in ran.out
    assert "next (UTC)" in ran.out
    assert "44 answered, 4 failed, 6 missed" in ran.out
    assert "p99 5.0" in ran.out
    assert "the monitor was not running" in ran.out
    assert "ALERT warning: brave" in ran.out
    assert "\x1b" not in ran.out
    found = json.loads(command("status", "--db", filled.path, "--json").out)
    assert found["alive"]
    assert found["lateness_ms"]["p99"] == 5.0
    assert found["counts"] == {"answered": 44, "failed": 4, "missed": 6}
    assert found["planned"] == 36


def test_status_without_a_scheduler_is_a_finding(command, tmp_path):
    made = fill(tmp_path / "old.sqlite", NOW, alive=False)
    made.database.close()
    ran = command("status", "--db", made.path)
    assert ran.code == 1
    assert "NOT RUNNING: stopped at 2026-11-30 14:59:57 UTC" in ran.out


def test_what_is_due_while_nothing_runs_is_not_called_next(command, filled):
    with filled.database.write() as session:
        session.delete(session.get_one(Lease, "scheduler"))
    ran = command("status", "--db", filled.path)
    assert "next (UTC)" not in ran.out
    assert "None of these is sent while nothing runs" in ran.out.partition("planned (UTC)")[2]


def test_a_critical_alert_is_a_finding(command, filled):
    with filled.database.write() as session:
        alerts.raise_(session, "account:exa", "the key is refused", NOW, severity="critical")
    assert command("status", "--db", filled.path).code == 1


@pytest.mark.parametrize("name", ["status", "lag", "show 1", "grade live", "reference show BTC", "serve"])
def test_without_a_database_it_could_not(command, tmp_path, name):
    ran = command(*name.split(), "--db", tmp_path / "absent.sqlite")
    assert ran.code == 3
    assert "there is no database" in ran.err
    assert not (tmp_path / "absent.sqlite").exists()


def test_show_puts_the_evidence_on_one_screen(command, filled):
    out = command("show", filled.graded, "--db", filled.path).out
    for said in ("MSFT price", "BTC price"):
        if said in out:
            break
    else:
        pytest.fail("the query is not there")
    for said in ("512.34", "not taken", "previous close", "target (correct) under strict 1", "512.2 to 512.5", "0.92"):
        assert said in out
    assert len(out.splitlines()) <= 40
    assert "\x1b" not in out
    found = json.loads(command("show", filled.graded, "--db", filled.path, "--json").out)
    assert found["grades"][0]["class"] == "target"
    assert found["hits"][0]["url"] == "https://example.com/q"
    assert found["readings"][0]["price"] == 512.34


def test_show_of_what_failed_or_was_missed(command, filled):
    failed = command("show", filled.failed, "--db", filled.path)
    assert "failed (timeout): no answer within 60 s" in failed.out
    assert NASTY not in failed.out
    assert "missed: the monitor was not running" in command("show", filled.missed, "--db", filled.path).out
    assert "no probe 999" in command("show", 999, "--db", filled.path).err


def test_lag_says_why_there_is_no_figure(command, filled):
    ran = command("lag", "--db", filled.path)
    assert ran.code == 0
    assert "not enough movement" in ran.out
    table = json.loads(command("lag", "--db", filled.path, "--by", "api", "--since", "30d", "--json").out)
    assert {group["key"]["api"] for group in table["groups"]} == {"exa_instant", "tavily_live", "brave"}
    assert table["groups"][0]["median_s"]["est"] is None
    assert table["groups"][0]["median_s"]["why"]


@pytest.mark.parametrize("words", ["--by vendor", "--by ,", "--since yesterday", "--until 5x"])
def test_lag_refuses_what_it_does_not_understand(command, filled, words):
    assert command("lag", "--db", filled.path, *words.split()).code == 2


def test_upgrade_makes_and_keeps_a_database(command, tmp_path):
    path = tmp_path / "new.sqlite"
    assert f"none -> {SCHEMA}" in command("db", "upgrade", "--db", path).out
    assert "nothing to do" in command("db", "upgrade", "--db", path).out


def test_a_newer_database_is_left_alone(command, filled):
    with filled.database.write() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    filled.database.close()
    for words in ("status", "db upgrade"):
        ran = command(*words.split(), "--db", filled.path)
        assert ran.code == 3
        assert "newer program" in ran.err
    put = command("db", "restore", filled.path, "--db", filled.path.with_name("other.sqlite"))
    assert put.code == 3
    assert "newer program" in put.err
    assert not filled.path.with_name("other.sqlite").exists()


def test_since_may_be_a_time(command, filled):
    day = (NOW - timedelta(days=1)).isoformat()
    assert command("lag", "--db", filled.path, "--since", day, "--json").code == 0


@pytest.mark.parametrize("words", [
    "show 99999999999999999999", "show -- -99999999999999999999", "show 0", "nightly show 99999999999999999999",
    "alerts show 99999999999999999999", "token revoke 99999999999999999999",
])
def test_a_number_that_no_probe_has_is_a_message(command, filled, words):
    ran = command(*words.split(), *([] if "--" in words else ["--db", filled.path]))
    assert ran.code == 2
    assert "fault of this program" not in ran.err


@pytest.mark.parametrize("when", ["0001-01-01", "9999-12-31T23:59", "0001-01-01T00:00+14:00", "9999-12-31T23:59-12:00"])
@pytest.mark.parametrize(
    "words",
    ["probes --since", "probes --until", "lag --since", "lag --until", "probe BTC --at", "grade live --since",
     "reference show BTC --until", "export out.csv --since"],
)  # fmt: skip
def test_a_date_at_the_calendars_ends_is_a_message(command, filled, words, when):
    ran = command(*words.split(), when, "--db", filled.path)
    assert ran.code == 2, ran.err
    assert "is not in the years 1970 to 2199" in ran.err


@pytest.mark.parametrize("keys", ["api,api", "api,moon", "", ","])
def test_keys_of_the_lag_table_are_known_and_named_once(command, filled, keys):
    ran = command("lag", "--by", keys, "--db", filled.path)
    assert ran.code == 2
    assert "--by" in ran.err
