"""`monitor db` as a person uses it: back up, spoil, find out, restore, prune, upgrade and go back."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from monitor.store import lease
from monitor.store.database import SCHEMA, open_database
from monitor.store.migrate import upgrade
from tests.store.filled import aged, fill_columns
from tests.store.test_backup import spoil


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "m.sqlite"
    upgrade(made)
    aged(made, 10)
    return made


def test_a_spoiled_database_is_found_and_the_backup_brings_it_back(command, path: Path) -> None:
    made = command("db", "backup", "--db", path)
    assert made.code == 0
    assert command("db", "check", "--db", path).out.rstrip().endswith("Nothing is wrong.")
    backup = next((path.parent / "m-backups").glob("m-*.sqlite"))
    assert str(backup) in made.out
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    spoil(path)
    found = command("db", "check", "--db", path)
    assert found.code == 1
    assert "integrity" in found.out
    assert "monitor db restore" in found.out
    assert command("db", "restore", backup, "--db", path).code == 0
    checked = command("db", "check", "--db", path, "--json")
    assert checked.code == 0
    assert json.loads(checked.out)["findings"] == []
    assert len(list(path.parent.glob("m-before-restore-*.sqlite"))) == 1


def test_a_database_whose_first_page_is_gone_is_a_finding_and_the_backup_brings_it_back(command, path: Path) -> None:
    assert command("db", "backup", "--db", path).code == 0
    backup = next((path.parent / "m-backups").glob("m-*.sqlite"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.write(b"\xff" * 4096)
    found = command("db", "check", "--db", path)
    assert found.code == 1
    assert "monitor db restore" in found.out
    assert command("db", "restore", backup, "--db", path).code == 0
    assert command("db", "check", "--db", path).code == 0
    for kept in path.parent.glob("m-before-restore-*"):
        kept.unlink()  # what the tests leave behind has to be readable


def test_a_backup_is_never_written_over_a_file(command, path: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken.sqlite"
    taken.write_text("mine")
    refused = command("db", "backup", taken, "--db", path)
    assert (refused.code, taken.read_text()) == (3, "mine")
    assert "never replaces a file" in refused.err


def test_a_database_in_use_is_no_backup(command, path: Path, tmp_path: Path) -> None:
    assert "is the database itself" in command("db", "restore", path, "--db", path).err
    other = tmp_path / "other.sqlite"
    upgrade(other)
    aged(other, 3)
    with closing(sqlite3.connect(other)) as connection:  # what stands in its log alone would be left behind
        connection.execute("DELETE FROM event")
        connection.commit()
        refused = command("db", "restore", other, "--db", path)
    assert refused.code == 3
    assert f"monitor db backup --db {other}" in refused.err


def test_pruning_says_beforehand_what_goes(command, path: Path) -> None:
    told = json.loads(command("db", "prune", "--older-than", "3650d", "--dry-run", "--json", "--db", path).out)
    assert (told["rows"], told["total_bytes"]) == ({}, 0)
    told = json.loads(command("db", "prune", "--above-gb", "0", "--dry-run", "--json", "--db", path).out)
    done = json.loads(command("db", "prune", "--above-gb", "0", "--json", "--db", path).out)
    assert told["rows"] == done["rows"] != {}
    assert told["total_bytes"] == done["total_bytes"] > 0
    assert command("db", "check", "--db", path).code == 0


@pytest.mark.parametrize("words", [(), ("--older-than", "1d"), ("--older-than", "soon"), ("--above-gb", "1e300")])
def test_pruning_without_a_bound_or_too_near_is_refused(command, path: Path, words: tuple[str, ...]) -> None:
    assert command("db", "prune", "--db", path, *words).code == 2


def test_an_upgrade_backs_up_first_and_says_the_way_back(command, tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    upgrade(path, "0001")
    rows = fill_columns(path)
    done = command("db", "upgrade", "--db", path)
    assert done.code == 0
    assert f"schema 0001 -> {SCHEMA}" in done.out
    backup = next((tmp_path / "m-backups").glob("*-schema0001.sqlite"))
    assert f"the way back: monitor db restore {backup}" in done.out
    assert command("db", "restore", backup, "--db", path).code == 0
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (rows["event"],)
    assert command("db", "check", "--db", path).code == 3
    assert command("db", "upgrade", "--db", path).code == 0


def test_what_changes_the_file_is_refused_while_a_monitor_runs_on_it(command, path: Path) -> None:
    backup = path.parent / "b.sqlite"
    assert command("db", "backup", backup, "--db", path).code == 0
    database = open_database(path)
    with database.write() as session:
        from monitor.clock import SystemClock

        lease.take(session, lease.this_process(), SystemClock().now())
    database.close()
    for words in (("restore", backup), ("prune", "--compact", "--older-than", "5d")):
        refused = command("db", *words, "--db", path)
        assert refused.code == 3
        assert f"process {os.getpid()}" in refused.err
    assert command("db", "backup", path.parent / "c.sqlite", "--db", path).code == 0


def test_a_database_that_is_not_there_is_named(command, tmp_path: Path) -> None:
    for words in (("backup",), ("check",), ("prune", "--older-than", "5d")):
        done = command("db", *words, "--db", tmp_path / "absent.sqlite")
        assert done.code == 3
        assert "absent.sqlite" in done.err
