"""Pruning takes what is bulky and old and nothing else, gives the disk its room back, and holds nobody up."""

import hashlib
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from monitor.store.backup import back_up
from monitor.store.check import check_file
from monitor.store.database import Database, open_database
from monitor.store.growth import growth, sample
from monitor.store.migrate import upgrade
from monitor.store.prune import LEAST_AGE, compact, cutoff_for_size, prune
from monitor.store.tables import Event
from monitor.store.writer import Writer
from tests.store.filled import NOON, aged, contents

DAYS = 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "m.sqlite"
    upgrade(made)
    aged(made, DAYS)
    return made


def emptied(path: Path, table: str) -> int:
    return sum(not row["zstd"] for row in contents(path)[table])


def test_a_dry_run_says_what_a_real_one_then_takes_and_touches_nothing(path: Path) -> None:
    before = contents(path)
    told = prune(path, NOON - timedelta(days=10), dry=True)
    assert contents(path) == before
    done = prune(path, NOON - timedelta(days=10), pause=lambda _: None)
    assert (done.rows, done.bytes) == (told.rows, told.bytes)
    assert done.rows == {"bodies": 120, "raw answers of sources": 120}  # the newest 10 days hold 40 of each
    assert emptied(path, "body") == emptied(path, "pull") == 120
    after = contents(path)
    for table in ("probe", "response", "grade", "instant"):
        assert after[table] == before[table]
    assert [(row["sha256"], row["size"]) for row in after["body"]] == [
        (row["sha256"], row["size"]) for row in before["body"]
    ]
    assert check_file(path) == []
    assert prune(path, NOON - timedelta(days=10), pause=lambda _: None).rows == {}


def test_the_file_gets_smaller_by_what_went(path: Path) -> None:
    before = path.stat().st_size
    done = prune(path, NOON - timedelta(days=10), pause=lambda _: None)
    assert done.shrinks
    assert done.returned > 0.8 * done.total_bytes
    assert before - path.stat().st_size > 0.8 * done.total_bytes


def test_raw_answers_that_are_still_needed_stay(path: Path) -> None:
    needed = contents(path)["pull"][-1]["sha256"]
    done = prune(path, NOON, spare=lambda raw: hashlib.sha256(raw).hexdigest() == needed, pause=lambda _: None)
    assert done.spared == 1
    assert done.rows["raw answers of sources"] == DAYS * 4 - 1


def test_pruning_by_size_takes_the_oldest_until_it_fits_and_never_the_last_two_days(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        used = connection.execute("PRAGMA page_count").fetchone()[0] * 4096
    assert cutoff_for_size(path, used + 1, NOON) is None
    before = cutoff_for_size(path, used * 2 // 3, NOON)
    assert before is not None
    assert timedelta(days=15) < NOON - before < timedelta(days=35)
    prune(path, before, pause=lambda _: None)
    assert used * 0.55 < path.stat().st_size < used * 0.75
    assert cutoff_for_size(path, 1, NOON) == NOON - LEAST_AGE


def test_a_daemon_writes_on_meanwhile(path: Path) -> None:
    database = open_database(path)
    writer = Writer(database)
    between: list[int] = []

    def goes_on(_: float) -> None:
        writer.submit(lambda s: s.add(Event(at=NOON, kind="x", message="between"))).result(timeout=30)
        between.append(1)

    prune(path, NOON, pause=goes_on)
    writer.close()
    with database.read() as session:
        assert len(session.exec(select(Event)).all()) == len(between) > 5
    database.close()


def test_a_file_that_cannot_shrink_says_so_and_can_be_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as connection:  # as versions made it that knew no pruning
        connection.execute("PRAGMA auto_vacuum=NONE")
        connection.execute("CREATE TABLE passing (x)")
        connection.execute("DROP TABLE passing")
        connection.commit()
    upgrade(path)
    aged(path, DAYS)
    done = prune(path, NOON, pause=lambda _: None)
    assert not done.shrinks
    before = contents(path)
    assert compact(path) > 0.8 * done.total_bytes
    assert contents(path) == before
    aged_again = prune(path, NOON + timedelta(days=1), pause=lambda _: None)
    assert aged_again.shrinks
    assert back_up(path, tmp_path / "b.sqlite").rows["body"] == DAYS * 4


def test_growth_is_what_was_added_a_day_and_says_how_long_the_disk_lasts(database: Database) -> None:
    assert growth(database, NOON).bytes_a_day is None
    with database.write() as session:
        for day in range(5):
            sample(session, 1_000_000 + day * 50_000, NOON - timedelta(days=4 - day))
    found = growth(database, NOON)
    assert found.bytes_a_day == pytest.approx(50_000)
    assert found.days_left == pytest.approx(
        (found.disk_free_bytes + found.reusable_bytes) / 50_000
    )
    with database.write() as session:
        sample(session, 200_000, NOON + timedelta(days=1))  # pruned: that is no negative growth
        sample(session, 250_000, NOON + timedelta(days=2))
    found = growth(database, NOON + timedelta(days=2))
    assert found.bytes_a_day == pytest.approx(max(250_000, found.used_bytes) / 6)
