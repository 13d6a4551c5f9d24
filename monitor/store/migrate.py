"""Bringing a database to this program's schema, with Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from monitor.errors import StoreError

__all__ = ["upgrade"]

REMEDY = "use the program that wrote it, or name another file with --db"
MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(path: Path, revision: str = "head") -> tuple[str | None, str]:
    """Bring the file at `path` to `revision`; gives the revision before and after.

    Foreign keys are off while tables are rebuilt (a batch rebuild with them on deletes the child rows),
    and checked afterwards. Raises StoreError when a row then points nowhere.
    """
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"timeout": 30})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: object, _record: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]
        # Before all else: only a file without a page takes it, and can then give pages back to the disk.
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")  # type: ignore[attr-defined]
        connection.execute("PRAGMA journal_mode=WAL")  # type: ignore[attr-defined]
        connection.execute("PRAGMA foreign_keys=OFF")  # type: ignore[attr-defined]

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    try:
        with engine.connect() as connection:
            return _upgraded(connection, config, path, revision)
    except OperationalError as err:
        remedy = "check its permissions and the disk; another program may hold it"
        raise StoreError(f"cannot be written: {err.orig}", str(path), remedy) from err
    finally:
        engine.dispose()


def _upgraded(connection: Connection, config: Config, path: Path, revision: str) -> tuple[str | None, str]:
    """Migrate in one transaction: a stop at any moment leaves the old schema or the new one."""
    before = _revision(connection)
    connection.rollback()
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as err:
        raise StoreError(f"its schema {before!r} is not one that this program knows", str(path), REMEDY) from err
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if broken:
        connection.exec_driver_sql("ROLLBACK")
        raise StoreError(
            f"{len(broken)} rows would point nowhere after the upgrade",
            str(path),
            "nothing was changed; report this with `monitor db check`",
        )
    after = _revision(connection)
    connection.exec_driver_sql("COMMIT")
    return before, after or ""


def _revision(connection: object) -> str | None:
    found = connection.exec_driver_sql(  # type: ignore[attr-defined]
        "SELECT name FROM sqlite_master WHERE name = 'alembic_version'"
    ).fetchone()
    if found is None:
        return None
    value = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()  # type: ignore[attr-defined]
    return None if value is None else str(value)
