"""One SQLite file: an engine that writes under BEGIN IMMEDIATE, and one that only reads."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session

from monitor.errors import SchemaError, StoreError

__all__ = ["SCHEMA", "Database", "open_database"]

SCHEMA = "0006"
"""The schema revision that this program reads and writes: the newest in `migrations/versions`."""

BUSY_TIMEOUT_S = 30.0


class Database:
    """The store's engines. Read what is computed on within `write`: a read outside its transaction may be old."""

    def __init__(self, path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.path = path
        self.busy_timeout_s = busy_timeout_s
        self._write = _engine(path, busy_timeout_s, begin="BEGIN IMMEDIATE", read_only=False)
        self._read = _engine(path, busy_timeout_s, begin="BEGIN", read_only=True)

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
        """Close every connection."""
        self._read.dispose()
        self._write.dispose()


def _make(path: Path) -> None:
    """Bring the file to this program's schema."""
    from monitor.store.migrate import upgrade as migrate  # Alembic is slow to import and seldom needed

    migrate(path)


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
        raise StoreError(
            f"cannot be opened: {err.orig}", str(path), "check the path, its permissions and the disk"
        ) from err
    if found != SCHEMA:
        database.close()
        known = found is not None and found < SCHEMA
        remedy = "run `monitor db upgrade`" if known or found is None else "use the newer program that wrote it"
        raise SchemaError(f"schema {found or 'none'}, this program needs {SCHEMA}", str(path), remedy)
    return database


def _engine(path: Path, busy_timeout_s: float, *, begin: str, read_only: bool) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": busy_timeout_s, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver's own BEGIN is deferred: it loses updates
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
            cursor.execute(f"PRAGMA {pragma}")
        if read_only:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine
