"""``monitor probe``: ask now, and see the readings as they come."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db

if TYPE_CHECKING:
    from datetime import datetime

    from monitor.daemon.adhoc import Shown

__all__ = ["line_of", "probe"]


def probe(
    item: Annotated[list[str], typer.Argument(metavar="ITEM...", help="Ids, tickers or assets; all: every item.")],
    api: Annotated[
        list[str] | None, typer.Option("--api", "--apis", metavar="NAME", help="Of which apis. Default: all.")
    ] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="Ask for this UTC minute.")] = None,
    offset: Annotated[
        list[str] | None, typer.Option("--offset", metavar="SPAN", help="So long after it, as in 5s,1m; may lie ahead.")
    ] = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Ask now, or at --at; shows readings as they come.

    What comes back is recorded like any other probe, within the same budgets. Exit status 1 when one has no answer.
    """
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_json, progress
    from monitor.cli.picking import durations_of, pick_apis, pick_items
    from monitor.daemon.adhoc import probe_now
    from monitor.daemon.world import database_path, load_world
    from monitor.errors import ConfigError
    from monitor.reading.rules import RulesReader
    from monitor.store.database import open_database

    settings = settings_for(config, db)
    world = load_world(settings)
    items, apis = pick_items(world.items, item), pick_apis(world.usable, world.apis, api or ())
    instant = _minute(at)
    offsets_s = [span.total_seconds() for span in durations_of(offset or ())]
    if offsets_s and instant is None:
        raise ConfigError("it needs an instant to count from", "--offset", "give --at too")
    shown: list[dict[str, Any]] = []
    database = open_database(database_path(settings))
    try:
        with progress("Asking", len(items) * len(apis) * max(1, len(offsets_s))) as bar:

            def show(one: "Shown") -> None:
                shown.append(_row(one))
                if not as_json:
                    _print(shown[-1])
                bar.advance()

            failed = probe_now(world, database, clock_of(settings), items, apis, RulesReader(), at=instant,
                               offsets_s=offsets_s, show=show)  # fmt: skip
    finally:
        database.close()
    if as_json:
        print_json(shown)
    raise typer.Exit(FINDING if failed else DONE)


def _minute(text: str | None) -> "datetime | None":
    from datetime import datetime

    from monitor.cli.context import utc
    from monitor.errors import ConfigError

    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError as err:
        raise ConfigError(f"{text!r} is not a time", "--at", "write it as in 2026-11-30T14:30Z") from err
    if at.second or at.microsecond:
        raise ConfigError(f"{text} is not a whole minute", "--at", "instants are whole minutes")
    return utc(at, text, "--at")


def _row(one: "Shown") -> dict[str, Any]:
    probe, reading = one.probe, one.reading
    return {
        "probe": probe.id,
        "api": probe.api,
        "item": probe.item_id,
        "ticker": probe.ticker,
        "instant_at": probe.instant_at,
        "offset_s": probe.offset_s,
        "sent_at": probe.sent_at,
        "state": str(probe.state),
        "error_class": probe.error_class,
        "reason": probe.reason,
        "latency_ms": probe.latency_ms,
        "cost_usd": probe.cost_usd,
        "price": reading.price if reading else None,
        "currency": reading.currency if reading else None,
        "stated_time": reading.stated_time if reading else None,
        "newest_price": reading.newest_price if reading else None,
        "newest_stated_time": reading.newest_stated_time if reading else None,
        "note": reading.note if reading else None,
    }


def _print(row: dict[str, Any]) -> None:
    """Print one probe as a line of its own, since the next may be minutes away."""
    from monitor.cli.output import say

    say(line_of(row))


def line_of(row: Mapping[str, Any]) -> str:
    """Give one probe in a line that fits a terminal of 80 columns, unless it says why there is no answer."""
    from monitor.cli.output import number

    took = f"{number(row['latency_ms'], 0)} ms" if row["latency_ms"] is not None else "-"
    head = f"{row['probe']:>6} {row['api']:<17} {row['ticker']:<7} {row['state']:<8} {took:>9} "
    if row["state"] != "answered":
        return f"{head}{row['error_class'] or ''} {row['reason'] or ''}".rstrip()
    price = "no price" if row["price"] is None else f"{row['price']:.10g} {row['currency'] or '?'}"
    stated = f" of {_short(row['stated_time'], row['instant_at'])}" if row["stated_time"] else ""
    newest = row["newest_price"]
    newer = f"; newest {newest:.10g}" if newest is not None and newest != row["price"] else ""
    return f"{head}{price}{stated}{newer}"


def _short(stated: str, instant: "datetime") -> str:
    """Give a stated time to the second, without its day where that is the instant's; a bare day stays one."""
    from datetime import UTC, datetime

    if len(stated) <= len("2026-11-30"):
        return stated
    at = datetime.fromisoformat(stated).astimezone(UTC)
    return f"{at:%H:%M:%S}" if at.date() == instant.date() else f"{at:%m-%d %H:%M}"
