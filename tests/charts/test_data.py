"""What charts are built from, as the store has it."""

from collections import Counter
from datetime import timedelta
from pathlib import Path

from sqlmodel import col, select

from monitor.charts.data import Wanted, chart_data
from monitor.store.database import Database
from monitor.store.tables import LagFigure, Probe
from monitor.store.versions import keep_versions
from tests.web.fill import NOW, fill

ALL = ("groups", "days", "calls", "classes", "ours", "shifts")


def asked(database: Database, days: float = 7) -> Wanted:
    return Wanted(database, NOW - timedelta(days=days), NOW, NOW)


def test_every_part_comes_of_the_same_probes(tmp_path: Path) -> None:
    filled = fill(tmp_path / "m.sqlite")
    data = chart_data(asked(filled.database), ALL)
    assert set(data) >= {*ALL, "since", "until", "reader", "policy"}
    counted: Counter[tuple[str, str]] = Counter()
    for row in data["classes"]:
        counted[row["api"], row["asset"]] += row["n"]
    assert counted
    assert {(row["api"], row["asset"]): row["asked"] for row in data["calls"]} == dict(counted)
    assert {(g["api"], g["asset"]): g["probes"] for g in data["groups"]} == dict(counted)
    filled.database.close()


def test_a_window_without_probes_has_no_figures(tmp_path: Path) -> None:
    filled = fill(tmp_path / "m.sqlite")
    before = NOW - timedelta(days=90)
    data = chart_data(Wanted(filled.database, before, before + timedelta(days=1), NOW), ALL)
    assert all(data[part] == [] for part in ALL)
    filled.database.close()


def test_what_changed_on_our_side_is_named_with_its_moment(tmp_path: Path) -> None:
    filled = fill(tmp_path / "m.sqlite")
    with filled.database.write() as session:
        probes = session.exec(select(Probe).where(Probe.api == "brave").order_by(col(Probe.instant_at))).all()
        last = max(probe.instant_at for probe in probes if probe.state == "answered")
        for probe in probes:
            if probe.instant_at >= last:
                probe.api_hash = "another"
                session.add(probe)
        for hours, version in ((30, "1.0"), (20, "1.0"), (10, "1.1")):
            keep_versions(session, {"monitor": version, "ccxt": f"4.{version}"}, NOW - timedelta(hours=hours))
    ours = chart_data(asked(filled.database), ("ours",))["ours"]
    assert [(one["api"], one["what"]) for one in ours if one["api"] == "brave"] == [("brave", "its configuration")]
    told = [one["what"] for one in ours if one["api"] is None and ", from " in one["what"]]
    assert told == ["ccxt, from 4.1.0 to 4.1.1", "the program, from 1.0 to 1.1"]
    filled.database.close()


def test_shifts_in_the_window_are_found_against_the_days_before_it(tmp_path: Path) -> None:
    filled = fill(tmp_path / "m.sqlite")
    with filled.database.write() as session:
        for back in range(60, 0, -1):
            at = (NOW - timedelta(days=back)).replace(hour=0, minute=0)
            median = (300.0 if back > 12 else 900.0) * (1 + 0.01 * (back % 5))
            session.add(LagFigure(reader="rules", policy="strict", span="day", api="brave", asset="equity",
                                  day=at.date().isoformat(), since_at=at, until_at=at + timedelta(days=1), marked=1,
                                  done=1, probes=50, made_at=at, value={"median_s": {"est": median}}))  # fmt: skip
    shifts = chart_data(asked(filled.database, 20), ("shifts",))["shifts"]
    assert [(one["api"], one["asset"], one["day"]) for one in shifts] == [("brave", "equity", "2026-11-18")]
    assert shifts[0]["before_s"] < 330 < 900 <= shifts[0]["after_s"]
    assert chart_data(asked(filled.database, 5), ("shifts",))["shifts"] == [], "it lies before that window"
    filled.database.close()
