"""``monitor apis``: what is configured, and what a configuration makes of a recorded body."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.api_new import new
from monitor.cli.api_try import print_hits, try_api
from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db, example

if TYPE_CHECKING:
    from datetime import datetime

    from monitor.config import Settings
    from monitor.daemon.world import World
    from monitor.search.extract import ParsedBody
    from monitor.search.models import ApiConfig

__all__ = ["app"]

app = typer.Typer(
    rich_markup_mode=None,
    epilog=example("monitor apis", "monitor apis --json", "monitor apis test exa_instant"),
)

app.command(
    "test",
    epilog=example("monitor apis test exa_instant", "monitor apis test brave --item AAPL --json"),
)(try_api)
app.command(
    "new",
    epilog=example(
        "monitor apis new newcomer --curl request.sh --price 0.002", "monitor apis new newcomer --print < request.sh"
    ),
)(new)


@app.callback(invoke_without_command=True)
def apis(context: typer.Context, as_json: AsJson = False, config: Config = None, db: Db = None) -> None:
    """List the search APIs: keys, prices, limits and use.

    Use is what was asked today (UTC), the last answer and the last failure, from the database.
    """
    if context.invoked_subcommand is not None:
        return
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_json, print_table, say
    from monitor.daemon.world import load_world

    settings = settings_for(config, db)
    world = load_world(settings)
    now = clock_of(settings).now()
    uses = _uses(settings, now)
    rows = [_row(api, world, uses.get(name, {})) for name, api in world.apis.items()]
    if as_json:
        print_json(rows)
        return
    print_table(
        ("api", "asked", "USD/1000", "calls", "USD", "limits", "last answer", "last error"),
        [_cells(row, now) for row in sorted(rows, key=_place)],
        right={"USD/1000", "calls", "USD"},
        spare=("limits", "USD/1000", "last answer"),
    )
    say()
    say(f"{len(rows)} apis, {len(world.usable)} asked here; calls and USD are today's (UTC).")
    readers = sorted({row["provider"] for row in rows if row["reads_pages"]})
    say(f"Pages of results can be read through {', '.join(readers)} (docs/nightly.md).")
    say("A key goes into the environment or .env, under the name shown.")


@app.command(
    epilog=example("monitor apis parse exa_instant answer.json", "monitor apis parse brave recorded.json --json")
)
def parse(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the api.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The body, or an object with it under `response`.")],
    as_json: AsJson = False,
    config: Config = None,
) -> None:
    """Show the hits that an api makes of a recorded body."""
    from dataclasses import asdict

    from monitor.cli.context import settings_for
    from monitor.cli.output import print_json, warn
    from monitor.cli.picking import check_name
    from monitor.daemon.world import load_world
    from monitor.errors import DataError

    configured = load_world(settings_for(config)).apis
    check_name(name, list(configured), "api", "NAME", "monitor apis")
    try:
        body = file.read_bytes()
    except OSError as err:
        raise DataError(f"cannot be read: {err.strerror or err}", str(file), "name a file") from err
    parsed = _parse(configured[name], body)
    if as_json:
        print_json([asdict(hit) for hit in parsed.hits])
    elif parsed.problem is None:
        print_hits(parsed.hits)
    if parsed.problem is not None:
        warn(f"{file}: not a search answer of {name}: {parsed.problem}")
    raise typer.Exit(FINDING if parsed.problem else DONE)


def _uses(settings: "Settings", now: "datetime") -> dict[str, dict[str, Any]]:
    """Give how the apis were used; nothing without a database."""
    from monitor.daemon.world import database_path
    from monitor.probing.use import use_of_apis
    from monitor.store.database import open_database

    if not database_path(settings).is_file():
        return {}
    database = open_database(database_path(settings), create=False)
    try:
        with database.read() as session:
            return use_of_apis(session, now)
    finally:
        database.close()


def _parse(api: "ApiConfig", raw: bytes) -> "ParsedBody":
    """Parse what lies under `response` where there is such a thing, else, or where that is no answer, the whole."""
    import json

    from monitor.search.extract import parse_body, parse_document

    whole = parse_body(api, raw)
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        return whole
    if not isinstance(document, dict) or "response" not in document:
        return whole
    inner = document["response"]
    parsed = parse_body(api, inner.encode()) if isinstance(inner, str) else parse_document(api, inner)
    return whole if parsed.problem is not None and whole.problem is None else parsed


def _row(api: "ApiConfig", world: "World", use: Mapping[str, Any]) -> dict[str, Any]:
    from monitor.search.clients import can_read_pages
    from monitor.search.keys import key_present, why_not_usable

    own = world.settings.budget.api.get(api.name)
    usd = own.usd_per_day if own and own.usd_per_day is not None else api.usd_per_day
    calls = own.calls_per_day if own and own.calls_per_day is not None else api.calls_per_day
    why = why_not_usable(api, world.env) or (None if api.name in world.usable else "not enabled")
    return {
        "name": api.name,
        "provider": api.provider,
        "key_group": api.key_group,
        "env": list(api.env),
        "key_present": key_present(api, world.env),
        "price_usd": api.price_usd,
        "calls_today": use.get("calls", 0),
        "usd_today": use.get("usd", 0.0),
        "budget": {"usd_per_day": usd, "calls_per_day": calls},
        "pacing": {"rps": api.group.rps, "per_minute": api.group.per_minute, "concurrent": api.group.concurrent},
        "last_ok": use.get("last_ok"),
        "last_error": use.get("last_error"),
        "asked": api.name in world.usable,
        "why_not": why,
        "live": api.live,
        "reads_pages": can_read_pages(api),
        "config_hash": api.config_hash,
    }


def _place(row: Mapping[str, Any]) -> int:
    """Put what is asked first, then what could be."""
    return 0 if row["asked"] else 1 if row["key_present"] else 2


def _cells(row: Mapping[str, Any], now: "datetime") -> tuple[object, ...]:
    from monitor.cli.output import ago, money

    asked = "yes" if row["asked"] else "not enabled" if row["key_present"] else f"no {row['env'][0]}"
    pacing, budget, error = row["pacing"], row["budget"], row["last_error"]
    limits = [
        f"{pacing['rps']:g}/s" if pacing["rps"] else "",
        f"{pacing['per_minute']}/min" if pacing["per_minute"] else "",
        f"{budget['calls_per_day']}/day" if budget["calls_per_day"] is not None else "",
        f"{budget['usd_per_day']:g} USD/day" if budget["usd_per_day"] is not None else "",
    ]
    return (
        row["name"],
        asked,
        money(row["price_usd"] * 1000),
        row["calls_today"],
        money(row["usd_today"]),
        ", ".join(one for one in limits if one),
        ago(row["last_ok"], now) if row["last_ok"] else "-",
        f"{ago(error['at'], now)}, {error['class']}: {error['reason']}" if error else "-",
    )
