"""A run folder and its bars enter a store: as probes, responses, readings and bars. Importing twice adds nothing."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import zstandard
from sqlalchemy import insert
from sqlmodel import Session, col, select

from monitor.datasets import Asset, Item
from monitor.errors import MonitorError
from monitor.interop.finsearch import Call, Run, find_runs, load_run, parse_call, reading_of
from monitor.interop.grading import instant_of
from monitor.interop.keys import Keys, load_keys
from monitor.market.series import Bar
from monitor.market.sources.base import DAY_S, MINUTE_S
from monitor.reading.items import keep_item
from monitor.reading.rows import to_row
from monitor.reading.rules import RulesReader
from monitor.reading.stream import pieces, text_of
from monitor.search.models import ApiConfig
from monitor.store.database import Database
from monitor.store.tables import BarRow, Body, ConfigVersion, Instant, Probe, Pull, Response
from monitor.store.types import State

__all__ = ["IMPORTED", "Imported", "import_runs"]

IMPORTED = ApiConfig(
    name="imported",
    provider="imported",
    url="http://localhost/imported",
    query={"q": "{query}"},
    hits="hits[*].{url: url, title: title, snippet: snippet, published: published, as_of: as_of}",
    expect="hits",
)
"""How an imported body is understood: it holds the run's own hits."""

SOURCE = "imported"
SCHEDULE = "imported"
CHUNK = 40
"""Calls, and hundreds of bars, in a transaction: a daemon's writes never wait long."""

BEFORE, AFTER = timedelta(days=1, minutes=2), timedelta(minutes=4)
"""How far around its calls an item's bars are taken: the look-back, and the minute of the last sending."""

FAULTS = {"local": "local", "account": "account", "rate_limit": "rate_limit", "vendor": "api"}


@dataclass
class Imported:
    """What was added, and what was there already."""

    probes: int = 0
    known: int = 0
    bars: int = 0
    first: datetime | None = None
    last: datetime | None = None
    bad: list[str] = field(default_factory=list)


Done = Callable[[int, int], None]


def import_runs(
    database: Database,
    folder: Path,
    bars: Path,
    now: datetime,
    *,
    vantage: str = "local",
    skip_bad: bool = False,
    hide: Callable[[str], str] = str,
    done: Done | None = None,
) -> Imported:
    """Put the runs of `folder` and their bars into a store.

    `hide` takes keys out of a line; `done` gets the rows and bytes of each piece.

    Each response is read by the rules, and the run's own reading is kept beside it as the reader `extracted`. A bad
    line raises DataError with its number, unless `skip_bad`; what was imported before it stays.
    """
    report, keys = Imported(), load_keys(bars)
    with database.write() as session:
        if session.get(ConfigVersion, IMPORTED.config_hash) is None:
            value = IMPORTED.model_dump(mode="json", by_alias=True)
            kept = ConfigVersion(hash=IMPORTED.config_hash, kind="api", name="imported", first_at=now, value=value)
            session.add(kept)
    reader = RulesReader()
    for run in map(load_run, find_runs(folder)):
        spans: dict[str, tuple[Item, datetime, datetime]] = {}
        for piece in pieces(run.raw):
            calls: list[tuple[Call, str]] = []
            for where, raw in piece.numbered():
                try:
                    if raw.strip():
                        calls.append((parse_call(hide(text_of(raw, where)), where, run), where))
                except MonitorError as err:
                    if not skip_bad:
                        raise
                    report.bad.append(str(err))
            for start in range(0, len(calls), CHUNK):
                _store_calls(database, run, calls[start : start + CHUNK], reader, vantage, now, report)
            with database.write() as session:
                for item, size in {call.item.id: (call.item, call.size) for call, _ in calls}.values():
                    keep_item(session, item, size, now)
            for call, _ in calls:
                instant, _ = instant_of(run, call)
                _, first, last = spans.get(call.item.id, (None, instant, call.sent_at))
                spans[call.item.id] = (call.item, min(first, instant), max(last, call.sent_at))
            if done is not None:
                done(len(calls), piece.size)
        for item, first, last in spans.values():
            report.bars += _store_bars(database, item, keys, first, last, now)
    return report


def _store_calls(
    database: Database,
    run: Run,
    calls: Sequence[tuple[Call, str]],
    reader: RulesReader,
    vantage: str,
    now: datetime,
    report: Imported,
) -> None:
    """Add the calls that are not there; hits are read before the transaction begins."""
    made = []
    with database.read() as session:
        for call, where in calls:
            instant, is_close = instant_of(run, call)
            report.first = min(report.first or instant, instant)
            report.last = max(report.last or instant, instant)
            if _known(session, call, instant, vantage):
                report.known += 1
                continue
            readings = []
            if call.status == "ok":
                readings.append(reader.read(call.item, call.hits, instant, call.received_at))
            if call.extracted:
                readings.append(reading_of(call.extracted, call.hits, where))
            made.append((call, instant, is_close, readings))
    if not made:
        return
    with database.write() as session:
        instants = {at: _instant(session, at, is_close, now) for _, at, is_close, _ in made}
        for call, at, is_close, readings in made:
            if _known(session, call, at, vantage):
                report.known += 1
                continue
            probe = _probe(call, at, is_close, instants[at], vantage, now)
            session.add(probe)
            session.flush()
            session.add(_response(session, call, probe.id or 0))
            session.add_all(to_row(probe.id or 0, reading, now) for reading in readings)
            report.probes += 1


def _known(session: Session, call: Call, instant: datetime, vantage: str) -> bool:
    found = session.exec(
        select(Probe.id).where(
            Probe.instant_at == instant, Probe.offset_s == call.offset_s, Probe.item_id == call.item.id,
            Probe.api == call.vendor, Probe.vantage == vantage, Probe.attempt == 0, Probe.state != State.CANCELLED,
        )
    )  # fmt: skip
    return found.first() is not None


