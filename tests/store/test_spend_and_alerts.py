"""Budgets are hard; an alert stands once until it is cleared."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from monitor.store import alerts
from monitor.store.database import Database
from monitor.store.spend import Limits, reserve, settle, spent
from monitor.store.tables import Alert

NOW = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
DAY = "2026-11-30"


@pytest.mark.parametrize(("limits", "word"), [
    (Limits(usd=0.02), "usd_per_day"), (Limits(calls=2), "calls_per_day"),
    (Limits(api_usd=0.02), "usd_per_day of a"), (Limits(api_calls=2), "calls_per_day of a"),
])
def test_the_call_past_a_limit_is_refused_and_costs_nothing(database: Database, limits: Limits, word: str) -> None:
    with database.write() as session:
        assert reserve(session, "a", 0.01, limits, NOW) is None
        assert reserve(session, "a", 0.01, limits, NOW) is None
        assert word in str(reserve(session, "a", 0.01, limits, NOW))
        assert spent(session, DAY, "a") == (2, pytest.approx(0.02))


def test_limits_in_all_count_every_api(database: Database) -> None:
    limits = Limits(calls=2)
    with database.write() as session:
        assert reserve(session, "a", 0, limits, NOW) is None
        assert reserve(session, "b", 0, limits, NOW) is None
        assert reserve(session, "c", 0, limits, NOW) is not None


def test_a_new_day_has_its_own_budget(database: Database) -> None:
    limits = Limits(calls=1)
    with database.write() as session:
        assert reserve(session, "a", 0, limits, NOW) is None
        assert reserve(session, "a", 0, limits, NOW + timedelta(minutes=1)) is None


def test_the_real_cost_replaces_the_reserved_one(database: Database) -> None:
    with database.write() as session:
        reserve(session, "a", 0.01, Limits(), NOW)
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
