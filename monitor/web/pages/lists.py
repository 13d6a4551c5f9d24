"""The pages that are tables: APIs, items, instants, probes, nightly runs, the running program, the settings."""

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from monitor.web.data.accuracy import groups_of
from monitor.web.data.configured import APIS, ITEMS
from monitor.web.data.instants import INSTANTS
from monitor.web.data.lag import kept
from monitor.web.data.nightly import RUNS, run_of
from monitor.web.data.probes import PROBES
from monitor.web.data.running import ALERTS, EVENTS, JOBS
from monitor.web.data.settings import SETTINGS
from monitor.web.overview import overview
from monitor.web.site import Site
from monitor.web.table.spec import Table
from monitor.web.table.view import view

__all__ = ["add_lists"]

_ABOUT = {
    "/apis": ("APIs", "Each search API that is configured, and how it was used today (UTC).", APIS),
    "/items": ("Items", "What is asked for.", ITEMS),
    "/instants": ("Instants", "The moments that the schedules chose, newest first, with what became of their probes.",
                  INSTANTS),
    "/probes": ("Probes", "What was asked, newest first, with the price that was read and how it was graded.", PROBES),
    "/settings": ("Settings", "As they were loaded. Keys come from the environment and are not among them.", SETTINGS),
}  # fmt: skip


def add_lists(app: FastAPI, site: Site) -> None:
    """Add the pages to `app`."""
    for path, (title, about, table) in _ABOUT.items():
        _add(app, site, path, title, about, table)

    @app.get("/running", response_class=HTMLResponse, include_in_schema=False)
    def running(request: Request) -> str:
        given = request.query_params.multi_items()
        tables = [view(site, table, given, prefix=f"{table.name}.", limit=25) for table in (ALERTS, JOBS, EVENTS)]
        return site.render("running.html", view=overview(site.database, site.clock.now()), tables=tables)

    @app.get("/nightly", response_class=HTMLResponse, include_in_schema=False)
    def nightly(request: Request) -> str:
        given = request.query_params.multi_items()
        groups = [
            (one.title, *(view(site, table, given, prefix=f"{table.anchor}.", limit=15)
                          for table in (one.accuracy, one.pairs, one.areas, one.nights)))
            for one in groups_of(site)
        ]  # fmt: skip
        found = kept(site, "nightly")
        return site.render("nightly.html", groups=groups, made_at=found[1] if found else None,
                           runs=view(site, RUNS, given, limit=25))  # fmt: skip

    @app.get("/runs/{number}", response_class=HTMLResponse, include_in_schema=False)
    def run(number: int) -> str:
        found = run_of(site, number) if 0 < number < 2**63 else None
        if found is None:
            raise HTTPException(404)
        return site.render("run.html", **found)


def _add(app: FastAPI, site: Site, path: str, title: str, about: str, table: Table) -> None:
    def page(request: Request) -> HTMLResponse:
        found = view(site, table, request.query_params.multi_items())
        return HTMLResponse(site.render("list.html", title=title, about=about, shown=found,
                                        problem=site.configured.problem, here=path))  # fmt: skip

    app.add_api_route(path, page, response_class=HTMLResponse, include_in_schema=False)
