"""Readings as rows of the store, and back."""

from array import array
from datetime import UTC, date, datetime
from typing import Any

from monitor.reading.types import Kind, Price, Reading
from monitor.store.tables import ReadingRow

__all__ = ["from_row", "stated_text", "to_row"]


def to_row(probe_id: int, reading: Reading, read_at: datetime) -> ReadingRow:
    """Give the row of a reading; `numbers` become little-endian float64."""
    asked, newest = reading.asked, reading.newest
    detail: dict[str, Any] = {
        "position": asked.position,
        "newest_position": newest.position,
        "runners_up": [
            {
                "price": p.price,
                "currency": p.currency,
                "stated_time": stated_text(p.stated_time),
                "url": p.url,
                "kind": p.kind.value,
                "position": p.position,
                "note": p.note,
            }
            for p in reading.runners_up
        ],
    }
    return ReadingRow(
        probe_id=probe_id,
        reader=reading.reader,
        version=reading.version,
        read_at=read_at,
        price=asked.price,
        currency=asked.currency,
        stated_time=stated_text(asked.stated_time),
        unit=asked.unit,
        url=asked.url,
        kind=asked.kind.value,
        derived=asked.derived,
        note=asked.note,
        newest_price=newest.price,
        newest_currency=newest.currency,
        newest_stated_time=stated_text(newest.stated_time),
        newest_unit=newest.unit,
        newest_url=newest.url,
        newest_kind=newest.kind.value,
        newest_derived=newest.derived,
        newest_note=newest.note,
        numbers=array("d", reading.numbers).tobytes(),
        detail=detail,
    )


def from_row(row: ReadingRow) -> Reading:
    """Give the reading of a row; runners-up are left out, since no judgement needs them."""
    numbers = array("d")
    numbers.frombytes(row.numbers)
    return Reading(
        asked=Price(
            row.price,
            row.currency,
            _stated(row.stated_time),
            row.url,
            Kind(row.kind),
            row.derived,
            row.unit,
            row.detail.get("position"),
            row.note,
        ),
        newest=Price(
            row.newest_price,
            row.newest_currency,
            _stated(row.newest_stated_time),
            row.newest_url,
            Kind(row.newest_kind),
            row.newest_derived,
            row.newest_unit,
            row.detail.get("newest_position"),
            row.newest_note,
        ),
        reader=row.reader,
        version=row.version,
        numbers=tuple(numbers),
    )


def stated_text(stated: datetime | date | None) -> str | None:
    """Give a stated time as text: UTC ISO with ``Z``, or the bare date where only the day is stated."""
    if stated is None:
        return None
    if isinstance(stated, datetime):
        return stated.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return stated.isoformat()


def _stated(text: str | None) -> datetime | date | None:
    if text is None:
        return None
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)
