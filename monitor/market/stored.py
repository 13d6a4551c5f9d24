"""Stored bars enter; the reference of an item over a window leaves."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.market.agreement import limit_for
from monitor.market.columns import Columns
from monitor.market.fixings import FIXING
from monitor.market.reference import Examined, Known, examine, rates_of
from monitor.market.series import Reference
from monitor.market.shelf import Shelf
from monitor.market.sources.base import DAY_S
from monitor.market.symbols import DOLLAR_COINS, basis_item_id

__all__ = ["DAILY_BACK", "examine_stored", "load_fixings", "load_reference"]

DAILY_BACK = timedelta(days=45)
"""How far before a window daily closes are read: the part of the look-back that minutes do not reach."""

MINUTE = timedelta(minutes=1)
AFTER_SPLIT = timedelta(days=4)
"""How far past a split its first price is looked for: a weekend and a holiday."""


def load_reference(
    session: Session, item: Item, start: datetime, end: datetime, settings: MarketSettings | None = None,
    shelf: Shelf | None = None, *, at: datetime | None = None,
) -> Reference:  # fmt: skip
    """Give what the stored bars of [start, end) say of `item`; nothing usable leaves `why` set.

    A pass over many windows gives its `shelf`, so that each bar is read once. A stock's prices are in the units of the
    moment `at`, by default of the newest bar: a split may lie before or after it.
    """
    return examine_stored(session, item, start, end, settings, shelf, at=at).reference


def examine_stored(
    session: Session, item: Item, start: datetime, end: datetime, settings: MarketSettings | None = None,
    shelf: Shelf | None = None, *, at: datetime | None = None,
) -> Examined:  # fmt: skip
    """Give the same with the report: what each source gave, what was set aside, and why."""
    shelf = shelf or Shelf(timedelta())
    rank = _ranks(settings)
    minutes = _ordered(shelf.bars(session, item.id, start, end), rank)
    splits = shelf.splits(session, item.id, start, end, DAILY_BACK) if item.asset is Asset.EQUITY else ()
    later = [split.at for split in splits if split.at >= end]
    until = max([end, *(moment + AFTER_SPLIT for moment in later)])
    after = [one for moment in later for one in shelf.bars(session, item.id, moment, moment + AFTER_SPLIT)]
    days = shelf.bars(session, item.id, start - DAILY_BACK, until, DAY_S)
    daily = _ordered([one for one in days if one.role != FIXING], rank)
    coins = {one.currency for one in minutes} & set(DOLLAR_COINS) if item.currency == "USD" else set()
    limit = limit_for(item)
    basis: dict[str, Columns] = {}
    for coin in sorted(coins):
        since = start - timedelta(minutes=limit.rules.basis_max_age_min)
        found = rates_of(coin, _ordered(shelf.bars(session, basis_item_id(coin), since, end), rank), limit)
        if found is not None:
            basis[coin] = found
    fixings = tuple(one for one in days if one.role == FIXING)
    known = Known(fixings, splits, after)
    return examine(item, minutes, daily, basis=basis, limit=limit, at=at or end - MINUTE, known=known)


def load_fixings(session: Session, item: Item, start: datetime, end: datetime) -> tuple[Columns, ...]:
    """Give the stored daily fixings of a pair from 45 days before `start` on; they are never a minute or a close."""
    days = Shelf(timedelta()).bars(session, item.id, start - DAILY_BACK, end, DAY_S)
    return tuple(one for one in days if one.role == FIXING)


def _ranks(settings: MarketSettings | None) -> dict[str, int]:
    names: Sequence[str] = ("yahoo", *settings.exchanges, "files") if settings is not None else ("yahoo", "kraken")
    return {name: n for n, name in enumerate(names)}


def _ordered(bars: Sequence[Columns], rank: dict[str, int]) -> list[Columns]:
    """Order by the settings' own order; where two of one origin overlap, the first speaks."""
    return sorted(bars, key=lambda one: (rank.get(one.source, len(rank)), one.source, one.symbol))
