"""A database whose file is moved, removed or replaced under a running monitor: it ends, and writes no more."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from monitor.errors import StoreError
from monitor.search.fake import Scripted
from monitor.store.check import check_file
from tests.faults.running import Running

pytestmark = pytest.mark.slow


def replaced(path: Path) -> None:
    """Put a copy in its place, as a backup is put back by hand."""
    copy = path.with_name("copy.sqlite")
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    target.close()
    source.close()
    copy.replace(path)


def moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere.sqlite"))


@pytest.mark.parametrize("change", [replaced, moved])
async def test_a_database_that_is_another_one_ends_the_monitor(
    running: Running, change: Callable[[Path], None]
) -> None:
    path = running.database.path
    asked = running.fake("a", [Scripted()])
    first, later = running.plan("a", 2.0), running.plan("a", 45.0)
    running.start()
    await running.run_until(first)
    change(path)
    assert running.task is not None
    await running.until(running.task.done)
    with pytest.raises(StoreError, match=r"moved, removed or replaced.*-wal"):
        running.task.result()
    assert len(asked.queries) == 1
    if change is replaced:
        running.database.close()
        for left in ("monitor.sqlite-wal", "monitor.sqlite-shm"):
            path.with_name(left).unlink(missing_ok=True)
        assert check_file(path) == []
        with sqlite3.connect(path) as held:
            states = dict(held.execute("SELECT id, state FROM probe"))
        assert states == {first: "answered", later: "planned"}
