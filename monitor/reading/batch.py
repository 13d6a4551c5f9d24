"""Reading a file of results on demand: a line of JSON enters, a line of JSON leaves, in the same order.

The shapes are those of `monitor read` in the design. Lines are taken one by one, so a file of any size will do.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from monitor.datasets import Asset, Item
from monitor.errors import DataError
from monitor.jsonl import object_of
from monitor.reading.rows import stated_text
from monitor.reading.stream import Done, Piece, rows_of
from monitor.reading.types import Price, Reader, Reading
from monitor.search.hits import Hit

__all__ = ["BatchRow", "RulesPiece", "Skipped", "parse_row", "read_line", "read_lines", "reading_json"]


@dataclass(frozen=True)
class BatchRow:
    """One line: what was asked, when, and what came back."""

    case_id: str
    item: Item
    asked_at: datetime
    received_at: datetime
    hits: tuple[Hit, ...]
    extra: Mapping[str, Any]
    """Fields that this program does not know; passed through."""


@dataclass
class Skipped:
    """Bad lines that were left out, with their messages."""

    lines: list[str] = field(default_factory=list)


KNOWN = {"case_id", "id", "item", "asked_at", "received_at", "results"}


def read_lines(
    lines: Iterable[str], reader: Reader, where: str, *, skipped: Skipped | None = None
) -> Iterator[dict[str, Any]]:
    """Give the reading of each line as plain values; blank lines are passed over.

    A bad line raises DataError with its number, or is added to `skipped` where that is given.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = parse_row(line, f"{where}:{number}")
        except DataError as err:
            if skipped is None:
                raise
            skipped.lines.append(str(err))
            continue
        yield read_line(row, [reader])


def read_line(row: BatchRow, readers: Sequence[Reader]) -> dict[str, Any]:
    """Give the first reader's reading of a row, flat; those of further ones stand under ``readings`` by name."""
    first, *others = [reader.read(row.item, row.hits, row.asked_at, row.received_at) for reader in readers]
    return joined(row, first, others)


def joined(row: BatchRow, first: Reading, others: Sequence[Reading] = ()) -> dict[str, Any]:
    """Give the line of a row's readings, with the fields that came with the row."""
    made = reading_json(row.case_id, first)
    if others:
        made["readings"] = {one.reader: reading_json(row.case_id, one) for one in others}
    return {**made, **{k: v for k, v in row.extra.items() if k not in made}}


@dataclass(frozen=True)
class RulesPiece:
    """Reads a piece of a file by rules; can be sent to another process."""

    skip_bad: bool

    def __call__(self, piece: Piece) -> Done:
        """Give a line for each line of the piece."""
        from monitor.reading.rules import RulesReader

        reader = RulesReader(prices_only=True)
        return rows_of(piece, lambda line, at: read_line(parse_row(line, at), [reader]), skip_bad=self.skip_bad)


def parse_row(line: str, where: str) -> BatchRow:
    """Give the line as a row; raises DataError naming `where` and the field."""
    row = object_of(line, where)
    case_id = row.get("case_id", row.get("id"))
    if not isinstance(case_id, str | int):
        raise DataError("lacks case_id (or id)", where, "give each row an id")
    asked_at = _time(row.get("asked_at"), "asked_at", where)
    received = row.get("received_at")
    return BatchRow(
        case_id=str(case_id),
        item=_item(row.get("item"), where),
        asked_at=asked_at,
        received_at=asked_at if received is None else _time(received, "received_at", where),
        hits=_hits(row.get("results"), where),
        extra={key: value for key, value in row.items() if key not in KNOWN and key not in ("expected",)},
    )


def reading_json(case_id: str, reading: Reading) -> dict[str, Any]:
    """Give a reading in the shape of the design: the `asked` half flat, `newest` beneath its own key."""
    return {"case_id": case_id, **_price(reading.asked), "reader": reading.reader, "newest": _price(reading.newest)}


def _price(price: Price) -> dict[str, Any]:
    return {
        "price": price.price,
        "currency": price.currency,
        "stated_time": stated_text(price.stated_time),
        "url": price.url,
        "kind": price.kind.value,
        "derived": price.derived,
        "note": price.note,
    }


def _time(value: Any, name: str, where: str) -> datetime:
    try:
        at = datetime.fromisoformat(value)
        if not 1900 <= at.year <= 2200:
            raise ValueError(value)  # nobody was asked then, and the calendar ends too near
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (TypeError, ValueError, OverflowError) as err:
        raise DataError(f"{name} {value!r} is not an ISO 8601 time", where, "as in 2026-11-30T14:30:00Z") from err


def _item(value: Any, where: str) -> Item:
    if not isinstance(value, dict):
        raise DataError("item is not an object", where, "give asset, name and ticker")
    try:
        asset, name, ticker = Asset(value["asset"]), str(value["name"]), str(value["ticker"])
    except KeyError as err:
        raise DataError(f"item lacks {err}", where, "give asset, name and ticker") from err
    except ValueError as err:
        raise DataError(f"item: {err}", where, "asset is equity, crypto or fx") from err
    extra = {k: v for k, v in value.items() if k not in ("asset", "name", "ticker", "id", "query_template")}
    return Item(str(value.get("id", ticker)), asset, name, ticker, str(value.get("query_template", "")), extra=extra)


def _hits(value: Any, where: str) -> tuple[Hit, ...]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise DataError("results is not a list of objects", where, "give title, url and snippet of each")
    return tuple(
        Hit(
            n,
            _text(one, "url"),
            _text(one, "title"),
            _text(one, "snippet"),
            _text(one, "published") or None,
            _text(one, "as_of") or None,
        )
        for n, one in enumerate(value)
    )


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return "" if value is None else str(value)
