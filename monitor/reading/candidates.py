"""A number that could be the item's price, with all that is known about it."""

from dataclasses import dataclass
from datetime import date, datetime

from monitor.reading.labels import Label
from monitor.reading.pages import Page
from monitor.reading.types import Kind, Price

__all__ = ["CERTAIN", "FAIR", "POOR", "Candidate", "last_not_close", "without_lesser"]

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


def last_not_close(found: list[Candidate]) -> list[Candidate]:
    """Leave out the undated close beside a last price, while the exchange trades: it is of an earlier session."""
    last = {c.when for c in found if c.label is Label.LAST and c.strength == CERTAIN}
    if not last:
        return found
    return [c for c in found if c.label is not Label.CLOSE or c.table or c.when not in {None, *last}]


def without_lesser(found: list[Candidate]) -> list[Candidate]:
    """Leave out the opening and the previous price of a hit that says a later regular one."""
    lesser = (Label.OPEN, Label.PREVIOUS)
    if any(c.label not in (*lesser, Label.EXTENDED) and c.strength >= FAIR and not c.table for c in found):
        return [c for c in found if c.label not in lesser]
    return found
