"""The worker's care: a backup when one is due, rotated; pruning as the settings say; the size kept."""

from datetime import timedelta
from pathlib import Path

import pytest

from monitor.config import BackupSettings, PruneSettings, Settings, StoreSettings
from monitor.daemon.care import BACKUP, care
from monitor.errors import StoreError
from monitor.store.database import open_database
from monitor.store.tables import Event, Note, Summary
from tests.store.filled import NOON, aged, contents


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "m.sqlite"
    database = open_database(made)
    with database.write() as session:
        session.add(Event(at=NOON - timedelta(hours=1), kind="start", message="started"))
    database.close()
    aged(made, 10)
    return made


def settings(path: Path, **tables: object) -> Settings:
    return Settings(base=path.parent, store=StoreSettings(path=path), **tables)


def backups(path: Path) -> list[Path]:
    return sorted(path.parent.glob("m-backups/*.sqlite"))


def test_a_backup_is_made_when_one_is_due_and_old_ones_go(path: Path) -> None:
    wanted = settings(path, backup=BackupSettings(every_h=24, keep_daily=2, keep_weekly=0))
    assert "backups" not in care(wanted, NOON)
    for day in range(1, 5):
        assert care(wanted, NOON + timedelta(days=day))["backups"] == 1
        assert "backups" not in care(wanted, NOON + timedelta(days=day, hours=5))
    assert len(backups(path)) == 2
    database = open_database(path)
    with database.read() as session:
        noted = session.get_one(Note, BACKUP)
        assert (noted.at, noted.value["path"]) == (NOON + timedelta(days=4), str(backups(path)[-1]))
        assert len(session.get_one(Summary, "database_size").value["samples"]) == 5
    database.close()


def test_no_backup_is_made_where_none_is_wanted(path: Path) -> None:
    assert "backups" not in care(settings(path, backup=BackupSettings(every_h=0)), NOON + timedelta(days=9))
    assert backups(path) == []


def test_pruning_follows_the_settings_once_a_day(path: Path) -> None:
    wanted = settings(path, prune=PruneSettings(after_days=5), backup=BackupSettings(every_h=0))
    first = care(wanted, NOON + timedelta(days=1))
    assert first["pruned"] > 0
    assert "pruned" not in care(wanted, NOON + timedelta(days=1, hours=2))
    assert sum(not row["zstd"] for row in contents(path)["body"]) * 2 == first["pruned"]


def test_a_backup_that_fails_is_told_after_the_rest_was_done(path: Path) -> None:
    (path.parent / "m-backups").write_text("in the way")
    wanted = settings(path, prune=PruneSettings(after_days=5))
    with pytest.raises(StoreError, match="backup"):
        care(wanted, NOON + timedelta(days=2))
    assert any(not row["zstd"] for row in contents(path)["body"])
