"""Checks of symbols: whether the sources that can be reached know the items by the names they are asked for."""

import queue
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from monitor.cli.checks.finding import Finding
from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.errors import MonitorError

if TYPE_CHECKING:
    from monitor.market.listing import Carried
    from monitor.market.sources.base import Source

__all__ = ["checks_of_symbols"]

ALL_S = 20.0
"""So long the sources are waited for, all together."""


def checks_of_symbols(
    market: MarketSettings, items: Sequence[Item], reached: Collection[str], now: datetime,
    monotonic: Callable[[], float],
) -> Iterator[Finding]:  # fmt: skip
    """Give a line for each source in `reached`, and one for each item that no source knows.

    Sources are asked at once. One that gives no answer in time is said to be unsure, and is no finding: that it can be
    reached is checked elsewhere.
    """
    from monitor.market.sources.opening import open_sources

    try:
        sources = open_sources(market.model_copy(update={"deadline_s": min(market.deadline_s, ALL_S)}))
    except MonitorError as err:
        yield Finding("symbols", err.what, False, err.remedy)
        return
    asked = [one for one in sources if one.name in reached or one.name not in _BUILT_IN | set(market.exchanges)]
    answers: queue.SimpleQueue[tuple[str, list[Carried] | MonitorError]] = queue.SimpleQueue()
    for source in asked:
        work = threading.Thread(target=_ask, args=(source, items, market, now, answers), daemon=True)
        work.start()
    known: dict[str, list[Carried]] = {}
    waiting, until = {one.name for one in asked}, monotonic() + ALL_S
    while waiting:
        try:
            name, carried = answers.get(timeout=max(0.0, until - monotonic()))
        except queue.Empty:
            break
        waiting.discard(name)
        if isinstance(carried, MonitorError):
            yield Finding("symbols", carried.what, False, carried.remedy)
        else:
            known[name] = carried
    for source in asked:
        if source.name in waiting:
            yield Finding("symbols", f"{source.name}: no answer within {ALL_S:g} s, so its symbols were not checked")
        elif known.get(source.name):
            yield _line(source.name, known[source.name])
    yield from _nowhere(known, complete=not waiting)


_BUILT_IN = {"yahoo", "ecb", "frankfurter"}


def _ask(
    source: "Source", items: Sequence[Item], market: MarketSettings, now: datetime,
    answers: "queue.SimpleQueue[tuple[str, list[Carried] | MonitorError]]",
) -> None:  # fmt: skip
    from monitor.market.listing import carried_by

    try:
        answers.put((source.name, carried_by(source, items, market.symbols, now)))
    except MonitorError as err:
        answers.put((source.name, err))
    finally:
        source.close()


def _line(name: str, carried: "list[Carried]") -> Finding:
    good = [one for one in carried if one.symbol is not None]
    unsure = [one for one in carried if one.unsure]
    missing = [one for one in carried if one.symbol is None and not one.unsure]
    what = f"{name}: knows {len(good)} of {len(carried)} items"
    if unsure:
        what += f"; {len(unsure)} not checked: {unsure[0].unsure}"
    if not missing:
        return Finding("symbols", what)
    said = ", ".join(f"{one.item.ticker} as {' or '.join(one.tried)}" for one in missing)
    return Finding("symbols", f"{what}; not {said}", True,
                   f'set market.symbols.{missing[0].item.id} = {{ {name} = "..." }}, or "" to leave it out there')


def _nowhere(known: "dict[str, list[Carried]]", *, complete: bool) -> Iterator[Finding]:
    """Give a finding for each item that every source was asked for, and none knows by a name that makes minutes."""
    tried: dict[str, list[Carried]] = {}
    for name, carried in sorted(known.items()):  # sources answer in any order
        for one in carried if name not in ("ecb", "frankfurter") else ():
            tried.setdefault(one.item.id, []).append(one)
    for item_id, rows in tried.items():
        if complete and all(one.symbol is None and not one.unsure for one in rows):
            where = ", ".join(f"{one.source} ({' or '.join(one.tried)})" for one in rows)
            yield Finding("symbols", f"{item_id} {rows[0].item.ticker}: no source knows it: {where}", False,
                          f'set market.symbols.{item_id} = {{ {rows[0].source} = "..." }}')
