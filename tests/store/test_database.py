"""The store opens what is its own, refuses what is not, and loses no update."""

import contextlib
import sqlite3
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from monitor.errors import SchemaError, StoreError
from monitor.store.database import SCHEMA, Database, open_database
from monitor.store.migrate import upgrade
from monitor.store.tables import Event, Spend, metadata
from monitor.store.types import from_micros, to_micros

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("migrated")


def test_an_absent_database_is_made_with_the_present_schema(tmp_path: Path) -> None:
    database = open_database(tmp_path / "deep" / "monitor.sqlite")
    assert database.revision() == SCHEMA
    database.close()


def test_migrated_tables_are_those_of_the_models(tmp_path: Path) -> None:
    upgrade(tmp_path / "m.sqlite")
    with create_engine(f"sqlite:///{tmp_path / 'm.sqlite'}").connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, metadata) == []


@pytest.mark.parametrize(("revision", "remedy"), [("0000", "monitor db upgrade"), ("9999", "newer program")])
def test_another_schema_is_refused_with_what_to_run(tmp_path: Path, revision: str, remedy: str) -> None:
    path = tmp_path / "monitor.sqlite"
    open_database(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    with pytest.raises(SchemaError, match=remedy):
        open_database(path)


def test_an_unknown_schema_cannot_be_upgraded_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "monitor.sqlite"
    open_database(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(StoreError, match="'0000' is not one that this program knows"):
        upgrade(path)


def test_a_file_that_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, and no database at all; they are longer than a header" * 20)
    with pytest.raises(StoreError, match=r"notes\.txt.*name the database with --db"):
        open_database(path)


def test_a_database_that_was_cut_is_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE alembic_version (version_num TEXT)")
        made.execute("CREATE TABLE wide (words BLOB)")
        made.execute("INSERT INTO wide VALUES (zeroblob(100000))")
        made.commit()
    path.write_bytes(path.read_bytes()[:8192])
    with pytest.raises(StoreError, match=r"damaged.*monitor db restore"):
        open_database(path)


def test_a_missing_database_is_not_made_when_it_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        open_database(tmp_path / "absent.sqlite", create=False)
    assert not (tmp_path / "absent.sqlite").exists()


def test_concurrent_counters_lose_nothing(database: Database) -> None:
    with database.write() as session:
        session.add(Spend(day="2026-11-30", api="a"))

    def count() -> None:
        for _ in range(5):
            with database.write() as session:
                row = session.get(Spend, ("2026-11-30", "a"))
                assert row is not None
                row.calls += 1
                session.add(row)

    threads = [threading.Thread(target=count) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.read() as session:
        row = session.get(Spend, ("2026-11-30", "a"))
        assert row is not None
        assert row.calls == 80


def test_reading_sessions_cannot_write(database: Database) -> None:
    with database.read() as session:
        session.add(Event(at=NOON, kind="x", message="m"))
        with pytest.raises(OperationalError, match="readonly"):
            session.flush()


def test_times_come_back_in_utc_to_the_microsecond(database: Database) -> None:
    with database.write() as session:
        session.add(Event(at=NOON, kind="x", message="m"))
    with database.read() as session:
        assert session.exec(select(Event)).one().at == NOON
    assert from_micros(to_micros(NOON)) == NOON


def test_a_naive_time_is_refused() -> None:
    with pytest.raises(ValueError, match="naive"):
        to_micros(datetime(2026, 11, 30))  # noqa: DTZ001 - that is the point


def test_an_upgrade_from_the_first_schema_keeps_rows_and_their_ties(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    upgrade(path, "0001")
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO instant (id, at, schedule, schedule_hash, market_open, is_close, planned_at)"
            " VALUES (1, 1, 's', 'h', 1, 0, 1)"
        )
        connection.execute("INSERT INTO event (at, kind, message, detail) VALUES (1, 'start', 'as it was', '{}')")
        connection.execute("INSERT INTO body (id, sha256, size, zstd, truncated, redacted) VALUES (7, '', 1, '', 0, 0)")
    assert upgrade(path) == ("0001", SCHEMA)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT message FROM event").fetchall() == [("as it was",)]
        assert connection.execute("SELECT id FROM body").fetchall() == [(7,)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.execute("SELECT state, night FROM run").fetchall()


def test_alerts_of_the_fourth_schema_get_timelines_and_are_otherwise_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    upgrade(path, "0004")
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO alert (id, key, severity, message, detail, raised_at, last_at, count, cleared_at)"
            " VALUES (4, 'account:exa', 'critical', 'm', '{}', 1, 2, 3, NULL)"
        )
    upgrade(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT id, key, count, told_at, held FROM alert").fetchall() == [
            (4, "account:exa", 3, None, None)
        ]
        connection.execute("INSERT INTO alert_event (alert_id, at, kind, text) VALUES (4, 3, 'noted', 'x')")
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_no_connection_is_opened_to_a_file_that_took_the_place_of_this_one(tmp_path: Path) -> None:
    path = tmp_path / "monitor.sqlite"
    database = open_database(path)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(path.read_bytes())
    with database.read() as held, database.read() as another:
        held.connection()  # the connection that is open already: the next is a new one
        copy.replace(path)
        with pytest.raises(OperationalError, match="moved, removed or replaced"):
            another.connection()
    database.close()
