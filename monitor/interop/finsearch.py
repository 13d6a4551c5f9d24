"""Live run folders in the layout of the public harness, read strictly: `config.json` and the rows of `raw.jsonl`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from monitor.datasets import Asset, Item
from monitor.errors import DataError
from monitor.jsonl import object_of
from monitor.reading.types import Kind, Price, Reading
from monitor.search.hits import Hit

__all__ = ["KINDS", "Call", "Run", "find_runs", "load_run", "parse_call", "reading_of"]

KINDS = {
    "last_trade": Kind.LAST,
    "live": Kind.LAST,
    "current": Kind.LAST,
    "at_target_time": Kind.LAST,
    "close": Kind.CLOSE,
    "previous_close": Kind.CLOSE,
    "daily_close": Kind.CLOSE,
}
"""The harness's price types as kinds; the others (after_hours, other, unclear) are `other`."""

KNOWN = frozenset({
    "offset_s", "id", "asset", "ticker", "name", "size", "vendor", "query", "t_sent", "t_received", "latency_ms",
    "status", "error", "error_class", "vendor_cost_usd", "hits", "extracted",
})  # fmt: skip

YEARS = (1900, 2200)
"""Nobody was asked before or after, and calendars end too near."""

MOST = 1e300
"""Numbers past it cannot be reckoned with."""

MOST_OFFSET_S = 366 * 86400.0
_EARLIEST_S, _LATEST_S = (datetime(year, 1, 1, tzinfo=UTC).timestamp() for year in YEARS)

DATES = ("published", "published_date", "publishedDate", "date")
"""Where a hit's metadata may say when its page was published."""


@dataclass(frozen=True)
class Run:
    """A run folder: where it is and what was asked for. `target` or `close` may be missing, not both."""

    folder: Path
    target: datetime | None
    close: datetime | None
    trade_date: date | None
    items: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Rows of the live set by id."""

    @property
    def raw(self) -> Path:
        """The file of its calls."""
        return self.folder / "raw.jsonl"


@dataclass(frozen=True)
class Call:
    """One row of `raw.jsonl`. Times are aware UTC; `sent_s` is the harness's own float."""

    item: Item
    size: str | None
    vendor: str
    query: str
    offset_s: float
    sent_s: float
    received_s: float
    latency_ms: float | None
    status: str
    error: str | None
    error_class: str | None
    cost_usd: float
    hits: tuple[Hit, ...]
    extracted: Mapping[str, Any] | None
    """The harness's own reading; empty where its reading failed, None where none was made."""
    extra: Mapping[str, Any]

    @property
    def sent_at(self) -> datetime:
        """When it was sent."""
        return datetime.fromtimestamp(self.sent_s, UTC)

    @property
    def received_at(self) -> datetime:
        """When the answer was there."""
        return datetime.fromtimestamp(self.received_s, UTC)


def find_runs(folder: Path) -> list[Path]:
    """Give the run folders in `folder`, itself included, by name; DataError where there is none."""
    if not folder.is_dir():
        raise DataError("is no folder", str(folder), "name a run folder, or a folder of many")
    found = sorted(path.parent for path in folder.rglob("raw.jsonl") if (path.parent / "config.json").is_file())
    if not found:
        raise DataError("holds no run", str(folder), "a run folder has config.json and raw.jsonl")
    return found


def load_run(folder: Path) -> Run:
    """Give a run folder's settings; DataError names the field at fault."""
    path = folder / "config.json"
    try:
        text = path.read_text("utf-8-sig")
        raw = _storable(object_of(text, str(path)), text)
    except (OSError, ValueError) as err:
        raise DataError(f"cannot be read: {err}", str(path), "see the layout of run folders") from err
    target, close = (_moment(raw.get(name), name, str(path)) for name in ("target", "close"))
    if target is None and close is None:
        raise DataError("has neither target nor close", str(path), "one of them says what was asked for")
    day = raw.get("trade_date")
    try:
        trade_date = date.fromisoformat(day) if day else None
    except (TypeError, ValueError) as err:
        raise DataError(f"trade_date {day!r} is no date", str(path), "as in 2026-11-30") from err
    items = raw.get("items") or []
    if isinstance(items, dict):
        items = [{"id": key, **value} for key, value in items.items() if isinstance(value, dict)]
    rows = {str(row["id"]): row for row in items if isinstance(row, dict) and "id" in row}
    return Run(folder, target, close, trade_date, rows)


