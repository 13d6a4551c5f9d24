"""The real ccxt against loopback: pages, finality, silent empties, and the reason when nothing is usable."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from monitor.config import load_settings
from monitor.errors import ConfigError, SourceError
from monitor.exchange_ids import exchange_ids
from monitor.market.series import Bar, Bars
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.venues import hints_of
from tests.market.loopback import Fault, World, at
from tests.market.walks import walk

START = at("2026-03-23 21:00")
VENUES = ["kraken", "coinbaseexchange", "binance", "bitstamp", "okx", "gemini", "bitfinex"]
BARS = ("OHLC", "/candles", "/klines", "/ohlc/", "history-candles", "/hist")


def opened(world: World, venue: str, symbol: str = "BTC/USD", minutes: int = 1441) -> ExchangeSource:
    world.minutes[symbol] = walk(START, minutes)
    return ExchangeSource(venue, base_url=world.base_url, deadline_s=20)


def ask(source: ExchangeSource, world: World, start=START, hours: float = 24, symbol: str = "BTC/USD") -> Bars:
    return source.bars(symbol, start, start + timedelta(hours=hours), now=world.now)


def failure(source: ExchangeSource, world: World, **window) -> SourceError:
    with pytest.raises(SourceError) as caught:
        ask(source, world, **window)
    return caught.value


@pytest.mark.parametrize(("venue", "requests"),
                         [("kraken", 1), ("coinbaseexchange", 5), ("binance", 2), ("bitstamp", 2), ("okx", 15),
                          ("gemini", 1), ("bitfinex", 2)])
def test_a_day_comes_back_whole_in_the_venues_pages(world: World, venue: str, requests: int) -> None:
    source = opened(world, venue)
    world.now += timedelta(hours=1)
    got = ask(source, world)
    last = {"kraken": 720, "gemini": 1440}.get(venue, 1441)
    kept = world.minutes["BTC/USD"][-last:-1]
    assert [(b.start, b.open, b.high, b.low, b.close, b.volume) for b in got.bars] == [
        (b.start, b.open, b.high, b.low, b.close, b.volume) for b in kept]
    bars_requests = [r for r in world.requests if any(word in r for word in BARS)]
    assert len(bars_requests) == requests == len(json.loads(got.payload))
    assert (got.source, got.currency, got.role) == (venue, "USD", "trade")
    assert got.library.startswith("ccxt 4.")


@pytest.mark.parametrize("venue", VENUES)
def test_markets_are_asked_for_once(world: World, venue: str) -> None:
    source = opened(world, venue)
    ask(source, world)
    before = len(world.requests)
    ask(source, world, START + timedelta(hours=20), 1.5)
    assert len(world.requests) == before + 1


@pytest.mark.parametrize(("venue", "settled"),
                         [("kraken", 1), ("coinbaseexchange", 5), ("binance", 1), ("bitstamp", 2), ("okx", 2),
                          ("gemini", 5), ("bitfinex", 5)])
def test_only_settled_bars_are_given(world: World, venue: str, settled: int) -> None:
    source = opened(world, venue, minutes=3000)
    world.now = START + timedelta(hours=10, seconds=30)
    last = START + timedelta(hours=10) - timedelta(minutes=1 + settled)
    assert ask(source, world).bars[-1].start == last


def test_kraken_gives_nothing_beyond_what_it_calls_committed(world: World) -> None:
    source = opened(world, "kraken")
    cut = START + timedelta(hours=23)

    def behind(path: str, answer):
        answer["result"]["last"] = int(cut.timestamp())
        return answer

    world.rewrite = behind
    assert ask(source, world).bars[-1].start == cut


def test_kraken_keeps_720_bars_and_what_is_older_has_passed(world: World) -> None:
    source = opened(world, "kraken")
    assert ask(source, world).bars[0].start == world.now - timedelta(minutes=719)
    assert failure(source, world, start=START - timedelta(hours=30), hours=2).reason == "retention passed"
    assert source.retention_s(60) == 719 * 60


def test_trade_counts_are_kept_where_the_venue_states_them(world: World) -> None:
    source = opened(world, "kraken")
    quiet = START + timedelta(hours=20)
    world.counts[int(quiet.timestamp())] = 0
    assert {b.start: b.count for b in ask(source, world).bars}[quiet] == 0


def test_the_recorded_kraken_answer_loses_its_unfinished_bar_and_keeps_zero_trade_minutes(
    world: World, shared: Path
) -> None:
    body = (shared / "payloads/market/kraken_OHLC_XBTUSDT_1m_2025-11.json").read_bytes()
    rows = json.loads(body)["result"]["XBTUSDT"]
    world.now = at("2025-11-11 00:30")
    source = opened(world, "kraken", "BTC/USDT")
    world.faults.append(Fault("OHLC", (200, body, "application/json")))
    got = ask(source, world, at("2025-11-10 12:00"), 13, "BTC/USDT")
    assert len(got.bars) == len(rows) - 1 == 720
    assert got.bars[-1].start == at("2025-11-11 00:16")
    assert sum(b.count == 0 for b in got.bars) == 215
    assert got.currency == "USDT"


def test_the_recorded_coinbase_answer_keeps_its_column_order(world: World, shared: Path) -> None:
    body = (shared / "payloads/market/coinbaseexchange_candles_BTC-USD_1m_2025-08-18.json").read_bytes()
    world.now = at("2025-08-18 07:00")
    source = opened(world, "coinbaseexchange")
    world.faults.append(Fault("candles", (200, body, "application/json")))
    got = ask(source, world, at("2025-08-18 01:00"), 5)
    second, low, high, opened_at, close, volume = json.loads(body)[5]
    bar = next(b for b in got.bars if int(b.start.timestamp()) == second)
    assert (bar.low, bar.high, bar.open, bar.close, bar.volume) == (low, high, opened_at, close, volume)


@pytest.mark.parametrize("venue", VENUES)
@pytest.mark.parametrize(("status", "body", "reason"), [
    (200, b"<html>Down for maintenance</html>", "unavailable"),
    (200, b"", "unavailable"),
    (200, b"{}", "unavailable"),
    (503, b"<html>maintenance</html>", "unavailable"),
    (429, b"{}", "rate limited"),
    (451, b'{"code":0,"msg":"Service unavailable from a restricted location"}', "blocked here"),
])
def test_a_bad_answer_has_its_reason_and_the_next_pull_recovers(
    world: World, venue: str, status: int, body: bytes, reason: str
) -> None:
    source = opened(world, venue)
    ask(source, world)
    for part in BARS:
        world.faults.append(Fault(part, (status, body, "text/html")))
    assert failure(source, world).reason == reason
    world.faults.clear()
    assert ask(source, world).bars


@pytest.mark.parametrize(("error", "reason"), [
    ("EGeneral:Too many requests", "rate limited"), ("EAPI:Rate limit exceeded", "rate limited"),
    ("EService:Unavailable", "unavailable"), ("EService:Busy", "unavailable"),
    ("EQuery:Unknown asset pair", "delisted"),
])
def test_krakens_own_errors_have_their_reason(world: World, error: str, reason: str) -> None:
    source = opened(world, "kraken")
    world.faults.append(Fault("OHLC", (200, json.dumps({"error": [error]}).encode(), "application/json")))
    assert failure(source, world).reason == reason


@pytest.mark.parametrize("answer", [{"error": [], "result": {}}, {"error": [], "result": {"OTHER": [], "last": 1}}])
def test_krakens_silent_empties_are_errors(world: World, answer: dict) -> None:
    source = opened(world, "kraken")
    world.faults.append(Fault("OHLC", (200, json.dumps(answer).encode(), "application/json")))
    assert failure(source, world).reason == "unavailable"


@pytest.mark.parametrize("venue", ["coinbaseexchange", "binance", "bitstamp"])
def test_an_hour_without_bars_is_a_gap_but_a_day_without_is_an_error(world: World, venue: str) -> None:
    source = opened(world, venue)
    del world.minutes["BTC/USD"][300:360]
    assert len(ask(source, world).bars) < 1441 - 60
    world.minutes["BTC/USD"].clear()
    assert failure(source, world).reason == "unavailable"


@pytest.mark.parametrize("venue", VENUES)
def test_a_market_that_no_longer_trades_is_delisted(world: World, venue: str) -> None:
    source = opened(world, venue)
    world.inactive.add("BTC/USD")
    world.minutes["LTC/USD"] = walk(START, 5)
    assert failure(source, world).reason == "delisted"


def test_a_market_list_that_came_back_short_is_asked_for_again(world: World) -> None:
    source = opened(world, "coinbaseexchange")
    world.minutes["LINK/USD"] = walk(START, 5)
    short = [{"id": "LINK-USD", "base_currency": "LINK", "quote_currency": "USD", "quote_increment": "0.01",
              "base_increment": "0.01", "status": "online", "trading_disabled": False}]
    world.faults.append(Fault("/products", (200, json.dumps(short).encode(), "application/json")))
    assert ask(source, world).bars


def test_a_symbol_that_is_not_listed_is_delisted(world: World) -> None:
    source = opened(world, "bitstamp")
    assert failure(source, world, symbol="DOGE/USD").reason == "delisted"


def test_seconds_in_place_of_milliseconds_are_no_bars(world: World) -> None:
    source = opened(world, "binance")
    world.rewrite = lambda path, rows: [[row[0] // 1000, *row[1:]] for row in rows]
    assert failure(source, world).reason == "unavailable"


@pytest.mark.parametrize("venue", ["kraken", "coinbaseexchange", "binance"])
def test_bars_out_of_order_and_twice_are_put_right(world: World, venue: str) -> None:
    source = opened(world, venue)
    right = ask(source, world).bars

    def shuffled(path: str, answer):
        rows = next(iter(answer["result"].values())) if venue == "kraken" else answer
        rows.reverse()
        rows += rows[:7]
        return answer

    world.rewrite = shuffled
    assert ask(source, world).bars == right


def test_a_minute_given_twice_with_different_values_is_left_out(world: World) -> None:
    source = opened(world, "binance")
    torn = START + timedelta(minutes=30)

    def doubled(path: str, rows):
        row = next((r for r in rows if r[0] == int(torn.timestamp()) * 1000), None)
        return rows if row is None else [*rows, [row[0], row[1], row[2], row[3], row[1], *row[5:]]]

    world.rewrite = doubled
    starts = {b.start for b in ask(source, world).bars}
    assert torn not in starts
    assert torn + timedelta(minutes=1) in starts


def test_a_page_that_fails_fails_the_pull(world: World) -> None:
    source = opened(world, "coinbaseexchange")
    ask(source, world)
    world.faults.append(Fault("start=2026-03-24T07", (200, b"<html>", "text/html")))
    assert failure(source, world).reason == "unavailable"


def test_nothing_has_ended_yet(world: World) -> None:
    source = opened(world, "binance")
    assert failure(source, world, start=world.now, hours=1).reason == "not yet"


def test_a_server_that_is_not_there_is_unavailable(world: World) -> None:
    source = ExchangeSource("kraken", base_url="http://127.0.0.1:9", deadline_s=5)
    assert failure(source, world).reason == "unavailable"


def test_okx_is_asked_for_its_past_where_it_keeps_it_and_both_ends_are_there(world: World) -> None:
    source = opened(world, "okx", minutes=3 * 1440)
    world.now = START + timedelta(hours=60)
    got = ask(source, world, hours=58)
    assert [b.start for b in got.bars] == [START + timedelta(minutes=n) for n in range(58 * 60)]
    old, new = world.asked("history-candles"), world.asked("market/candles")
    assert (len(old) + len(new), len(new) > 10, len(old) > 10) == (35, True, True)
    assert ask(source, world, START + timedelta(hours=1), 1).bars[-1].start == START + timedelta(minutes=119)


def test_the_recorded_okx_answer_keeps_only_what_it_confirms(world: World, shared: Path) -> None:
    body = json.loads((shared / "payloads/market/okx_candles_1m_2025-05.json").read_bytes())
    world.now = at("2025-05-13 00:00")
    source = opened(world, "okx")
    body["data"][0][-1] = "0"
    world.faults.append(Fault("market/candles", (200, json.dumps(body).encode(), "application/json")))
    got = ask(source, world, at("2025-05-12 23:50"), 0.1)
    assert [(b.start, b.close) for b in got.bars] == [(at("2025-05-12 23:53"), 102806.1)]


def test_minutes_are_made_from_seconds_where_asked_for(world: World) -> None:
    begin = at("2026-03-24 20:00")
    ticks = [Bar(begin + timedelta(seconds=n), 100 + n % 7, 107, 99, 100 + n % 5, 1.0, interval_s=1)
             for n in range(1200)]
    quiet = [Bar(b.start, 50, 50, 50, 50, 0.0, interval_s=1) if n % 60 in (0, 59) or n // 60 == 3 else b
             for n, b in enumerate(ticks)]
    world.minutes["BTC/USDT"] = quiet
    world.counts = {int(b.start.timestamp()): int(bool(b.volume)) for b in quiet}
    source = ExchangeSource("binance", base_url=world.base_url, seconds=True)
    got = source.bars("BTC/USDT", begin, begin + timedelta(minutes=19, seconds=30), now=world.now)
    assert len(got.bars) == 20  # the one that the window's end cuts is whole
    assert {b.count for b in got.bars} == {0, 58}
    assert got.bars[1] == Bar(begin + timedelta(minutes=1), quiet[61].open, 107, 99, quiet[118].close, 58.0, 58)
    assert (got.bars[3].low, got.bars[3].high, got.bars[3].volume, got.bars[3].count) == (50, 50, 0, 0)
    assert len(world.asked("interval=1s")) == 2
    finest = source.bars("BTC/USDT", begin, begin + timedelta(seconds=90), 1, now=world.now)
    assert (len(finest.bars), finest.bars[61].interval_s) == (90, 1)


def test_an_exchange_without_seconds_says_so(world: World) -> None:
    world.minutes["BTC/USD"] = walk(START, 60)
    with pytest.raises(SourceError, match=r"market\.interval\.kraken"):
        ask(ExchangeSource("kraken", base_url=world.base_url, seconds=True), world)


@pytest.mark.parametrize(("name", "near"), [("krakn", "kraken"), ("okex", "okx"), ("coinbase-exchange", "coinbase")])
def test_a_misspelt_exchange_is_refused_with_the_nearest_names(tmp_path: Path, name: str, near: str) -> None:
    file = tmp_path / "monitor.toml"
    file.write_text(f'[market]\nexchanges = ["bitvavo", "{name}"]')
    with pytest.raises(ConfigError, match=rf"exchanges.*'{name}'.*{near}"):
        load_settings(file)


def test_the_names_are_those_of_ccxt() -> None:
    import ccxt

    assert exchange_ids() == set(ccxt.exchanges)


def test_an_exchange_that_ccxt_does_not_know_is_a_wrong_setting(world: World) -> None:
    with pytest.raises(ConfigError, match="nosuch"):
        ask(ExchangeSource("nosuch", base_url=world.base_url), world)


def test_days_are_utc_days_and_today_is_not_final(world: World) -> None:
    source = ExchangeSource("kraken", base_url=world.base_url, deadline_s=20)
    midnight = at("2026-03-20 00:00")
    days = [midnight + timedelta(days=n) for n in range(5)]
    world.minutes["BTC/USD"] = [Bar(day, 10, 12, 9, 11, 5.0, interval_s=86_400) for day in days]
    got = source.bars("BTC/USD", midnight, midnight + timedelta(days=9), 86_400, now=at("2026-03-24 12:00"))
    assert [b.start.day for b in got.bars] == [20, 21, 22, 23]


@pytest.mark.parametrize("venue", ["kraken", "coinbaseexchange"])
def test_a_server_that_hangs_costs_no_more_than_the_deadline(world: World, venue: str) -> None:
    world.minutes["BTC/USD"] = walk(START, 1441)
    source = ExchangeSource(venue, base_url=world.base_url, deadline_s=1)
    world.hang = "OHLC" if venue == "kraken" else "candles"
    assert failure(source, world).reason == "unavailable"
    assert len(world.asked(world.hang)) == 1


@pytest.mark.parametrize(("exchange", "body"), [
    ("kraken", b'{"result": {"last": null}}'), ("kraken", b'{"result": {"last": 1e300, "A": []}}'),
    ("kraken", b'{"result": {"last": 1, "A": [null]}}'), ("kraken", b"[" * 100_000), ("okx", b'{"data": 5}'),
    ("binance", b"[5]"), ("binance", b'[["x", 1, 1, 1, 1, 1, 1, 1, 1]]'), ("bitstamp", b'{"data": 5}'),
])
def test_a_body_that_is_not_of_the_exchanges_form_has_no_rows(exchange: str, body: bytes) -> None:
    assert hints_of(exchange, body).rows is None
