"""`monitor check` on symbols: each source that can be reached is asked whether it knows the items."""

import json

import pytest

from monitor.cli.checks import network, symbols
from monitor.clock import VirtualClock
from monitor.datasets import Asset, Item
from monitor.market.listing import carried_by
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.yahoo import YahooSource
from monitor.sandbox.server import SandboxServer
from tests.market.loopback import Fault, World, at, serving
from tests.market.walks import walk

WORDS = "price {{date}} {{time}}"
NOW = at("2026-03-24 21:00")


@pytest.fixture(autouse=True)
def no_time_servers(monkeypatch):
    monkeypatch.setattr(network, "NTP_SERVERS", ())


def item(name: str, ticker: str, asset: str = "crypto", **extra) -> Item:
    return Item(name, Asset(asset), ticker, ticker, "", extra=extra)


@pytest.fixture
def world():
    with serving(World(now=NOW)) as served:
        served.minutes |= {"BTC/USD": walk(at("2026-03-24 20:00"), 60), "LINK/USDT": walk(at("2026-03-24 20:00"), 60),
                           "EUR/USD": walk(at("2026-03-24 20:00"), 60, 1.1)}
        served.days["AAPL"] = [(at("2026-03-23 13:30"), 250.0, 250.0)]
        yield served


def test_an_exchange_is_asked_for_its_list_once(world: World) -> None:
    source = ExchangeSource("kraken", base_url=world.base_url)
    items = [item("a", "BTC"), item("b", "LINK"), item("c", "ALGO"), item("d", "EUR/USD", "fx"),
             item("e", "BTC", symbols={"kraken": "BTC/USD / EUR/USD"}), item("f", "MSFT", "equity")]
    found = {one.item.id: one for one in carried_by(source, items, {}, NOW)}
    assert {name: one.symbol for name, one in found.items()} == {
        "a": "BTC/USD", "b": None, "c": None, "d": "EUR/USD", "e": "BTC/USD / EUR/USD"}
    assert found["c"].tried == ("ALGO/USD", "ALGO/USDT")
    assert len(world.asked("AssetPairs")) == 1
    assert not world.asked("OHLC")


def test_yahoo_is_asked_for_a_days_bar(world: World, tmp_path) -> None:
    source = YahooSource(base_url=world.base_url, cache_dir=tmp_path)
    found = carried_by(source, [item("a", "AAPL", "equity"), item("b", "NOSUCH", "equity")], {}, NOW)
    assert [one.symbol for one in found] == ["AAPL", None]
    assert not world.asked("interval=1m")


def test_a_source_that_fails_is_unsure_and_is_not_asked_on(world: World) -> None:
    world.faults.append(Fault("/bitstamp/", (429, b"{}", "application/json"), 9))
    source = ExchangeSource("bitstamp", base_url=world.base_url)
    found = carried_by(source, [item("a", "BTC"), item("b", "LINK")], {}, NOW)
    assert all(one.unsure and one.symbol is None for one in found)
    assert len(world.requests) == 1


def lines(ran) -> list[dict]:
    return [one for one in json.loads(ran.out) if one["check"] == "symbols"]


def test_check_says_which_items_a_source_does_not_know_and_which_none_knows(command, config, tmp_path) -> None:
    live = [{"id": "live-1", "asset": "crypto", "name": "Bitcoin", "ticker": "BTC", "query_template": WORDS},
            {"id": "live-2", "asset": "crypto", "name": "Nosuch", "ticker": "NOSUCH", "query_template": WORDS,
             "symbols": {"okx": "NOT/HERE"}}]
    clock = VirtualClock(at("2026-11-30 15:45"))
    with SandboxServer(clock, seed=7, items=[item("live-1", "BTC")]) as server:
        folder = tmp_path / "data"
        folder.mkdir()
        (folder / "live-lookup.jsonl").write_text("\n".join(json.dumps(row) for row in live))
        path = config(f'data = "{folder}"\nenabled = []\n[market]\nbase_url = "{server.base_url}"\n'
                      'exchanges = ["kraken", "okx"]\nfixings = []\n')
        ran = command("check", "--json", "--config", path, "--db", tmp_path / "m.sqlite")
    found = lines(ran)
    assert ran.code == 1
    assert [one["what"].split(";")[0] for one in found[:2]] == ["kraken: knows 1 of 2 items", "okx: knows 1 of 2 items"]
    assert "NOSUCH as NOSUCH/USD or NOSUCH/USDT" in found[0]["what"]
    assert "market.symbols.live-2" in found[0]["remedy"]
    assert [one["ok"] for one in found] == [True, True, False]
    assert "live-2 NOSUCH: no source knows it: kraken (NOSUCH/USD or NOSUCH/USDT), okx (NOT/HERE)" in found[2]["what"]


def test_a_source_that_does_not_answer_is_given_up(monkeypatch, world: World) -> None:
    from monitor.clock import SystemClock
    from monitor.config import MarketSettings

    monkeypatch.setattr(symbols, "ALL_S", 0.5)
    world.hang = "/kraken/"
    market = MarketSettings(base_url=world.base_url, exchanges=("kraken",), yahoo=False, fixings=())
    (found,) = symbols.checks_of_symbols(market, [item("a", "BTC")], {"kraken"}, NOW, SystemClock().monotonic)
    assert (found.ok, "not checked" in found.what) == (True, True)
