"""Alerts about a lag that shifted: raised for an API's own, not for ours, and closed after a while."""

from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from sqlmodel import select

from monitor.lag.shifts import lag_changes, watch_shifts
from monitor.store.alerts import find
from monitor.store.database import open_database
from monitor.store.tables import Event, LagFigure
from monitor.store.versions import keep_versions, version_changes

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
KEY = "shift:exa:crypto"


@pytest.fixture
def database(tmp_path):
    opened = open_database(tmp_path / "m.sqlite")
    yield opened
    opened.close()


def keep_days(database, shift_day=None, ratio=3.0, days=60, config_day=None, skip=()):
    """Keep a median of 300 s for each of the days before NOW's, another from `shift_day` on."""
    rng = np.random.default_rng(7)
    with database.write() as session:
        for n in range(days):
            day = date(2026, 11, 30) - timedelta(days=days - n)
            lag = 300 * np.exp(0.1 * rng.standard_normal()) * (ratio if shift_day and day >= shift_day else 1)
            at = datetime(day.year, day.month, day.day, tzinfo=UTC)
            hash_ = "b" if config_day and day >= config_day else "a"
            session.add(LagFigure(
                reader="rules", policy="strict", span="day", api="exa", asset="crypto", day=day.isoformat(),
                since_at=at, until_at=at + timedelta(days=1), done=1, made_at=NOW, probes=90,
                value={"median_s": {"est": None if day in skip else lag}, "ours": {"configuration": [hash_]}},
            ))  # fmt: skip


def alert(database):
    with database.read() as session:
        return find(session, KEY)


def test_a_shift_raises_one_alert_with_both_levels_and_its_date(database):
    keep_days(database, date(2026, 11, 20))
    assert watch_shifts(database, {("exa", "crypto")}, NOW) == 1
    raised = alert(database)
    assert raised.message.startswith("exa, crypto: the median lag went from 4.9 min to 15.1 min")
    assert "on 2026-11-20 (between 2026-11-" in raised.message
    watch_shifts(database, {("exa", "crypto")}, NOW + timedelta(hours=1))
    assert alert(database).id == raised.id


def test_the_alert_closes_a_fortnight_after_the_change_was_found(database):
    keep_days(database, date(2026, 11, 20))
    watch_shifts(database, {("exa", "crypto")}, NOW)
    assert watch_shifts(database, {("exa", "crypto")}, NOW + timedelta(days=15)) == 0
    assert alert(database) is None


def test_a_change_of_our_configuration_about_then_raises_nothing_and_is_named(database):
    keep_days(database, date(2026, 11, 20), config_day=date(2026, 11, 20))
    assert watch_shifts(database, {("exa", "crypto")}, NOW) == 0
    assert alert(database) is None
    (group,) = lag_changes(database, now=NOW)["groups"]
    assert group["changes"][0]["ours"] == [{"day": "2026-11-20", "kind": "configuration"}]
    assert group["changes"][0]["before_s"] == pytest.approx(300, rel=0.1)
    assert group["changes"][0]["after_s"] == pytest.approx(900, rel=0.1)


def test_a_library_that_changed_about_then_is_named_and_raises_nothing(database):
    keep_days(database, date(2026, 11, 20))
    with database.write() as session:
        at = datetime(2026, 11, 1, tzinfo=UTC)
        assert not keep_versions(session, {"ccxt": "4.4.1", "reader": "1", "schema": "0005"}, at)
        assert not keep_versions(session, {"ccxt": "4.4.1", "reader": "1", "schema": "0005"}, at + timedelta(days=9))
        assert keep_versions(session, {"ccxt": "4.5.0", "reader": "2", "schema": "0005"}, at + timedelta(days=19))
        changed = version_changes(session, at, NOW)
        said = session.exec(select(Event.message)).one()
    assert [(one.name, one.before, one.after) for one in changed] == [("ccxt", "4.4.1", "4.5.0"), ("reader", "1", "2")]
    assert said == "versions changed: ccxt 4.4.1 to 4.5.0, reader 1 to 2"
    (group,) = lag_changes(database, now=NOW)["groups"]
    assert group["changes"][0]["ours"] == [{"day": "2026-11-20", "kind": "ccxt"}], "readings tell of the reader"
    assert watch_shifts(database, {("exa", "crypto")}, NOW) == 0
    assert alert(database) is None


def test_a_change_of_ours_long_before_does_not_excuse_a_shift(database):
    keep_days(database, date(2026, 11, 20), config_day=date(2026, 11, 1))
    assert watch_shifts(database, {("exa", "crypto")}, NOW) == 1


def test_a_quiet_history_raises_nothing_and_few_days_are_said_to_be_few(database):
    keep_days(database, days=10)
    assert watch_shifts(database, {("exa", "crypto")}, NOW) == 0
    (group,) = lag_changes(database, now=NOW)["groups"]
    assert group["changes"] == []
    assert group["why"] == "not enough days yet: 10 with a median of 14 needed"
