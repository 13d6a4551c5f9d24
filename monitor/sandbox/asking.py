"""What a query asks for: its text enters; the item and the asked moment, where they can be found, leave."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from monitor.datasets import MONTHS, Item

__all__ = ["Ask", "AskReader"]

_MOMENT = re.compile(r"\b(" + "|".join(MONTHS) + r") (\d{1,2}), (\d{4})(?:,? (?:at )?(\d{1,2}):(\d{2})(?: ?UTC)?)?")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?")
_PARENTHESES = re.compile(r"\(([^()]+)\)")


@dataclass(frozen=True, slots=True)
class Ask:
    """One query as the sandbox understood it."""

    query: str
    item: Item | None
    asked_at: datetime | None
    received_at: datetime
    live: bool = False
    """True where the request used the API's knob for live content."""


def _moment(query: str) -> datetime | None:
    if found := _MOMENT.search(query):
        month, day, year, hour, minute = found.groups()
        parts = int(year), MONTHS.index(month) + 1, int(day), int(hour or 0), int(minute or 0)
    elif found := _ISO.search(query):
        parts = (int(found[1]), int(found[2]), int(found[3]), int(found[4] or 0), int(found[5] or 0))
    else:
        return None
    try:
        return datetime(*parts, tzinfo=UTC)
    except ValueError:  # "February 30": the words name no moment
        return None


class AskReader:
    """Finds the item of a query by its ticker in parentheses, else by its name, else by its bare ticker."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = tuple(items)
        self._by_ticker = {item.ticker.upper(): item for item in self._items}
        self._by_name = sorted(self._items, key=lambda item: -len(item.name))
        self._understood = lru_cache(maxsize=8192)(self._understand)

    def read(self, query: str, received_at: datetime, live: bool = False) -> Ask:
        """Give the query with its item (None: unknown) and asked moment (None: not stated)."""
        item, asked_at = self._understood(query)
        return Ask(query, item, asked_at, received_at, live)

    def _understand(self, query: str) -> tuple[Item | None, datetime | None]:
        return self._item(query), _moment(query)

    def _item(self, query: str) -> Item | None:
        for inside in _PARENTHESES.findall(query):
            if item := self._by_ticker.get(inside.strip().upper()):
                return item
        lower = query.lower()
        for item in self._by_name:
            if item.name.lower() in lower:
                return item
        words = set(re.findall(r"[A-Z0-9][A-Z0-9/.\-]*", query))
        return next((item for ticker, item in self._by_ticker.items() if ticker in words), None)
