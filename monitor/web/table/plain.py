"""Rows that are few and at hand enter; the same leave filtered, sorted and cut."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from monitor.web.table.asked import Asked, AskedError, yes
from monitor.web.table.spec import Column, Kind, Row, Table

if TYPE_CHECKING:
    from monitor.web.site import Site

__all__ = ["PlainSource"]


@dataclass(frozen=True, slots=True)
class PlainSource:
    """Rows that a function gives as a whole."""

    rows: Callable[["Site"], list[Row]]

    def fetch(self, site: "Site", table: Table, asked: Asked) -> tuple[list[Row], str | None]:
        """Give the rows, and where they go on; missing values come last in either order."""
        rows = [one for one in self.rows(site) if _passes(one, table, asked)]
        if asked.sort:
            known = [one for one in rows if one.get(asked.sort) is not None]
            known.sort(key=lambda row: _place(row[asked.sort]), reverse=asked.descending)
            rows = known + [one for one in rows if one.get(asked.sort) is None]
        start = _start(asked.after)
        end = start + asked.limit
        return rows[start:end], str(end) if end < len(rows) else None


def _start(after: str | None) -> int:
    if after is None:
        return 0
    if not (after.isascii() and after.isdigit() and len(after) < 10):
        raise AskedError("it is not what an answer gave", "after", "take it from `next`, or leave it out")
    return int(after)


def _place(value: Any) -> Any:
    return value.casefold() if isinstance(value, str) else value


def _passes(row: Row, table: Table, asked: Asked) -> bool:
    at = row.get(table.timed) if table.timed else None
    if isinstance(at, datetime) and (
        (asked.since is not None and at < asked.since) or (asked.until is not None and at >= asked.until)
    ):
        return False
    return all(_matches(row.get(name), text, table.column(name)) for name, text in asked.filters.items())


def _matches(value: Any, text: str, column: Column | None) -> bool:
    if value is None:
        return False
    if column is not None and column.filter == "has":
        return text.casefold() in str(value).casefold()
    if column is not None and column.kind is Kind.YES:
        return bool(value) == yes(text, column.name)
    if column is not None and column.numeric:
        try:
            return float(value) == float(text)
        except ValueError as err:
            raise AskedError(f"{text[:40]!r} is no number", column.name, "write it as in 30") from err
    return str(value) in text.split(",")
