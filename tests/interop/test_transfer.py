"""`monitor import` and `monitor export`: what goes in comes out, once."""

import csv
import errno
import json
import sqlite3
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from monitor.errors import MonitorError
from monitor.interop.exporting import COLUMNS, FORMATS, export_table
from monitor.spreadsheet import harmless
from tests.cli.conftest import command, filled  # noqa: F401
from tests.leaks.canary import KEY, plant

from .runs import lines, make
from .test_grading import CALL, bars_csv, one_run


def counts(path):
    with sqlite3.connect(path) as held:
        tables = [row[0] for row in held.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: held.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


def test_importing_twice_adds_nothing(command, tmp_path):  # noqa: F811
    run, bars, _ = make(tmp_path, 300)
    db = tmp_path / "in.sqlite"
    first = json.loads(command("import", run, "--bars", bars, "--db", db, "--json").out)
    assert first["probes"] > 100
    assert first["probes"] + first["known"] == 300
    held = counts(db)
    again = json.loads(command("import", run, "--bars", bars, "--db", db, "--json").out)
    assert (again["probes"], again["bars"], again["known"]) == (0, 0, 300)
    assert counts(db) == held


def test_what_was_imported_is_graded_by_the_imported_bars(command, tmp_path):  # noqa: F811
    run, bars = one_run(tmp_path, CALL), bars_csv(tmp_path)
    db = tmp_path / "in.sqlite"
    assert command("import", run, "--bars", bars, "--db", db).code == 0
    ran = command("grade", "live", "--since", "2026-11-01", "--until", "2026-12-30", "--db", db, "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["classes"] == {"target": 1}
    assert ">>96,010.00<<" in command("show", 1, "--db", db).out
    assert json.loads(command("lag", "--db", db, "--since", "2026-11-01", "--until", "2026-12-30",
                              "--json").out)["groups"][0]["probes"] == 1


def test_the_harnesss_own_reading_is_kept_beside_ours(command, tmp_path):  # noqa: F811
    run = one_run(tmp_path, {**CALL, "extracted": {"price": 1.5, "currency": "USD", "price_type": "current"}})
    db = tmp_path / "in.sqlite"
    assert command("import", run, "--bars", bars_csv(tmp_path), "--db", db).code == 0
    with sqlite3.connect(db) as held:
        assert sorted(held.execute("SELECT reader, price, kind FROM reading")) == [
            ("extracted", 1.5, "last"), ("rules", 96010.0, "last")
        ]  # fmt: skip


@pytest.mark.parametrize(("size", "band"), [("large", 0.001), ("mid", 0.0025), ("small", 0.005)])
def test_an_imported_coin_keeps_its_size(command, tmp_path, size, band):  # noqa: F811
    run, bars, db = one_run(tmp_path, {**CALL, "size": size}), bars_csv(tmp_path), tmp_path / "in.sqlite"
    assert command("import", run, "--bars", bars, "--db", db).code == 0
    graded = command("grade", "live", "--since", "2026-11-01", "--until", "2026-12-30", "--policy", "board", "--db", db)
    assert graded.code == 0, graded.err
    with sqlite3.connect(db) as held:
        assert held.execute("SELECT band FROM grade WHERE policy = 'board'").fetchall() == [(band,)]


def test_the_readings_of_several_readers_are_graded_side_by_side(command, tmp_path):  # noqa: F811
    run = one_run(tmp_path, {**CALL, "extracted": {"price": 1.5, "currency": "USD", "price_type": "current"}})
    db = tmp_path / "in.sqlite"
    assert command("import", run, "--bars", bars_csv(tmp_path), "--db", db).code == 0
    within = ("--since", "2026-11-01", "--until", "2026-12-30", "--db", db)
    ran = command("grade", "live", "--reader", "rules,extracted", *within, "--json")
    assert json.loads(ran.out)["classes"] == {"target": 1, "other": 1}
    assert "'nobody' is not one of" in command("grade", "live", "--reader", "rules,nobody", *within).err
    shown = command("show", 1, "--db", db).out
    assert "target (correct) under strict" in shown
    assert "other under strict" in shown
    assert "bar (UTC)" in shown
    assert [line.split()[0] for line in shown.splitlines() if "agreed" in line and line.endswith("target")] == [
        "17:29", "17:30"
    ]  # fmt: skip


def test_a_bad_line_stops_an_import_or_is_left_out(command, tmp_path):  # noqa: F811
    run, bars = one_run(tmp_path, {**CALL, "asset": "bond"}), bars_csv(tmp_path)
    db = tmp_path / "in.sqlite"
    ran = command("import", run, "--bars", bars, "--db", db)
    assert (ran.code, "raw.jsonl:1" in ran.err) == (2, True)
    ran = command("import", run, "--bars", bars, "--db", db, "--skip-bad")
    assert (ran.code, "raw.jsonl:1" in ran.err) == (0, True)


def test_run_folders_go_out_and_come_back(command, tmp_path):  # noqa: F811
    run, bars, _ = make(tmp_path, 200)
    one, two, out = tmp_path / "one.sqlite", tmp_path / "two.sqlite", tmp_path / "out"
    added = json.loads(command("import", run, "--bars", bars, "--db", one, "--json").out)
    ran = command("export", out, "--format", "finsearch", "--reader", "extracted", "--db", one)
    assert ran.code == 0, ran.err
    back = command("import", out, "--bars", out / "bars", "--db", two, "--json")
    assert back.code == 0, back.err
    assert json.loads(back.out)["probes"] == added["probes"]
    def prices(path):
        with sqlite3.connect(path) as held:
            return Counter(held.execute("SELECT item_id, api, offset_s, sent_at, price, r.currency FROM probe p JOIN"
                                        " reading r ON r.probe_id = p.id WHERE r.reader = 'extracted'"))  # fmt: skip

    assert prices(one) == prices(two)
    assert sum(prices(one).values()) > 100
    graded = command("grade", "batch", out, "--bars", out / "bars", "--policy", "board")
    assert graded.code == 0, graded.err
    classes = Counter(json.loads(line)["class"] for line in graded.out.splitlines())
    assert {"target", "close", "stale"} <= set(classes)


def test_tables_have_the_same_rows_in_every_format(command, tmp_path, filled):  # noqa: F811
    pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow comes with the extra `parquet`")
    for kind in ("csv", "jsonl", "parquet"):
        ran = command("export", tmp_path / f"t.{kind}", "--db", filled.path)
        assert ran.code == 0, ran.err
    table = pq.read_table(tmp_path / "t.parquet").to_pylist()
    rows = lines(tmp_path / "t.jsonl")
    with (tmp_path / "t.csv").open(newline="") as held:
        cells = list(csv.DictReader(held))
    with sqlite3.connect(filled.path) as held:
        due, planned = held.execute("SELECT sum(state != 'planned'), sum(state = 'planned') FROM probe").fetchone()
    assert planned > 0
    assert len(table) == len(rows) == len(cells) == due
    assert list(rows[0]) == list(cells[0]) == list(table[0]) == list(COLUMNS)
    graded = next(row for row in rows if row["probe_id"] == filled.graded)
    assert (graded["class"], graded["price"], graded["reader"]) == ("target", 512.34, "rules")
    assert [row["class"] for row in table] == [row["class"] for row in rows]
    assert table[0]["sent_at"] == datetime.fromisoformat(rows[0]["sent_at"]).astimezone(UTC)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_text_in_csv_is_a_formula(start):
    assert harmless(f"{start}cmd|' /C calc'!A0") == f"'{start}cmd|' /C calc'!A0"
    assert harmless(-1.5) == -1.5
    assert harmless("plain = text") == "plain = text"


def test_a_key_that_a_text_holds_is_not_exported(command, tmp_path, filled, monkeypatch):  # noqa: F811
    monkeypatch.setenv("EXA_API_KEY", KEY)
    plant(filled.path)
    with sqlite3.connect(filled.path) as held:
        held.execute("UPDATE probe SET reason = ? WHERE id = ?", (f"refused {KEY}", filled.failed))
        held.execute("UPDATE reading SET note = '=HYPERLINK(1)'")
    for kind in ("csv", "jsonl"):
        assert command("export", tmp_path / f"t.{kind}", "--db", filled.path).code == 0
        text = (tmp_path / f"t.{kind}").read_text()
        assert KEY not in text
        assert "refused" in text
    assert ",'=HYPERLINK(1)," in (tmp_path / "t.csv").read_text()
    assert command("export", tmp_path / "runs", "--format", "finsearch", "--db", filled.path).code == 0
    assert not any(KEY in p.read_text() for p in (tmp_path / "runs").rglob("*.json*"))


@pytest.mark.parametrize("kind", FORMATS)
def test_a_table_that_cannot_be_finished_takes_nothings_place(tmp_path, kind):
    """A full disk must leave no half of a table, which would be read as a whole one."""

    def rows():
        yield [dict.fromkeys(COLUMNS)]
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "earlier").write_text("whole")
    link = tmp_path / "link"
    link.symlink_to("earlier")
    for out in (link, tmp_path / "none"):
        with pytest.raises(MonitorError, match="No space left"):
            export_table(rows(), kind, out, str, lambda _: None)
    assert {one.name for one in tmp_path.iterdir()} == {"earlier", "link"}
    assert link.read_text() == "whole"
    export_table(iter([[dict.fromkeys(COLUMNS)]]), kind, link, str, lambda _: None)
    assert link.is_symlink()
    assert (tmp_path / "earlier").read_bytes()[:5] != b"whole"
    assert export_table(iter(()), "csv", Path("/dev/null"), str, lambda _: None) == 0
    assert Path("/dev/null").is_char_device()


def test_an_unknown_format_is_wrong_usage(command, tmp_path, filled):  # noqa: F811
    assert command("export", tmp_path / "t.xlsx", "--db", filled.path).code == 2
