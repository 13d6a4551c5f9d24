"""The overview: which API is freshest, whether that is sure, what runs, and what is next."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from monitor.web.data.comparisons import comparison_rows
from monitor.web.data.lag import LAG, kept, lag_rows
from monitor.web.data.standing import standings
from monitor.web.overview import overview
from monitor.web.site import Site
from monitor.web.table.view import view

__all__ = ["add_home"]


def add_home(app: FastAPI, site: Site) -> None:
    """Add the page to `app`."""

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    def home(request: Request) -> str:
        found = kept(site)
        standing = standings(lag_rows(site), comparison_rows(site))
        return site.render(
            "home.html", view=overview(site.database, site.clock.now()),
            lag=view(site, LAG, request.query_params.multi_items(), prefix="lag.", limit=100),
            made=found is not None, caption=_caption(*found) if found else "", standing=standing,
        )  # fmt: skip


def _caption(table: Any, made_at: Any) -> str:
    since, until = (str(table.get(name) or "")[:16].replace("T", " ") for name in ("since", "until"))
    window = f" Probes from {since} to {until}." if since and until else ""
    by = f"reader {table.get('reader') or '?'}, policy {table.get('policy') or '?'}"
    return ("Age of the served price: estimate [95 % interval; ?: further than can be told], and the share that is at "
            f"most so old.{window} Computed {made_at:%b %d %H:%M:%S} ({by}).")  # fmt: skip
