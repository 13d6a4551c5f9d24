"""Grading stored readings again, beside plain SQL that reads and writes the same rows, in the same run."""

import sqlite3
import time
from array import array
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

# ruff: noqa: E501
from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.grading.policy import load_policy
from monitor.grading.work import Judging, regrade
from monitor.store.database import Database, open_database
from monitor.store.types import to_micros

FIRST = datetime(2026, 11, 1, tzinfo=UTC)
NOW = datetime(2026, 12, 1, tzinfo=UTC)
ITEMS = {f"c{n}": Item(f"c{n}", Asset.CRYPTO, f"Coin {n}", f"C{n}", "") for n in range(4)}
APIS = [f"api{n}" for n in range(25)]
OFFSETS = (5.0, 30.0, 60.0, 120.0, 300.0, 900.0, 1800.0, 3600.0, 7200.0, 10800.0)


def fill(path: Path, readings: int) -> Database:
    """Make a database with so many readings: 250 to an item and instant, and the bars of its look-back."""
    database = open_database(path)
    with sqlite3.connect(path, isolation_level=None) as held:
        held.execute("BEGIN")
        numbers = array("d", [100.0 + k for k in range(30)]).tobytes()
        made, instant = 0, 0
        while made < readings:
            at = FIRST + timedelta(hours=4 * instant)
            held.execute(
                "INSERT INTO instant VALUES (?, ?, 's', ?, 1, 1, 0, ?)", (instant + 1, to_micros(at), "h", to_micros(at))
            )
            for item in ITEMS:
                for api in APIS:
                    for offset_s in OFFSETS:
                        made += 1
                        due = to_micros(at + timedelta(seconds=offset_s))
                        held.execute(
                            "INSERT INTO probe (id, instant_id, instant_at, offset_s, item_id, asset, ticker, api, vantage,"
                            " attempt, is_close, query, wording, api_hash, due_at, slot_at, state, sent_at, received_at,"
                            " spoiled, cost_usd) VALUES (?, ?, ?, ?, ?, 'crypto', ?, ?, 'local', 0, 0, 'q', 'w', 'h', ?, ?,"
                            " 'answered', ?, ?, 0, 0)",
                            (made, instant + 1, to_micros(at), offset_s, item, item.upper(), api, due, due, due, due),
                        )
                        price = 100.0 + (made % 97) / 10
                        held.execute(
                            "INSERT INTO reading (id, probe_id, reader, version, read_at, price, currency, unit, kind,"
                            " derived, note, newest_price, newest_currency, newest_unit, newest_kind, newest_derived,"
                            " newest_note, numbers, detail) VALUES (?, ?, 'rules', '1', ?, ?, 'USD', 0.01, 'last', 0, 'n', ?,"
                            " 'USD', 0.01, 'last', 0, 'n', ?, '{}')",
                            (made, made, due, price, price, numbers),
                        )
            instant += 1
        for number, item in enumerate(ITEMS, 1):
            start, end = FIRST - timedelta(days=2), FIRST + timedelta(hours=4 * instant + 8)
            held.execute(
                "INSERT INTO pull (id, item_id, source, symbol, currency, role, interval_s, start_at, end_at, pulled_at,"
                " outcome, library, bars) VALUES (?, ?, 'imported', ?, 'USD', 'trade', 60, ?, ?, ?, 'ok', '', 0)",
                (number, item, item.upper(), to_micros(start), to_micros(end), to_micros(NOW)),
            )
            minutes = int((end - start).total_seconds() // 60)
            held.executemany(
                "INSERT INTO bar (pull_id, item_id, source, symbol, interval_s, start_at, open, high, low, close, volume)"
                " VALUES (?, ?, 'imported', ?, 60, ?, ?, ?, ?, ?, 1.0)",
                (
                    (number, item, item.upper(), to_micros(start + timedelta(minutes=k)), p, p + 0.05, p - 0.05, p)
                    for k in range(minutes)
                    for p in (100.0 + (k * 7 % 100) / 10,)
                ),
            )
        held.execute("COMMIT")
    return database


def plain_sql(path: Path) -> float:
    """Read the readings with their probes and write as many grades, with nothing in between; give the seconds."""
    began = time.process_time()
    with sqlite3.connect(path, isolation_level=None) as held:
        rows = held.execute(
            "SELECT probe.*, reading.* FROM probe JOIN reading ON reading.probe_id = probe.id ORDER BY probe.instant_at"
        )
        while chunk := rows.fetchmany(1000):
            held.execute("BEGIN IMMEDIATE")
            held.executemany(
                "INSERT INTO grade (probe_id, reading_id, policy, policy_version, graded_at, class, correct, target_low,"
                " target_high, band, coarse, closed, power, rivals, contained, lag_low_s, lag_high_s, lookback_s, sources,"
                " why) VALUES (?, ?, 'plain', '1', ?, 'stale', 0, 1.5, 2.5, 0.5, 0, 0, 0.9, '15m', 1, 1.0, 2.0, 86400,"
                " 'imported', '100.25 was the price between 5 min and 20 h before sending')",
                ((row[0], row[0], to_micros(NOW)) for row in chunk),
            )
            held.execute("COMMIT")
    return time.process_time() - began


def measured(path: Path, readings: int) -> tuple[float, float, int]:
    """Give (seconds of grading again, seconds of plain SQL, grades), by processor time."""
    database = fill(path, readings)
    try:
        began = time.process_time()
        judging = Judging(database, ITEMS, MarketSettings(), (), load_policy("strict"), NOW)
        report = regrade(judging, since=FIRST, until=NOW + timedelta(days=400))
        grading_s = time.process_time() - began
        return grading_s, plain_sql(path), sum(report.classes.values())
    finally:
        database.close()


@pytest.mark.parametrize(
    "readings", [pytest.param(10_000), pytest.param(100_000, marks=pytest.mark.slow)]
)
def test_grading_again_beside_plain_sql(tmp_path, readings):
    grading_s, sql_s, graded = measured(tmp_path / "m.sqlite", readings)
    assert graded >= readings
    print(f"\n{graded:,} readings: {graded / grading_s:,.0f} graded a second; {grading_s / sql_s:.2f} times plain SQL")
    assert grading_s / sql_s < 100  # the goal is 3
