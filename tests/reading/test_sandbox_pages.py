"""Pages of the sandbox, whose prices are known: the reader must take the one that they serve."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from monitor.datasets import Item, fill_template, load_live
from monitor.reading import Reading
from monitor.sandbox.asking import AskReader
from monitor.sandbox.engines import ENGINES
from monitor.sandbox.market import Market
from monitor.sandbox.pages import Served, pages_for
from monitor.search.hits import Hit
from tests.conftest import ROOT
from tests.reading.helpers import READER

START = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)


def readings(seed: int, instants: int) -> Iterator[tuple[str, Item, Served, Reading]]:
    """Give what is read of every engine's pages for every live item, at moments spread over days."""
    items = load_live(str(ROOT / "data" / "live-lookup.jsonl"))
    market, asks = Market(seed, items), AskReader(items)
    for name, kind in ENGINES.all().items():
        engine = kind(seed, market, START)
        for about in items:
            for n in range(instants):
                asked = START + timedelta(minutes=259 * n)
                received = asked + timedelta(seconds=(5, 30, 120, 900)[n % 4])
                served = pages_for(engine, asks.read(fill_template(about, asked), received))
                hits = [
                    Hit(i, page.url, page.title, page.text, page.published.isoformat() if page.published else None)
                    for i, page in enumerate(served.pages)
                ]
                yield name, about, served, READER.read(about, hits, asked, received)


def wrong(seed: int, instants: int) -> tuple[int, list[str]]:
    """Count readings, and list those whose newest price is not the served one."""
    count, missed = 0, []
    for name, about, served, reading in readings(seed, instants):
        count += 1
        newest = reading.newest
        assert served.price is not None
        if newest.price is None or abs(newest.price - served.price) > 0.51 * (newest.unit or 0):
            missed.append(f"{name} {about.ticker}: {newest.price} for {served.price}, {newest.note}")
    return count, missed


def test_the_served_price_is_read() -> None:
    count, missed = wrong(7, 4)
    assert count >= 300
    assert len(missed) <= 0.01 * count, missed[:5]


@pytest.mark.slow
def test_the_served_price_is_read_over_many_days() -> None:
    count, missed = wrong(8, 60)
    assert len(missed) <= 0.01 * count, missed[:5]
