"""``monitor reference``: the bars that grades rest on."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db, Since, Until, example

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from monitor.config import Settings
    from monitor.datasets import Item
    from monitor.market.pull import PullReport

__all__ = ["app"]

app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    epilog=example("monitor reference pull MSFT --since 1d", "monitor reference show MSFT --since 1h"),
)

Items = Annotated[list[str], typer.Argument(metavar="ITEM...", help="Ids, tickers or assets; all: every item.")]


@app.callback()
def reference() -> None:
    """Pull and show reference prices."""


@app.command(epilog=example("monitor reference pull MSFT --since 1d", "monitor reference pull crypto --since 6h"))
def pull(
    item: Items,
    since: Since = None,
    until: Until = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Pull the bars that are still missing, from every source.

    By default of the last two days: grading an instant needs the day before it. A source that failed lately is asked
    all the same. Exit status 1 when one gave nothing.
    """
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_json, progress
    from monitor.cli.picking import pick_items
    from monitor.daemon.world import database_path, load_world
    from monitor.market.pull import pull_item
    from monitor.market.windows import Window
    from monitor.market.work import close_sources, shared_sources
    from monitor.store.database import open_database

    settings = settings_for(config, db)
    now = clock_of(settings).now()
    items = pick_items(load_world(settings).items, item)
    window = Window(*_minutes(since, until, now, timedelta(days=2)))
    database = open_database(database_path(settings))
    reports = []
    try:
        with progress("Pulling", len(items)) as bar:
            for one in items:
                reports.append(
                    pull_item(database, one, window, shared_sources(settings.market), now,
                              overrides=settings.market.symbols, force=True)
                )  # fmt: skip
                bar.advance()
    finally:
        close_sources()
        database.close()
    rows = [_pulled(report) for report in reports]
    if as_json:
        print_json(rows)
    else:
        _print_pulled(rows)
    raise typer.Exit(FINDING if any(row["failures"] for row in rows) else DONE)


