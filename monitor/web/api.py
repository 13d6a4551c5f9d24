"""``/api/v1``: every table as JSON and CSV, the evidence of a probe, an instant's grid; described by OpenAPI."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from monitor.durations import utc
from monitor.errors import ConfigError, StoreError
from monitor.probing.evidence import evidence, evidence_json
from monitor.web.data.accuracy import ACCURACY, ANSWER_PAIRS, AREAS, NIGHTS
from monitor.web.data.comparisons import COMPARISONS
from monitor.web.data.configured import APIS, ITEMS
from monitor.web.data.history import CHANGES, NOTES
from monitor.web.data.incidents import incident_of
from monitor.web.data.instants import INSTANTS, grid
from monitor.web.data.lag import LAG, OFFSETS
from monitor.web.data.nightly import RUNS
from monitor.web.data.pairs import PAIRS
from monitor.web.data.probes import PROBES
from monitor.web.data.running import ALERTS, EVENTS, JOBS
from monitor.web.data.settings import SETTINGS
from monitor.web.figures import iso
from monitor.web.site import Site
from monitor.web.table.asked import MOST, ask
from monitor.web.table.out import as_csv, as_json, plain
from monitor.web.table.spec import Column, Kind, Table

__all__ = ["TABLES", "add_api", "instant_at"]

TABLES = (LAG, OFFSETS, CHANGES, NOTES, COMPARISONS, PAIRS, PROBES, INSTANTS, APIS, ITEMS, RUNS,
          ACCURACY, ANSWER_PAIRS, AREAS, NIGHTS, ALERTS, EVENTS, JOBS, SETTINGS)  # fmt: skip
_TYPES = {Kind.COUNT: "integer", Kind.YES: "boolean"}
LARGEST = 2**63 - 1


def add_api(app: FastAPI, site: Site) -> None:
    """Add the addresses to `app`."""
    for table in TABLES:
        _add_table(app, site, table)

    @app.get("/api/v1/probes/{number}", summary="One probe", description="The evidence for one probe.")
    def api_probe(number: int) -> JSONResponse:
        if not 0 < number <= LARGEST:
            raise HTTPException(404)
        try:
            found = evidence(site.database, number, site.configured.apis)
        except StoreError as err:
            raise HTTPException(404) from err
        return JSONResponse(_plain(evidence_json(found)))

    @app.get("/api/v1/instants/{at}", summary="One instant", description="Every probe of one instant, by item.")
    def api_instant(at: str) -> JSONResponse:
        items = grid(site, instant_at(at))
        if not items:
            raise HTTPException(404)
        return JSONResponse({"at": iso(instant_at(at)), "items": [
            {"item": one.item, "ticker": one.ticker, "asset": one.asset, "is_close": one.is_close, "probes": [
                {"probe": cell.probe, "api": api, "offset_s": offset_s, "state": cell.state, "class": cell.mark.name,
                 "price": cell.price}
                for api, cells in one.rows for offset_s, cell in zip(one.offsets_s, cells, strict=True) if cell]}
            for one in items]})  # fmt: skip


    @app.get("/api/v1/incidents/{number}", summary="One incident", description="An alert, its evidence and timeline.")
    def api_incident(number: int) -> JSONResponse:
        return JSONResponse(_plain(incident_of(site, number)))


def instant_at(text: str) -> datetime:
    """Give the moment in an address; what is none is 404."""
    try:
        return utc(datetime.fromisoformat(text.replace(" ", "+")), text, "instant")  # a + in an address is a space
    except (ConfigError, ValueError) as err:
        raise HTTPException(404) from err


def _add_table(app: FastAPI, site: Site, table: Table) -> None:
    described = {"parameters": _parameters(table)}

    def asked(request: Request) -> tuple[list[dict[str, Any]], str | None]:
        wanted = ask(table, request.query_params.multi_items(), site.clock.now())
        return table.source.fetch(site, table, wanted)

    def rows(request: Request) -> Response:
        found, after = asked(request)
        return JSONResponse(as_json(table, found, after))

    def sheet(request: Request) -> Response:
        found, _ = asked(request)
        name = f'attachment; filename="{table.name}.csv"'
        return Response(as_csv(table, found), media_type="text/csv", headers={"Content-Disposition": name})

    misasked = {"description": "A parameter cannot be understood."}
    body = {"application/json": {"schema": _schema(table)}}
    app.add_api_route(
        f"/api/v1/{table.name}", rows, summary=table.title, description=table.about, operation_id=table.name,
        openapi_extra=described, responses={200: {"content": body}, 400: misasked},
    )  # fmt: skip
    app.add_api_route(
        f"/api/v1/{table.name}.csv", sheet, summary=f"{table.title} as CSV", description=table.about,
        operation_id=f"{table.name}_csv", openapi_extra=described, response_class=Response,
        responses={200: {"content": {"text/csv": {}}}, 400: misasked},
    )  # fmt: skip


def _parameters(table: Table) -> list[dict[str, Any]]:
    sorts = [sign + one.name for one in table.columns if one.sort for sign in ("", "-")]
    text = {"type": "string", "maxLength": 500}
    named: list[tuple[str, Mapping[str, Any], str]] = [
        ("sort", {"type": "string", "enum": sorts}, f"Default: {table.sort or 'as they are kept'}; `-` is descending."),
        ("limit", {"type": "integer", "minimum": 1, "maximum": MOST, "default": 50}, "So many rows."),
        ("after", text, "`next` of the previous answer."),
    ]
    if table.timed:
        named += [(name, text, f"{name.capitalize()} then (`{table.timed}`): 7d, or an ISO time in UTC.")
                  for name in ("since", "until")]  # fmt: skip
    named += [(one.name, {"type": "string", "enum": list(one.choices)} if one.choices else text, _how(one))
              for one in table.filters]  # fmt: skip
    return [{"name": name, "in": "query", "required": False, "schema": dict(schema), "description": about}
            for name, schema, about in named]  # fmt: skip


def _how(column: Column) -> str:
    return f"Rows whose {column.title.lower()} {'holds this' if column.filter == 'has' else 'is this'}."


def _schema(table: Table) -> dict[str, Any]:
    fields = {}
    for column in table.columns:
        kind = _TYPES.get(column.kind, "number" if column.numeric else "string")
        for name in column.fields:
            fields[name] = {"type": [kind, "null"], "description": column.title}
            if column.kind is Kind.MOMENT:
                fields[name]["format"] = "date-time"
            elif column.href is not None or column.name in ("offset_s", "seed"):
                fields[name]["type"] = ["string", "number", "null"]
    return {
        "type": "object",
        "required": ["rows", "next"],
        "properties": {
            "rows": {"type": "array", "items": {"type": "object", "properties": fields}},
            "next": {"type": ["string", "null"]},
        },
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return plain(value)
