"""Pages of the file are spoiled under us: the check finds it, the backup brings back every row that it held."""

import random
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from monitor.store.backup import back_up, restore
from monitor.store.check import check_file
from monitor.store.migrate import upgrade
from tests.store.filled import aged, contents

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
PAGE, DRAWS = 4096, 12


def test_a_spoiled_page_is_found_and_the_backup_has_every_row_and_what_was_there_is_kept(tmp_path: Path) -> None:
    draw = random.Random(8)
    path = tmp_path / "m.sqlite"
    upgrade(path)
    aged(path, 6)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = connection.execute("SELECT pageno FROM dbstat").fetchall()
    sound, before = path.read_bytes(), contents(path)
    backup = back_up(path, tmp_path / "backup.sqlite").path
    for number in range(DRAWS):
        page = 1 if number == 0 else draw.choice(pages)[0]  # the first one holds the schema
        at = (page - 1) * PAGE
        path.write_bytes(sound[:at] + draw.randbytes(PAGE) + sound[at + PAGE :])
        spoiled = path.read_bytes()
        found = check_file(path)
        assert found, f"page {page}"
        assert "monitor db restore" in found[0].remedy
        kept = restore(path, backup, NOON).kept
        assert contents(path) == before
        assert check_file(path) == []
        assert kept is not None
        assert kept.read_bytes() == spoiled
        kept.unlink()  # what the tests leave behind has to be readable
    shutil.rmtree(tmp_path / "m-backups", ignore_errors=True)
