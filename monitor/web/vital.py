"""The addresses that machines ask: ``/healthz``, ``/readyz``, ``/metrics`` and the overview as JSON."""

from collections.abc import Callable

from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from monitor.clock import Clock
from monitor.config import Settings
from monitor.store.database import Database
from monitor.web.health import health
from monitor.web.metrics import CONTENT_TYPE_LATEST, Metrics
from monitor.web.overview import Overview, overview

__all__ = ["add_vital", "not_ready"]


def add_vital(app: FastAPI, database: Database, current: Callable[[], Settings], clock: Clock) -> None:
    """Add the addresses to `app`."""
    metrics = Metrics(database, current, clock)

    @app.get("/api/v1/health", summary="Health", description="What runs, what is next and how it went.")
    def api_health() -> JSONResponse:
        return JSONResponse(health(overview(database, clock.now())))

    @app.get("/healthz", response_class=PlainTextResponse, include_in_schema=False)
    def healthz() -> PlainTextResponse:
        life = overview(database, clock.now(), batches=0).life
        return PlainTextResponse("ok\n" if life.alive else "not running\n", 200 if life.alive else 503)

    @app.get("/readyz", response_class=PlainTextResponse, include_in_schema=False)
    def readyz() -> PlainTextResponse:
        reasons = not_ready(overview(database, clock.now(), batches=0))
        return PlainTextResponse("".join(f"{one}\n" for one in reasons or ["ready"]), 503 if reasons else 200)

    @app.get("/metrics", response_class=Response, include_in_schema=False)
    def scrape() -> Response:
        return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)


def not_ready(view: Overview) -> list[str]:
    """Give what keeps the monitor from its work: it does not run, has nothing planned, or a critical alert stands."""
    found = [] if view.life.alive else [f"the scheduler does not run: {view.life.why}"]
    if not view.planned:
        found.append("no probe is planned")
    return found + [f"{alert.key}: {alert.message}" for alert in view.alerts if alert.severity == "critical"]
