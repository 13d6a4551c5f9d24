"""A disk that takes no more, a folder that may not be written: it waits, says why, and loses nothing."""

import ctypes
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import select

from monitor.errors import StoreError
from monitor.search.fake import Scripted
from monitor.store.check import check_file
from monitor.store.database import Database, open_database
from monitor.store.tables import Event
from monitor.store.writer import Writer
from tests.faults.running import Running
from tests.leaks.canary import note

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
BIG = "x" * 200_000
FULL = 16_384
"""No file may reach so far: a few pages of the log, wherever in it the next commit is written."""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "monitor.sqlite")
    yield opened
    opened.close()


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Let this process's files grow no further, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def messages(database: Database) -> list[str]:
    with database.read() as session:
        return [event.message[:20] for event in session.exec(select(Event).order_by(Event.id))]


def wait_for_trouble(writer: Writer) -> str:
    patience = threading.Event()
    for _ in range(600):
        if writer.trouble is not None:
            return writer.trouble.why
        patience.wait(0.05)
    raise AssertionError("the writer met no trouble")


def test_what_a_full_disk_refuses_is_kept_and_written_when_there_is_room(database: Database) -> None:
    writer = Writer(database)
    writer.submit(lambda s: s.add(Event(at=NOON, kind="x", message="before"))).result(timeout=30)
    with files_no_larger_than(FULL):
        futures = [writer.submit(lambda s, n=n: s.add(Event(at=NOON, kind="x", message=f"{n}{BIG}"))) for n in range(3)]
        why = wait_for_trouble(writer)
        assert not any(future.done() for future in futures)
        assert messages(database) == ["before"]
    for future in futures:
        future.result(timeout=30)
    writer.close()
    assert "disk" in why
    assert writer.trouble is None
    assert messages(database) == ["before", *(f"{n}{BIG}"[:20] for n in range(3))]
    assert check_file(database.path) == []


def test_a_stop_on_a_full_disk_ends_with_what_was_given_up_and_a_sound_file(database: Database) -> None:
    writer = Writer(database)
    writer.submit(lambda s: s.connection().exec_driver_sql("PRAGMA max_page_count=1")).result(timeout=30)
    future = writer.submit(lambda s: s.add(Event(at=NOON, kind="x", message=BIG)))
    assert wait_for_trouble(writer) == "the disk is full"
    writer.hurry(0.1)
    with pytest.raises(StoreError, match="the disk is full; 1 writes were given up"):
        future.result(timeout=30)
    writer.close()
    assert messages(database) == []
    assert check_file(database.path) == []


@pytest.mark.slow
async def test_probes_on_a_full_disk_are_recorded_once_there_is_room_and_the_gap_is_set_down(running: Running) -> None:
    full = ExitStack()

    def answers(_: str) -> Scripted:
        if not asked.queries:  # from the first answer on, before it can be written
            full.enter_context(files_no_larger_than(FULL))
        return Scripted()

    asked = running.fake("a", answers)
    ids = [running.plan("a", 5.0, item=f"i{n}") for n in range(5)]
    with full:
        running.start()
        assert running.daemon is not None
        writer = running.daemon.writer
        await running.until(lambda: writer.trouble is not None and len(asked.queries) == 5)
        await running.clock.sleep(1.5)
    await running.run_until(*ids)
    told = await running.event("store")
    await running.stop()
    assert {running.probe(one).state for one in ids} == {"answered"}
    assert len(asked.queries) == 5
    assert "nothing could be written for" in told.message
    assert "disk" in told.message
    assert check_file(running.database.path) == []


DROP = (1, 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: with them root may write anywhere."""
PR_CAPBSET_DROP = 24


def _as_an_ordinary_user() -> None:
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for one in DROP:
            libc.prctl(PR_CAPBSET_DROP, one, 0, 0, 0)


def cli(*words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "monitor", *words], capture_output=True, text=True, timeout=120,
        preexec_fn=_as_an_ordinary_user,
    )  # fmt: skip
    note("monitor", done.stdout, done.stderr)
    return done


@pytest.mark.skipif(sys.platform != "linux", reason="takes root's rights away with prctl")
def test_a_folder_that_may_not_be_written_is_named_with_a_remedy_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    open_database(folder / "monitor.sqlite").close()
    before = (folder / "monitor.sqlite").read_bytes()
    (folder / "monitor.toml").write_text('[store]\npath = "monitor.sqlite"\n')
    (folder / "monitor.sqlite").chmod(0o400)
    folder.chmod(0o500)
    try:
        kept = cli("status", "--db", str(folder / "monitor.sqlite"))
        daemon = cli("--config", str(folder / "monitor.toml"), "run", "--no-page")
        absent = cli("db", "upgrade", "--db", str(folder / "other.sqlite"))
    finally:
        folder.chmod(0o700)
    for done in (kept, daemon, absent):
        assert done.returncode == 3, done.stderr
        assert str(folder) in done.stderr
        assert "permissions" in done.stderr or "disk" in done.stderr
        assert "Traceback" not in done.stderr
    assert (folder / "monitor.sqlite").read_bytes() == before
    assert not (folder / "other.sqlite").exists()
