"""``POST /api/v1/maintenance`` begins a maintenance window and DELETE ends it, with the token; alerts as JSON."""

import json
from datetime import timedelta
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request
from fastapi.responses import JSONResponse

from monitor.alert_rules import RULES
from monitor.alerting.incidents import incident, incidents, window
from monitor.alerting.windows import begin, end, standing
from monitor.clock import Clock
from monitor.durations import parse_duration
from monitor.errors import ConfigError
from monitor.store.database import Database
from monitor.web.figures import iso

__all__ = ["add_maintenance"]

MOST_BYTES = 10_000
Number = Annotated[int, Path(ge=1, le=2**63 - 1)]
"""What a row may be called; any other number is an address that is not there."""
KNOWN = {"for", "reason", "api", "rule"}
BAD = 'send a JSON object: {"for": "2h", "reason": "…", "api": null, "rule": null}'


def add_maintenance(app: FastAPI, database: Database, clock: Clock) -> None:
    """Add the addresses; the guard has seen the token of what changes something."""

    @app.get("/api/v1/incidents", summary="Alerts", description="Those that stand first, then the newest.")
    def listed() -> JSONResponse:
        with database.read() as session:
            return JSONResponse([_plain(one) for one in incidents(session)])

    @app.get("/api/v1/incidents/{number}", summary="One alert", description="With its evidence and timeline.")
    def one(number: Number) -> JSONResponse:
        with database.read() as session:
            found = incident(session, number)
        return JSONResponse({"error": "There is no such alert."}, 404) if found is None else JSONResponse(_plain(found))

    @app.get("/api/v1/maintenance", summary="Maintenance windows", description="Those that are open or to come.")
    def windows() -> JSONResponse:
        with database.read() as session:
            return JSONResponse([_plain(window(row)) for row in standing(session, clock.now())])

    @app.post("/api/v1/maintenance", summary="Begin a maintenance window", description=f"Needs the token. {BAD}")
    async def start(request: Request) -> JSONResponse:
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                return JSONResponse({"error": BAD}, 413)
        try:
            length, reason, api, rule = _asked(bytes(body))
            now = clock.now()
            with database.write() as session:
                made = window(begin(session, now, length, reason, now, source="api", api=api, rule=rule))
        except ConfigError as err:
            return JSONResponse({"error": str(err)}, 400)
        return JSONResponse(_plain(made), 201)

    @app.delete("/api/v1/maintenance/{number}", summary="End a maintenance window", description="Needs the token.")
    def stop(number: Number) -> JSONResponse:
        with database.write() as session:
            ended = [window(row) for row in end(session, number, clock.now())]
        return JSONResponse(_plain(ended[0])) if ended else JSONResponse({"error": "There is no such window."}, 404)


def _asked(body: bytes) -> tuple[timedelta, str, str | None, str | None]:
    try:
        said: Any = json.loads(body)
    except (ValueError, RecursionError) as err:
        raise ConfigError("is no JSON", "the body", BAD) from err
    if not isinstance(said, dict) or not set(said) <= KNOWN:
        raise ConfigError(f"is not an object of {', '.join(sorted(KNOWN))}", "the body", BAD)
    texts = {name: said.get(name) for name in KNOWN}
    for name, value in texts.items():
        if not _is_text(value) and not (value is None and name in ("api", "rule")):
            raise ConfigError("must be a text of 1 to 500 characters", name, BAD)
    if texts["rule"] is not None and texts["rule"] not in RULES:
        raise ConfigError("is no rule", "rule", f"known are {', '.join(RULES)}")
    return parse_duration(str(texts["for"])), str(texts["reason"]), texts["api"], texts["rule"]


def _is_text(value: Any) -> bool:
    """Tell whether a value is a text that can be kept: no halves of characters in it."""
    if not isinstance(value, str) or not value.strip() or len(value) > 500:
        return False
    return value == value.encode("utf-8", "replace").decode("utf-8")


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """Give the moments, at any depth, as ISO text."""
    return {name: _text(one) for name, one in value.items()}


def _text(value: Any) -> Any:
    if isinstance(value, dict):
        return _plain(value)
    if isinstance(value, list):
        return [_text(one) for one in value]
    return iso(value) if hasattr(value, "astimezone") else value
