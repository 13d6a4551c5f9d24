"""One incident: what is wrong, what to do, what speaks for it, and what became of it."""

import json
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from monitor.web.data.incidents import incident_of
from monitor.web.figures import iso
from monitor.web.site import Site

__all__ = ["add_incidents"]


def add_incidents(app: FastAPI, site: Site) -> None:
    """Add the page to `app`."""

    @app.get("/incidents/{number}", response_class=HTMLResponse, include_in_schema=False)
    def one(number: int) -> str:
        found = incident_of(site, number)
        evidence = {name.replace("_", " "): _text(value) for name, value in found["detail"].items()
                    if name != "page" and value not in (None, "", [], {})}  # fmt: skip
        return site.render("incident.html", one=found, evidence=evidence, page=_own(found["detail"].get("page")))


def _own(page: Any) -> str | None:
    return page if isinstance(page, str) and page.startswith("/") and not page.startswith("//") else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=iso)
