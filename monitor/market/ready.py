"""Whether the bars of a window are all there that will come, so that a grade may rest on them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray
from sqlmodel import Session

from monitor.datasets import Asset, Item
from monitor.market.agreement import limit_for
from monitor.market.finality import final_until
from monitor.market.reference import rates_of
from monitor.market.sessions import trading_part
from monitor.market.shelf import Pulls, Shelf
from monitor.market.sources.base import MINUTE_S, Source, serves_minutes
from monitor.market.symbols import BASIS_SYMBOLS, basis_item_id, symbols_for
from monitor.market.windows import Window, minus
from monitor.store.types import from_micros, to_micros

__all__ = ["Keeper", "bars_settled", "keeper_of", "load_rates"]

Ints = NDArray[np.intp]

TERMINAL = ("delisted", "blocked here", "retention passed")
"""Reasons after which a source is not waited for."""

PATIENCE = timedelta(hours=1)
"""So long after a window is final, two sources that have answered are enough; the others are not waited for."""


FORGETTING = timedelta(minutes=5)
"""A minute this close to the end of what a source keeps counts as forgotten."""

RATE_BACK = timedelta(hours=3)
"""How much of a dollar coin's bars is looked at, so that its sources can be compared."""


@dataclass(frozen=True, slots=True)
class Keeper:
    """What is known of a source without asking it: enough to tell whether it has answered, and to be sent elsewhere."""

    name: str
    settle_s: float
    kept_s: float | None
    """How far back its minutes are kept, in seconds; None: without limit."""
    minutes: bool = True


def keeper_of(source: Source | Keeper) -> Keeper:
    """Give what is known of `source`."""
    if isinstance(source, Keeper):
        return source
    return Keeper(source.name, source.settle_s, source.retention_s(MINUTE_S), serves_minutes(source))


def bars_settled(
    session: Session,
    item: Item,
    window: Window,
    sources: Sequence[Source | Keeper],
    now: datetime,
    overrides: Mapping[str, Mapping[str, str]] | None = None,
    shelf: Shelf | None = None,
) -> bool:
    """Tell whether every source that carries `item` has answered for all of `window`, or will not.

    A source that keeps fewer minutes than the window asks for has answered when it gave what it keeps.
    """
    part = trading_part(item, window)
    if part is None:
        return True
    pulls = (shelf or Shelf()).pulls(session, item.id)
    if _imported(pulls, part):
        return True
    answered, waiting, final = 0, 0, True
    for source in map(keeper_of, sources):
        symbols = symbols_for(item, source.name, overrides) if source.minutes else ()
        if not symbols:
            continue
        asked = np.flatnonzero(
            (pulls.source == source.name) & (pulls.interval_s == MINUTE_S)
            & np.isin(pulls.symbol, [one.symbol for one in symbols])
            & (pulls.end > to_micros(part.end - timedelta(days=2)))
        )  # fmt: skip
        missing = _missing(pulls, asked, part)
        if _covers(source, missing, part):
            answered += 1
        elif not (len(asked) and pulls.outcome[asked[-1]] in TERMINAL) and not _forgotten(source, missing, now):
            waiting += 1
            final &= final_until(now, source.settle_s) >= part.end + PATIENCE
    return waiting == 0 or (answered >= 2 and final)


def _imported(pulls: Pulls, part: Window) -> bool:
    """Tell whether the bars of the whole window came with an import: then no source is waited for."""
    start, end = to_micros(part.start), to_micros(part.end)
    return bool(
        ((pulls.source == "imported") & (pulls.interval_s == MINUTE_S) & (pulls.outcome == "ok")
         & (pulls.start <= start) & (pulls.end >= end)).any()
    )  # fmt: skip


def _missing(pulls: Pulls, asked: Ints, part: Window) -> list[Window]:
    """Give the parts of the window that no answer covers."""
    touching = asked[(pulls.outcome[asked] == "ok") & (pulls.start[asked] <= to_micros(part.end))
                     & (pulls.end[asked] >= to_micros(part.start))]  # fmt: skip
    spans = zip(pulls.start[touching].tolist(), pulls.end[touching].tolist(), strict=True)
    return minus([part], [Window(from_micros(start), from_micros(end)) for start, end in spans])


def _covers(source: Keeper, missing: Sequence[Window], part: Window) -> bool:
    """Tell whether the answers reach the end of the window, and its start as far as the source kept it then."""
    if not missing:
        return True
    kept_s = source.kept_s
    # Only the far end of the look-back may be missing: what had been forgotten before it was first asked for.
    return (
        kept_s is not None
        and len(missing) == 1
        and missing[0].start == part.start
        and missing[0].end < part.end
        and part.end - missing[0].end >= min(timedelta(seconds=kept_s) / 2, part.length / 2)
    )


def _forgotten(source: Keeper, missing: Sequence[Window], now: datetime) -> bool:
    """Tell whether a source has forgotten all that it did not give, so that waiting for it fills nothing."""
    kept_s = source.kept_s
    return kept_s is not None and missing[-1].end <= now - timedelta(seconds=kept_s) + FORGETTING


def load_rates(session: Session, at: datetime, coins: Iterable[str], shelf: Shelf | None = None) -> dict[str, float]:
    """Give the dollar price of each dollar coin at `at`: the close of the minute that ended then, or just before.

    A coin whose rate is not known is absent, and is never taken at par.
    """
    rates = {}
    shelf = shelf or Shelf(timedelta())
    for coin in coins:
        if coin not in BASIS_SYMBOLS:
            continue
        limit = limit_for(Item(basis_item_id(coin), Asset.CRYPTO, coin, coin, ""))
        agreed = rates_of(coin, shelf.bars(session, basis_item_id(coin), at - RATE_BACK, at), limit)
        oldest = at - timedelta(minutes=limit.rules.basis_max_age_min + 1)
        if agreed is not None and agreed.start_s[-1] >= oldest.timestamp():
            rates[coin] = float(agreed.close[-1])
    return rates
