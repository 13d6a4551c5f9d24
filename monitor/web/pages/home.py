"""The overview: which API is freshest, whether that is sure, what runs, and what is next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from monitor.web.data.lag import LAG, kept, lag_rows
from monitor.web.figures import span
from monitor.web.overview import overview
from monitor.web.site import Site
from monitor.web.table.spec import Row
from monitor.web.table.view import view

__all__ = ["Standing", "add_home", "standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Who is freshest on one asset, in a sentence."""

    asset: str
    says: str


def add_home(app: FastAPI, site: Site) -> None:
    """Add the page to `app`."""

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    def home(request: Request) -> str:
        found = kept(site)
        return site.render(
            "home.html", view=overview(site.database, site.clock.now()),
            lag=view(site, LAG, request.query_params.multi_items(), prefix="lag.", limit=100),
            made=found is not None, caption=_caption(*found) if found else "", standing=standings(lag_rows(site)),
        )  # fmt: skip


def _caption(table: Any, made_at: Any) -> str:
    since, until = (str(table.get(name) or "")[:16].replace("T", " ") for name in ("since", "until"))
    window = f" Probes from {since} to {until}." if since and until else ""
    by = f"reader {table.get('reader') or '?'}, policy {table.get('policy') or '?'}"
    return (f"Age of the served price: estimate [95 % interval], and the share that is at most so old.{window} "
            f"Computed {made_at:%b %d %H:%M:%S} ({by}).")  # fmt: skip


def standings(rows: Sequence[Row]) -> list[Standing]:
    """Say for each asset which API's median lag is least, by how much, and whether the intervals keep it apart.

    A median of which only bounds are known counts by its upper one.
    """
    assets: dict[str, list[Row]] = {}
    for row in rows:
        if _median(row) is not None and row.get("asset") and row.get("api"):
            assets.setdefault(row["asset"], []).append(row)
    return [Standing(asset, _says(sorted(found, key=_place))) for asset, found in assets.items()]


def _median(row: Row) -> float | None:
    value = row.get("median_s") if row.get("median_s") is not None else row.get("median_s_hi")
    return None if value is None else float(value)


def _place(row: Row) -> float:
    return _median(row) or 0.0


def _says(rows: Sequence[Row]) -> str:
    first, others = rows[0], rows[1:]
    known, median = first.get("median_s") is not None, _place(first)
    head = f"{first['api']}, whose prices are {'' if known else 'at most '}{span(median)} old at the median"
    if not others:
        return f"{head}; no other API has a figure."
    high = first.get("median_s_hi")
    level = [one["api"] for one in others
             if high is None or one.get("median_s_lo") is None or one["median_s_lo"] <= high]  # fmt: skip
    if level:
        some = ", ".join(level[:3]) + (f" and {len(level) - 3} more" if len(level) > 3 else "")
        return f"{head}, but its interval meets that of {some}: a tie, as far as these figures can tell."
    gap = ("" if known else "at least ") + span(_place(others[0]) - median)
    return f"{head}, {gap} less than {others[0]['api']}, the next. Their intervals do not meet: the difference is real."
