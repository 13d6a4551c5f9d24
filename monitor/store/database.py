"""One SQLite file: an engine that writes under BEGIN IMMEDIATE, and one that only reads."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session

from monitor.errors import SchemaError, StoreError

__all__ = ["SCHEMA", "Database", "open_database"]

SCHEMA = "0006"
"""The schema revision that this program reads and writes: the newest in `migrations/versions`."""

BUSY_TIMEOUT_S = 30.0
POLL_S = 0.004
"""How often whoever wants to write asks for the lock. SQLite's own handler soon asks ten times a second only, and
misses the short gaps between the transactions of a pass that writes much."""
READ_CACHE_KIB = 512
"""Of the file's pages, for each connection that only reads. A daemon holds several, and SQLite's 2 MB for each, filled
over weeks as the database grows, were most of what its memory grew by; the host's own cache holds the file as well."""


class Database:
    """The store's engines. Read what is computed on within `write`: a read outside its transaction may be old."""

    def __init__(self, path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S, poll_s: float = POLL_S) -> None:
        self.path = path
        self.busy_timeout_s = busy_timeout_s
        self._write = _engine(path, busy_timeout_s, poll_s)
        self._read = _engine(path, busy_timeout_s, None)
        self._file: tuple[int, int] | None = _file(path)
        for engine in (self._write, self._read):
            event.listen(engine, "do_connect", self._refuse_another)

    def is_elsewhere(self) -> bool:
        """Tell whether the file at `path` is not the one that was opened: it was moved, removed or replaced.

        Connections that are open write to the old one then, new ones to the new one, and both to one ``-wal``.
        """
        try:
            now = _file(self.path)
        except OSError:
            return False  # it cannot be told just now, of a drive that is away for a moment, say
        if self._file is None:
            self._file = now
        return now != self._file

    def _refuse_another(self, *_: Any) -> None:
        """Open nothing of a file that took this one's place.

        SQLite would cut the ``-shm`` to the new one's measure, and connections that have it mapped would end the
        process (SIGBUS). Whoever can bear a database that fails takes this as any other of its errors.
        """
        if self.is_elsewhere():
            raise sqlite3.OperationalError("the database's file was moved, removed or replaced while it was open")

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """Give a session whose transaction holds the write lock; it commits on leaving, unless an error passes."""
        with Session(self._write, expire_on_commit=False) as session, session.begin():
            session.connection()  # takes the lock now, before anything is read
            yield session

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """Give a session that sees one consistent state and cannot write."""
        with Session(self._read, expire_on_commit=False) as session, session.begin():
            yield session

    def revision(self) -> str | None:
        """Give the file's schema revision, or None where there is no schema yet."""
        with self.read() as session:
            tables = session.connection().execute(text("SELECT name FROM sqlite_master WHERE type='table'"))
            if "alembic_version" not in {row[0] for row in tables}:
                return None
            found = session.connection().execute(text("SELECT version_num FROM alembic_version")).scalar()
            return None if found is None else str(found)

    def is_empty(self) -> bool:
        """Tell whether nothing at all was ever put into the file."""
        with self.read() as session:
            return not session.connection().execute(text("SELECT count(*) FROM sqlite_master")).scalar()

    def close(self) -> None:
        """Close every connection, and give up the statements that were compiled for them.

        A web framework may keep its handlers, and through them this object, for as long as the process lives.
        """
        for engine in (self._read, self._write):
            engine.dispose()
            engine.clear_compiled_cache()


def _file(path: Path) -> tuple[int, int] | None:
    """Give what tells a file from every other one, whatever it is called; None where there is none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def _make(path: Path) -> None:
    """Bring the file to this program's schema."""
    from monitor.store.migrate import upgrade as migrate  # Alembic is slow to import and seldom needed

    migrate(path)


def _remedy(err: BaseException | None) -> str:
    """Say what helps where SQLite refused the file."""
    code = getattr(err, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_CORRUPT:
        return "it is damaged: stop what writes to it, then `monitor db check`, and `monitor db restore` with a backup"
    if code == sqlite3.SQLITE_NOTADB:
        return "name the database with --db, or restore it with `monitor db restore`"
    return "check the path, its permissions and the disk"


def open_database(path: Path, *, create: bool = True) -> Database:
    """Give the database at `path`, made when absent.

    Raises SchemaError when its schema is older or newer than this program's, naming the command to run,
    and StoreError when the file cannot be opened or is no database.
    """
    new = not path.is_file() or path.stat().st_size == 0
    if new and not create:
        raise StoreError(
            "there is no database", str(path), "`monitor run` or `monitor db upgrade` makes it; --db names another"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        raise StoreError(
            f"its folder cannot be made: {err.strerror}", str(path), "name another place with --db"
        ) from err
    if new:
        _make(path)
    database = Database(path)
    try:
        found = database.revision()
        if found is None:  # another process may be making it just now, and holds the write lock meanwhile
            with database.write():
                found = database.revision()
        if found is None and database.is_empty():  # whoever was making it was killed over it
            _make(path)
            found = database.revision()
    except DatabaseError as err:
        database.close()
        raise StoreError(f"cannot be opened: {err.orig}", str(path), _remedy(err.orig)) from err
    if found != SCHEMA:
        database.close()
        known = found is not None and found < SCHEMA
        remedy = "run `monitor db upgrade`" if known or found is None else "use the newer program that wrote it"
        raise SchemaError(f"schema {found or 'none'}, this program needs {SCHEMA}", str(path), remedy)
    return database


def _engine(path: Path, busy_timeout_s: float, poll_s: float | None) -> Engine:
    """Give the engine that writes, asking for the lock every `poll_s`; or, for None, the one that only reads."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": busy_timeout_s, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver's own BEGIN is deferred: it loses updates
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
            cursor.execute(f"PRAGMA {pragma}")
        if poll_s is None:
            cursor.execute("PRAGMA query_only=ON")
            cursor.execute(f"PRAGMA cache_size=-{READ_CACHE_KIB}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Any) -> None:
        if poll_s is None:
            connection.exec_driver_sql("BEGIN")
        else:
            _begin_immediate(connection, busy_timeout_s, poll_s)

    return engine


def _begin_immediate(connection: Any, busy_timeout_s: float, poll_s: float) -> None:
    """Take the write lock, asking every `poll_s`; what SQLite says is raised once `busy_timeout_s` are over."""
    held = connection.connection.driver_connection
    held.execute("PRAGMA busy_timeout=0")
    try:
        tries = max(1, round(busy_timeout_s / poll_s))
        for _ in range(tries - 1):
            try:
                held.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as err:
                if err.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    break  # the last try raises it as SQLAlchemy's own
                sleep(poll_s)
            else:
                return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        held.execute(f"PRAGMA busy_timeout={round(busy_timeout_s * 1000)}")
