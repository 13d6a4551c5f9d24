"""The evidence for one probe: hits with the chosen numbers marked, readings, bars, grades, and the response itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import zstandard
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from sqlmodel import Session, col, select
from starlette.exceptions import HTTPException

from monitor.errors import StoreError
from monitor.probing.evidence import Evidence, evidence
from monitor.reading.marking import pieces
from monitor.search.hits import Hit
from monitor.store.tables import BarRow, Body, ReadingRow
from monitor.store.tables import Response as ResponseRow
from monitor.web.data.classes import mark_of
from monitor.web.site import Site

__all__ = ["add_probe"]

MOST_TEXT = 3_000
"""Characters of a hit that are shown; the response itself has the rest."""
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A hit with its text in pieces, those that a reader took marked."""

    hit: Hit
    title: list[tuple[str, bool]]
    text: list[tuple[str, bool]]
    cut: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """One source's bar of a minute near the target or the sending."""

    start: datetime
    source: str
    symbol: str
    open: float
    high: float
    low: float
    close: float
    what: str
    """``target``, ``sent`` or nothing."""


def add_probe(app: FastAPI, site: Site) -> None:
    """Add the pages to `app`."""

    @app.get("/probes/{number}", response_class=HTMLResponse, include_in_schema=False)
    def probe(number: int) -> str:
        found = _evidence(site, number)
        with site.database.read() as session:
            bars = _bars(session, found)
        newest = found.grades[-1].class_ if found.grades else None
        return site.render(
            "probe.html", found=found, probe=found.probe, hits=[_shown(hit, found.readings) for hit in found.hits],
            bars=bars, verdict=mark_of(found.probe.state, newest), item=site.configured.items.get(found.probe.item_id),
        )  # fmt: skip

    @app.get("/probes/{number}/response", response_class=PlainTextResponse, include_in_schema=False)
    def response(number: int) -> Response:
        with site.database.read() as session:
            kept = session.exec(select(ResponseRow).where(ResponseRow.probe_id == _number(number))).first()
            body = session.get(Body, kept.body_id) if kept is not None and kept.body_id else None
        if body is None or not body.zstd:
            raise HTTPException(404)
        raw = zstandard.ZstdDecompressor().decompress(body.zstd)
        name = {"Content-Disposition": f'attachment; filename="probe-{number}.txt"'}
        return Response(raw, media_type="text/plain; charset=utf-8", headers=name)


def _number(number: int) -> int:
    if not 0 < number < 2**63:
        raise HTTPException(404)
    return number


def _evidence(site: Site, number: int) -> Evidence:
    try:
        return evidence(site.database, _number(number), site.configured.apis)
    except StoreError as err:
        raise HTTPException(404) from err


def _shown(hit: Hit, readings: Sequence[ReadingRow]) -> ShownHit:
    taken = [
        price
        for row in readings
        for price, position in ((row.price, row.detail.get("position")),
                                (row.newest_price, row.detail.get("newest_position")))
        if price is not None and position == hit.position
    ]  # fmt: skip
    text = hit.snippet
    parts = pieces(text, taken)
    return ShownHit(hit, pieces(hit.title, taken), _near(parts), len(text) > MOST_TEXT, bool(taken))


def _near(parts: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Give `MOST_TEXT` characters of the pieces, from the beginning or about the first marked one."""
    first = next((n for n, (_, marked) in enumerate(parts) if marked), 0)
    before = sum(len(text) for text, _ in parts[:first])
    start = max(0, before - MOST_TEXT // 2) if before > MOST_TEXT // 2 else 0
    at, kept = 0, []
    for text, marked in parts:
        piece = text[max(0, start - at) : max(0, start + MOST_TEXT - at)]
        if piece:
            kept.append((piece, marked))
        at += len(text)
    return ([("… ", False)] if start else []) + kept + ([(" …", False)] if at > start + MOST_TEXT else [])


def _bars(session: Session, found: Evidence) -> list[Bar]:
    """Give the stored minutes about the target and the sending; of a minute that a source revised, the last."""
    probe = found.probe
    near = {probe.instant_at + n * MINUTE: "target" if n in (-1, 0) else "" for n in range(-3, 2)}
    if probe.sent_at is not None:
        near.setdefault(probe.sent_at.replace(second=0, microsecond=0), "sent")
    rows = session.exec(
        select(BarRow)
        .where(BarRow.item_id == probe.item_id, BarRow.interval_s == 60, col(BarRow.start_at).in_(near))
        .order_by(col(BarRow.start_at), col(BarRow.source), col(BarRow.pull_id))
    ).all()
    last: dict[Any, BarRow] = {(row.start_at, row.source, row.symbol): row for row in rows}
    return [
        Bar(row.start_at, row.source, row.symbol, row.open, row.high, row.low, row.close, near[row.start_at])
        for row in last.values()
    ]
