"""The pages of one API, one item and one instant."""

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from sqlmodel import col, select
from starlette.exceptions import HTTPException

from monitor.store.tables import Instant, Probe
from monitor.web.api import instant_at
from monitor.web.data.classes import MARKS
from monitor.web.data.configured import api_rows
from monitor.web.data.history import changes_of, notes_of, too_short
from monitor.web.data.incidents import open_incidents
from monitor.web.data.instants import grid
from monitor.web.data.lag import kept, lag_of, offsets_of
from monitor.web.data.probes import probes_of
from monitor.web.data.shares import shares
from monitor.web.site import Site
from monitor.web.table.view import view

__all__ = ["add_things"]


def add_things(app: FastAPI, site: Site) -> None:
    """Add the pages to `app`."""

    @app.get("/apis/{name}", response_class=HTMLResponse, include_in_schema=False)
    def api(name: str, request: Request) -> str:
        row = next((one for one in api_rows(site) if one["api"] == name), None)
        given = request.query_params.multi_items()
        lag = view(site, lag_of(api=name), given, prefix="lag.")
        if row is None and not lag.rows and not _asked(site, Probe.api == name):
            raise HTTPException(404)
        found = kept(site)
        return site.render(
            "api.html", name=name, row=row or {}, config=site.configured.apis.get(name), lag=lag,
            offsets=view(site, offsets_of(api=name), given, prefix="offsets.", limit=100),
            left_out=sorted({one["left_out"] for one in lag.rows if one.get("left_out")}),
            changes=view(site, changes_of(name), given, prefix="changes."), short=too_short(site, name),
            notes=view(site, notes_of(name), given, prefix="annotations.", limit=10),
            incidents=open_incidents(site, name), shares=shares(site, api=name), made_at=found[1] if found else None,
            probes=view(site, probes_of(api=name), given, limit=25),
        )  # fmt: skip

    @app.get("/items/{item_id}", response_class=HTMLResponse, include_in_schema=False)
    def item(item_id: str, request: Request) -> str:
        known = site.configured.items.get(item_id)
        if known is None and not _asked(site, Probe.item_id == item_id):
            raise HTTPException(404)
        probes = view(site, probes_of(item=item_id), request.query_params.multi_items(), limit=25)
        return site.render("item.html", item_id=item_id, item=known, shares=shares(site, item_id=item_id),
                           probes=probes)  # fmt: skip

    @app.get("/instants/{at}", response_class=HTMLResponse, include_in_schema=False)
    def instant(at: str) -> str:
        moment = instant_at(at)
        with site.database.read() as session:
            stored = session.exec(select(Instant).where(Instant.at == moment).order_by(col(Instant.schedule))).all()
            before = session.exec(select(Instant.at).where(col(Instant.at) < moment)
                                  .order_by(col(Instant.at).desc()).limit(1)).first()  # fmt: skip
            after = session.exec(select(Instant.at).where(col(Instant.at) > moment)
                                 .order_by(col(Instant.at)).limit(1)).first()  # fmt: skip
        if not stored:
            raise HTTPException(404)
        items = grid(site, moment)
        used = {cell.mark.name for one in items for _, cells in one.rows for cell in cells if cell is not None}
        return site.render("instant.html", at=moment, stored=stored, items=items, before=before, after=after,
                           marks_used=[mark for mark in MARKS.values() if mark.name in used])  # fmt: skip


def _asked(site: Site, condition: bool) -> bool:
    with site.database.read() as session:
        return session.exec(select(Probe.id).where(condition).limit(1)).first() is not None
