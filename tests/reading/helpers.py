"""Makes items and hits for tests of reading, and tells whether a reading is right."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from monitor.datasets import Asset, Item
from monitor.reading import Price, Reading, RulesReader
from monitor.search.hits import Hit
from tests.reading.cases import Case

AT = datetime(2026, 11, 30, 15, 45, tzinfo=UTC)
READER = RulesReader()


def item(asset: str, name: str, ticker: str) -> Item:
    """Give an item; it has no template, as reading needs none."""
    return Item(ticker, Asset(asset), name, ticker, "")


MSFT = item("equity", "Microsoft", "MSFT")
BTC = item("crypto", "Bitcoin", "BTC")
EURUSD = item("fx", "Euro to US Dollar", "EUR/USD")


def hit(
    snippet: str, title: str = "", url: str = "https://quotes.example.com/page", position: int = 0, **extra: str
) -> Hit:
    """Give one hit."""
    return Hit(position, url, title, snippet, **extra)


def read(about: Item, *hits: Hit, at: datetime = AT) -> Reading:
    """Read hits at a moment that is both the question's and the response's."""
    return READER.read(about, hits, at, at)


def shown(when: datetime | date | None) -> str | None:
    """Write a stated time as the cases do."""
    if isinstance(when, datetime):
        return when.strftime("%Y-%m-%dT%H:%M:%SZ")
    return when.isoformat() if when else None


def same_price(price: Price, wanted: float | None, tolerance: float) -> bool:
    """Tell whether a price is the wanted one, null where null is wanted."""
    if price.price is None or wanted is None:
        return price.price is None and wanted is None
    return abs(price.price - wanted) <= tolerance + 1e-12 * abs(wanted)


def same_time(price: Price, wanted: str | None, tolerance_s: float) -> bool:
    """Tell whether a stated time is the wanted one, to a second and the tolerance."""
    got = shown(price.stated_time)
    if got is None or wanted is None or len(got) <= 10 or len(wanted) <= 10:
        return got == wanted
    apart = datetime.fromisoformat(got) - datetime.fromisoformat(wanted)
    return abs(apart.total_seconds()) <= 1 + tolerance_s


def read_case(case: Case) -> Reading:
    """Read one of our own cases."""
    hits = [Hit(n, url, title, snippet) for n, (title, url, snippet) in enumerate(case.results)]
    at = datetime.fromisoformat(case.asked_at)
    return READER.read(item(*case.item.split("|")), hits, at, at)


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Give the rows of a file of development cases."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def read_row(row: dict[str, Any]) -> Reading:
    """Read one development case."""
    at = datetime.fromisoformat(row["asked_at"])
    hits = [Hit(n, r["url"], r["title"], r["snippet"]) for n, r in enumerate(row["results"])]
    about = row["item"]
    return READER.read(item(about["asset"], about["name"], about["ticker"]), hits, at, at)


def prices(reading: Reading) -> Iterable[Price]:
    """Give every price of a reading."""
    return (reading.asked, reading.newest, *reading.runners_up)
