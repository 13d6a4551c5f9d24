"""``monitor nightly export`` and ``import``: question runs as the public harness's files."""

from pathlib import Path
from typing import Annotated

import typer

from monitor.cli.options import Config, Db

__all__ = ["export_", "import_"]


def export_(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where to: results.jsonl and manifest.json are written.")
    ],
    night: Annotated[
        list[str] | None, typer.Option("--night", metavar="NAME", help="Of these nights. Default: all.")
    ] = None,
    config: Config = None,
    db: Db = None,
) -> None:
    """Write runs as the public harness's results.jsonl."""
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import say
    from monitor.cli.picking import split_names
    from monitor.interop.question_runs import export_runs

    settings = settings_for(config, db)
    database = existing_database(settings)
    try:
        count = export_runs(database, folder, clock_of(settings).now(), nights=split_names(night or ()) or None)
    finally:
        database.close()
    say(f"{count:,} runs written to {folder / 'results.jsonl'}")


def import_(
    place: Annotated[Path, typer.Argument(metavar="FILE", help="A results.jsonl, or a run folder that holds one.")],
    night: Annotated[
        str | None, typer.Option("--night", metavar="NAME", help="Its name here. Default: the folder's.")
    ] = None,
    config: Config = None,
    db: Db = None,
) -> None:
    """Take in results.jsonl of the public harness.

    Importing twice adds nothing. Answers are graded like our own; the harness's own verdicts are kept beside, under its
    judge's name.
    """
    from monitor.agent.grading import grade_runs
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import say
    from monitor.daemon.nightly import keep_figures
    from monitor.daemon.world import database_path
    from monitor.interop.question_runs import import_runs
    from monitor.store.database import open_database

    settings = settings_for(config, db)
    now = clock_of(settings).now()
    database = open_database(database_path(settings))
    try:
        report = import_runs(database, place, now, night)
        grade_runs(database, now, nights=[report.night])
        keep_figures(database, now)
    finally:
        database.close()
    say(f"night {report.night}: {report.added:,} runs taken in, {report.known:,} known already")