def _instant(session: Session, at: datetime, is_close: bool, now: datetime) -> int:
    found = session.exec(select(Instant).where(Instant.schedule == SCHEDULE, Instant.at == at)).first()
    if found is None:
        found = Instant(at=at, schedule=SCHEDULE, schedule_hash=SCHEDULE, is_close=is_close, planned_at=now)
        session.add(found)
        session.flush()
    return found.id or 0


def _probe(call: Call, at: datetime, is_close: bool, instant_id: int, vantage: str, now: datetime) -> Probe:
    answered = call.status == "ok"
    due = at + timedelta(seconds=call.offset_s)
    fault = None if answered else FAULTS.get(call.error_class or "vendor", "api")
    return Probe(
        instant_id=instant_id, instant_at=at, offset_s=call.offset_s, item_id=call.item.id,
        asset=call.item.asset.value, ticker=call.item.ticker, api=call.vendor, vantage=vantage, is_close=is_close,
        query=call.query, wording=call.item.query_template or call.query, api_hash=IMPORTED.config_hash, due_at=due,
        slot_at=due, state=State.ANSWERED if answered else State.FAILED, error_class=fault,
        reason=None if answered else (call.error or call.status)[:2000], sent_at=call.sent_at,
        received_at=call.received_at, latency_ms=call.latency_ms, cost_usd=call.cost_usd,
    )  # fmt: skip


def _response(session: Session, call: Call, probe_id: int) -> Response:
    body_id = None
    if call.status == "ok":
        hits = [
            {"url": h.url, "title": h.title, "snippet": h.snippet, "published": h.published, "as_of": h.as_of}
            for h in call.hits
        ]
        raw = json.dumps({"hits": hits}, ensure_ascii=False).encode("utf-8", errors="replace")
        body = Body(
            sha256=hashlib.sha256(raw).hexdigest(), size=len(raw), zstd=zstandard.ZstdCompressor(level=3).compress(raw)
        )
        session.add(body)
        session.flush()
        body_id = body.id
    return Response(
        probe_id=probe_id, body_id=body_id, status=200 if call.status == "ok" else None,
        headers={"content-type": "application/json"}, hits=len(call.hits), error=call.error,
        received_at=call.received_at,
    )  # fmt: skip


def _store_bars(database: Database, item: Item, keys: Keys, first: datetime, last: datetime, now: datetime) -> int:
    """Add the minutes and closes of an item around its instants; give how many were new."""
    reference = keys.reference(item, first, last)
    start, end = first - BEFORE, last + AFTER
    minutes = [
        Bar(datetime.fromtimestamp(int(s), UTC), float(c), float(h), float(low), float(c))
        for s, low, h, c in zip(
            reference.minutes.start_s, reference.minutes.low, reference.minutes.high, reference.minutes.close,
            strict=True,
        )
        if start.timestamp() <= s < end.timestamp()
    ]  # fmt: skip
    added = _add_bars(database, item, minutes, MINUTE_S, start, end, now)
    if item.asset is Asset.EQUITY and reference.daily:
        days = [
            Bar(datetime.combine(d.session, time(), UTC), d.close, d.close, d.close, d.close, interval_s=DAY_S)
            for d in reference.daily
        ]
        added += _add_bars(database, item, days, DAY_S, days[0].start, days[-1].start + timedelta(days=1), now)
    return added


def _add_bars(
    database: Database, item: Item, bars: Sequence[Bar], interval_s: int, start: datetime, end: datetime, now: datetime
) -> int:
    with database.read() as session:
        held = {
            row[0]: tuple(row[1:])
            for row in session.connection().execute(
                select(col(BarRow.start_at), col(BarRow.high), col(BarRow.low), col(BarRow.close))
                .where(
                    col(BarRow.item_id) == item.id, col(BarRow.interval_s) == interval_s, col(BarRow.source) == SOURCE,
                    col(BarRow.start_at) >= start, col(BarRow.start_at) < end,
                )
                .order_by(col(BarRow.pull_id))
            )
        }  # fmt: skip
        asked = session.exec(
            select(Pull.id).where(
                Pull.item_id == item.id, Pull.source == SOURCE, Pull.interval_s == interval_s,
                col(Pull.start_at) <= start, col(Pull.end_at) >= end,
            )
        ).first()  # fmt: skip
    fresh = [bar for bar in bars if held.get(bar.start) != (bar.high, bar.low, bar.close)]
    if not fresh and asked is not None:
        return 0
    pull = Pull(
        item_id=item.id, source=SOURCE, symbol=item.ticker, currency=item.currency, interval_s=interval_s,
        start_at=start, end_at=end, pulled_at=now, library="files", bars=len(fresh),
        outcome="ok" if bars else "unavailable",
    )  # fmt: skip
    with database.write() as session:
        session.add(pull)
        session.flush()
        pull_id = pull.id or 0
    for at in range(0, len(fresh), 100 * CHUNK):
        rows = list(_rows(fresh[at : at + 100 * CHUNK], pull_id, item, interval_s))
        with database.write() as session:
            session.connection().execute(insert(BarRow), rows)
    return len(fresh)


def _rows(bars: Iterable[Bar], pull_id: int, item: Item, interval_s: int) -> Iterable[dict[str, Any]]:
    for bar in bars:
        yield {
            "pull_id": pull_id, "item_id": item.id, "source": SOURCE, "symbol": item.ticker, "interval_s": interval_s,
            "start_at": bar.start, "open": bar.open, "high": bar.high, "low": bar.low, "close": bar.close,
            "volume": None, "count": None,
        }  # fmt: skip
