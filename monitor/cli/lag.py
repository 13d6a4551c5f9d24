"""``monitor lag``: how old the served prices are, how that differs between APIs, and when it changed."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.lagplot import CHART_NAMES, chart_for, format_of, plot_lag
from monitor.cli.options import AsJson, Config, Db, Since, Until

if TYPE_CHECKING:
    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["check_policy", "check_reader", "lag", "start_of"]

KEYS = ("api", "asset", "item", "day", "week", "hour", "session", "offset")
READERS = ("rules", "llm", "extracted")
"""Whose readings there may be; extracted ones came with imported runs."""
LEAST_WATCH_S = 1.0


def lag(
    by: Annotated[
        str, typer.Option("--by", metavar="KEYS", help=f"Of {', '.join(KEYS)}; commas between.")
    ] = "api,asset",
    since: Since = None,
    until: Until = None,
    compare: Annotated[
        str | None, typer.Option("--compare", metavar="A,B", help="Compare these APIs where all were asked the same.")
    ] = None,
    changes: Annotated[bool, typer.Option("--changes", help="Show when the lag of an API shifted.")] = False,
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
    fresh: Annotated[bool, typer.Option("--fresh", help="Estimate anew, also where figures are kept.")] = False,
    wide: Annotated[bool, typer.Option("--wide", help="Every interval, also on a narrow terminal.")] = False,
    watch: Annotated[
        float | None, typer.Option("--watch", metavar="SECONDS", help="Draw again every so often, until stopped.")
    ] = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Show the freshness lag: how old the served prices are.

    By default over the last 7 days, for each API and asset; days are whole UTC days. Estimates stand with their 95 %
    interval; a figure that the data do not support is left out, and why is said.
    """
    from monitor.cli.context import clock_of, existing_database, moment, settings_for
    from monitor.cli.output import print_json

    keys = _keys(by)
    names = _names(compare) if compare is not None else ()
    if names and changes:
        raise typer.BadParameter("it does not go with --compare", param_hint="--changes")
    drawn = chart_for(chart, keys)
    if plot is not None:
        format_of(plot)
        if names or changes:
            raise typer.BadParameter("draws the table; leave out --compare and --changes", param_hint="--plot")
    elif chart is not None:
        raise typer.BadParameter("draws to a file: give --plot too", param_hint="--chart")
    if watch is not None and watch < LEAST_WATCH_S:
        raise typer.BadParameter("give at least 1 second", param_hint="--watch")
    check_reader(reader)
    settings = settings_for(config, db)
    clock = clock_of(settings)
    database = existing_database(settings)
    named = {"reader": reader or settings.probing.reader, "policy": policy or settings.probing.policy}

    def draw() -> None:
        now = clock.now()
        start = start_of(since, now) or start_of("7d", now)
        assert start is not None
        window = (start, moment(until, now, "--until"))
        if start >= (window[1] or now):
            said = "it must lie before " + ("now" if until is None else "--until")
            raise typer.BadParameter(said, param_hint="--since")
        if names:
            from monitor.cli.lagcompare import compared, print_compared

            found = compared(database, settings, names, window, now, named)
            print_json(found) if as_json else print_compared(found)
        elif changes:
            from monitor.cli.lagchanges import print_changes, shifts

            shifted = shifts(database, settings, window if since else None, now, named)
            print_json(shifted) if as_json else print_changes(shifted)
        else:
            table = _table(database, settings, keys, window, now, named, fresh)
            if plot is not None:
                plot_lag(database, settings, plot, drawn, window, now, named, dark=dark, width=width)
            print_json(table) if as_json else _print(table, keys, wide)

    try:
        check_policy(database, policy)
        if watch is None:
            draw()
        else:
            _watch(draw, watch)
    finally:
        database.close()


def _keys(by: str) -> tuple[str, ...]:
    keys = tuple(one.strip() for one in by.split(",") if one.strip())
    if unknown := [one for one in keys if one not in KEYS] or ([""] if not keys else []):
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(KEYS)}", param_hint="--by")
    if twice := [one for one in keys if keys.count(one) > 1]:
        raise typer.BadParameter(f"{twice[0]!r} is named twice", param_hint="--by")
    return keys


