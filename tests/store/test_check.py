"""`monitor db check` finds each kind of fault, names the rows, and finds nothing where all is well."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from monitor.store.check import check_file
from monitor.store.migrate import upgrade
from tests.store.filled import aged
from tests.store.test_backup import spoil


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "m.sqlite"
    upgrade(made)
    aged(made, 10)
    return made


FAULTS = {
    "foreign keys": ("DELETE FROM instant WHERE id = 3", "integrity", "1 rows of probe point at no instant"),
    "a body of nobody": ("UPDATE response SET body_id = NULL WHERE id = 7", "orphans", "bodies that belong to no"),
    "an answer without response": ("DELETE FROM response WHERE id = 8", "orphans", "answered probes without"),
    "a response never sent": ("UPDATE probe SET state = 'missed' WHERE id = 9", "orphans", "never sent: 9"),
    "a changed body": ("UPDATE body SET sha256 = 'x' WHERE id = 4", "hashes", "1 rows of body are not"),
    "a spoiled answer": ("UPDATE pull SET zstd = x'00' WHERE id = 5", "hashes", "rows of pull are not"),
    "asked twice": (
        "DROP INDEX uq_probe_asked_once; UPDATE probe SET instant_at = 1; UPDATE probe SET attempt = id WHERE id > 2",
        "asked twice", "1 probes stand twice: 1",
    ),
}  # fmt: skip


def test_a_sound_database_has_no_findings(path: Path) -> None:
    assert check_file(path) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_and_named(path: Path, fault: str) -> None:
    script, kind, what = FAULTS[fault]
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    found = check_file(path)
    assert any(one.kind == kind and what in one.what for one in found), found
    assert all(one.remedy for one in found)


def test_a_spoiled_page_is_found(path: Path) -> None:
    spoil(path)
    found = check_file(path)
    assert found
    assert {one.kind for one in found} == {"integrity"}
    assert "monitor db restore" in found[0].remedy


def test_a_pruned_body_is_no_fault(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE body SET zstd = x'' WHERE id < 9")
        connection.execute("UPDATE pull SET zstd = NULL WHERE id < 9")
        connection.commit()
    assert check_file(path) == []
