"""A number that could be the item's price, with all that is known about it."""

from dataclasses import dataclass
from datetime import date, datetime

from monitor.reading.labels import Label
from monitor.reading.pages import Page
from monitor.reading.types import Kind, Price

__all__ = ["CERTAIN", "FAIR", "POOR", "Candidate"]

CERTAIN, FAIR, POOR = 3, 2, 1
"""How plainly the text says that a number is the price: in so many words; by its place; barely."""


@dataclass(slots=True)
class Candidate:
    """A number of one hit, read as a price of the item in `currency`."""

    value: float
    unit: float
    currency: str
    label: Label
    strength: int
    page: Page
    position: int
    url: str
    order: int = 0
    """Place within the hit, to keep the first of equals."""
    when: datetime | date | None = None
    derived: bool = False
    kind: Kind = Kind.LAST
    table: bool = False
    stated_currency: bool = True
    """False where the currency is only the item's usual one."""
    other_venue: bool = False
    note: str = ""

    def price(self) -> Price:
        """Give it as a price."""
        return Price(
            price=self.value,
            currency=self.currency,
            stated_time=self.when,
            url=self.url,
            kind=self.kind,
            derived=self.derived,
            unit=self.unit,
            position=self.position,
            note=self.note,
        )
