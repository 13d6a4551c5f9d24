"""A store with the bars of one coin from three sources, one of which is wrong for a while, and what was answered."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from monitor.datasets import Item, load_live
from monitor.errors import SourceError
from monitor.market.pull import pull_item
from monitor.market.sources.fake import FakeSource
from monitor.market.windows import Window
from monitor.store.database import Database, open_database
from monitor.store.tables import GradeRow, Instant, Probe, ReadingRow
from tests.market.loopback import at
from tests.market.walks import scaled, venues, walk

INSTANT = at("2026-11-24 16:00")
BTC = next(item for item in load_live() if item.ticker == "BTC")
WRONG_FROM = INSTANT - timedelta(minutes=4)


def stocked(path: Path, answers: Iterable[tuple[str, float, float]] = ()) -> Database:
    """Give the store; bitstamp is 3 % off around the instant. `answers`: (api, offset in seconds, price)."""
    database = open_database(path)
    start, now = INSTANT - timedelta(hours=25), INSTANT + timedelta(hours=2)
    kraken, coinbase, bitstamp = venues(walk(start, 26 * 60, 86_000.0), 3)
    calm = [b for b in bitstamp if not WRONG_FROM <= b.start < INSTANT + timedelta(minutes=4)]
    wrong = scaled([b for b in bitstamp if b not in calm], 1.03)
    sources = [
        FakeSource(name="kraken").hold("BTC/USD", kraken),
        FakeSource(name="coinbaseexchange").hold("BTC/USD", coinbase),
        FakeSource(name="bitstamp").hold("BTC/USD", [*calm, *wrong]),
        FakeSource(name="binance", failures=[SourceError("is not served here", "binance", reason="blocked here")] * 2),
    ]
    pull_item(database, BTC, Window(start, start + timedelta(hours=26)), sources, now)
    with database.write() as session:
        instant = Instant(at=INSTANT, schedule="test", schedule_hash="", planned_at=INSTANT)
        session.add(instant)
        session.flush()
        for api, offset_s, price in answers:
            _answer(session, BTC, instant.id or 0, api, offset_s, price)
    return database


def _answer(session, item: Item, instant_id: int, api: str, offset_s: float, price: float) -> None:
    sent: datetime = INSTANT + timedelta(seconds=offset_s)
    probe = Probe(
        instant_id=instant_id, instant_at=INSTANT, offset_s=offset_s, item_id=item.id, asset=item.asset.value,
        ticker=item.ticker, api=api, query="q", wording="q", api_hash="h", due_at=sent, slot_at=sent, sent_at=sent,
        state="answered",
    )  # fmt: skip
    session.add(probe)
    session.flush()
    reading = ReadingRow(probe_id=probe.id or 0, reader="rules", version="1", read_at=sent, price=price,
                         newest_price=price, unit=0.01)  # fmt: skip
    session.add(reading)
    session.flush()
    session.add(GradeRow(probe_id=probe.id or 0, reading_id=reading.id, policy="strict", policy_version="1",
                         graded_at=sent, class_="target", lag_low_s=120.0, lag_high_s=600.0))  # fmt: skip
