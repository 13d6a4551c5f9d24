"""Rows enter; JSON or CSV leaves, in which a cell that a spreadsheet would take for a formula is quoted with ``'``."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from monitor.spreadsheet import harmless
from monitor.web.figures import iso
from monitor.web.table.spec import Row, Table

__all__ = ["as_csv", "as_json", "plain"]


def plain(value: Any) -> Any:
    """Give a value as JSON has it: moments as ISO 8601."""
    return iso(value) if isinstance(value, datetime) else value


def as_json(table: Table, rows: Iterable[Row], after: str | None) -> dict[str, Any]:
    """Give ``{"rows": [...], "next": ...}``; `next` is the `after` of the rows that follow, or null."""
    names = [name for column in table.columns for name in column.fields]
    return {"rows": [{name: plain(row.get(name)) for name in names} for row in rows], "next": after}


def as_csv(table: Table, rows: Iterable[Row]) -> str:
    """Give the rows under a header, as RFC 4180 has it."""
    names = [name for column in table.columns for name in column.fields]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(names)
    for row in rows:
        writer.writerow([harmless(plain(row.get(name))) for name in names])
    return out.getvalue()
