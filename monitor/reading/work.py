"""Reading what the store holds: every answered response that this version of the reader has not read yet."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import zstandard
from sqlalchemy import case, false, true
from sqlmodel import Session, col, func, select

from monitor.datasets import Asset, Item
from monitor.reading.rows import to_row
from monitor.reading.types import Price, Reader, Reading
from monitor.search.extract import ParsedBody, parse_body
from monitor.search.hits import Hit
from monitor.search.models import ApiConfig
from monitor.store.database import Database
from monitor.store.tables import Body, ConfigVersion, Note, Probe, ReadingRow, Response
from monitor.store.types import State

__all__ = ["ReadReport", "configured", "hits_of", "item_of", "read_pending"]

CHUNK = 60
"""Responses a transaction: reading happens outside it, only the rows are written within."""


@dataclass
class ReadReport:
    """What a pass read."""

    read: int = 0
    priced: int = 0
    unreadable: int = 0
    """Bodies whose api's configuration is not known any more; pruned ones are not looked at."""
    probe_ids: list[int] = field(default_factory=list)
    first_left: int | None = None
    """The first response that could not be read, though another configuration may know how."""


def read_pending(
    database: Database,
    items: Mapping[str, Item],
    apis: Mapping[str, ApiConfig],
    reader: Reader,
    now: datetime,
    *,
    most: int = 20_000,
) -> ReadReport:
    """Read up to `most` answered responses without a reading of this reader's version; oldest first.

    How far all are read is remembered, so that a pass costs what came since the last one.
    """
    report = ReadReport()
    name = f"read:{reader.name}:{reader.version}"
    with database.read() as session:
        note = session.get(Note, name)
        seen = int(note.value["response"]) if note is not None else 0
        newest = session.exec(select(func.max(Response.id))).one() or 0
        pending = session.exec(_pending(reader, seen, most)).all()
        configured = _Configured(apis, session)
    for start in range(0, len(pending), CHUNK):
        _read_chunk(
            database,
            [i for i in pending[start : start + CHUNK] if i is not None],
            items,
            configured,
            reader,
            now,
            report,
        )
    reached = newest if report.first_left is None else report.first_left - 1
    if len(pending) < most and reached > seen:
        with database.write() as session:
            session.merge(Note(name=name, at=now, value={"response": reached}))
    return report


def _pending(reader: Reader, seen: int, most: int) -> Any:
    """Give the query for the probes whose responses after the one numbered `seen` are still to be read."""
    done = select(ReadingRow.id).where(
        ReadingRow.probe_id == col(Probe.id), ReadingRow.reader == reader.name, ReadingRow.version == reader.version
    )
    # As a CASE, lest sqlite look up all that was ever answered by the index of states.
    answered = case((col(Probe.state) == State.ANSWERED, true()), else_=false())
    return (
        select(Probe.id)
        .join(Response, col(Response.probe_id) == col(Probe.id))
        .join(Body, col(Body.id) == col(Response.body_id))
        .where(col(Response.id) > seen, answered, func.length(Body.zstd) > 0, ~done.exists())
        .order_by(col(Probe.id))
        .limit(most)
    )


class _Configured:
    """The configuration that a probe was asked with: today's where the hash agrees, else the one kept under it."""

    def __init__(self, apis: Mapping[str, ApiConfig], session: Session) -> None:
        self._by_hash = {api.config_hash: api for api in apis.values()}
        self._by_name = dict(apis)
        for kept in session.exec(select(ConfigVersion).where(ConfigVersion.kind == "api")):
            if kept.hash not in self._by_hash:
                self._by_hash[kept.hash] = ApiConfig.model_validate(kept.value)

    def of(self, probe: Probe) -> ApiConfig | None:
        return self._by_hash.get(probe.api_hash) or self._by_name.get(probe.api)


def configured(apis: Mapping[str, ApiConfig], session: Session) -> "_Configured":
    """Give what finds the configuration that a probe was asked with (``.of(probe)``)."""
    return _Configured(apis, session)


def hits_of(api: ApiConfig, body: Body, response: Response) -> tuple[Hit, ...]:
    """Give the hits of a stored response, by the api's own expression."""
    return _parsed(api, body, response).hits


def _parsed(api: ApiConfig, body: Body, response: Response) -> ParsedBody:
    text = zstandard.ZstdDecompressor().decompress(body.zstd)
    return parse_body(api, text, str(response.headers.get("content-type", "")))


def item_of(probe: Probe, items: Mapping[str, Item]) -> Item:
    """Give the probe's item, also when the set no longer has it."""
    return items.get(probe.item_id) or Item(
        probe.item_id, Asset(probe.asset), probe.ticker, probe.ticker, probe.wording
    )


def _read_chunk(
    database: Database,
    ids: list[int],
    items: Mapping[str, Item],
    configured: _Configured,
    reader: Reader,
    now: datetime,
    report: ReadReport,
) -> None:
    rows: list[ReadingRow] = []
    with database.read() as session:
        found = session.exec(_with_bodies(ids)).all()
    for probe, response, body in found:
        api = configured.of(probe)
        if api is None or not body.zstd:
            report.unreadable += 1
            report.first_left = min(response.id or 0, report.first_left or response.id or 0)
            continue
        hits = hits_of(api, body, response)
        received_at = probe.received_at or response.received_at
        reading = _read_safely(reader, item_of(probe, items), hits, probe.instant_at, received_at)
        rows.append(to_row(probe.id or 0, reading, now))
        report.read += 1
        report.priced += reading.asked.price is not None
        report.probe_ids.append(probe.id or 0)
    if rows:
        with database.write() as session:
            session.add_all(rows)


def _read_safely(
    reader: Reader, item: Item, hits: tuple[Hit, ...], asked_at: datetime, received_at: datetime
) -> Reading:
    """Give the reading; a text that the reader trips over gets none, with the reason, and holds up no other."""
    try:
        return reader.read(item, hits, asked_at, received_at)
    except Exception as err:  # noqa: BLE001 - text from the web must not stop the queue; the reason is stored
        none = Price(None, note=f"the reader failed on it: {type(err).__name__}")
        return Reading(none, none, reader.name, reader.version)


def _with_bodies(ids: Iterable[int]) -> Any:
    return (
        select(Probe, Response, Body)
        .join(Response, col(Response.probe_id) == col(Probe.id))
        .join(Body, col(Response.body_id) == col(Body.id))
        .where(col(Probe.id).in_(list(ids)))
    )