def _names(compare: str) -> tuple[str, ...]:
    names = tuple(one.strip() for one in compare.split(",") if one.strip())
    if len(names) < 2 or len(set(names)) < len(names):
        raise typer.BadParameter("name two APIs or more, each once", param_hint="--compare")
    return names


def start_of(since: str | None, now: datetime) -> datetime | None:
    """Give the moment that ``--since`` names; so many whole days ago is the midnight before."""
    from monitor.cli.context import moment
    from monitor.lag.rows import midnight

    start = moment(since, now, "--since")
    if start is not None and (now - start) % timedelta(days=1) == timedelta() and now - start > timedelta():
        return midnight(start)
    return start


def _table(
    database: "Database", settings: "Settings", keys: tuple[str, ...], window: tuple[datetime, datetime | None],
    now: datetime, named: dict[str, str], fresh: bool,
) -> dict[str, Any]:  # fmt: skip
    from monitor.cli.output import progress
    from monitor.daemon.world import load_world
    from monitor.lag.history import lag_history

    with progress("Estimating") as bar:
        return lag_history(
            database, since=window[0], until=window[1], by=keys, reader=named["reader"], policy=named["policy"],
            now=now, market=settings.market, items=load_world(settings).by_id, fresh=fresh, done=bar.to,
        )  # fmt: skip


def _watch(draw: Any, every_s: float) -> None:
    """Draw now and every `every_s` seconds, on a cleared terminal, until interrupted."""
    import asyncio
    import sys

    from monitor.cli.signals import until_signalled

    async def again() -> None:
        while True:
            if sys.stdout.isatty():
                sys.stdout.write("\x1b[H\x1b[2J")
            draw()
            sys.stdout.flush()
            await asyncio.sleep(every_s)

    asyncio.run(until_signalled(again()))


def check_reader(reader: str | None) -> None:
    """Refuse a reader that there is not: its name may be misspelt."""
    if reader is not None and reader not in READERS:
        from difflib import get_close_matches

        near = get_close_matches(reader, READERS, n=1)
        said = f"; did you mean {near[0]}?" if near else ""
        raise typer.BadParameter(f"{reader!r} is not one of {', '.join(READERS)}{said}", param_hint="--reader")


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


def _print(table: dict[str, Any], keys: tuple[str, ...], wide: bool) -> None:
    import sys

    from monitor.cli.output import say
    from monitor.web.lagtable import lag_rows, table_notes

    rows = lag_rows(table, keys)
    if sys.stdout.isatty() and not wide:
        _print_narrow(rows, keys, _empty(table))
    else:
        _print_wide(rows, keys, _empty(table))
    say()
    for line in table_notes(table):
        say(line)
    if any(row.agree != "-" for row in rows):
        say("Readers agree where both took the same price; kappa is Cohen's, of the classes they are graded into.")


def _empty(table: dict[str, Any]) -> str:
    if any(one["probes"] != 0 for one in table.get("excluded", ())):  # None where they were not counted
        return "no graded probes there but excluded ones: `monitor annotate` lists them, --remove takes one back"
    return "no graded probes there: widen --since, or wait for the next grading (`monitor status`: is one to come?)"


def _print_wide(rows: list[Any], keys: tuple[str, ...], empty: str) -> None:
    from monitor.cli.output import print_table

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
        empty=empty,
    )  # fmt: skip


def _print_narrow(rows: list[Any], keys: tuple[str, ...], empty: str) -> None:
    """Print what fits into 80 columns: the median with its interval, the shares without; reasons follow below."""
    from monitor.cli.output import print_table, say

    numbers = ("probes", "median [95 %]", "<=1m", "<=5m", "<=15m", "<=1h")
    print_table(
        (*keys, *numbers),
        [(*row.key, row.probes, row.short, *(share.est.replace(" ", "") for share in row.within)) for row in rows],
        right=set(numbers),
        empty=empty,
    )
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if row.why and row.median.est == "-":
            reasons.setdefault(row.why, []).append(" ".join(row.key))
    for number, (why, groups) in enumerate(reasons.items()):
        if number == 0:
            say()
        more = "" if len(groups) == 1 else f" and {len(groups) - 1} more"
        say(f"{groups[0]}{more}: {why}")
