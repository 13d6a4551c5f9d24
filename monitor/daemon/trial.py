"""One call to one api, by hand: within the budgets and limits of the store, but no probe of any schedule."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from monitor.clock import Clock
from monitor.daemon.limits import limits_from
from monitor.daemon.world import World
from monitor.datasets import Item, fill_template
from monitor.probing.claim import reserve
from monitor.probing.record import note_standing
from monitor.reading.types import Reader, Reading
from monitor.search.budget import settled_usd
from monitor.search.clients import open_clients
from monitor.search.limiter import limiter_of
from monitor.search.models import ApiConfig
from monitor.search.outcome import ErrorClass, Outcome
from monitor.search.public_urls import why_not_public
from monitor.search.reading_pages import reads_pages
from monitor.store.cooldown import cooldowns
from monitor.store.database import Database
from monitor.store.spend import settle

__all__ = ["Refused", "Tried", "query_for", "try_once"]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why our own side made no call."""

    reason: str


@dataclass(frozen=True, slots=True)
class Tried:
    """What one call gave; `reading` is None where there was no answer, or the question was not about an item."""

    query: str
    outcome: Outcome
    cost_usd: float
    reading: Reading | None


def query_for(item: Item, now: datetime) -> str:
    """Give the item's own question about the present minute."""
    return fill_template(item, now.replace(second=0, microsecond=0))


def try_once(
    world: World,
    database: Database,
    clock: Clock,
    api: ApiConfig,
    query: str,
    item: Item | None,
    reader: Reader,
    *,
    known: bool = True,
    page: bool = False,
) -> Tried | Refused:
    """Ask `api` once, at once; the call is booked in the store before it is made.

    With `page`, `query` is the address of a page, and its text is asked for.

    A person's own call is let through although the account is stopped: it is how a new key is tried, and an answer
    ends the stop. A cool-down that stands is kept. One that is not configured yet is not `known`: nothing that is
    learnt about its key is kept.
    """
    return asyncio.run(_try(world, database, clock, api, query, item, reader, known, page))


async def _try(
    world: World,
    database: Database,
    clock: Clock,
    api: ApiConfig,
    query: str,
    item: Item | None,
    reader: Reader,
    known: bool,
    page: bool,
) -> Tried | Refused:
    clients = open_clients({api.name: api}, world.env, clock=clock)
    client = clients[api.name]
    price_usd = api.extract.price_usd if page and api.extract is not None else api.price_usd
    try:
        if page and not reads_pages(client):
            return Refused("it cannot read pages: its table has no `extract`")
        if page and (why := why_not_public(query)):
            return Refused(f"{query}: {why}")
        now = clock.now()
        limits = limits_from(world.settings, clients)(api.name)
        with database.write() as session:
            standing = cooldowns(session, [api.key_group], now).get(api.key_group)
            if standing is not None:
                left_s = (standing[0] - now).total_seconds()
                return Refused(f"key group {api.key_group!r} was told to slow down, for another {left_s:.0f} s")
            refused = reserve(session, api.name, price_usd, limits, now, 1 if page else api.calls)
        if refused is not None:
            return Refused(refused)
        outcome = await (client.extract(query) if page and reads_pages(client) else client.ask(query))
        limiter = limiter_of(client)
        cost_usd = settled_usd(outcome, price_usd)
        with database.write() as session:
            settle(session, api.name, price_usd, cost_usd, now)
            if known and (not page or outcome.error_class is ErrorClass.RATE_LIMIT):
                cooling = limiter.cooling if limiter is not None else None
                note_standing(session, api.name, outcome, api.key_group, clock.now(), cooling)
    finally:
        await client.close()
    reading = None
    if item is not None and outcome.state == "answered":
        received_at = outcome.received_at or clock.now()
        reading = reader.read(item, outcome.hits, outcome.sent_at or received_at, received_at)
    return Tried(query, outcome, cost_usd, reading)
