"""The page and its JSON: a store, settings and a clock enter; an ASGI application leaves.

It only reads the store, but for maintenance windows.
"""

from collections.abc import Callable
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from monitor import __version__
from monitor.clock import Clock
from monitor.config import Settings
from monitor.environment import environment
from monitor.errors import ConfigError
from monitor.store.database import Database
from monitor.web.access import Rates, Tokens
from monitor.web.api import add_api
from monitor.web.data.classes import MARKS
from monitor.web.figures import ago, did, iso, money, ms, number, span
from monitor.web.grading import add_grading
from monitor.web.guard import TOKEN, Guard, allowed_hosts, is_loopback
from monitor.web.heads import Heads
from monitor.web.live import add_live
from monitor.web.maintenance import add_maintenance
from monitor.web.pages.charts import add_charts
from monitor.web.pages.compare import add_compare
from monitor.web.pages.home import add_home
from monitor.web.pages.incidents import add_incidents
from monitor.web.pages.lists import add_lists
from monitor.web.pages.probe import add_probe
from monitor.web.pages.things import add_things
from monitor.web.site import Draw, Site
from monitor.web.table.asked import AskedError
from monitor.web.vital import add_vital

__all__ = ["create_app", "tokens_for"]

SECTIONS = (
    ("/", "Overview"), ("/apis", "APIs"), ("/items", "Items"), ("/instants", "Instants"), ("/probes", "Probes"),
    ("/compare", "Compare"), ("/charts", "Charts"), ("/nightly", "Nightly"), ("/running", "Running"),
    ("/settings", "Settings"),
)  # fmt: skip
"""What every page leads to."""
HERE = Path(__file__).parent


def tokens_for(database: Database, settings: Settings, clock: Clock, host: str) -> Tokens:
    """Give the tokens of a page that listens on `host`; raises ConfigError where others could reach it and none is."""
    tokens = Tokens(database, clock, environment(settings).get(TOKEN) or None)
    if not is_loopback(host) and not tokens.any():
        raise ConfigError(
            f"others could read the page on {host}", "web.host",
            f"make a token with `monitor token new`, set {TOKEN} to a secret, or use 127.0.0.1",
        )  # fmt: skip
    return tokens


def create_app(
    database: Database,
    settings: Settings,
    clock: Clock,
    *,
    host: str | None = None,
    draw: Draw | None = None,
    rates: Rates | None = None,
    current: Callable[[], Settings] | None = None,
) -> FastAPI:
    """Give the application for a page that listens on `host` (default: the settings'); `draw` draws its charts.

    `current` gives the settings that hold where these may change; how the page itself is guarded stays as it began.
    Raises ConfigError where others could reach it and there is no token.
    """
    host = settings.web.host if host is None else host
    tokens = tokens_for(database, settings, clock, host)
    app = FastAPI(title="monitor", version=__version__, docs_url=None, redoc_url=None,
                  openapi_url="/api/v1/openapi.json", swagger_ui_oauth2_redirect_url=None)  # fmt: skip
    app.add_middleware(Heads)
    app.add_middleware(
        Guard,
        hosts=allowed_hosts(host, settings.web.hosts),
        tokens=tokens,
        rates=rates or Rates(clock),
        web=settings.web,
        host=host,
    )
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    pages = _pages()
    current = current or (lambda: settings)
    site = Site(database, current, clock, pages, draw)
    add_home(app, site)
    add_lists(app, site)
    add_things(app, site)
    add_probe(app, site)
    add_incidents(app, site)
    add_charts(app, site)
    add_compare(app, site)
    add_live(app, database)
    add_api(app, site)

    add_grading(app)
    add_maintenance(app, database, clock)

    add_vital(app, database, current, clock)

    async def refused(request: Request, err: Exception) -> Response:
        status = err.status_code if isinstance(err, HTTPException) else 500
        said = {404: "There is no such page.", 405: "That cannot be done here."}
        return _error(pages, request, status, said.get(status, "The request cannot be answered."))

    async def misasked(request: Request, err: Exception) -> Response:
        assert isinstance(err, AskedError)
        return _error(pages, request, 400, f"{err.where}: {err.what}.", f"{err.remedy}.")

    async def unread(request: Request, _err: Exception) -> Response:
        return _error(pages, request, 404, "There is no such page.")  # an address with a number that is none

    async def broken(request: Request, _err: Exception) -> Response:
        return _error(pages, request, 503, "The database cannot be read just now; `monitor check` says more.")

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(AskedError, misasked)
    app.add_exception_handler(RequestValidationError, unread)
    app.add_exception_handler(SQLAlchemyError, broken)
    return app


def _error(pages: Environment, request: Request, status: int, text: str, remedy: str = "") -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": f"{text} {remedy}".strip()}, status)
    page = pages.get_template("error.html").render(status=status, text=text, remedy=remedy)
    return HTMLResponse(page, status)


def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("monitor.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"iso": iso, "span": span, "ago": ago, "number": number, "money": money, "ms": ms, "did": did}
    pages.globals |= {"version": __version__, "sections": SECTIONS, "marks": MARKS}
    return pages
