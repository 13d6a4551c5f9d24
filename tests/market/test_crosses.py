"""Crosses of two legs: made only when asked for, minute by minute, with ranges that hold every reading, and marked."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.datasets import Asset, Item
from monitor.errors import SourceError
from monitor.market.crosses import ask, crossed, is_cross
from monitor.market.pull import pull_item
from monitor.market.series import Bar, Bars
from monitor.market.shelf import Shelf
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.fake import FakeSource
from monitor.market.stored import load_reference
from monitor.market.symbols import symbols_for
from monitor.market.windows import Window
from monitor.store.database import open_database
from tests.market.loopback import World, at
from tests.market.walks import walk

START = at("2026-03-24 12:00")
END = START + timedelta(minutes=60)
NOW = START + timedelta(hours=3)
EURO, YEN, POUND = walk(START, 60, 1.16, seed=1), walk(START, 60, 150.0, seed=2), walk(START, 60, 1.33, seed=3)


def source() -> FakeSource:
    made = FakeSource(name="kraken", origin="kraken")
    return made.hold("EUR/USD", EURO).hold("USD/JPY", YEN).hold("GBP/USD", POUND).hold("USD/CHF", YEN)


def item(ticker: str, asset: str = "fx", **extra) -> Item:
    return Item("i", Asset(asset), ticker, ticker, "", extra=extra)


@pytest.mark.parametrize(("symbol", "currency", "close"), [
    ("EUR/USD * USD/JPY", "JPY", EURO[5].close * YEN[5].close),
    ("USD/JPY * EUR/USD", "JPY", EURO[5].close * YEN[5].close),
    ("EUR/USD / GBP/USD", "GBP", EURO[5].close / POUND[5].close),
    ("USD/JPY / USD/CHF", "JPY", 1.0),
])
def test_the_close_is_that_of_the_legs_and_so_is_the_currency(symbol: str, currency: str, close: float) -> None:
    got = ask(source(), symbol, START, END, 60, now=NOW)
    assert (len(got.bars), got.currency, got.symbol, got.role) == (60, currency, symbol, "cross of trades")
    assert got.bars[5].close == pytest.approx(close)


@pytest.mark.parametrize("symbol", ["EUR/USD * GBP/USD", "EUR/USD / USD/JPY", "EUR/USD * nonsense"])
def test_legs_that_share_no_currency_are_refused(symbol: str) -> None:
    with pytest.raises(SourceError, match="no cross"):
        ask(source(), symbol, START, END, 60, now=NOW)


def test_a_plain_pair_is_no_cross() -> None:
    assert not is_cross("EUR/USD")
    assert not is_cross("EURUSD=X")
    assert ask(source(), "EUR/USD", START, END, 60, now=NOW).role == "trade"


def test_a_minute_that_one_leg_lacks_is_no_bar_and_a_failing_leg_fails_the_cross() -> None:
    thin = FakeSource(name="kraken").hold("EUR/USD", EURO[:20]).hold("USD/JPY", YEN[10:])
    got = ask(thin, "EUR/USD * USD/JPY", START, END, 60, now=NOW)
    assert [b.start for b in got.bars] == [b.start for b in EURO[10:20]]
    with pytest.raises(SourceError) as caught:
        ask(thin, "EUR/USD * USD/SEK", START, END, 60, now=NOW)
    assert caught.value.reason == "delisted"


prices = st.floats(0.5, 200.0)


@given(st.lists(prices, min_size=2, max_size=9), st.lists(prices, min_size=2, max_size=9), st.booleans())
def test_the_range_holds_every_pair_of_moments(a: list[float], b: list[float], product: bool) -> None:
    def bars(ticks: list[float]) -> Bars:
        bar = Bar(START, ticks[0], max(ticks), min(ticks), ticks[-1])
        return Bars("s", "x", "USD", (bar,), NOW, b"[]", "t")

    (made,) = crossed(bars(a), bars(b), product=product)
    for x in a:
        for y in b:
            price = x * y if product else x / y
            assert made.low <= price * (1 + 1e-12)
            assert made.high >= price * (1 - 1e-12)
    assert made.low <= min(made.open, made.close) * (1 + 1e-12)


def test_a_leg_that_carries_an_old_price_makes_the_cross_carry_it() -> None:
    flat = [replace(b, open=1.3, high=1.3, low=1.3, close=1.3, volume=0.0, count=0) for b in POUND]
    busy = [replace(b, count=7) for b in EURO]
    made = FakeSource().hold("GBP/USD", flat).hold("EUR/USD", busy)
    bar = ask(made, "EUR/USD / GBP/USD", START, END, 60, now=NOW).bars[3]
    assert (bar.volume, bar.count) == (0.0, 0)


@pytest.mark.parametrize(("it", "at_source", "expected"), [
    (item("EUR/JPY"), "kraken", ["EUR/JPY"]),
    (item("EUR/JPY", cross=True), "kraken", ["EUR/USD * USD/JPY"]),
    (item("EUR/GBP", cross=True), "kraken", ["EUR/USD / GBP/USD"]),
    (item("CHF/JPY", cross=True), "kraken", ["USD/JPY / USD/CHF"]),
    (item("GBP/JPY", cross=True), "yahoo", ["GBPUSD=X * USDJPY=X"]),
    (item("GBP/SEK", cross=True), "kraken", []),
    (item("EUR/USD", cross=True), "kraken", []),
    (item("GBP/JPY", cross=True), "ecb", ["GBP/JPY"]),
    (item("BTC", "crypto", currency="EUR", cross=True), "kraken", ["BTC/USD / EUR/USD"]),
    (item("BTC", "crypto", currency="EUR", cross=True), "binance", []),
    (item("GBP/JPY", symbols={"kraken": "GBP/USD * USD/JPY"}), "kraken", ["GBP/USD * USD/JPY"]),
])
def test_an_item_is_crossed_only_when_it_asks_for_it(it: Item, at_source: str, expected: list[str]) -> None:
    assert [s.symbol for s in symbols_for(it, at_source)] == expected


def test_a_cross_is_pulled_over_http_stored_and_marked_as_one(world: World, tmp_path: Path) -> None:
    world.now = NOW
    world.minutes |= {"EUR/USD": EURO, "USD/JPY": YEN}
    it = item("EUR/JPY", cross=True)
    kraken = ExchangeSource("kraken", base_url=world.base_url)
    database = open_database(tmp_path / "m.db")
    try:
        assert pull_item(database, it, Window(START, END), [kraken], NOW).bars == 60
        with database.read() as session:
            (held,) = Shelf(timedelta()).bars(session, it.id, START, END, 60)
            reference = load_reference(session, it, START, END)
    finally:
        database.close()
    assert (held.symbol, held.role, held.currency) == ("EUR/USD * USD/JPY", "cross of trades", "JPY")
    assert reference.sources == ("kraken (cross)",)
    assert len(reference.minutes) == 60
