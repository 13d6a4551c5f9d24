"""Power goes while the database is written: what had been committed is there, and the file is sound."""

import random
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from monitor.store.database import open_database
from monitor.store.tables import Event
from monitor.store.writer import Writer

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
COMMITS, CUTS = 40, 60


def test_every_transaction_that_had_returned_survives_a_log_cut_anywhere_after_it(tmp_path: Path) -> None:
    draw = random.Random(8)
    database = open_database(tmp_path / "m.sqlite")
    writer = Writer(database)
    log = tmp_path / "m.sqlite-wal"
    written_until: list[int] = []
    """Bytes of the log when commit n had returned: what the power cut cannot take any more."""
    for n in range(COMMITS):
        text = f"{n} " + "x" * draw.randrange(6000)
        writer.submit(lambda s, text=text: s.add(Event(at=NOON, kind="x", message=text))).result(timeout=30)
        written_until.append(log.stat().st_size)
    shutil.copy(tmp_path / "m.sqlite", tmp_path / "cut.sqlite")
    whole = log.read_bytes()
    writer.close()
    database.close()
    main = (tmp_path / "cut.sqlite").read_bytes()
    assert written_until[-1] == len(whole)
    cuts = [*draw.choices(range(len(whole) + 1), k=CUTS), *(size - 1 for size in written_until), *written_until]
    for cut in cuts:
        (tmp_path / "cut.sqlite").write_bytes(main)
        (tmp_path / "cut.sqlite-wal").write_bytes(whole[:cut])
        (tmp_path / "cut.sqlite-shm").unlink(missing_ok=True)
        returned = sum(size <= cut for size in written_until)
        with closing(sqlite3.connect(tmp_path / "cut.sqlite")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            rows = [int(row[0].split()[0]) for row in connection.execute("SELECT message FROM event ORDER BY id")]
        assert rows == list(range(len(rows)))
        assert len(rows) >= returned
        assert len(rows) <= returned + 1  # the transaction under way is there whole or not at all


def test_a_log_whose_tail_is_rubbish_loses_nothing_that_had_returned(tmp_path: Path) -> None:
    draw = random.Random(9)
    database = open_database(tmp_path / "m.sqlite")
    writer = Writer(database)
    for n in range(20):
        writer.submit(lambda s, n=n: s.add(Event(at=NOON, kind="x", message=str(n)))).result(timeout=30)
    whole = (tmp_path / "m.sqlite-wal").read_bytes()
    main = (tmp_path / "m.sqlite").read_bytes()
    writer.close()
    database.close()
    for number in range(40):
        path = tmp_path / f"{number}.sqlite"
        path.write_bytes(main)
        path.with_name(f"{path.name}-wal").write_bytes(whole + draw.randbytes(draw.randrange(1, 30_000)))
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("SELECT count(*) FROM event").fetchone() == (20,)
