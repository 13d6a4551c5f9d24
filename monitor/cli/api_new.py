"""``monitor apis new``: the table of a further api, made from a curl command and tried."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import Config, Db

if TYPE_CHECKING:
    from collections.abc import Mapping

    from monitor.daemon.trial import Tried
    from monitor.daemon.world import World
    from monitor.search.from_curl import Draft
    from monitor.search.models import ApiConfig

__all__ = ["new"]


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it: a-z, 0-9 and _.")],
    curl: Annotated[
        str, typer.Option("--curl", metavar="FILE", help="File that holds the command, or -: standard input.")
    ] = "-",
    query: Annotated[
        str | None, typer.Option("--query", metavar="TEXT", help="The words searched for, as in the command.")
    ] = None,
    hits: Annotated[
        str | None, typer.Option("--hits", metavar="JMESPATH", help="Where the hits are. Default: guessed.")
    ] = None,
    price: Annotated[float, typer.Option("--price", metavar="USD", min=0, help="List price of a call.")] = 0.0,
    only_print: Annotated[bool, typer.Option("--print", help="Print the table, but write it nowhere.")] = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Make a table of a curl command, try it, write it.

    The one call that tries it asks what the command asks. The key stays out of the file: it goes into the environment
    or .env, under the name shown. Exit status 1 when there are no hits; the table is then printed, not written.
    """
    from monitor.cli.api_try import print_hits, print_request
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import warn
    from monitor.daemon.trial import Refused, try_once
    from monitor.daemon.world import database_path, load_world
    from monitor.errors import ConfigError
    from monitor.reading.rules import RulesReader
    from monitor.search.extract import parse_body
    from monitor.search.from_curl import draft_table, parse_curl
    from monitor.store.database import open_database

    settings = settings_for(config, db)
    world, clock = load_world(settings), clock_of(settings)
    if name in world.apis:
        raise ConfigError(f"there is an api {name!r} already", "NAME", "take another name, or change its table")
    draft = draft_table(parse_curl(_command(curl)), name, query)
    trying = _checked(world, name, draft.table | {"hits": hits or "@", "expect": "@", "price_usd": price})
    _complain_of_missing(draft, trying, world)
    database = open_database(database_path(settings))
    try:
        tried = try_once(_with(world, trying, draft), database, clock, trying, draft.query, None, RulesReader(),
                         known=False)  # fmt: skip
    finally:
        database.close()
    if isinstance(tried, Refused):
        warn(f"{name}: not asked: {tried.reason}")
        raise typer.Exit(FINDING)
    print_request(tried.outcome)
    found = (hits, "@") if hits else _guessed(tried)
    table = draft.table | {"hits": found[0] if found else "", "expect": found[1] if found else ""}
    table |= {"price_usd": price}
    _print_table(name, table)
    if found is None or tried.outcome.body is None:
        _say_why(name, tried)
        raise typer.Exit(FINDING)
    parsed = parse_body(_checked(world, name, table), tried.outcome.body)
    if parsed.problem is not None or not parsed.hits:
        warn(f"{name}: {parsed.problem or 'the answer holds no hit'}; say where they are with --hits")
        raise typer.Exit(FINDING)
    print_hits(parsed.hits)
    if not only_print:
        _write(world, name, table)
    _say_next(name, draft, world)
    raise typer.Exit(DONE)


def _command(curl: str) -> str:
    from monitor.errors import DataError

    if curl == "-":
        return sys.stdin.read()
    if curl.lstrip().startswith("curl "):
        return curl
    try:
        return Path(curl).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise DataError(f"cannot be read: {err}", curl, "name a file that holds the command") from None


def _checked(world: "World", name: str, table: "Mapping[str, Any]") -> "ApiConfig":
    from monitor.search.config import load_apis

    settings = world.settings
    return load_apis({**settings.apis, name: dict(table)}, settings.key_groups, "the new table")[name]


def _complain_of_missing(draft: "Draft", api: "ApiConfig", world: "World") -> None:
    from monitor.errors import ConfigError
    from monitor.search.keys import why_not_usable

    why = why_not_usable(api, {**world.env, **draft.secrets})
    if why is not None:
        raise ConfigError(why, "the curl command holds no key", "then try again")


def _with(world: "World", api: "ApiConfig", draft: "Draft") -> "World":
    from dataclasses import replace

    return replace(world, apis={**world.apis, api.name: api}, env={**world.env, **draft.secrets})


def _guessed(tried: "Tried") -> tuple[str, str] | None:
    from monitor.search.decoding import DecodeProblem, parse_json
    from monitor.search.guess import guess_hits

    outcome = tried.outcome
    if outcome.status != 200 or outcome.body is None:
        return None
    try:
        return guess_hits(parse_json(outcome.body, outcome.headers.get("content-type", "")))
    except DecodeProblem:
        return None


def _print_table(name: str, table: "Mapping[str, Any]") -> None:
    from monitor.cli.output import clean
    from monitor.search.guess import table_text

    for line in table_text(name, table).splitlines():
        print(clean(line))  # whole, however wide: it is to be copied, and a broken inline table is no TOML


def _say_why(name: str, tried: "Tried") -> None:
    from monitor.cli.output import warn

    outcome = tried.outcome
    if outcome.status == 200:
        warn(f"{name}: no list of pages was found in the answer; say where the hits are with --hits")
    else:
        warn(f"{name}: no answer ({outcome.error_class}): {outcome.reason}")


def _write(world: "World", name: str, table: "Mapping[str, Any]") -> None:
    from monitor.cli.output import warn
    from monitor.errors import MonitorError
    from monitor.search.guess import table_text

    path = world.settings.source or Path("monitor.toml")
    try:
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
        with path.open("a", encoding="utf-8") as file:
            file.write(gap + table_text(name, table))
    except OSError as err:
        raise MonitorError(f"cannot be written: {err.strerror or err}", str(path), "use --print and copy it") from err
    warn(f"written to {path}")


def _say_next(name: str, draft: "Draft", world: "World") -> None:
    from monitor.cli.output import say

    say()
    for variable in draft.secrets:
        if not world.env.get(variable):
            say(f"Put the key into .env as {variable}=...; it was in the command and is written nowhere.")
    if world.settings.enabled is not None and name not in world.settings.enabled:
        say(f'Add "{name}" to `enabled`, or schedules will not ask it.')
    say(f"Then: monitor apis test {name}")