@app.command(
    epilog=example(
        "monitor reference show MSFT --since 1h",
        "monitor reference show BTC --at 2026-11-30T14:30Z --plot btc.png",
    )
)
def show(
    item: Items,
    at: Annotated[
        str | None, typer.Option("--at", metavar="WHEN", help="All that the target range of one instant rests on.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw that instant: a .png or .svg file.")
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Draw it light on dark.")] = False,
    width: Annotated[int, typer.Option("--width", min=320, max=4000, help="Its width in CSS pixels.")] = 1000,
    since: Since = None,
    until: Until = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Show the stored reference; by default of the last hour.

    One line a minute on which the sources agree; a minute's price at T is the close of the bar that ends at T. With
    --at: each source's bars around the instant, what was used and set aside and why, the target range with its band,
    the session, the closes, and what could have been told apart.
    """
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import print_json
    from monitor.cli.picking import pick_items
    from monitor.daemon.world import load_world
    from monitor.market.stored import examine_stored

    settings = settings_for(config, db)
    now = clock_of(settings).now()
    items = pick_items(load_world(settings).items, item)
    if at is not None:
        _show_instant(settings, items, at, now, plot, dark=dark, width=width, as_json=as_json)
        return
    if plot is not None:
        raise typer.BadParameter("draws one instant: give --at too", param_hint="--plot")
    start, end = _minutes(since, until, now, timedelta(hours=1))
    database = existing_database(settings)
    try:
        with database.read() as session:
            found = [_shown(examine_stored(session, one, start, end, settings.market), one.ticker) for one in items]
    finally:
        database.close()
    if as_json:
        print_json(found)
    else:
        for one in found:
            _print_shown(one)
    raise typer.Exit(DONE if any(one["minutes"] for one in found) else FINDING)


def _show_instant(
    settings: "Settings", items: "Sequence[Item]", at: str, now: "datetime", plot: Path | None, *, dark: bool,
    width: int, as_json: bool,
) -> None:  # fmt: skip
    """Print, and draw, the reference of an instant; status 1 where one of the items has no target range."""
    from monitor.cli.context import existing_database, moment
    from monitor.cli.instant import instant_json, print_instant
    from monitor.cli.output import print_json, say, warn
    from monitor.grading.inspecting import inspect_instant
    from monitor.grading.policy import load_policy

    fmt = plot.suffix.lower().lstrip(".") if plot is not None else ""
    if plot is not None and (fmt not in ("png", "svg") or len(items) != 1):
        raise typer.BadParameter("names one .png or .svg file, for one item", param_hint="--plot")
    instant = moment(at, now, "--at")
    assert instant is not None
    instant = instant.replace(second=0, microsecond=0)
    policy = load_policy(settings.probing.policy)
    if policy.rules == "board":
        policy = load_policy("strict")  # the public harness's rules know no look-back
    database = existing_database(settings)
    try:
        with database.read() as session:
            found = [
                inspect_instant(session, one, instant, settings.market, policy, settings.probing.reader)
                for one in items
            ]
    finally:
        database.close()
    if as_json:
        print_json([instant_json(one) for one in found])
    else:
        for n, one in enumerate(found):
            if n:
                say()
            print_instant(one)
    if plot is not None and not len(found[0].series):
        warn(f"{plot} is not drawn: {found[0].why or 'there is no minute on which the sources agree'}.")
    elif plot is not None:
        from monitor.charts import Look, render
        from monitor.charts.reference import reference_chart
        from monitor.whole import whole

        picture = render(reference_chart(found[0], Look(width, dark)), fmt)
        with whole(plot) as part:
            part.write_bytes(picture)
        warn(f"drawn: {plot}")
    raise typer.Exit(FINDING if any(one.why for one in found) else DONE)


def _minutes(since: str | None, until: str | None, now: "datetime", back: timedelta) -> "tuple[datetime, datetime]":
    from monitor.cli.context import moment
    from monitor.errors import ConfigError

    end = moment(until, now, "--until") or now
    start = moment(since, now, "--since") or end - back
    start, end = (at.replace(second=0, microsecond=0) for at in (start, end))
    if start >= end:
        raise ConfigError("the window is empty", "--since", "begin before it ends")
    return start, end


def _pulled(report: "PullReport") -> dict[str, Any]:
    return {
        "item": report.item_id,
        "asked": report.asked,
        "bars": report.bars,
        "revisions": report.revisions,
        "failures": [
            {"source": one.source, "symbol": one.symbol, "reason": one.reason, "what": one.what}
            for one in report.failures
        ],
    }


def _print_pulled(rows: list[dict[str, Any]]) -> None:
    from monitor.cli.output import print_table, say

    print_table(
        ("item", "requests", "new bars", "revised", "failed"),
        [(row["item"], row["asked"], f"{row['bars']:,}", row["revisions"], len(row["failures"])) for row in rows],
        right={"requests", "new bars", "revised", "failed"},
    )
    for row in rows:
        for one in row["failures"]:
            say(f"{row['item']}: {one['reason']}: {one['what']}")


def _shown(examined: Any, ticker: str) -> dict[str, Any]:
    from datetime import UTC, datetime

    reference = examined.reference
    minutes = reference.minutes
    columns = (minutes.start_s, minutes.low, minutes.high, minutes.close, minutes.spread, minutes.n_sources)
    names = ("low", "high", "close", "spread")
    return {
        "item": reference.item_id,
        "ticker": ticker,
        "currency": reference.currency,
        "sources": list(reference.sources),
        "why": reference.why,
        "doubts": list(examined.doubts),
        "minutes": [
            {"start": datetime.fromtimestamp(int(start_s), UTC), **dict(zip(names, map(float, prices), strict=True))}
            | {"sources": int(n)}
            for start_s, *prices, n in zip(*columns, strict=True)
        ],
        "daily": [{"session": d.session, "close_at": d.close_at, "close": d.close} for d in reference.daily],
    }


def _print_shown(found: dict[str, Any]) -> None:
    from monitor.cli.output import iso, print_table, say

    say(
        f"{found['ticker']} ({found['item']}) in {found['currency']}, from {', '.join(found['sources']) or 'no source'}"
    )
    rows = []
    for one in found["minutes"]:
        prices = (f"{one[name]:.10g}" for name in ("low", "high", "close"))
        rows.append((iso(one["start"]), *prices, f"{one['spread']:.3g}", one["sources"]))
    print_table(
        ("minute (UTC)", "low", "high", "close", "sources differ by", "sources"),
        rows,
        right={"low", "high", "close", "sources differ by", "sources"},
        empty=f"nothing usable: {found['why'] or 'no bars are stored; see `monitor reference pull`'}",
    )
    for one in found["daily"][-3:]:
        say(f"close of {one['session']}: {one['close']:.10g} (at {iso(one['close_at'])})")
    for doubt in found["doubts"]:
        say(f"doubt: {doubt}")
    say()
