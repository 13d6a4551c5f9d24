"""One incident: what is wrong, what to do, what speaks for it, and what became of it."""

import json
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from monitor.store.types import from_micros
from monitor.web.data.incidents import incident_of
from monitor.web.figures import iso
from monitor.web.site import Site

__all__ = ["add_incidents"]


def add_incidents(app: FastAPI, site: Site) -> None:
    """Add the page to `app`."""

    @app.get("/incidents/{number}", response_class=HTMLResponse, include_in_schema=False)
    def one(number: int) -> str:
        found = incident_of(site, number)
        evidence = {_name(name): _text(name, value) for name, value in found["detail"].items()
                    if name != "page" and value not in (None, "", [], {})}  # fmt: skip
        return site.render("incident.html", one=found, evidence=evidence, page=_own(found["detail"].get("page")))


def _own(page: Any) -> str | None:
    return page if isinstance(page, str) and page.startswith("/") and not page.startswith("//") else None


def _name(name: str) -> str:
    return "API" if name == "api" else name.removesuffix("_us").replace("_", " ").capitalize()


def _text(name: str, value: Any) -> str:
    if name.endswith("_us") and isinstance(value, int):  # a moment as the store counts it
        return f"{from_micros(value):%Y-%m-%d %H:%M:%S} UTC"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=iso)