def parse_call(line: str, where: str, run: Run) -> Call:
    """Give one line of `raw.jsonl`; DataError names `where` and the field at fault."""
    row = _storable(object_of(line, where), line)
    item_id, vendor = _text(row, "id", where), _text(row, "vendor", where)
    known = run.items.get(item_id, {})
    try:
        asset = Asset(str(row.get("asset") or known.get("asset")))
    except ValueError as err:
        raise DataError(f"asset: {err}", where, "equity, crypto or fx") from err
    ticker = _text(row if row.get("ticker") else {**row, "ticker": known.get("ticker")}, "ticker", where)
    sent_s = _seconds(row, "t_sent", where)
    received = row.get("t_received")
    received_s = sent_s if received is None else _seconds(row, "t_received", where)
    extracted = row.get("extracted")
    if extracted is not None and not isinstance(extracted, dict):
        raise DataError("extracted is not an object", where, "as the harness writes it, or leave it out")
    if extracted and extracted.get("price") is not None:
        _number(extracted, "price", where)
    cost = row.get("vendor_cost_usd")
    extra = {key: value for key, value in known.items() if key not in Item.__slots__}
    return Call(
        item=Item(
            item_id, asset, str(row.get("name") or known.get("name") or ticker), ticker,
            str(known.get("query_template") or ""), close=known.get("close") is True, extra=extra,
        ),
        size=_first_text(row.get("size"), known.get("size"), known.get("stratum")),
        vendor=vendor,
        query=str(row.get("query") or ""),
        offset_s=_offset(row, where),
        sent_s=sent_s,
        received_s=received_s,
        latency_ms=None if row.get("latency_ms") is None else _number(row, "latency_ms", where),
        status=str(row.get("status") or "ok"),
        error=None if row.get("error") is None else str(row["error"]),
        error_class=None if row.get("error_class") is None else str(row["error_class"]),
        cost_usd=0.0 if cost is None else _number(row, "vendor_cost_usd", where),
        hits=_hits(row.get("hits"), where),
        extracted=extracted,
        extra={key: value for key, value in row.items() if key not in KNOWN},
    )  # fmt: skip


def reading_of(extracted: Mapping[str, Any], hits: tuple[Hit, ...], where: str) -> Reading:
    """Give the harness's own reading as it is, for both prices; its numbers are those that the rules see."""
    from monitor.reading.rules import numbers_of

    value = None if extracted.get("price") is None else _number(extracted, "price", where)
    url = extracted.get("source_url")
    price = Price(
        price=value,
        currency=str(extracted["currency"]) if extracted.get("currency") else None,
        stated_time=_stated(extracted.get("stated_time")),
        url=str(url) if url else None,
        kind=KINDS.get(str(extracted.get("price_type")), Kind.OTHER),
        position=next((hit.position for hit in hits if url and hit.url == url), None),
        note=str(extracted.get("note") or ""),
    )
    return Reading(price, price, "extracted", "1", numbers_of(hits))


def _stated(value: Any) -> datetime | date | None:
    """Give a stated time where it is one; the harness's model may have written anything."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    try:
        if len(text) == 10:
            return date.fromisoformat(text)
        at = datetime.fromisoformat(text)
        return at.astimezone(UTC) if at.tzinfo else None
    except (ValueError, OverflowError):
        return None


def _moment(value: Any, name: str, where: str) -> datetime | None:
    if value in (None, ""):
        return None
    try:
        at = datetime.fromisoformat(value)
        if not YEARS[0] <= at.year <= YEARS[1]:
            raise ValueError(value)
    except (TypeError, ValueError) as err:
        raise DataError(f"{name} {value!r} is not an ISO 8601 time", where, "as in 2026-11-30T14:30:00+00:00") from err
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def _text(row: Mapping[str, Any], name: str, where: str) -> str:
    value = row.get(name)
    if not isinstance(value, str | int) or isinstance(value, bool) or value == "":
        raise DataError(f"{name} {value!r} is not a text", where, "see the layout of run folders")
    return str(value)


def _number(row: Mapping[str, Any], name: str, where: str) -> float:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
        raise DataError(f"{name} {_short(value)} is not a number", where, "see the layout of run folders")
    return float(value)


def _seconds(row: Mapping[str, Any], name: str, where: str) -> float:
    """Give a moment as unix seconds."""
    value = _number(row, name, where)
    if not _EARLIEST_S <= value < _LATEST_S:
        raise DataError(f"{name} {_short(value)} is no moment", where, "unix seconds, as in 1795620605.25")
    return value


def _offset(row: Mapping[str, Any], where: str) -> float:
    value = _number(row, "offset_s", where)
    if abs(value) > MOST_OFFSET_S:
        raise DataError(f"offset_s {_short(value)} is no offset", where, "seconds after the instant")
    return value


def _short(value: Any) -> str:
    """Give a value for a message: no more than fits in a line."""
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**40 else "of too many digits"
    return text if len(text) <= 60 else text[:57] + "..."


def _storable(row: dict[str, Any], line: str) -> dict[str, Any]:
    """Give the row of a line without lone surrogates, which no database and no path takes: a question mark for each."""
    if "\\u" not in line:
        return row
    text = json.dumps(row, ensure_ascii=False)
    clean = text.encode("utf-8", errors="replace").decode("utf-8")
    return row if clean == text else json.loads(clean)


def _first_text(*values: Any) -> str | None:
    return next((value for value in values if isinstance(value, str) and value), None)


def _hits(value: Any, where: str) -> tuple[Hit, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise DataError("hits is not a list of objects", where, "give url, title and snippet of each")
    found = []
    for position, one in enumerate(value):
        told = one.get("metadata")
        told = told if isinstance(told, dict) else {}
        dated = one.get("published") or next((told[name] for name in DATES if told.get(name)), None)
        url, title, snippet = (str(one.get(name) or "") for name in ("url", "title", "snippet"))
        as_of = one.get("as_of") or told.get("as_of")
        found.append(
            Hit(position, url, title, snippet, str(dated) if dated else None, str(as_of) if as_of else None)
        )
    return tuple(found)
