"""Pulling into a real store: each minute once, revisions kept, failures with their reason and their wait."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import zstandard
from sqlmodel import col, select

from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.errors import SourceError
from monitor.market.columns import Columns
from monitor.market.pull import pull_item
from monitor.market.series import Bar
from monitor.market.shelf import Shelf
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.fake import FakeSource
from monitor.market.sources.opening import open_sources
from monitor.market.stored import examine_stored, load_reference
from monitor.market.windows import Window
from monitor.market.work import in_order, pull_due, windows_due
from monitor.store.database import Database, open_database
from monitor.store.tables import BarRow, Instant, Probe, Pull
from tests.market.loopback import Fault, World, at
from tests.market.walks import scaled, venues, walk

COIN = Item("c1", Asset.CRYPTO, "Bitcoin", "BTC", "")
STOCK = Item("e1", Asset.EQUITY, "Apple", "AAPL", "")
START = at("2026-03-24 00:00")
DAY = walk(START, 1440)
WINDOW = Window(START, START + timedelta(hours=10))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "monitor.db")
    yield opened
    opened.close()


def fake(name: str = "kraken", **more) -> FakeSource:
    return FakeSource(name=name, origin=name, **more).hold("BTC/USD", DAY)


def minutes_asked(source: FakeSource) -> list[tuple[datetime, datetime]]:
    return [(c.start, c.end) for c in source.calls if c.interval_s == 60]


def pulls(database: Database, **where) -> list[Pull]:
    with database.read() as session:
        query = select(Pull).order_by(col(Pull.id))
        for name, value in where.items():
            query = query.where(getattr(Pull, name) == value)
        return list(session.exec(query).all())


def hours(n: float) -> datetime:
    return START + timedelta(hours=n)


def test_each_final_minute_is_asked_for_once(database: Database) -> None:
    source = fake()
    first = pull_item(database, COIN, WINDOW, [source], hours(5))
    assert first.bars == 299
    assert pull_item(database, COIN, WINDOW, [source], hours(5)).bars == 0
    second = pull_item(database, COIN, WINDOW, [source], hours(11))
    assert (second.bars, second.revisions) == (600 - 299, 0)
    until = hours(5) - timedelta(minutes=1)
    assert minutes_asked(source) == [(START, until), (until, hours(10))]
    with database.read() as session:
        (held,) = Shelf().bars(session, COIN.id, START, hours(24))
    assert shelved(held) == list(DAY[:600])
    assert (held.source, held.symbol, held.currency, held.role) == ("kraken", "BTC/USD", "USD", "trade")


def shelved(held: Columns) -> list[Bar]:
    """Give the bars of a shelf's columns one by one."""
    rows = zip(held.start_s.tolist(), held.open, held.high, held.low, held.close, held.volume, held.count, strict=True)
    return [
        Bar(datetime.fromtimestamp(start_s, UTC), *map(float, prices), *(None if x != x else x for x in more))
        for start_s, *prices, more in ((*row[:5], row[5:]) for row in rows)
    ]


def test_a_second_look_a_day_later_keeps_both_values_and_the_later_wins(database: Database) -> None:
    source = fake()
    pull_item(database, COIN, WINDOW, [source], hours(11))
    revised = replace(DAY[100], close=DAY[100].close * 1.0001, high=DAY[100].high * 1.001)
    source.held["BTC/USD"] = (*DAY[:100], revised, *DAY[101:])
    before = len(minutes_asked(source))
    pull_item(database, COIN, WINDOW, [source], hours(34))
    assert len(minutes_asked(source)) == before
    again = pull_item(database, COIN, WINDOW, [source], hours(35))
    assert (again.bars, again.revisions) == (0, 1)
    with database.read() as session:
        rows = session.exec(select(BarRow).where(BarRow.start_at == revised.start).order_by(col(BarRow.id))).all()
        assert [r.close for r in rows] == [DAY[100].close, revised.close]
        (held,) = Shelf().bars(session, COIN.id, START, hours(24))
    assert shelved(held)[100] == revised
    assert pull_item(database, COIN, WINDOW, [source], hours(60)).revisions == 0


def test_the_raw_answer_its_time_and_the_library_are_kept(database: Database, world: World) -> None:
    world.minutes["BTC/USD"] = DAY
    world.now = hours(11)
    source = ExchangeSource("bitstamp", base_url=world.base_url)
    pull_item(database, COIN, WINDOW, [source], world.now)
    pull = pulls(database, interval_s=60)[0]
    assert pull.outcome == "ok"
    assert pull.library.startswith("ccxt 4.")
    assert pull.pulled_at == hours(11)
    answers = json.loads(zstandard.ZstdDecompressor().decompress(pull.zstd or b""))
    assert len(answers[0]["data"]["ohlc"]) == 600


