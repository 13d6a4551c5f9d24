"""What a table is: its columns, what it is sorted and filtered by, and where its rows come from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from monitor.web.site import Site
    from monitor.web.table.asked import Asked

__all__ = ["Column", "Kind", "Row", "Source", "Table"]

Row = dict[str, Any]
"""Plain values by column name: text, numbers, moments, None; what no column shows may be in it too."""


class Kind(StrEnum):
    """How a column's values are written and compared."""

    TEXT = "text"
    LONG = "long"
    QUOTE = "quote"
    """Another's words: their first lines, since the whole is a click away."""
    COUNT = "count"
    PRICE = "price"
    NUMBER = "number"
    MS = "ms"
    SPAN = "span"
    MONEY = "money"
    SHARE = "share"
    POINTS = "points"
    """A difference of two shares."""
    P = "p"
    """A p value."""
    MOMENT = "moment"
    STATE = "state"
    CLASS = "class"
    YES = "yes"


NUMERIC = frozenset({Kind.COUNT, Kind.PRICE, Kind.NUMBER, Kind.MS, Kind.SPAN, Kind.MONEY, Kind.SHARE,
                     Kind.POINTS, Kind.P})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    `filter` is how a parameter of its name narrows the rows: "is" (one of several: ``a,b``), "has" (contains) or none.
    """

    name: str
    title: str
    kind: Kind = Kind.TEXT
    sort: bool = True
    filter: str = ""
    choices: tuple[str, ...] = ()
    """What a filter may be set to, where that is known; anything else gives no row."""
    href: Callable[[Row], str | None] | None = None
    """Where a cell leads."""
    bounds: bool = False
    """True where the row also has ``NAME_lo`` and ``NAME_hi``, the ends of an interval."""
    shown: bool = True
    """False: only in the downloads."""

    @property
    def numeric(self) -> bool:
        """Whether its values stand at the right."""
        return self.kind in NUMERIC

    @property
    def fields(self) -> tuple[str, ...]:
        """The names that it has in downloads."""
        return (self.name, f"{self.name}_lo", f"{self.name}_hi") if self.bounds else (self.name,)


class Source(Protocol):
    """Gives the rows that were asked for."""

    def fetch(self, site: "Site", table: "Table", asked: "Asked") -> tuple[list[Row], str | None]:
        """Give at most ``asked.limit`` rows, sorted and filtered, and what `after` has to be for those that follow."""


@dataclass(frozen=True)
class Table:
    """One table; `name` is its address below /api/v1."""

    name: str
    title: str
    columns: tuple[Column, ...]
    source: Source
    sort: str = ""
    """What rows are sorted by where nothing is said; with ``-`` descending. Empty: as the source has them."""
    timed: str = ""
    """The column that `since` and `until` bound."""
    since: str = ""
    """What `since` is where nothing is said."""
    about: str = ""
    """One sentence on what a row is, for the API's description."""
    empty: str = "There is nothing here."
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Filters that hold whatever is asked."""
    part: str = ""
    """What tells it from others of its name on one page."""

    @property
    def anchor(self) -> str:
        """Where it stands on a page."""
        return f"{self.name}-{self.part}" if self.part else self.name

    def column(self, name: str) -> Column | None:
        """Give the column of that name."""
        return next((one for one in self.columns if one.name == name), None)

    @property
    def shown(self) -> Sequence[Column]:
        """The columns of the page."""
        return [one for one in self.columns if one.shown]

    @property
    def filters(self) -> Sequence[Column]:
        """The columns that a person may narrow by."""
        return [one for one in self.columns if one.filter and one.name not in self.fixed]


