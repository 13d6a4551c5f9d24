"""SLOs from a store: an API that grows stale on its last day burns its budget before the window shows it."""

from datetime import UTC, datetime
from typing import Any

import pytest

from monitor.config import Settings
from monitor.lag.slo_work import drop_table, slo_table
from monitor.store.database import open_database
from tests.lag.stored import History, write

END = datetime(2026, 10, 5, 8, 5, tzinfo=UTC)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    path = tmp_path_factory.mktemp("slo") / "m.sqlite"
    write(History(path, days=5, lag_s={"fast": 200.0, "slow": 3000.0, "turned": 200.0}, shift={"turned": (4, 3000.0)}))
    settings = Settings.model_validate({"slo": [{"share_within": {"900": 0.9}, "window": "7d"}]})
    database = open_database(path)
    found = {row["api"]: row for row in slo_table(database, settings.slo, END)}
    drops = {row["api"]: row for row in drop_table(database, END)}
    database.close()
    return {api: {**row, "drop": drops[api]} for api, row in found.items()}


def test_attainment_has_an_interval_and_is_met_missed_or_open(rows: dict[str, dict[str, Any]]) -> None:
    assert {api: rows[api]["met"] for api in ("fast", "slow")} == {"fast": True, "slow": False}
    for row in rows.values():
        assert row["attained"]["lo"] <= row["attained"]["est"] <= row["attained"]["hi"]
    assert rows["fast"]["budget_left"] > 0.5
    assert rows["slow"]["budget_left"] < 0


def test_an_api_that_grows_stale_burns_fast_before_its_window_shows_it(rows: dict[str, dict[str, Any]]) -> None:
    burns = {api: row["burn"]["fast"]["rate"] / row["burn"]["fast"]["limit"] for api, row in rows.items()}
    assert burns["turned"] >= 1
    assert burns["fast"] < 0.5
    assert rows["turned"]["attained"]["est"] > 0.5


def test_a_rate_that_did_not_fall_has_no_gap(rows: dict[str, dict[str, Any]]) -> None:
    assert rows["fast"]["drop"]["gap_points"] is None or rows["fast"]["drop"]["gap_points"] <= 2
