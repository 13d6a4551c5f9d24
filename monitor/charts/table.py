"""The table of figures that stands beside a chart: typed columns and plain values, for a page, a report or a file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["KINDS", "Cell", "Column", "Table", "figure"]

Cell = str | float | int | None

KINDS = ("text", "count", "seconds", "share", "ms", "usd", "price", "time")
"""What the values of a column are: text, a number of things, a duration in seconds, 0 to 1, milliseconds, dollars,
a price in its item's currency, or a moment (UTC ISO 8601)."""


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, and which of `KINDS` its values are."""

    name: str
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of as many cells as there are columns; None is a figure that there is not."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[Cell]]) -> "Table":
        """Give a table of (heading, kind) pairs and rows."""
        return cls(tuple(Column(name, kind) for name, kind in columns), tuple(tuple(row) for row in rows))

    def to_json(self) -> dict[str, Any]:
        """Give plain values: ``{"columns": [{"name", "kind"}], "rows": [[…]]}``."""
        return {
            "columns": [{"name": one.name, "kind": one.kind} for one in self.columns],
            "rows": [list(row) for row in self.rows],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Table":
        """Give the table that `to_json` was made of."""
        return cls.of([(one["name"], one["kind"]) for one in value["columns"]], value["rows"])


def figure(found: Mapping[str, Any] | None) -> tuple[float | None, float | None, float | None]:
    """Give est, lo and hi of a figure as `monitor lag --json` has it; None where it has none."""
    found = found or {}
    return found.get("est"), found.get("lo"), found.get("hi")
