"""A store enters; run folders in the layout of the public harness leave, one for each instant, with the answer keys."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, select

from monitor import calendars
from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.errors import MonitorError
from monitor.interop.exporting import Hide, write_lines
from monitor.market.series import Reference
from monitor.market.sessions import calendar_of
from monitor.market.stored import load_reference
from monitor.reading.work import configured, hits_of, item_of
from monitor.search.models import ApiConfig
from monitor.store.database import Database
from monitor.store.tables import Body, Probe, ReadingRow, Response
from monitor.store.types import State

__all__ = ["export_runs"]

SNIPPET = 4_000
"""Characters of a snippet that the harness keeps."""

TYPES = {"last": "last_trade", "close": "close", "mid": "live", "converted": "other", "other": "other"}
COIN_TYPES = {"last": "current", "close": "daily_close", "mid": "current", "converted": "other", "other": "other"}
FAULTS = {"local": "local", "account": "account", "rate_limit": "rate_limit"}

Group = Sequence[tuple[Probe, Response | None, Body | None, ReadingRow | None]]


def export_runs(
    database: Database,
    out: Path,
    *,
    since: datetime,
    until: datetime,
    items: Mapping[str, Item],
    apis: Mapping[str, ApiConfig],
    market: MarketSettings,
    hide: Hide,
    reader: str = "rules",
    done: Callable[[int], None] = lambda _: None,
) -> tuple[int, int]:
    """Write the asked probes of the instants in [since, until); give (folders, calls).

    Answer keys go to ``bars/`` within `out`: each minute that the sources agree on, and official closes. First
    attempts only. `hide` takes known keys out of every text.
    """
    folders = calls = 0
    try:
        (out / "bars").mkdir(parents=True, exist_ok=True)
        with (out / "bars" / "live-coins.jsonl").open("w", encoding="utf-8") as minutes, \
                (out / "bars" / "live-closes.jsonl").open("w", encoding="utf-8") as closes:  # fmt: skip
            written: dict[str, int] = {}
            for instant in _instants(database, since, until):
                with database.read() as session:
                    group = _group(session, instant, reader)
                    known = configured(apis, session)
                    rows = [_raw(known.of(one[0]), items, *one) for one in group]
                    _keys(session, group, items, market, minutes, closes, written)
                folder = out / f"live_{instant:%Y%m%dT%H%M%SZ}"
                folder.mkdir(exist_ok=True)
                (folder / "config.json").write_text(hide(json.dumps(_config(instant, group, items))), "utf-8")
                with (folder / "raw.jsonl").open("w", encoding="utf-8") as target:
                    write_lines(target, [_deep(row, hide) for row in rows])
                folders, calls = folders + 1, calls + len(rows)
                done(len(rows))
    except OSError as err:
        raise MonitorError(f"cannot be written: {err.strerror or err}", str(out), "name another folder") from err
    return folders, calls


def _deep(value: Any, hide: Hide) -> Any:
    if isinstance(value, str):
        return hide(value)
    if isinstance(value, dict):
        return {key: _deep(one, hide) for key, one in value.items()}
    return [_deep(one, hide) for one in value] if isinstance(value, list) else value


def _asked() -> tuple[Any, ...]:
    states = col(Probe.state).in_([State.ANSWERED, State.FAILED])
    return states, Probe.attempt == 0, col(Probe.sent_at).is_not(None)


def _instants(database: Database, start: datetime, end: datetime) -> list[datetime]:
    with database.read() as session:
        found = session.exec(
            select(Probe.instant_at)
            .where(*_asked(), col(Probe.instant_at) >= start, col(Probe.instant_at) < end)
            .distinct()
            .order_by(col(Probe.instant_at))
        )
        return list(found.all())


def _group(session: Session, instant: datetime, reader: str) -> Group:
    probes = session.exec(
        select(Probe, Response, Body)
        .join(Response, col(Response.probe_id) == col(Probe.id), isouter=True)
        .join(Body, col(Response.body_id) == col(Body.id), isouter=True)
        .where(*_asked(), Probe.instant_at == instant)
        .order_by(col(Probe.sent_at), col(Probe.id))
    ).all()
    held = session.exec(
        select(ReadingRow)
        .join(Probe, col(Probe.id) == col(ReadingRow.probe_id))
        .where(Probe.instant_at == instant, ReadingRow.reader == reader)
        .order_by(col(ReadingRow.id))
    )
    readings = {row.probe_id: row for row in held}
    return [(p, r, b, readings.get(p.id or 0)) for p, r, b in probes]


def _raw(
    api: ApiConfig | None, items: Mapping[str, Item], probe: Probe, response: Response | None, body: Body | None,
    reading: ReadingRow | None,
) -> dict[str, Any]:  # fmt: skip
    item = item_of(probe, items)
    answered = probe.state == State.ANSWERED
    hits = []
    if answered and api is not None and response is not None and body is not None and body.zstd:
        hits = list(hits_of(api, body, response))
    row: dict[str, Any] = {
        "offset_s": int(probe.offset_s) if probe.offset_s == int(probe.offset_s) else probe.offset_s,
        "id": probe.item_id, "asset": probe.asset, "ticker": probe.ticker, "name": item.name,
        "size": item.extra.get("size", item.extra.get("stratum")), "vendor": probe.api, "query": probe.query,
        "t_sent": probe.sent_at.timestamp() if probe.sent_at else None,
        "t_received": probe.received_at.timestamp() if probe.received_at else None,
        "latency_ms": probe.latency_ms, "status": "ok" if answered else "error",
        "error": None if answered else probe.reason,
        "error_class": None if answered else FAULTS.get(probe.error_class or "", "vendor"),
        "vendor_cost_usd": probe.cost_usd,
        "hits": [
            {"url": h.url, "title": h.title, "snippet": h.snippet[:SNIPPET],
             "metadata": {name: v for name, v in (("published", h.published), ("as_of", h.as_of)) if v}}
            for h in hits
        ],
    }  # fmt: skip
    if reading is not None:
        kinds = TYPES if probe.asset == Asset.EQUITY else COIN_TYPES
        row["extracted"] = {
            "price": reading.price, "stated_time": reading.stated_time, "source_url": reading.url,
            "price_type": kinds.get(reading.kind, "other"), "note": reading.note, "currency": reading.currency,
        }  # fmt: skip
    return row


def _config(instant: datetime, group: Group, items: Mapping[str, Item]) -> dict[str, Any]:
    probes = [one[0] for one in group]
    at_close = any(p.is_close for p in probes)
    found = {p.item_id: item_of(p, items) for p in probes}
    zone = calendars.calendar_zone("XNYS")
    return {
        "trade_date": instant.astimezone(zone).date().isoformat(),
        "close": instant.isoformat() if at_close else None,
        "target": instant.isoformat(),
        "offsets": sorted({p.offset_s for p in probes}),
        "vendors": sorted({p.api for p in probes}),
        "when_day": f"{instant:%B} {instant.day}, {instant.year}",
        "when_minute": f"{instant:%B} {instant.day}, {instant.year} {instant:%H:%M} UTC",
        "rotate_wordings": False,
        "items": [
            {"id": i.id, "asset": i.asset.value, "name": i.name, "ticker": i.ticker,
             "query_template": i.query_template,
             **{name: i.extra[name] for name in ("size", "stratum", "currency") if name in i.extra}}
            for i in found.values()
        ],
        "limits": {},
    }  # fmt: skip


def _keys(
    session: Session, group: Group, items: Mapping[str, Item], market: MarketSettings, minutes: Any, closes: Any,
    written: dict[str, int],
) -> None:  # fmt: skip
    """Write the minutes and closes that grading the group needs, and that no earlier group has written."""
    lasts: dict[str, tuple[Probe, datetime]] = {}
    for probe, *_ in group:
        sent = probe.sent_at or probe.due_at
        lasts[probe.item_id] = (probe, max(sent, lasts.get(probe.item_id, (probe, sent))[1]))
    for probe, last in lasts.values():
        item = item_of(probe, items)
        start = probe.instant_at - timedelta(hours=market.lookback_h, minutes=2)
        reference = load_reference(session, item, start, last + timedelta(minutes=2), market, at=probe.instant_at)
        _minutes(reference, item, minutes, written)
        if item.asset is Asset.EQUITY:
            write_lines(closes, _closes(reference, item, written))


def _minutes(reference: Reference, item: Item, target: Any, written: dict[str, int]) -> None:
    since = written.get(item.ticker, -1)
    bars = reference.minutes
    rows = [
        {"ticker": item.ticker, "minute": f"{datetime.fromtimestamp(int(s), UTC):%Y-%m-%dT%H:%M:%SZ}",
         "low": float(low), "high": float(high)}
        for s, low, high in zip(bars.start_s, bars.low, bars.high, strict=True) if s > since
    ]  # fmt: skip
    write_lines(target, rows)
    if len(bars):
        written[item.ticker] = max(since, int(bars.start_s[-1]))


def _closes(reference: Reference, item: Item, written: dict[str, int]) -> list[dict[str, Any]]:
    rows = []
    for before, day in zip((None, *reference.daily), reference.daily, strict=False):
        key = f"close:{item.ticker}:{day.session}:{calendar_of(item)}"
        if key not in written and before is not None:
            written[key] = 1
            rows.append({"date": day.session.isoformat(), "ticker": item.ticker, "close": day.close,
                         "prior_close": before.close})  # fmt: skip
    return rows
