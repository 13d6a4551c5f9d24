"""The page and its JSON: a store, settings and a clock enter; an ASGI application leaves.

It only reads the store.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from monitor import __version__
from monitor.clock import Clock
from monitor.config import Settings, environment
from monitor.errors import ConfigError
from monitor.store.database import Database
from monitor.store.tables import Summary
from monitor.web.figures import ago, iso, number, span
from monitor.web.grading import add_grading
from monitor.web.guard import ANY, TOKEN, Guard, allowed_hosts, is_loopback
from monitor.web.health import health
from monitor.web.lagtable import lag_rows
from monitor.web.overview import overview

__all__ = ["create_app"]

HERE = Path(__file__).parent


def create_app(database: Database, settings: Settings, clock: Clock, *, host: str | None = None) -> FastAPI:
    """Give the application for a page that listens on `host` (default: the settings').

    Raises ConfigError where others could reach it and no token is set in the environment.
    """
    host = settings.web.host if host is None else host
    token = environment(settings).get(TOKEN) or None
    if token is None and not is_loopback(host):
        raise ConfigError(
            f"others could read the page on {host}", "web.host", f"set {TOKEN} to a secret, or use 127.0.0.1"
        )
    app = FastAPI(title="monitor", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(
        Guard,
        hosts=allowed_hosts(host),
        token=None if is_loopback(host) else token,
        any_address=host in ANY,
    )
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    pages = _pages()

    @app.get("/", response_class=HTMLResponse)
    def home() -> str:
        now = clock.now()
        return pages.get_template("home.html").render(view=overview(database, now), now=now, lag=_lag(database))

    @app.get("/api/v1/health")
    def api_health() -> JSONResponse:
        return JSONResponse(health(overview(database, clock.now())))

    add_grading(app, token)

    @app.get("/healthz", response_class=PlainTextResponse)
    def healthz() -> PlainTextResponse:
        life = overview(database, clock.now(), batches=0).life
        return PlainTextResponse("ok\n" if life.alive else "not running\n", 200 if life.alive else 503)

    async def refused(request: Request, err: Exception) -> Response:
        status = err.status_code if isinstance(err, HTTPException) else 500
        said = {404: "There is no such page.", 405: "That cannot be done here."}
        return _error(pages, request, status, said.get(status, "The request cannot be answered."))

    async def broken(request: Request, _err: Exception) -> Response:
        return _error(pages, request, 503, "The database cannot be read just now; `monitor check` says more.")

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(SQLAlchemyError, broken)
    return app


def _lag(database: Database) -> Mapping[str, Any] | None:
    with database.read() as session:
        kept = session.get(Summary, "lag")
        if kept is None:
            return None
        said = {name: kept.value.get(name) for name in ("since", "until", "reader", "policy")}
        return {**said, "made_at": kept.made_at, "rows": lag_rows(kept.value)}


def _error(pages: Environment, request: Request, status: int, text: str) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text}, status)
    return HTMLResponse(pages.get_template("error.html").render(status=status, text=text), status)


def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("monitor.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"iso": iso, "span": span, "ago": ago, "number": number}
    pages.globals |= {"version": __version__}
    return pages
