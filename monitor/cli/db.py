"""``monitor db``: looking after the database: backups, the way back, pruning, checks, its schema."""

from pathlib import Path
from typing import Annotated

import typer

from monitor.cli.db_check import check
from monitor.cli.db_parts import nobody, size
from monitor.cli.db_prune import prune
from monitor.cli.options import AsJson, Config, Db, example

__all__ = ["app"]

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=example("monitor db backup", "monitor db check"))


@app.callback()
def db() -> None:
    """Back up, restore, prune, check and upgrade the database."""


@app.command(epilog=example("monitor db backup", "monitor db backup /mnt/elsewhere/monitor.sqlite"))
def backup(
    out: Annotated[
        Path | None, typer.Argument(metavar="[OUT]", help="The new file. Default: a dated one in the backup folder.")
    ] = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Copy the database in use, and read the copy back.

    Every page, index and foreign key of the copy is checked, its rows are counted against the database's, and its
    SHA-256 is written beside it. A file that exists is never replaced.
    """
    from dataclasses import asdict

    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_facts, print_json, progress
    from monitor.daemon.care import backup_folder, note_backup
    from monitor.daemon.world import database_path
    from monitor.store.backup import back_up, backup_name
    from monitor.store.database import SCHEMA, Database

    settings = settings_for(config, db)
    path, now = database_path(settings), clock_of(settings).now()
    with progress("Backing up"):
        made = back_up(path, out or backup_folder(settings) / backup_name(path, now))
    if made.schema == SCHEMA:
        database = Database(path)
        try:
            note_backup(database, made, now)
        finally:
            database.close()
    if as_json:
        print_json(asdict(made))
        return
    print_facts([
        ("backup", made.path), ("size", size(made.size)), ("rows", f"{sum(made.rows.values()):,}"),
        ("schema", made.schema), ("sha256", made.sha256), ("verified", "pages, indices, foreign keys, row counts"),
    ])  # fmt: skip


@app.command(epilog=example("monitor db restore monitor-backups/monitor-20261130T031500Z.sqlite"))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    config: Config = None,
    db: Db = None,
) -> None:
    """Put a backup in the database's place.

    The backup is read through first. What stood there is kept beside it under another name. The monitor must be
    stopped.
    """
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import say
    from monitor.daemon.world import database_path
    from monitor.store.backup import restore as put_back
    from monitor.store.database import SCHEMA

    settings = settings_for(config, db)
    path, now = database_path(settings), clock_of(settings).now()
    nobody(path, settings)
    done = put_back(path, file, now)
    rows = sum(done.backup.rows.values())
    say(f"{path}: restored from {file}, {rows:,} rows, schema {done.backup.schema}")
    if done.kept is not None:
        say(f"what stood there is {done.kept}; delete it when you need it no longer")
    if done.backup.schema < SCHEMA:
        say("run `monitor db upgrade`, or use the program that wrote it")


@app.command(epilog=example("monitor db upgrade", "monitor db upgrade --db /var/lib/monitor/monitor.sqlite"))
def upgrade(
    backup: Annotated[
        bool, typer.Option("--backup/--no-backup", help="Back it up first, or not (where there is no room).")
    ] = True,
    config: Config = None,
    db: Db = None,
) -> None:
    """Bring the database to this program's schema, after a backup.

    One that is absent is made. Nothing is lost; the revision before and after is printed, and the way back. The
    monitor must be stopped.
    """
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import say
    from monitor.daemon.care import backup_folder
    from monitor.daemon.world import database_path
    from monitor.errors import SchemaError, StoreError
    from monitor.store.backup import back_up, backup_name, unused
    from monitor.store.database import SCHEMA, Database
    from monitor.store.migrate import upgrade as migrate

    settings = settings_for(config, db)
    path = database_path(settings)
    if not path.parent.is_dir():
        raise StoreError("there is no such folder", str(path.parent), "make it, or name another file with --db")
    saved = None
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
        if found is not None and found != SCHEMA:
            nobody(path, settings)
            if backup:
                name = backup_name(path, clock_of(settings).now(), f"schema{found}")
                saved = back_up(path, unused(backup_folder(settings) / name))
                say(f"backed up to {saved.path}, {size(saved.size)}")
    before, after = migrate(path)
    if before == after:
        say(f"{path}: schema {after}, nothing to do")
    else:
        say(f"{path}: schema {before or 'none'} -> {after}")
    if saved is not None:
        say(f"the way back: monitor db restore {saved.path}")


app.command(epilog=example("monitor db prune --older-than 60d --dry-run", "monitor db prune --above-gb 4"))(prune)
app.command(epilog=example("monitor db check", "monitor db check --json"))(check)