def test_one_source_that_fails_does_not_keep_others_from_being_asked(database: Database) -> None:
    bad = fake("bitstamp", failures=[SourceError("down", reason="unavailable")] * 9)
    good = fake("coinbaseexchange")
    report = pull_item(database, COIN, WINDOW, [bad, good], hours(11))
    assert report.bars == 600
    assert next((f.source, f.reason) for f in report.failures) == ("bitstamp", "unavailable")
    assert pulls(database, source="bitstamp", interval_s=60)[0].error == "down"


def test_a_failed_source_is_left_alone_for_a_while_and_then_asked_again(database: Database) -> None:
    source = fake(failures=[SourceError("down", reason="unavailable")])
    pull_item(database, COIN, WINDOW, [source], hours(11))
    soon = pull_item(database, COIN, WINDOW, [source], hours(11) + timedelta(minutes=4))
    assert any("kraken" in line for line in soon.waiting)
    assert soon.bars == 0
    assert pull_item(database, COIN, WINDOW, [source], hours(11) + timedelta(minutes=6)).bars == 600


def test_a_refusal_holds_for_all_items_of_the_source_but_an_outage_does_not(database: Database) -> None:
    other = replace(COIN, id="c2")
    for reason, expected in (("unavailable", 600), ("rate limited", 0)):
        source = fake(reason.replace(" ", "")).hold("BTC/USD", DAY)
        source.failures = [SourceError("no", reason=reason)]
        pull_item(database, COIN, WINDOW, [source], hours(11))
        assert pull_item(database, other, WINDOW, [source], hours(11)).bars == expected
        assert pull_item(database, other, WINDOW, [source], hours(12)).bars == 600 - expected


def test_force_asks_all_the_same(database: Database) -> None:
    source = fake(failures=[SourceError("no", reason="rate limited")])
    pull_item(database, COIN, WINDOW, [source], hours(11))
    assert pull_item(database, COIN, WINDOW, [source], hours(11), force=True).bars == 600


def test_a_second_symbol_is_tried_where_the_first_is_not_listed(database: Database) -> None:
    source = FakeSource(name="gemini", origin="gemini").hold("BTC/USDT", DAY)
    assert pull_item(database, COIN, WINDOW, [source], hours(11)).bars == 600
    before = len(minutes_asked(source))
    pull_item(database, COIN, Window(START, hours(12)), [source], hours(13))
    assert [c.symbol for c in source.calls if c.interval_s == 60][before:] == ["BTC/USDT"]


def test_what_forgets_first_is_asked_first(database: Database) -> None:
    order: list[str] = []

    class Noting(FakeSource):
        def bars(self, *args, **kwargs):
            order.append(self.name)
            return super().bars(*args, **kwargs)

    sources = [Noting(name=n, origin=n, kept_s=k).hold("BTC/USD", DAY)
               for n, k in (("bitstamp", None), ("kraken", 43_000.0), ("gemini", 86_000.0))]
    pull_item(database, COIN, WINDOW, sources, hours(11))
    assert list(dict.fromkeys(order)) == ["kraken", "gemini", "bitstamp"]


def test_a_job_begins_with_the_items_whose_source_forgets_soonest() -> None:
    items = [Item(name, asset, "n", ticker, "") for name, asset, ticker in (
        ("a", Asset.EQUITY, "AAPL"), ("b", Asset.FX, "SEK/NOK"), ("c", Asset.CRYPTO, "BTC"),
        ("d", Asset.FX, "EUR/USD"))]
    settings = MarketSettings()
    sources = open_sources(settings)
    assert in_order(items, sources, settings) == ["c", "d", "a", "b"]
    assert in_order(items[2:3], [], settings) == ["c"]


def test_a_tether_book_brings_its_rate_and_is_converted(database: Database) -> None:
    dollars, tether = venues(DAY, 2)
    kraken = FakeSource(name="kraken", origin="kraken").hold("BTC/USD", dollars)
    kraken.hold("USDT/USD", [replace(b, open=0.98, high=0.9801, low=0.98, close=0.98, count=9) for b in DAY])
    binance = FakeSource(name="binance", origin="binance").hold("BTC/USDT", scaled(tether, 1 / 0.98))
    pull_item(database, COIN, WINDOW, [kraken, binance], hours(11))
    with database.read() as session:
        found = examine_stored(session, COIN, START, hours(10))
    assert (len(found.reference.minutes), found.report.single, found.report.disagreed) == (600, 0, 0)
    assert found.reference.sources == ("kraken", "binance (USDT)")


def test_a_closed_market_is_not_asked(database: Database) -> None:
    source = FakeSource(name="yahoo", origin="yahoo").hold("AAPL", walk(at("2026-03-27 13:30"), 390, 250.0))
    saturday = Window(at("2026-03-28 02:00"), at("2026-03-28 20:00"))
    pull_item(database, STOCK, saturday, [source], at("2026-03-29 00:00"))
    assert minutes_asked(source) == []


