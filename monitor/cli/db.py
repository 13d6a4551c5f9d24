"""``monitor db``: the database's schema."""

import typer

from monitor.cli.options import Config, Db, example

__all__ = ["app"]

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=example("monitor db upgrade"))


@app.callback()
def db() -> None:
    """Look after the database."""


@app.command(epilog=example("monitor db upgrade", "monitor db upgrade --db /var/lib/monitor/monitor.sqlite"))
def upgrade(config: Config = None, db: Db = None) -> None:
    """Bring the database to this program's schema.

    One that is absent is made. Nothing is lost; the revision before and after is printed.
    """
    from monitor.cli.context import settings_for
    from monitor.cli.output import say
    from monitor.daemon.world import database_path
    from monitor.errors import SchemaError, StoreError
    from monitor.store.database import SCHEMA, Database
    from monitor.store.migrate import upgrade as migrate

    path = database_path(settings_for(config, db))
    if not path.parent.is_dir():
        raise StoreError("there is no such folder", str(path.parent), "make it, or name another file with --db")
    if path.is_file() and path.stat().st_size:
        database = Database(path)
        try:
            found = database.revision()
        finally:
            database.close()
        if found is not None and found > SCHEMA:
            raise SchemaError(
                f"schema {found}, this program needs {SCHEMA}", str(path), "use the newer program that wrote it"
            )
    before, after = migrate(path)
    if before == after:
        say(f"{path}: schema {after}, nothing to do")
    else:
        say(f"{path}: schema {before or 'none'} -> {after}")
