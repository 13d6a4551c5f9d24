"""Items and sources enter; which source knows each item, and under which symbol, leaves: asked of the sources."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from monitor.datasets import Asset, Item
from monitor.errors import SourceError
from monitor.market.crosses import ask
from monitor.market.sources.base import DAY_S, Source, floor_to, serves_minutes
from monitor.market.symbols import symbols_for

__all__ = ["Carried", "carried_by"]

_DAYS = timedelta(days=10)
"""So long a holiday is not: a market that has a price has one day among them."""


@dataclass(frozen=True, slots=True)
class Carried:
    """How one source stands to one item: known under `symbol`, or not (None) for want of any of `tried`."""

    item: Item
    source: str
    symbol: str | None
    tried: tuple[str, ...]
    unsure: str = ""
    """Why it could not be told, where neither is known: the source's own failure."""


def carried_by(
    source: Source, items: Sequence[Item], overrides: Mapping[str, Mapping[str, str]], now: datetime
) -> list[Carried]:
    """Ask `source` for each item that it should carry, and give how it stands.

    An exchange is asked for its list of markets, once; others for some days' bars. After a failure that says nothing of
    the symbol (no answer, a refusal) the rest is not asked.
    """
    found: list[Carried] = []
    failure = ""
    for item in items:
        symbols = tuple(one.symbol for one in symbols_for(item, source.name, overrides))
        if not symbols:
            continue
        if failure:
            found.append(Carried(item, source.name, None, symbols, failure))
            continue
        known = None
        try:
            known = next((one for one in symbols if _knows(source, item, one, now)), None)
        except SourceError as err:
            failure = str(err)
        found.append(Carried(item, source.name, known, symbols, failure))
    return found


def _knows(source: Source, item: Item, symbol: str, now: datetime) -> bool:
    end = floor_to(now, DAY_S) + timedelta(days=1)
    try:
        lists = getattr(source, "lists", None)
        if lists is not None:
            return bool(lists(symbol, now=now))
        if item.asset is Asset.EQUITY or not serves_minutes(source) or source.name == "yahoo":
            ask(source, symbol, end - _DAYS, end, DAY_S, now=now)
        else:
            ask(source, symbol, end - timedelta(days=1), end, 60, now=now)
    except SourceError as err:
        if err.reason == "delisted":
            return False
        if err.reason == "not yet":
            return True
        raise
    return True
