"""References as a pass over the store needs them: of one item and window once, however many APIs are held to it."""

from collections import OrderedDict
from datetime import datetime

from sqlmodel import Session

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.market.series import Reference
from monitor.market.stored import load_reference

__all__ = ["References"]

MOST_MINUTES = 500_000
"""Minutes that are held at once, some 50 bytes each; the window not asked for longest goes first."""


class References:
    """Belongs to one pass: it does not see what is stored after it has read."""

    def __init__(self, most_minutes: int = MOST_MINUTES) -> None:
        self._most_minutes = most_minutes
        self._held: OrderedDict[tuple[str, datetime, datetime], Reference] = OrderedDict()

    def of(self, session: Session, item: Item, start: datetime, end: datetime, market: MarketSettings) -> Reference:
        """Give what the stored bars of [start, end) say of `item`."""
        key = (item.id, start, end)
        found = self._held.pop(key, None) or load_reference(session, item, start, end, market)
        self._held[key] = found
        while len(self._held) > 1 and sum(len(one.minutes) for one in self._held.values()) > self._most_minutes:
            self._held.popitem(last=False)
        return found
