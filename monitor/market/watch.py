"""Items enter; an alert stands for each whose sources agree on a price that a daily figure contradicts.

A fixing and a close come hours after the minutes that they judge, when these may have been graded already: what is
found here also says which stretch is to be graded again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.market.series import LeftOut
from monitor.market.stored import examine_stored
from monitor.store import alerts
from monitor.store.database import Database

__all__ = ["Contradiction", "watch"]

BACK = timedelta(hours=48)
"""How far back minutes are held against daily figures: past a fixing's publication and a day's close."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An item's minutes from `start` to before `end` that stand against a daily figure; `new` when first seen."""

    item_id: str
    start: datetime
    end: datetime
    why: str
    new: bool


def watch(
    database: Database, items: Mapping[str, Item], wanted: Iterable[str], settings: MarketSettings, now: datetime
) -> list[Contradiction]:
    """Hold the last two days of the `wanted` items against their daily figures; raise and clear the alerts."""
    found: list[Contradiction] = []
    for item_id in wanted:
        with database.read() as session:
            reference = examine_stored(session, items[item_id], now - BACK, now, settings).reference
            stands = alerts.find(session, f"reference:{item_id}") is not None
        loud = [one for one in reference.left_out if one.alarm]
        if not loud and not stands:
            continue
        with database.write() as session:
            if not loud:
                alerts.clear(session, f"reference:{item_id}", now)
                continue
            alerts.raise_(session, f"reference:{item_id}", _text(items[item_id], loud), now)
        found.append(Contradiction(item_id, _at(loud[0].start_s), _at(loud[-1].end_s + 60), loud[-1].why,
                                   new=not stands))
    return found


def _text(item: Item, loud: list[LeftOut]) -> str:
    reasons = list(dict.fromkeys(one.why for one in loud))
    return f"{item.ticker}: {'; '.join(reasons)}; there is no reference meanwhile"


def _at(start_s: int) -> datetime:
    return datetime.fromtimestamp(start_s, UTC)
