"""What a model may answer, strictly, and the reading that follows from it. Needs pydantic alone."""

import math
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from monitor.reading.numbers import parse
from monitor.reading.types import Kind, Price
from monitor.search.hits import Hit

__all__ = ["Answer", "Quote", "faults", "price_of"]

_CODE = re.compile(r"[A-Z0-9]{2,10}")


class Quote(BaseModel):
    """One price, or none."""

    model_config = ConfigDict(extra="forbid")

    price: float | None = Field(description="The price, or null where no result gives it.")
    currency: str | None = Field(description="ISO 4217 code, or a coin's code; null where there is no price.")
    stated_time: str | None = Field(description="UTC ISO 8601 time, or a bare date, that the text gives; else null.")
    hit: int | None = Field(description="n of the result that it is from; null where there is no price.")
    quoted: str | None = Field(description="The number exactly as written in that result; null where there is none.")
    kind: Literal["last", "close", "mid", "converted", "other"] = Field(description="What sort of price it is.")
    derived: bool = Field(description="True where the price follows by a conversion.")


class Answer(BaseModel):
    """What the results give."""

    model_config = ConfigDict(extra="forbid")

    asked: Quote
    newest: Quote
    note: str = Field(description="Why this price, in at most 20 words.")


def faults(answer: Answer, hits: Sequence[Hit]) -> list[str]:
    """Give what is wrong with an answer, for the model to mend; a price must stand in the result that it names."""
    found = []
    for name, quote in (("asked", answer.asked), ("newest", answer.newest)):
        if quote.price is None:
            continue
        if not math.isfinite(quote.price) or quote.price <= 0:
            found.append(f"{name}.price {quote.price} is no price; use null where there is none")
            continue
        by_position = {hit.position: hit for hit in hits}
        hit = by_position.get(-1 if quote.hit is None else quote.hit)
        if hit is None:
            found.append(f"{name}.hit {quote.hit} is not the n of a result")
        elif not quote.quoted or quote.quoted.strip() not in f"{hit.title}\n{hit.snippet}":
            found.append(f"{name}.quoted {quote.quoted!r} does not stand in result {quote.hit}")
        elif not quote.derived and not _means(quote.quoted, quote.price):
            found.append(f"{name}.price {quote.price} is not the number {quote.quoted!r}; set derived if converted")
        if quote.stated_time is not None and _time(quote.stated_time) is None:
            found.append(f"{name}.stated_time {quote.stated_time!r} is neither a UTC ISO 8601 time nor a date")
        if quote.currency is not None and not _CODE.fullmatch(quote.currency.strip().upper()):
            found.append(f"{name}.currency {quote.currency!r} is no currency code")
    return found


def price_of(quote: Quote, hits: Sequence[Hit], note: str) -> Price:
    """Give a quote as a price of a reading."""
    said = " ".join(note.split())[:300]
    if quote.price is None:
        return Price(None, note=said)
    url = next((hit.url or None for hit in hits if hit.position == quote.hit), None)
    return Price(
        price=quote.price,
        currency=quote.currency.strip().upper() if quote.currency else None,
        stated_time=_time(quote.stated_time) if quote.stated_time else None,
        url=url,
        kind=Kind(quote.kind),
        derived=quote.derived,
        unit=None if quote.derived else _unit(_digits(quote.quoted or ""), quote.price),
        position=quote.hit,
        note=said,
    )


def _digits(quoted: str) -> str:
    found = re.search(r"\d[\d.,' ]*", quoted)
    return found.group().rstrip(".,' ") if found else ""


def _unit(digits: str, price: float) -> float | None:
    """Give the worth of the last quoted digit, under the reading of the comma by which the digits mean `price`."""
    for comma in (False, True):
        quantity = parse(digits, comma) if digits else None
        if quantity is not None and math.isclose(quantity[0], price, rel_tol=1e-9):
            return quantity[1]
    return None


def _means(quoted: str, price: float) -> bool:
    digits = _digits(quoted)
    found = [quantity[0] for comma in (False, True) if digits and (quantity := parse(digits, comma)) is not None]
    return any(math.isclose(value, price, rel_tol=1e-6) for value in found)


def _time(text: str) -> datetime | date | None:
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text.strip()):
            return date.fromisoformat(text.strip())
        at = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return at.astimezone(UTC) if at.tzinfo else None
