"""``monitor report``: one file that tells a stranger what was found."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

import typer

from monitor.cli.options import Config, Db, Since, Until

__all__ = ["report"]


def report(
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to. Default: report.html or report.md here.")
    ] = None,
    fmt: Annotated[
        Literal["html", "md"] | None, typer.Option("--format", help="Default: as FILE is named, else html.")
    ] = None,
    since: Since = None,
    until: Until = None,
    reader: Annotated[
        str | None, typer.Option("--reader", metavar="NAME", help="Whose readings. Default: the settings'.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="NAME", help="Whose grades. Default: the settings'.")
    ] = None,
    config: Config = None,
    db: Db = None,
) -> None:
    """Write one file that tells a stranger what was found.

    By default over the last 7 whole days and today: what was asked, which API is freshest, how sure that is, what could
    not be told and what was left out, what changed on our side, with which method and data. The HTML file holds its
    pictures and style, runs no script and fetches nothing; Markdown has the figures as tables. Exit status 1 when
    nothing was asked.
    """
    from monitor.charts.data import Wanted
    from monitor.cli.context import clock_of, existing_database, moment, settings_for
    from monitor.cli.entry import DONE, FINDING
    from monitor.cli.lag import check_policy, check_reader, start_of
    from monitor.cli.output import progress, say
    from monitor.daemon.world import load_world
    from monitor.errors import ConfigError
    from monitor.lag.rows import midnight
    from monitor.report import as_html, as_markdown, compose, gather
    from monitor.whole import seen_to_be_writable, whole

    if fmt is None:
        fmt = "md" if out is not None and out.suffix.lower() in (".md", ".markdown") else "html"
    out = seen_to_be_writable(out if out is not None else Path(f"report.{fmt}"))
    check_reader(reader)
    settings = settings_for(config, db)
    now = clock_of(settings).now()
    end = moment(until, now, "--until") or now
    start = start_of(since, now) or midnight(end - timedelta(days=7))
    if start >= end:
        raise ConfigError("the window is empty", "--since", "begin before it ends")
    items = load_world(settings).by_id
    database = existing_database(settings)
    try:
        check_policy(database, policy)
        with progress("Estimating"):
            facts = gather(Wanted(database, start, end, now, reader or settings.probing.reader,
                                  policy or settings.probing.policy, settings.market, items))  # fmt: skip
    finally:
        database.close()
    with progress("Drawing"):
        made = compose(facts, pictures=fmt == "html")
        text = as_html(made) if fmt == "html" else as_markdown(made)
    with whole(out) as part:
        part.write_text(text, encoding="utf-8")
    say(f"{out}: {facts.asked:,} questions, {len(facts.apis)} APIs, {facts.instants:,} instants.")
    raise typer.Exit(DONE if facts.asked else FINDING)
