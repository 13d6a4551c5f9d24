"""Charts: pictures that the worker drew, each with the table of its figures; nothing is drawn in this process."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from monitor.charts.kept import data_version, kept_picture
from monitor.charts.look import Look
from monitor.durations import moment
from monitor.errors import ConfigError, MonitorError
from monitor.web.figures import iso
from monitor.web.site import Site
from monitor.web.table.asked import AskedError

__all__ = ["CHARTS", "WIDE", "add_charts"]

CHARTS = {
    "lag": "How old the served prices are",
    "within": "Share of the prices that are at most so old",
    "offsets": "Freshness by offset",
    "days": "Age of the served prices over time",
    "classes": "What the answers were",
    "latency": "Waiting for freshness",
    "cost": "Paying for freshness",
    "nights": "How often answers to the question sets were right",
}
"""Those that stand for themselves; ``reference`` belongs to an instant and an item."""
WIDE, NARROW = 1000, 360
FRESH = timedelta(hours=1)
ROWS = 30
"""Rows of a chart's figures on one page."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""What a picture may do that is opened by itself: be looked at."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One picture: its name, look and what it is of."""

    name: str
    width: int
    dark: bool
    of: Mapping[str, str | None]


def add_charts(app: FastAPI, site: Site) -> None:
    """Add the pages and pictures to `app`."""

    @app.get("/charts", response_class=HTMLResponse, include_in_schema=False)
    def charts() -> str:
        return site.render("charts.html", charts=CHARTS)

    @app.get("/charts/{name}.svg", include_in_schema=False)
    async def svg(name: str, request: Request) -> Response:
        picture = await _picture(site, _asked(site, name, request))
        text = str(picture["svg"])
        tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
        headers = {"Content-Security-Policy": _POLICY, "ETag": tag, "Cache-Control": "private, no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(text, media_type="image/svg+xml", headers=headers)

    @app.get("/charts/{name}", response_class=HTMLResponse, include_in_schema=False)
    async def chart(name: str, request: Request) -> str:
        asked = _asked(site, name, request)
        try:
            picture = await _picture(site, asked)
        except HTTPException as err:
            why = "Nobody has drawn it yet." if err.status_code == 404 else "It cannot be drawn just now."
            title = CHARTS.get(name, "Reference price")
            picture = {"title": title, "sentence": why, "table": {"columns": [], "rows": []}}
        rows, start = picture["table"]["rows"], _start(request.query_params.get("row"))
        return site.render("chart.html", name=name, picture=picture, of=_kept_of(asked.of), start=start,
                           rows=rows[start:start + ROWS], before=start > 0, more=len(rows) > start + ROWS,
                           written=request.query_params.get("since", ""), timed=name in CHARTS)  # fmt: skip


def _start(given: str | None) -> int:
    """Give the row that a page begins with; what is no number begins at the top."""
    return int(given) // ROWS * ROWS if given and given.isascii() and given.isdigit() and len(given) < 7 else 0


def _kept_of(of: Mapping[str, str | None]) -> dict[str, str]:
    return {key: value for key, value in of.items() if value is not None}


def _asked(site: Site, name: str, request: Request) -> Asked:
    given = request.query_params
    if name not in CHARTS and name != "reference":
        raise HTTPException(404)
    width = given.get("width", str(WIDE))
    if not (width.isascii() and width.isdigit() and len(width) < 5 and 320 <= int(width) <= 2000):
        raise AskedError(f"{width[:20]!r} is no width", "width", "from 320 to 2000")
    of = {"since": None, "until": None} | (
        {"item": given.get("item"), "instant": given.get("instant")} if name == "reference"
        else {key: _hour(site, given.get(key), key) for key in ("since", "until")}
    )  # fmt: skip
    if name == "reference" and (of["item"] not in site.configured.items or not of["instant"]):
        raise HTTPException(404)
    if of.get("instant"):
        of["instant"] = _hour(site, of["instant"], "instant")
    return Asked(name, int(width), given.get("dark") == "1", {"item": None, "instant": None, **of})


def _hour(site: Site, text: str | None, name: str) -> str | None:
    """Give the ISO moment that a parameter names; one counted from now begins with an hour, so that it is kept."""
    if not text:
        return None
    try:
        now = site.clock.now().replace(minute=0, second=0, microsecond=0)
        return iso(moment(text.replace(" ", "+") if "T" in text else text, now, name))
    except (ConfigError, OverflowError) as err:
        raise AskedError(f"{text[:40]!r} is no moment", name, "write it as in 7d or 2026-11-30T14:30Z") from err


async def _picture(site: Site, asked: Asked) -> dict[str, Any]:
    """Give the picture that is kept, where it is of now; else have it drawn, and where nobody draws, the kept one."""
    kept, current = await run_in_threadpool(_kept, site, asked)
    if current or (kept is not None and site.draw is None):
        assert kept is not None
        return kept
    if site.draw is None:
        raise HTTPException(404)
    try:
        return await site.draw(asked.name, {"width": asked.width, "dark": asked.dark, **asked.of})
    except MonitorError as err:
        if kept is not None:
            return kept
        raise HTTPException(503) from err


def _kept(site: Site, asked: Asked) -> tuple[dict[str, Any] | None, bool]:
    with site.database.read() as session:
        found = kept_picture(session, asked.name, Look(asked.width, asked.dark), asked.of)
        if found is None or found.made_at is None:
            return None, False
        same = found.version.split(" ")[0] == data_version(session)
        return found.to_json(), same and site.clock.now() - found.made_at < FRESH
