"""Spending adds up; an alert stands once until it is cleared."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from monitor.store import alerts
from monitor.store.database import Database
from monitor.store.spend import Day, day_of, settle, spent
from monitor.store.tables import Alert

NOW = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
DAY = "2026-11-30"


def test_calls_and_dollars_add_up_by_day_and_api(database: Database) -> None:
    with database.write() as session:
        today = Day(session, DAY)
        today.book("a", 0.01)
        today.book("a", 0.02)
        today.book("b", 0.0)
        assert (today.spent("a"), today.spent()) == ((2, pytest.approx(0.03)), (3, pytest.approx(0.03)))
        Day(session, day_of(NOW + timedelta(minutes=1))).book("a", 1.0)
        assert spent(session, DAY, "a") == (2, pytest.approx(0.03))
        assert spent(session, DAY) == (3, pytest.approx(0.03))


def test_the_real_cost_replaces_the_reserved_one(database: Database) -> None:
    with database.write() as session:
        Day(session, DAY).book("a", 0.01)
        session.flush()
        settle(session, "a", 0.01, 0.004, NOW)
        assert spent(session, DAY)[1] == pytest.approx(0.004)


def test_an_alert_raised_again_counts_up_and_can_be_cleared(database: Database) -> None:
    with database.write() as session:
        alerts.raise_(session, "account:exa", "out of credit", NOW, severity="critical")
        alerts.raise_(session, "account:exa", "still out of credit", NOW + timedelta(hours=1))
    with database.read() as session:
        (alert,) = alerts.open_alerts(session)
        assert (alert.count, alert.message) == (2, "still out of credit")
    with database.write() as session:
        assert alerts.clear(session, "account:exa", NOW)
        assert not alerts.clear(session, "account:exa", NOW)
        alerts.raise_(session, "account:exa", "again", NOW)
        assert len(session.exec(select(Alert)).all()) == 2
