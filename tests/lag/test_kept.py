"""Kept figures: made as grades appear, the same as an estimate of the same rows, and made anew when those change."""

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from monitor.lag.history import kept_table, lag_history
from monitor.lag.kept import Keeping, keep
from monitor.lag.rows import midnight
from monitor.lag.work import lag_table
from monitor.store.annotations import annotate, remove
from monitor.store.database import open_database
from monitor.store.tables import Annotation, LagFigure

from .stored import History, write

NOW = datetime(2026, 10, 3, 12, tzinfo=UTC)
FIRST = datetime(2026, 10, 1, tzinfo=UTC)
MONTH = midnight(NOW) - timedelta(days=30)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Give a store of graded probes of which nothing is kept."""
    path = tmp_path_factory.mktemp("history") / "m.sqlite"
    assert write(History(path, days=3, instants=7)) == 3 * 7 * 2 * 2 * 3
    return path


@pytest.fixture(scope="module")
def made(written):
    """Give the same store with all that is kept of it, and what the pass said."""
    path = written.with_name("kept.sqlite")
    _copy(written, path)
    database = open_database(path)
    report = keep(Keeping(database, "rules", "strict"), NOW)
    database.close()
    return path, report.made


@pytest.fixture
def graded(written, tmp_path):
    yield from _opened(written, tmp_path)


@pytest.fixture
def keeping(made, tmp_path):
    yield from _opened(made[0], tmp_path)


@pytest.mark.parametrize(
    ("by", "since"),
    [(("api", "asset"), MONTH), (("api", "asset", "day"), FIRST), (("day",), FIRST), (("day", "api"), FIRST)],
)
def test_kept_figures_are_those_of_an_estimate_of_the_same_probes(keeping, by, since):
    kept = kept_table(keeping.database, since=since, by=by, now=NOW)
    again = lag_table(keeping.database, since=since, until=NOW, by=by, now=NOW)
    assert kept["groups"] == again["groups"]
    assert all(group["share_within"]["3600"]["est"] for group in kept["groups"])
    assert kept["kept"]["not_made_yet"] == kept["kept"]["changed_since"] == kept["kept"]["grades_not_seen"] == 0


def test_the_truth_is_in_the_kept_month(keeping):
    table = kept_table(keeping.database, since=MONTH, now=NOW)
    found = {group["api"]: group["median_s"] for group in table["groups"]}
    assert found["fast"]["lo"] <= 300 <= found["fast"]["hi"]
    assert found["slow"]["lo"] <= 1800 <= found["slow"]["hi"]


def test_a_pass_without_new_grades_makes_nothing(keeping, made):
    assert made[1] == 3 * (2 + 2 + 1 + 1) + 2 * 2
    assert keep(keeping, NOW + timedelta(minutes=10)).made == 0


def test_new_grades_touch_their_own_day_and_the_windows_only(keeping):
    _grade_again(keeping.database.path, day=2)
    later = NOW + timedelta(hours=1)
    assert keep(keeping, later).made == 2 + 2 + 1 + 1 + 2 * 2
    table = kept_table(keeping.database, since=FIRST, by=("day",), now=later)
    assert [group["classes"].get("other", 0) for group in table["groups"]] == [0, 84, 0]
    assert table["groups"] == lag_table(keeping.database, since=FIRST, until=later, by=("day",), now=later)["groups"]


def test_a_busy_day_is_not_estimated_anew_for_every_answer(keeping):
    _grade_again(keeping.database.path, day=3)
    assert keep(keeping, NOW + timedelta(seconds=3)).made == 0
    assert kept_table(keeping.database, since=FIRST, by=("day",), now=NOW)["kept"]["changed_since"] == 1
    assert keep(keeping, NOW + timedelta(seconds=3), pause_s=0).made > 0


def test_a_pass_stops_at_its_share_and_the_next_goes_on_newest_day_first(graded):
    report = keep(graded, NOW, most=1)
    assert report.left > 0
    assert _days(graded) == {"2026-10-03"}
    passes = 1
    while report.left:
        report = keep(graded, NOW, most=1)
        passes += 1
    assert passes > 3
    assert _days(graded) == {"2026-10-01", "2026-10-02", "2026-10-03"}


def test_another_version_of_the_estimator_makes_all_anew(keeping, made, monkeypatch):
    monkeypatch.setattr("monitor.lag.kept.VERSION", "next")
    assert keep(keeping, NOW + timedelta(hours=1)).made == made[1]


def test_a_window_loses_the_days_that_have_passed(keeping):
    later = NOW + timedelta(days=6)
    keep(keeping, later)
    week = kept_table(keeping.database, since=midnight(later) - timedelta(days=7), now=later)
    assert [group["probes"] for group in week["groups"]] == [84, 84]
    month = kept_table(keeping.database, since=midnight(later) - timedelta(days=30), now=later)
    assert [group["probes"] for group in month["groups"]] == [126, 126]


def test_an_excluded_window_is_left_out_and_stated_until_it_is_removed(keeping):
    before = kept_table(keeping.database, since=FIRST, by=("day",), now=NOW)
    start = FIRST + timedelta(hours=5)
    with keeping.database.write() as session:
        made = annotate(session, Annotation(start_at=start, end_at=start + timedelta(hours=3), api="slow",
                                            reason="their outage page", excludes=True, made_at=NOW))  # fmt: skip
    later = NOW + timedelta(hours=1)
    assert keep(keeping, later).made == 1 + 1 + 1 + 1 + 2  # slow's own rows, and those of all together
    kept = kept_table(keeping.database, since=FIRST, by=("day",), now=later)
    fresh = lag_table(keeping.database, since=FIRST, until=later, by=("day",), now=later)
    assert kept["groups"] == fresh["groups"]
    assert [g["probes"] for g in kept["groups"]] == [84 - 18, 84, 84]
    assert fresh["excluded"][0]["text"] == (
        "3 h excluded (slow, from 2026-10-01 05:00 UTC, 18 probes): their outage page"
    )
    assert kept["excluded"][0]["text"] == "3 h excluded (slow, from 2026-10-01 05:00 UTC): their outage page"
    with keeping.database.write() as session:
        remove(session, made.id, later)
    keep(keeping, later + timedelta(hours=1))
    again = kept_table(keeping.database, since=FIRST, by=("day",), now=later + timedelta(hours=1))
    assert (again["groups"], again["excluded"]) == (before["groups"], [])
    with keeping.database.read() as session:
        assert session.get(Annotation, made.id).removed_at == later


def test_small_tables_are_estimated_and_large_ones_read(keeping, monkeypatch):
    assert "kept" not in lag_history(keeping.database, since=MONTH, now=NOW)
    monkeypatch.setattr("monitor.lag.history.FEW_PROBES", 100)
    assert "kept" in lag_history(keeping.database, since=MONTH, now=NOW)
    assert "kept" not in lag_history(keeping.database, since=MONTH, now=NOW, fresh=True)
    assert "kept" not in lag_history(keeping.database, since=MONTH + timedelta(hours=1), now=NOW)
    assert "kept" not in lag_history(keeping.database, since=MONTH, by=("item",), now=NOW)


def test_what_was_never_made_is_not_passed_off_as_nothing(graded):
    assert kept_table(graded.database, since=MONTH, now=NOW) is None
    keep(graded, NOW, most=1)
    table = kept_table(graded.database, since=FIRST, by=("day",), now=NOW)
    assert (len(table["groups"]), table["kept"]["not_made_yet"]) == (1, 2)


def _copy(source, to):
    with sqlite3.connect(source) as one, sqlite3.connect(to) as other:
        one.backup(other)


def _opened(path, tmp_path):
    _copy(path, tmp_path / "m.sqlite")
    database = open_database(tmp_path / "m.sqlite")
    yield Keeping(database, "rules", "strict")
    database.close()


def _days(keeping):
    with keeping.database.read() as session:
        return {f.day for f in session.exec(select(LagFigure)) if f.done and f.span == "day"}


def _grade_again(path, day):
    start = FIRST + timedelta(days=day - 1)
    with sqlite3.connect(path) as connection:
        low, high = (int((start + timedelta(days=d)).timestamp() * 1e6) for d in (0, 1))
        connection.execute(
            "INSERT INTO grade (probe_id, reading_id, policy, policy_version, graded_at, class, correct, coarse,"
            " closed, power, rivals, contained, sources, why) SELECT g.probe_id, g.reading_id, 'strict', '2', 0,"
            " 'other', 0, 0, 0, 0.9, '', 0, '', '' FROM grade g JOIN probe p ON p.id = g.probe_id"
            " WHERE p.instant_at >= ? AND p.instant_at < ?", (low, high))  # fmt: skip
