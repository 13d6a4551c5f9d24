"""Probes and readings of one store enter, item by item; their grades leave, or that they must wait for bars."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.grading.answers import currency_code
from monitor.grading.asking import awaits_close
from monitor.grading.groups import Fresh, ask_of, grade_group, groups_of
from monitor.grading.policy import Policy
from monitor.grading.queries import Read
from monitor.market.ready import Keeper, bars_settled, load_rates
from monitor.market.shelf import Shelf
from monitor.market.sources.base import Source
from monitor.market.stored import load_reference
from monitor.market.windows import window_for
from monitor.reading.work import item_of
from monitor.store.database import Database
from monitor.store.tables import Probe
from monitor.store.types import from_micros

__all__ = ["Judging", "judged"]

GIVE_UP = timedelta(hours=36)
"""A probe whose bars have not come by then is graded `no_reference`; the pull's own rows say why."""


@dataclass(frozen=True)
class Judging:
    """What grading works on: the store, the items by id, where bars come from, the policy, and the moment of it.

    The readings of each of `readers` are graded; failures of an api, which have none, once.
    """

    database: Database
    items: Mapping[str, Item]
    market: MarketSettings
    sources: Sequence[Source | Keeper]
    policy: Policy
    now: datetime
    readers: tuple[str, ...] = ("rules",)


def judged(judging: Judging, rows: Sequence[Any], shelf: Shelf) -> Iterator[tuple[list[Read], list[Fresh] | None]]:
    """Give the rows of each (item, instant) and their grades; None where its bars are not final.

    Items of a kind that the policy has no rules for are passed over.
    """
    with judging.database.read() as session:
        for members in groups_of(rows):
            item = _item(session, judging, members[0])
            if judging.policy.covers(item):
                yield members, _grade(session, judging, item, members, shelf)


def _grade(
    session: Session, judging: Judging, item: Item, members: Sequence[Any], shelf: Shelf
) -> list[Fresh] | None:
    """Give the grades of one item's probes at one instant; None while its bars, or its official close, are to come."""
    market, policy, now = judging.market, judging.policy, judging.now
    columns: Any = Read(*zip(*members, strict=True))  # type: ignore[arg-type]  # columns instead of values
    instant, sent = from_micros(columns.instant[0]), from_micros(max(columns.sent))
    window = window_for(instant, [(sent - instant).total_seconds()], timedelta(hours=market.lookback_h))
    settled = bars_settled(session, item, window, judging.sources, now, market.symbols, shelf)
    in_time = now < sent + GIVE_UP
    if in_time and not settled:
        return None
    reference = load_reference(session, item, window.start, window.end, market, shelf, at=instant)
    if in_time and awaits_close(ask_of(item, members[0]), reference):
        return None
    stated = {currency_code(code) for code in {*columns.currency, *columns.newest_currency}}
    rates = load_rates(session, instant, stated & policy.converted, shelf)
    return grade_group(item, members, reference, policy, rates, now)


def _item(session: Session, judging: Judging, row: Any) -> Item:
    """Give the item of a row, also when the set no longer has it."""
    item = judging.items.get(row[0])
    if item is not None:
        return item
    probe = session.get_one(Probe, row[3])
    return item_of(probe, judging.items)
