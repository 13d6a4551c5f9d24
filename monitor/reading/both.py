"""Rows and stored responses read by a model, alone or beside the rules."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import col, select

from monitor.datasets import Item
from monitor.reading.batch import BatchRow, joined
from monitor.reading.llm import BudgetUsed, Case, LlmReader, ModelFault
from monitor.reading.rows import to_row
from monitor.reading.rules import RulesReader
from monitor.reading.types import Price, Reading
from monitor.reading.work import configured, hits_of, item_of
from monitor.search.models import ApiConfig
from monitor.store.database import Database
from monitor.store.tables import Body, Probe, ReadingRow, Response
from monitor.store.types import State

__all__ = ["ModelReport", "drawn", "read_pending_by_model", "read_rows"]

CHUNK = 20
"""Answers that are stored together; each is kept before, in the file of what was paid for."""


@dataclass
class ModelReport:
    """What a pass with a model came to."""

    read: int = 0
    again: int = 0
    """Of those, paid for before."""
    faults: list[str] = field(default_factory=list)
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    stopped: str | None = None
    """Why the pass ended before all was read."""


async def read_rows(
    rows: Iterable[BatchRow], names: tuple[str, ...], model: LlmReader, report: ModelReport
) -> AsyncIterator[dict[str, Any]]:
    """Give the line of each row in order: the first reader's reading flat, the other's under ``readings``.

    A request that came to nothing is a line without a price whose `note` and ``error`` say so. BudgetUsed ends it.
    """
    held: list[BatchRow] = []

    def cases() -> Iterable[Case]:
        for row in rows:
            held.append(row)
            yield Case(row.item, row.hits, row.asked_at, row.received_at)

    rules = RulesReader()
    async for found in model.read_all(cases()):
        row = held.pop(0)
        _count(report, found)
        if isinstance(found, ModelFault):
            none = Price(None, note=found.what)
            read = Reading(none, none, model.name, model.version)
        else:
            read = found.reading
        by_name = {model.name: read}
        if "rules" in names:
            by_name["rules"] = rules.read(row.item, row.hits, row.asked_at, row.received_at)
        first, *others = (by_name[name] for name in names)
        made = joined(row, first, others)
        yield {**made, "error": found.what} if isinstance(found, ModelFault) else {**made, "usage": found.paid.usage}


def drawn(probe_id: int, share: float) -> bool:
    """Tell whether a probe belongs to the random share that is always read by both readers; the same every time."""
    draw = int.from_bytes(hashlib.sha256(f"both:{probe_id}".encode()).digest()[:8], "big")
    return draw < share * 2**64


def read_pending_by_model(
    database: Database,
    items: Mapping[str, Item],
    apis: Mapping[str, ApiConfig],
    model: LlmReader,
    now: datetime,
    *,
    share: float = 1.0,
    since: datetime | None = None,
    most: int = 500,
    done: Callable[[int], None] = lambda _: None,
) -> ModelReport:
    """Read up to `most` answered responses that this model has not read; of the drawn `share` only, oldest first.

    Ends early, and says why, when the day's budget is used.
    """
    report = ModelReport()
    with database.read() as session:
        read = select(ReadingRow.probe_id).where(ReadingRow.reader == model.name, ReadingRow.version == model.version)
        pending = session.exec(
            select(Probe.id)
            .join(Response, col(Response.probe_id) == col(Probe.id))
            .where(Probe.state == State.ANSWERED, col(Response.body_id).is_not(None), col(Probe.id).not_in(read),
                   *([col(Probe.instant_at) >= since] if since is not None else []))
            .order_by(col(Probe.id))
        ).all()  # fmt: skip
    chosen = [i for i in pending if i is not None and drawn(i, share)][:most]
    asyncio.run(_read_stored(database, items, apis, model, now, chosen, report, done))
    return report


async def _read_stored(
    database: Database, items: Mapping[str, Item], apis: Mapping[str, ApiConfig], model: LlmReader, now: datetime,
    chosen: list[int], report: ModelReport, done: Callable[[int], None],
) -> None:  # fmt: skip
    ids: list[int] = []

    def cases() -> Iterable[Case]:
        for probe_id in chosen:
            with database.read() as session:
                found = session.exec(
                    select(Probe, Response, Body)
                    .join(Response, col(Response.probe_id) == col(Probe.id))
                    .join(Body, col(Response.body_id) == col(Body.id))
                    .where(Probe.id == probe_id)
                ).first()
                api = configured(apis, session).of(found[0]) if found is not None else None
            if found is None or api is None or not found[2].zstd:
                continue
            probe, response, body = found
            ids.append(probe_id)
            received = probe.received_at or response.received_at
            yield Case(item_of(probe, items), hits_of(api, body, response), probe.instant_at, received)

    rows: list[ReadingRow] = []
    try:
        async for found in model.read_all(cases()):
            probe_id = ids.pop(0)
            _count(report, found)
            done(1)
            if not isinstance(found, ModelFault):
                row = to_row(probe_id, found.reading, now)
                row.detail = {**row.detail, "usage": found.paid.usage}
                rows.append(row)
            if len(rows) >= CHUNK:
                _store(database, rows)
                rows = []
    except BudgetUsed as err:
        report.stopped = str(err)
    _store(database, rows)


def _store(database: Database, rows: list[ReadingRow]) -> None:
    if rows:
        with database.write() as session:
            session.add_all(rows)


def _count(report: ModelReport, found: Any) -> None:
    if isinstance(found, ModelFault):
        report.faults.append(str(found))
        return
    report.read += 1
    if found.again:
        report.again += 1
        return
    report.input_tokens += found.paid.input_tokens
    report.output_tokens += found.paid.output_tokens
    report.cost_usd += found.paid.cost_usd
