"""Addresses of pages, from what a row holds."""

from datetime import datetime
from typing import Any
from urllib.parse import quote

from monitor.web.figures import iso
from monitor.web.table.spec import Row

__all__ = ["api", "incident", "instant", "item", "night", "probe", "run", "runs", "to_api", "to_instant", "to_item",
           "to_night", "to_probe"]  # fmt: skip


def _part(value: Any) -> str:
    return quote(str(value), safe="")


def probe(number: int) -> str:
    """Give the page of one probe."""
    return f"/probes/{number}"


def api(name: str) -> str:
    """Give the page of one api."""
    return f"/apis/{_part(name)}"


def item(item_id: str) -> str:
    """Give the page of one item."""
    return f"/items/{_part(item_id)}"


def instant(at: datetime) -> str:
    """Give the page of one instant."""
    return f"/instants/{iso(at)}"


def night(name: str) -> str:
    """Give the page of one night."""
    return f"/nightly?night={_part(name)}"


def runs(**filters: str) -> str:
    """Give the runs that the filters leave, at their place on the page of the question sets."""
    named = "&".join(f"{name}={_part(value)}" for name, value in filters.items() if value)
    return f"/nightly?{named}#t-runs"


def run(number: int) -> str:
    """Give the page of one run of a question."""
    return f"/runs/{number}"


def incident(number: int) -> str:
    """Give the page of one incident."""
    return f"/incidents/{number}"


def to_probe(row: Row) -> str | None:
    """Give the page of a row's probe."""
    return probe(row["probe"]) if row.get("probe") is not None else None


def to_api(row: Row) -> str | None:
    """Give the page of a row's api."""
    return api(row["api"]) if row.get("api") else None


def to_item(row: Row) -> str | None:
    """Give the page of a row's item."""
    return item(row["item"]) if row.get("item") else None


def to_instant(row: Row) -> str | None:
    """Give the page of a row's instant."""
    return instant(row["instant_at"]) if row.get("instant_at") else None


def to_night(row: Row) -> str | None:
    """Give the page of a row's night."""
    return night(row["night"]) if row.get("night") else None
