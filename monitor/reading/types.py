"""What a reader takes from a response."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from monitor.datasets import Item
from monitor.search.hits import Hit

__all__ = ["Kind", "Price", "Reader", "Reading"]


class Kind(StrEnum):
    """What sort of price a reading is."""

    LAST = "last"
    CLOSE = "close"
    MID = "mid"
    CONVERTED = "converted"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Price:
    """One price as served, or none (`price` is None) with the reason in `note`."""

    price: float | None
    currency: str | None = None
    """ISO 4217, or the code of the coin that it is quoted in (``USDT``, ``BTC``)."""
    stated_time: datetime | date | None = None
    """The time that the text gives for this price: aware UTC, or a bare date where only the day is stated."""
    url: str | None = None
    kind: Kind = Kind.OTHER
    derived: bool = False
    """True where the price follows from the text by a conversion (inverse, amount, per 100, pence)."""
    unit: float | None = None
    """The value of one unit in the last quoted digit, in the price's own units: 0.01 for ``512.34``."""
    position: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Both prices of one response: `asked` is graded, `newest` dates the data."""

    asked: Price
    newest: Price
    reader: str
    version: str
    numbers: tuple[float, ...] = ()
    """Every number among the hits that could be a price, distinct, at most 400; for `contained`."""
    runners_up: tuple[Price, ...] = ()


class Reader(Protocol):
    """Reads a response."""

    name: str
    version: str

    def read(self, item: Item, hits: Sequence[Hit], asked_at: datetime, received_at: datetime) -> Reading:
        """Give the reading of `hits` for `item` at the instant `asked_at`; relative times count from `received_at`."""
        ...
