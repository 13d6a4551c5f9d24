"""Whether the bars of a window are all there that will come, so that a grade may rest on them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from monitor.datasets import Asset, Item
from monitor.market.agreement import limit_for
from monitor.market.finality import final_until
from monitor.market.reference import rates_of
from monitor.market.sessions import trading_part
from monitor.market.sources.base import MINUTE_S, Source, serves_minutes
from monitor.market.stored import load_bars
from monitor.market.symbols import BASIS_SYMBOLS, basis_item_id, symbols_for
from monitor.market.windows import Window, minus
from monitor.store.tables import Pull

__all__ = ["bars_settled", "load_rates"]

TERMINAL = ("delisted", "blocked here", "retention passed")
"""Reasons after which a source is not waited for."""

PATIENCE = timedelta(hours=1)
"""So long after a window is final, two sources that have answered are enough; the others are not waited for."""


RATE_BACK = timedelta(hours=3)
"""How much of a dollar coin's bars is looked at, so that its sources can be compared."""


def bars_settled(
    session: Session,
    item: Item,
    window: Window,
    sources: Sequence[Source],
    now: datetime,
    overrides: Mapping[str, Mapping[str, str]] | None = None,
) -> bool:
    """Tell whether every source that carries `item` has answered for all of `window`, or will not.

    A source that keeps fewer minutes than the window asks for has answered when it gave what it keeps.
    """
    part = trading_part(item, window)
    if part is None:
        return True
    if _imported(session, item, part):
        return True
    carried = [(source, symbols) for source in sources
               if serves_minutes(source) and (symbols := symbols_for(item, source.name, overrides))]
    answered, waiting, final = 0, 0, True
    for source, symbols in carried:
        pulls = session.exec(
            select(Pull)
            .where(
                Pull.item_id == item.id,
                Pull.source == source.name,
                Pull.interval_s == MINUTE_S,
                col(Pull.symbol).in_([one.symbol for one in symbols]),
                col(Pull.end_at) > part.end - timedelta(days=2),
            )
            .order_by(col(Pull.id))
        ).all()
        if _covers(source, pulls, part):
            answered += 1
        elif not (pulls and pulls[-1].outcome in TERMINAL):
            waiting += 1
            final &= final_until(now, source.settle_s) >= part.end + PATIENCE
    return waiting == 0 or (answered >= 2 and final)


def _imported(session: Session, item: Item, part: Window) -> bool:
    """Tell whether the bars of the whole window came with an import: then no source is waited for."""
    found = session.exec(
        select(Pull.id).where(
            Pull.item_id == item.id,
            Pull.source == "imported",
            Pull.interval_s == MINUTE_S,
            Pull.outcome == "ok",
            col(Pull.start_at) <= part.start,
            col(Pull.end_at) >= part.end,
        )
    )
    return found.first() is not None


def _covers(source: Source, pulls: Sequence[Pull], part: Window) -> bool:
    """Tell whether the answers reach the end of the window, and its start as far as the source kept it then."""
    held = [Window(pull.start_at, pull.end_at) for pull in pulls if pull.outcome == "ok"]
    missing = minus([part], held)
    if not missing:
        return True
    kept_s = source.retention_s(MINUTE_S)
    # Only the far end of the look-back may be missing: what had been forgotten before it was first asked for.
    return (
        kept_s is not None
        and len(missing) == 1
        and missing[0].start == part.start
        and missing[0].end < part.end
        and part.end - missing[0].end >= min(timedelta(seconds=kept_s) / 2, part.length / 2)
    )


def load_rates(session: Session, at: datetime, coins: Iterable[str]) -> dict[str, float]:
    """Give the dollar price of each dollar coin at `at`: the close of the minute that ended then, or just before.

    A coin whose rate is not known is absent, and is never taken at par.
    """
    rates = {}
    for coin in coins:
        if coin not in BASIS_SYMBOLS:
            continue
        limit = limit_for(Item(basis_item_id(coin), Asset.CRYPTO, coin, coin, ""))
        bars = load_bars(session, basis_item_id(coin), at - RATE_BACK, at)
        agreed = rates_of(coin, bars, limit)
        oldest = at - timedelta(minutes=limit.rules.basis_max_age_min + 1)
        if agreed is not None and agreed.bars and agreed.bars[-1].start >= oldest:
            rates[coin] = agreed.bars[-1].close
    return rates
