"""Stored bars enter; the reference of an item over a window leaves."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlmodel import Session, col

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.market.agreement import limit_for
from monitor.market.fixings import FIXING
from monitor.market.reference import Examined, examine, rates_of
from monitor.market.series import Bar, Bars, Reference
from monitor.market.sources.base import DAY_S, MINUTE_S
from monitor.market.symbols import DOLLAR_COINS, basis_item_id
from monitor.store.tables import BarRow, Pull

__all__ = ["DAILY_BACK", "examine_stored", "load_bars", "load_fixings", "load_reference"]

DAILY_BACK = timedelta(days=45)
"""How far before a window daily closes are read: the part of the look-back that minutes do not reach."""


def load_reference(
    session: Session, item: Item, start: datetime, end: datetime, settings: MarketSettings | None = None
) -> Reference:
    """Give what the stored bars of [start, end) say of `item`; nothing usable leaves `why` set."""
    return examine_stored(session, item, start, end, settings).reference


def examine_stored(
    session: Session, item: Item, start: datetime, end: datetime, settings: MarketSettings | None = None
) -> Examined:
    """Give the same with the report: what each source gave, what was set aside, and why."""
    rank = _ranks(settings)
    minutes = _ordered(load_bars(session, item.id, start, end), rank)
    days = load_bars(session, item.id, start - DAILY_BACK, end, DAY_S)
    daily = _ordered([one for one in days if one.role != FIXING], rank)
    coins = {one.currency for one in minutes} & set(DOLLAR_COINS) if item.currency == "USD" else set()
    limit = limit_for(item)
    basis: dict[str, Bars] = {}
    for coin in sorted(coins):
        rates = load_bars(session, basis_item_id(coin), start - timedelta(minutes=limit.rules.basis_max_age_min), end)
        found = rates_of(coin, _ordered(rates, rank), limit)
        if found is not None:
            basis[coin] = found
    return examine(item, minutes, daily, basis=basis, limit=limit)


def load_fixings(session: Session, item: Item, start: datetime, end: datetime) -> tuple[Bars, ...]:
    """Give the stored daily fixings of a pair from 45 days before `start` on; they are never a minute or a close."""
    days = load_bars(session, item.id, start - DAILY_BACK, end, DAY_S)
    return tuple(one for one in days if one.role == FIXING)


def load_bars(
    session: Session, item_id: str, start: datetime, end: datetime, interval_s: int = MINUTE_S
) -> tuple[Bars, ...]:
    """Give the stored bars of [start, end), one `Bars` a source and symbol; of a revised bar the latest pull wins."""
    rows = session.connection().execute(
        select(
            col(BarRow.source), col(BarRow.symbol), col(BarRow.start_at), col(BarRow.open), col(BarRow.high),
            col(BarRow.low), col(BarRow.close), col(BarRow.volume), col(BarRow.count), col(BarRow.pull_id),
        )
        .where(col(BarRow.item_id) == item_id, col(BarRow.interval_s) == interval_s,
               col(BarRow.start_at) >= start, col(BarRow.start_at) < end)
        .order_by(col(BarRow.source), col(BarRow.symbol), col(BarRow.start_at), col(BarRow.pull_id))
    )
    kept: dict[tuple[str, str], dict[datetime, Bar]] = {}
    last_pull: dict[tuple[str, str], int] = {}
    for source, symbol, start_at, opened, high, low, close, volume, count, pull_id in rows:
        bar = Bar(start_at, opened, high, low, close, volume, count, interval_s)
        kept.setdefault((source, symbol), {})[start_at] = bar
        last_pull[source, symbol] = max(pull_id, last_pull.get((source, symbol), 0))
    pulls = {pull.id: pull for pull in session.scalars(
        select(Pull).where(col(Pull.id).in_(last_pull.values()))).all()} if last_pull else {}
    found = []
    for (source, symbol), bars in kept.items():
        pull = pulls[last_pull[source, symbol]]
        found.append(Bars(source, symbol, pull.currency, tuple(bars[at] for at in sorted(bars)), pull.pulled_at, b"",
                          pull.library, pull.role))
    return tuple(found)


def _ranks(settings: MarketSettings | None) -> dict[str, int]:
    names: Sequence[str] = ("yahoo", *settings.exchanges, "files") if settings is not None else ("yahoo", "kraken")
    return {name: n for n, name in enumerate(names)}


def _ordered(bars: Sequence[Bars], rank: dict[str, int]) -> list[Bars]:
    """Order by the settings' own order; where two of one origin overlap, the first speaks."""
    return sorted(bars, key=lambda one: (rank.get(one.source, len(rank)), one.source, one.symbol))
