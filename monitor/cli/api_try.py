"""``monitor apis test``: one call to one api, and everything that came of it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from monitor.daemon.trial import Tried
    from monitor.datasets import Item
    from monitor.reading.types import Price, Reading
    from monitor.search.hits import Hit
    from monitor.search.outcome import Outcome

__all__ = ["print_hits", "print_readings", "print_request", "reading_rows", "try_api"]


def try_api(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the api; it need not be enabled.")],
    item: Annotated[
        str | None, typer.Option("--item", metavar="ITEM", help="Id or ticker to ask for. Default: the first coin.")
    ] = None,
    query: Annotated[
        str | None, typer.Option("--query", metavar="TEXT", help="Ask this instead of the item's own question.")
    ] = None,
    page: Annotated[
        str | None, typer.Option("--page", metavar="URL", help="Have the api read this page instead of searching.")
    ] = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Make one call to an api, and show all of it.

    The request without its key, how long each step took, the hits and both readings. It counts against the budgets
    like any other call. Exit status 1 when there is no answer.
    """
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_json, warn
    from monitor.cli.picking import check_name
    from monitor.daemon.trial import Refused, query_for, try_once
    from monitor.daemon.world import database_path, load_world
    from monitor.errors import ConfigError
    from monitor.reading.rules import RulesReader
    from monitor.search.keys import why_not_usable
    from monitor.store.database import open_database

    settings = settings_for(config, db)
    world, clock = load_world(settings), clock_of(settings)
    check_name(name, list(world.apis), "api", "NAME", "monitor apis")
    api = world.apis[name]
    if (why := why_not_usable(api, world.env)) is not None:
        raise ConfigError(why, f"[apis.{name}]", "then try again")
    asked = _item(world.items, item)
    words = page or (query if query is not None else query_for(asked, clock.now()))
    about = asked if page is None and (query is None or item is not None) else None
    database = open_database(database_path(settings))
    try:
        tried = try_once(world, database, clock, api, words, about, RulesReader(), page=page is not None)
    finally:
        database.close()
    if isinstance(tried, Refused):
        warn(f"{name}: not asked: {tried.reason}")
        raise typer.Exit(FINDING)
    if as_json:
        print_json(_as_dict(tried))
    else:
        print_request(tried.outcome)
        _print_outcome(tried)
        if tried.outcome.state == "answered":
            print_hits(tried.outcome.hits)
            print_readings(tried.reading)
    raise typer.Exit(DONE if tried.outcome.state == "answered" else FINDING)


def _item(items: "Sequence[Item]", word: str | None) -> "Item":
    from monitor.cli.picking import pick_items
    from monitor.datasets import Asset
    from monitor.errors import ConfigError

    if word is None:
        return next((one for one in items if one.asset is Asset.CRYPTO), items[0])
    found = pick_items(items, [word])
    if len(found) != 1:
        raise ConfigError(f"{word!r} names {len(found)} items", "--item", "name one")
    return found[0]


def print_request(outcome: "Outcome") -> None:
    """Print the request as it was sent, keys replaced."""
    from monitor.cli.output import say

    request = outcome.request
    say(f"{request.method} {request.url}")
    for name, value in request.headers.items():
        say(f"{name}: {value}")
    if request.body is not None:
        say(request.body)
    say()


def _print_outcome(tried: "Tried") -> None:
    from monitor.cli.output import money, number, print_facts

    outcome, timings = tried.outcome, tried.outcome.timings
    steps = [
        ("connect with DNS", timings.connect_ms),
        ("TLS", timings.tls_ms),
        ("sent after", timings.sent_ms),
        ("first byte after", timings.first_byte_ms),
        ("all after", timings.total_ms),
    ]
    source = f", {outcome.cost_source} price" if outcome.cost_source == "list" else ""
    print_facts(
        [
            ("state", f"{outcome.state}{f' ({outcome.error_class})' if outcome.error_class else ''}"),
            ("why", outcome.reason or None),
            ("status", outcome.status),
            *((name, f"{number(took_ms)} ms") for name, took_ms in steps if took_ms is not None),
            ("body", f"{len(outcome.body)} bytes{', cut' if outcome.truncated else ''}" if outcome.body else None),
            ("wait", f"{outcome.retry_after_s:g} s" if outcome.retry_after_s is not None else None),
            ("cost", f"{money(tried.cost_usd)} USD{source}"),
        ]
    )


def print_hits(hits: "Sequence[Hit]") -> None:
    """Print hits as a table."""
    from monitor.cli.output import print_table, say

    say()
    print_table(
        ("#", "title", "url", "published", "as of", "snippet"),
        [(hit.position, hit.title, hit.url, hit.published, hit.as_of, hit.snippet[:200]) for hit in hits],
        right={"#"},
        empty="no hits: the API found nothing, or the table's `hits` does not lead to its list of pages",
    )
    if hits and not any(hit.snippet for hit in hits):
        say("No hit has a snippet, and prices are read from snippets: see which field of `hits` gives `snippet`.")


def print_readings(reading: "Reading | None") -> None:
    """Print both readings; nothing where the question was about no item."""
    from monitor.cli.output import print_table, say

    if reading is None:
        return
    say()
    say(f"Reading by {reading.reader} {reading.version}")
    rows = [(name, _price(one), one.currency, one.stated_time, str(one.kind), one.position, one.note)
            for name, one in (("asked", reading.asked), ("newest", reading.newest))]  # fmt: skip
    print_table(("", "price", "in", "stated time", "kind", "hit", "why"), rows, right={"price"})


def _price(price: "Price") -> str:
    return "-" if price.price is None else f"{price.price:.10g}"


def reading_rows(reading: "Reading | None") -> "Mapping[str, Any] | None":
    """Give both readings as plain values."""
    from dataclasses import asdict

    if reading is None:
        return None
    return {"asked": asdict(reading.asked), "newest": asdict(reading.newest), "reader": reading.reader,
            "version": reading.version}  # fmt: skip


def _as_dict(tried: "Tried") -> dict[str, Any]:
    from dataclasses import asdict

    outcome = tried.outcome
    request = outcome.request
    return {
        "api": outcome.api,
        "query": tried.query,
        "request": {
            "method": request.method,
            "url": request.url,
            "headers": dict(request.headers),
            "body": request.body,
        },
        "state": outcome.state,
        "error_class": str(outcome.error_class) if outcome.error_class else None,
        "reason": outcome.reason or None,
        "status": outcome.status,
        "headers": dict(outcome.headers),
        "timings": asdict(outcome.timings),
        "connection": outcome.connection,
        "sent_at": outcome.sent_at,
        "received_at": outcome.received_at,
        "body_bytes": len(outcome.body) if outcome.body is not None else None,
        "retry_after_s": outcome.retry_after_s,
        "cost_usd": tried.cost_usd,
        "hits": [asdict(hit) for hit in outcome.hits],
        "readings": reading_rows(tried.reading),
    }
