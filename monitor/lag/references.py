"""References as a pass over the store needs them: of one item and window once, however many APIs are held to it."""

from collections import OrderedDict
from datetime import datetime, timedelta

from sqlmodel import Session

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.lag.spans import WINDOWS
from monitor.lag.timeline import Timeline, make_timeline
from monitor.market.shelf import Shelf
from monitor.market.stored import load_reference

__all__ = ["References", "lasting_shelf"]

MOST_MINUTES = 500_000
"""Minutes that are held at once, some 400 bytes each once cut into parts; the one not asked for longest goes first."""


def lasting_shelf() -> Shelf:
    """Give a shelf for pass after pass over the windows that figures are kept of: each bar is then read once."""
    return Shelf(timedelta(), max(WINDOWS.values()) + timedelta(days=1))


class References:
    """Belongs to one pass: it does not see what is stored after it has read.

    A process that makes many passes gives them one `shelf`, caught up before each.
    """

    def __init__(self, most_minutes: int = MOST_MINUTES, shelf: Shelf | None = None) -> None:
        self._most_minutes = most_minutes
        self._shelf = lasting_shelf() if shelf is None else shelf
        self._held: OrderedDict[tuple[str, datetime, datetime], Timeline] = OrderedDict()

    def line(self, session: Session, item: Item, start: datetime, end: datetime, market: MarketSettings) -> Timeline:
        """Give the timeline that the stored bars of [start, end) make of `item`."""
        key = (item.id, start, end)
        found = self._held.pop(key, None)
        if found is None:
            reference = load_reference(session, item, start, end, market, self._shelf)
            found = make_timeline(reference.minutes, item.asset, reference.daily)
        self._held[key] = found
        while len(self._held) > 1 and sum(len(one.start_s) for one in self._held.values()) > self._most_minutes:
            self._held.popitem(last=False)
        return found