def test_daily_closes_are_asked_for_when_one_is_missing(database: Database, world: World, cache_dir: Path) -> None:
    from monitor.market.sources.yahoo import YahooSource

    opened = [at(f"2026-03-{d} 13:30") for d in (19, 20, 23, 24)]
    world.days["AAPL"] = [(moment, 250.0 + n, 200.0) for n, moment in enumerate(opened)]
    world.minutes["AAPL"] = walk(at("2026-03-24 13:30"), 390, 250.0)
    world.now = at("2026-03-24 18:00")
    source = YahooSource(base_url=world.base_url, cache_dir=cache_dir)
    window = Window(at("2026-03-24 13:00"), at("2026-03-24 23:00"))
    pull_item(database, STOCK, window, [source], world.now)
    pull_item(database, STOCK, window, [source], world.now)
    assert len(world.asked("interval=1d&includePrePost")) == 1
    with database.read() as session:
        assert [d.close for d in load_reference(session, STOCK, window.start, window.end).daily] == [250, 251, 252]
    world.now = at("2026-03-25 06:00")
    pull_item(database, STOCK, window, [source], world.now)
    with database.read() as session:
        found = load_reference(session, STOCK, window.start, window.end)
    assert [d.close_at for d in found.daily][-1] == at("2026-03-24 20:00")
    assert found.daily[-1].close == 253


def test_an_empty_reference_has_its_reason(database: Database) -> None:
    with database.read() as session:
        assert load_reference(session, COIN, START, hours(1)).why == "no source has a final bar"


def test_a_pull_that_was_cut_off_is_asked_for_again(database: Database) -> None:
    source = fake()
    pull_item(database, COIN, WINDOW, [source], hours(11))
    with database.write() as session:
        for pull in session.exec(select(Pull)).all():
            pull.outcome = "storing"
    again = pull_item(database, COIN, WINDOW, [source], hours(11))
    assert (again.bars, again.revisions) == (0, 0)
    assert pulls(database, outcome="ok", interval_s=60)


def _probe(database: Database, item: Item, instant: datetime, offsets: list[float]) -> None:
    with database.write() as session:
        row = Instant(at=instant, schedule="s", schedule_hash="h", planned_at=instant)
        session.add(row)
        session.flush()
        for offset in offsets:
            session.add(Probe(
                instant_id=row.id or 0, instant_at=instant, offset_s=offset, item_id=item.id, asset=item.asset,
                ticker=item.ticker, api="a", query="q", wording="w", api_hash="h", due_at=instant, slot_at=instant))


def test_the_job_pulls_the_joined_windows_of_recent_probes_over_http(database: Database, world: World) -> None:
    world.minutes["BTC/USD"] = walk(START - timedelta(days=2), 3 * 1440)
    world.minutes["USDT/USD"] = walk(START - timedelta(days=2), 3 * 1440, 1.0, step=1e-6)
    world.now = hours(12)
    for n in (2, 4, 6):
        _probe(database, COIN, hours(n), [5, 3600])
    _probe(database, COIN, hours(-24 * 9), [5])
    settings = MarketSettings(base_url=world.base_url, yahoo=False, exchanges=("coinbaseexchange", "bitstamp"))
    assert windows_due(database, [COIN.id], settings, world.now) == {
        COIN.id: [Window(hours(-22) - timedelta(minutes=1), hours(7) + timedelta(minutes=3))]}
    done = pull_due(database, {COIN.id: COIN}, settings, world.now)
    assert (done["items"], done["left"], done["waiting"]) == (1, 0, 0)
    minutes = 29 * 60 + 4
    asked = [r for r in world.requests if "granularity=60&" in r or "step=60&" in r]
    assert len(asked) == -(-minutes // 300) + -(-minutes // 1000)
    with database.read() as session:
        found = load_reference(session, COIN, hours(-22), hours(7), settings)
    assert len(found.minutes) == 29 * 60
    assert set(found.minutes.n_sources.tolist()) == {2}
    world.requests.clear()
    pull_due(database, {COIN.id: COIN}, settings, world.now)
    assert [r for r in world.requests if "granularity=60&" in r or "step=60&" in r] == []


def test_an_outage_in_the_middle_of_a_pull_stores_nothing_of_it(database: Database, world: World) -> None:
    world.minutes["BTC/USD"] = DAY
    world.now = hours(12)
    source = ExchangeSource("coinbaseexchange", base_url=world.base_url)
    world.faults.append(Fault("start=2026-03-24T05", (200, b"<html>", "text/html")))
    report = pull_item(database, COIN, WINDOW, [source], world.now)
    assert (report.bars, report.reasons["unavailable"] >= 1) == (0, True)
