"""``monitor lag``: how old the served prices are."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from monitor.cli.lagplot import CHART_NAMES, chart_for, format_of, plot_lag
from monitor.cli.options import AsJson, Config, Db, Since, Until

if TYPE_CHECKING:
    from monitor.store.database import Database

__all__ = ["check_policy", "lag"]

KEYS = ("api", "asset", "day", "item", "offset")


def lag(
    by: Annotated[
        str, typer.Option("--by", metavar="KEYS", help=f"Of {', '.join(KEYS)}; commas between.")
    ] = "api,asset",
    since: Since = None,
    until: Until = None,
    reader: Annotated[
        str | None, typer.Option("--reader", metavar="NAME", help="Whose readings. Default: the settings'.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="NAME", help="Whose grades. Default: the settings'.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw a chart of it: a .png or .svg file.")
    ] = None,
    chart: Annotated[
        str | None,
        typer.Option("--chart", metavar="NAME", help=f"Of {', '.join(CHART_NAMES)}. Default: as --by says."),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Draw it light on dark.")] = False,
    width: Annotated[int, typer.Option("--width", min=320, max=4000, help="Its width in CSS pixels.")] = 1000,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Show the freshness lag: how old the served prices are.

    By default over the last 7 days, for each API and asset. Estimates stand with their 95 % interval; a figure that
    the data do not support is left out, and why is said.
    """
    from monitor.cli.context import clock_of, existing_database, moment, settings_for
    from monitor.cli.output import print_json, progress
    from monitor.daemon.world import load_world
    from monitor.lag.work import lag_table

    keys = tuple(one.strip() for one in by.split(",") if one.strip())
    if unknown := [one for one in keys if one not in KEYS] or ([""] if not keys else []):
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(KEYS)}", param_hint="--by")
    if twice := [one for one in keys if keys.count(one) > 1]:
        raise typer.BadParameter(f"{twice[0]!r} is named twice", param_hint="--by")
    drawn = chart_for(chart, keys)
    if plot is not None:
        format_of(plot)
    elif chart is not None:
        raise typer.BadParameter("draws to a file: give --plot too", param_hint="--chart")
    settings = settings_for(config, db)
    now = clock_of(settings).now()
    world = load_world(settings)
    database = existing_database(settings)
    try:
        check_policy(database, policy)
        with progress("Estimating"):
            table = lag_table(
                database,
                since=moment(since, now, "--since") or now - timedelta(days=7),
                until=moment(until, now, "--until") or now,
                by=keys,
                reader=reader or settings.probing.reader,
                policy=policy or settings.probing.policy,
                now=now,
                market=settings.market,
                items=world.by_id,
            )
        if plot is not None:
            window = (moment(since, now, "--since") or now - timedelta(days=7), moment(until, now, "--until"))
            named = {"reader": reader or settings.probing.reader, "policy": policy or settings.probing.policy}
            plot_lag(database, settings, plot, drawn, window, now, named, dark=dark, width=width)
    finally:
        database.close()
    if as_json:
        print_json(table)
        return
    _print(table, keys)


def check_policy(database: "Database", policy: str | None) -> None:
    """Refuse a policy under which nothing was graded: its name may be misspelt."""
    from sqlmodel import select

    from monitor.store.tables import GradeRow

    if policy is None:
        return
    with database.read() as session:
        known = set(session.exec(select(GradeRow.policy).distinct()))
    if policy not in known:
        there = ", ".join(sorted(known)) or "no grade at all"
        raise typer.BadParameter(f"nothing is graded under {policy!r}; there is {there}", param_hint="--policy")


def _print(table: "dict[str, object]", keys: tuple[str, ...]) -> None:
    from monitor.cli.output import print_table, say
    from monitor.web.lagtable import lag_rows

    rows = lag_rows(table, keys)
    numbers = ("probes", "instants", "median", "90 %", "<= 1 min", "<= 5 min", "<= 15 min", "<= 1 h")
    both = ("readers agree", "kappa") if any(row.agree != "-" for row in rows) else ()
    print_table(
        (*keys, *numbers, *both, "why not"),
        [
            (*row.key, row.probes, row.instants, row.median, row.p90, *row.within,
             *((row.agree, row.kappa) if both else ()), row.why)
            for row in rows
        ],
        right={*numbers, *both},
        empty="no graded probes there: widen --since, or wait for the next grading",
    )
    say()
    say(
        f"Age of the served price, [95 % interval]. {table['since']} to {table['until']}, reader {table['reader']}, "
        f"policy {table['policy']}."
    )
    if both:
        say("Readers agree where both took the same price; kappa is Cohen's, of the classes they are graded into.")
