"""A backup is whole or is not there; the way back loses nothing; the rotation keeps days and weeks."""

import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from monitor.errors import StoreError
from monitor.store.backup import back_up, backup_name, restore, verify
from monitor.store.database import SCHEMA, Database, open_database
from monitor.store.rotation import made_at, rotate, surplus
from monitor.store.tables import Event
from monitor.store.writer import Writer

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def add(database: Database, *messages: str) -> None:
    with database.write() as session:
        session.add_all(Event(at=NOON, kind="x", message=one) for one in messages)


def messages(path: Path) -> list[str]:
    database = open_database(path, create=False)
    try:
        with database.read() as session:
            return [event.message for event in session.exec(select(Event).order_by(Event.id))]
    finally:
        database.close()


def test_a_backup_of_a_database_in_use_holds_one_moment_and_stands_alone(database: Database, tmp_path: Path) -> None:
    writer = Writer(database)
    futures = [writer.submit(lambda s, n=n: s.add(Event(at=NOON, kind="x", message=str(n)))) for n in range(300)]
    futures[50].result(timeout=30)
    made = back_up(database.path, tmp_path / "kept" / "b.sqlite")
    writer.close()
    kept = messages(made.path)
    assert kept == [str(n) for n in range(len(kept))]
    assert len(kept) >= 51
    assert made.rows["event"] == len(kept)
    assert made.schema == SCHEMA
    assert len(messages(database.path)) == 300
    noted = made.path.with_name("b.sqlite.sha256")
    assert subprocess.run(["sha256sum", "-c", noted.name], cwd=noted.parent, capture_output=True).returncode == 0


def test_a_backup_never_replaces_a_file_and_leaves_nothing_half_made(database: Database, tmp_path: Path) -> None:
    taken = tmp_path / "taken.sqlite"
    taken.write_text("mine")
    with pytest.raises(StoreError, match="never replaces"):
        back_up(database.path, taken)
    assert taken.read_text() == "mine"
    blocked = tmp_path / "file-not-folder"
    blocked.write_text("")
    with pytest.raises(StoreError, match="could not be made"):
        back_up(database.path, blocked / "b.sqlite")
    assert not list(tmp_path.glob("*.part*"))


def test_the_half_made_copy_of_a_killed_backup_is_in_nobodys_way(database: Database, tmp_path: Path) -> None:
    (tmp_path / "b.sqlite.part").write_text("half")
    back_up(database.path, tmp_path / "b.sqlite")
    assert not (tmp_path / "b.sqlite.part").exists()


def test_a_spoiled_database_gives_no_backup(database: Database, tmp_path: Path) -> None:
    add(database, *(f"{n} " + "x" * 3000 for n in range(100)))
    path = database.path
    database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    spoil(path)
    with pytest.raises(StoreError):
        back_up(path, tmp_path / "b.sqlite")
    assert not (tmp_path / "b.sqlite").exists()


def spoil(path: Path) -> None:
    """Overwrite pages in the middle of a database file."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(os.urandom(8192))


def test_a_backup_that_was_changed_afterwards_is_refused(database: Database, tmp_path: Path) -> None:
    made = back_up(database.path, tmp_path / "b.sqlite")
    with closing(sqlite3.connect(made.path)) as connection:
        connection.execute("DELETE FROM alembic_version")
        connection.commit()
    with pytest.raises(StoreError, match="SHA-256"):
        verify(made.path)
    with pytest.raises(StoreError, match="SHA-256"):
        restore(database.path, made.path, NOON)


@pytest.mark.parametrize("content", [b"", b"no database, but text that is longer than the header of one" * 40])
def test_what_is_no_backup_is_refused_and_nothing_is_touched(
    database: Database, tmp_path: Path, content: bytes
) -> None:
    other = tmp_path / "other.sqlite"
    other.write_bytes(content)
    add(database, "stays")
    with pytest.raises(StoreError, match=r"other\.sqlite"):
        restore(database.path, other, NOON)
    assert messages(database.path) == ["stays"]


def test_restoring_brings_back_the_backup_and_keeps_what_stood_there(database: Database, tmp_path: Path) -> None:
    add(database, "before")
    made = back_up(database.path, tmp_path / "b.sqlite")
    add(database, "after")
    database.close()
    done = restore(database.path, made.path, NOON)
    assert messages(database.path) == ["before"]
    assert done.kept is not None
    assert messages(done.kept) == ["before", "after"]
    assert restore(database.path, done.kept, NOON + timedelta(seconds=1)).backup.rows["event"] == 2
    assert messages(database.path) == ["before", "after"]


def test_restoring_where_nothing_stands_makes_the_database(database: Database, tmp_path: Path) -> None:
    add(database, "kept")
    made = back_up(database.path, tmp_path / "b.sqlite")
    elsewhere = tmp_path / "new" / "monitor.sqlite"
    assert restore(elsewhere, made.path, NOON).kept is None
    assert messages(elsewhere) == ["kept"]


@given(st.sets(st.integers(0, 24 * 120), max_size=60), st.integers(1, 5), st.integers(0, 5))
def test_the_rotation_keeps_the_newest_of_each_of_the_last_days_and_weeks(
    hours: set[int], keep_daily: int, keep_weekly: int
) -> None:
    made = sorted(NOON + timedelta(hours=hour) for hour in hours)
    paths = [Path(backup_name(Path("m.sqlite"), at)) for at in made]
    gone = surplus([*paths, Path("m-other.sqlite"), Path("n-20261130T120000Z.sqlite")], "m", keep_daily, keep_weekly)
    left = [at for at, path in zip(made, paths, strict=True) if path not in gone]
    assert set(gone) <= set(paths)
    if not made:
        return
    assert left[-1] == made[-1]
    assert len(left) <= keep_daily + keep_weekly
    newest: dict[object, datetime] = {}
    for at in made:
        newest[at.date()] = at
    assert set(list(newest.values())[-keep_daily:]) <= set(left)
    weekly: dict[object, datetime] = {}
    for at in made:
        weekly[at.isocalendar()[:2]] = at
    if keep_weekly:
        assert set(list(weekly.values())[-keep_weekly:]) <= set(left)


def test_rotating_deletes_a_backup_with_its_hash_and_nothing_else(tmp_path: Path) -> None:
    for day in range(4):
        name = backup_name(Path("m.sqlite"), NOON + timedelta(days=day))
        (tmp_path / name).write_text("")
        (tmp_path / f"{name}.sha256").write_text("")
    (tmp_path / "m-20261130T120000Z-schema0001.sqlite").write_text("")
    (tmp_path / "notes.txt").write_text("")
    assert len(rotate(tmp_path, "m", keep_daily=2, keep_weekly=0)) == 2
    assert len(list(tmp_path.iterdir())) == 2 * 2 + 2
    assert made_at(tmp_path / "m-20269930T120000Z.sqlite", "m") is None
