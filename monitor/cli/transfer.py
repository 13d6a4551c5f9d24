"""``monitor import`` and ``monitor export``: other tools' files in, and tables out."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from monitor.cli.options import AsJson, Config, Db, Since, Until

__all__ = ["export", "import_"]


def import_(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A run folder (config.json, raw.jsonl), or many.")],
    bars: Annotated[
        Path, typer.Option("--bars", metavar="BARS", help="Folder of <ticker>.csv, or JSONL of answer keys.")
    ],
    vantage: Annotated[
        str, typer.Option("--vantage", metavar="NAME", help="Where the calls were sent from.")
    ] = "local",
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad lines out; they are counted and listed.")
    ] = False,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Put recorded results and their bars into the database.

    The rules read them; keys that a run wrote down stay out. Importing twice adds nothing. `monitor grade live
    --since` then grades what was imported.
    """
    import shlex

    from monitor.cli.batches import file_size
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import batch_progress, print_json, say, warn
    from monitor.daemon.world import database_path, load_world
    from monitor.interop.finsearch import find_runs
    from monitor.interop.importing import import_runs
    from monitor.search.clients import redactor_for
    from monitor.store.database import open_database

    settings = settings_for(config, db)
    world = load_world(settings)
    size = sum(file_size(one / "raw.jsonl") for one in find_runs(folder))
    database = open_database(database_path(settings))
    try:
        with batch_progress(f"Importing {folder.name}", size) as bar:
            report = import_runs(
                database, folder, bars, clock_of(settings).now(), vantage=vantage, skip_bad=skip_bad,
                hide=redactor_for(world.apis, world.env).values, done=bar.add,
            )
    finally:
        database.close()
    for line in report.bad:
        warn(f"skipped: {line}")
    said = {"probes": report.probes, "known": report.known, "bars": report.bars, "bad": len(report.bad),
            "first": report.first, "last": report.last}  # fmt: skip
    if as_json:
        print_json(said)
        return
    say(f"{report.probes:,} probes and {report.bars:,} bars added; {report.known:,} probes were there already"
        + (f"; {len(report.bad)} bad lines were left out" if report.bad else "") + ".")  # fmt: skip
    if report.probes and report.first is not None:
        where = "" if db is None else f" --db {shlex.quote(str(db))}"
        say(f"Grade them with `monitor grade live --since {report.first:%Y-%m-%dT%H:%MZ}{where}`.")


def export(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="File to write; a folder for finsearch.")],
    format_: Annotated[
        str, typer.Option("--format", metavar="NAME", help="parquet, csv, jsonl, finsearch. Default: OUT's ending.")
    ] = "",
    since: Since = None,
    until: Until = None,
    reader: Annotated[str | None, typer.Option("--reader", metavar="NAME", help="Default: the settings'.")] = None,
    policy: Annotated[str | None, typer.Option("--policy", metavar="NAME", help="Default: the settings'.")] = None,
    config: Config = None,
    db: Db = None,
) -> None:
    """Write probes, readings and grades to a file.

    A table, or run folders of the public harness; by default of all time. What is only planned is in neither, nor are
    keys; texts that a spreadsheet would take for formulas are quoted in CSV.
    """
    from monitor.cli.context import clock_of, existing_database, moment, settings_for
    from monitor.cli.output import progress, warn
    from monitor.daemon.world import load_world
    from monitor.interop.exporting import FORMATS, export_table, table_rows
    from monitor.interop.folders import export_runs
    from monitor.reading.items import known_items
    from monitor.search.clients import redactor_for
    from monitor.store.types import EPOCH

    kind = format_ or out.suffix.lstrip(".").lower()
    if kind not in (*FORMATS, "finsearch"):
        raise typer.BadParameter(f"{kind!r} is not one of {', '.join(FORMATS)}, finsearch", param_hint="--format")
    settings = settings_for(config, db)
    world, now = load_world(settings), clock_of(settings).now()
    start = moment(since, now, "--since") or EPOCH
    end = moment(until, now, "--until") or now + timedelta(days=3650)
    reader, policy = reader or settings.probing.reader, policy or settings.probing.policy
    hide = redactor_for(world.apis, world.env).values
    database = existing_database(settings)
    try:
        with progress(f"Exporting to {out.name}") as bar:
            if kind == "finsearch":
                items = known_items(database, world.by_id)
                folders, calls = export_runs(
                    database, out, since=start, until=end, items=items, apis=world.apis, market=settings.market,
                    hide=hide, reader=reader, done=bar.advance,
                )  # fmt: skip
                said = f"{calls:,} calls in {folders:,} run folders, and the answer keys in bars/, written to {out}"
            else:
                rows = table_rows(database, since=start, until=end, reader=reader, policy=policy)
                said = f"{export_table(rows, kind, out, hide, bar.advance):,} probes written to {out}"
    finally:
        database.close()
    warn(said)


