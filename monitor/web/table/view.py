"""A table and what was asked of it enter; what a template shows leaves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from monitor.web.table.asked import MOST, Asked, ask
from monitor.web.table.spec import Row, Table

if TYPE_CHECKING:
    from monitor.web.site import Site

__all__ = ["View", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """One table on a page."""

    table: Table
    asked: Asked
    rows: list[Row]
    after: str | None

    @property
    def next(self) -> str | None:
        """The address of the rows that follow."""
        return self.asked.address(after=self.after) if self.after else None

    @property
    def first(self) -> str | None:
        """The address of the first rows, where these are others."""
        return self.asked.address() if self.asked.after else None

    @property
    def filtered(self) -> bool:
        """Whether a person has narrowed it."""
        return any(self.asked.written.get(name) for name in (*self.given, "since", "until"))

    @property
    def given(self) -> list[str]:
        """The names of the filters."""
        return [one.name for one in self.table.filters]

    @property
    def cleared(self) -> str:
        """The address without any filter."""
        return self.asked.address(**dict.fromkeys((*self.given, "since", "until")))

    def download(self, kind: str) -> str:
        """Give the address of the same rows as ``csv`` or ``json``, as many as may be had at once."""
        own = Asked(written={**self.asked.filters, **self.asked.written, "limit": str(MOST)})
        return f"/api/v1/{self.table.name}{'.csv' if kind == 'csv' else ''}{own.address()}"


def view(
    site: "Site", table: Table, parameters: Iterable[tuple[str, str]], *, prefix: str = "", limit: int = 50
) -> View:
    """Give the rows that `parameters` ask of `table`."""
    asked = ask(table, parameters, site.clock.now(), prefix=prefix, limit=limit)
    rows, after = table.source.fetch(site, table, asked)
    return View(table, asked, rows, after)
