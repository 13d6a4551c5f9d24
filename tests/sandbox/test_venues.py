"""The real ccxt and yfinance, pointed at the sandbox by configuration, read what the market did."""

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import ccxt
import numpy as np
import pytest
import yfinance as yf
from curl_cffi import requests as curl

from monitor.clock import VirtualClock
from monitor.sandbox.server import SandboxServer
from tests.sandbox.conftest import NOW

HOUR = timedelta(hours=1)
Exchange = Callable[[str], Any]
History = Callable[..., Any]


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


@pytest.fixture
def exchange(server: SandboxServer) -> Exchange:
    def opened(name: str) -> Any:
        base = f"{server.base_url}/{name}"

        def rebased(value: Any) -> Any:
            if isinstance(value, str):
                return base + urlsplit(value.replace("{hostname}", "h.invalid")).path
            return {key: rebased(inner) for key, inner in value.items()}

        made = getattr(ccxt, name)({"enableRateLimit": False, "timeout": 5000})
        made.urls["api"] = rebased(made.urls["api"])
        return made

    return opened


@pytest.fixture
def history(server: SandboxServer, tmp_path: Path) -> Iterator[History]:
    class Session(curl.Session):
        def request(self, method: str, url: str, *args: Any, **kw: Any) -> Any:
            parts = urlsplit(url)
            target = server.base_url + parts.path + (f"?{parts.query}" if parts.query else "")
            return super().request(method, target, *args, **kw)

    yf.set_tz_cache_location(str(tmp_path))
    yf.config.debug.hide_exceptions = False
    session = Session()

    def pulled(symbol: str, **kw: Any) -> Any:
        yf.data.YfData.cache_get.cache_clear()
        usual = {"auto_adjust": False, "actions": False, "keepna": True, "timeout": 5}
        return yf.Ticker(symbol, session=session).history(**{**usual, **kw}).tz_convert("UTC")

    yield pulled
    session.close()
    yf.config.debug.hide_exceptions = True


@pytest.mark.parametrize(
    ("name", "symbol", "ticker"),
    [
        ("kraken", "BTC/USD", "BTC"),
        ("kraken", "EUR/USD", "EUR/USD"),
        ("kraken", "USD/JPY", "USD/JPY"),
        ("kraken", "AUD/JPY", "AUD/JPY"),
        ("kraken", "GBP/USD", "GBP/USD"),
        ("kraken", "USDT/USD", "USDT/USD"),
        ("coinbaseexchange", "BTC/USD", "BTC"),
        ("coinbaseexchange", "LINK/USD", "LINK"),
        ("bitstamp", "BTC/USD", "BTC"),
        ("bitstamp", "GBP/USD", "GBP/USD"),
    ],
)
def test_bars_follow_the_market_within_a_few_bps(
    server: SandboxServer, exchange: Exchange, name: str, symbol: str, ticker: str
) -> None:
    rows = exchange(name).fetch_ohlcv(symbol, "1m", since=ms(NOW - 4 * HOUR), limit=240)
    assert len(rows) > 200
    market = server.world.market
    apart = [abs(row[4] / market.price_at(ticker, row[0] // 1000 + 59) - 1) * 1e4 for row in rows if row[5] > 0]
    assert np.median(apart) < 5
    assert all(row[3] <= min(row[1], row[4]) and row[2] >= max(row[1], row[4]) for row in rows)
    assert [row[0] for row in rows] == sorted({row[0] for row in rows})


@pytest.mark.parametrize("name", ["binance", "okx"])
def test_some_quote_in_tether(server: SandboxServer, exchange: Exchange, name: str) -> None:
    rows = exchange(name).fetch_ohlcv("BTC/USDT", "1m", since=ms(NOW - HOUR), limit=60)
    market = server.world.market
    rate = market.price("USDT/USD", NOW)
    apart = [row[4] * rate / market.price_at("BTC", row[0] // 1000 + 59) - 1 for row in rows]
    assert len(rows) == 60
    assert abs(np.median(apart)) < 3e-4


def test_kraken_gives_the_last_720_minutes_and_the_running_one(server: SandboxServer, exchange: Exchange) -> None:
    opened = exchange("kraken")
    rows = opened.fetch_ohlcv("ALGO/USD", "1m", since=ms(NOW - 72 * HOUR))
    running = ms(NOW.replace(second=0))
    assert len(rows) == 721
    assert rows[-1][0] == running
    quiet = [(row, before) for before, row in itertools.pairwise(rows) if row[5] == 0]
    assert len(quiet) > 50
    assert all(row[1] == row[2] == row[3] == row[4] == before[4] for row, before in quiet)
    raw = opened.public_get_ohlc({"pair": "ALGOUSD", "interval": "1"})
    assert int(raw["result"]["last"]) * 1000 == running - 60_000
    assert opened.markets["BTC/USD"]["id"] == "XXBTZUSD"
    with pytest.raises(ccxt.ExchangeError):
        opened.public_get_ohlc({"pair": "NOPEUSD"})


def test_kraken_carries_fridays_rate_over_the_weekend(
    server: SandboxServer, clock: VirtualClock, exchange: Exchange
) -> None:
    clock.set(datetime(2026, 12, 6, 12, tzinfo=UTC))  # a Sunday, before the week opens
    rows = exchange("kraken").fetch_ohlcv("EUR/USD", "1m", since=ms(clock.now() - 2 * HOUR))
    assert len(rows) == 121
    assert {row[5] for row in rows} == {0}
    assert len({row[4] for row in rows}) == 1
    assert rows[0][4] == pytest.approx(server.world.market.price("EUR/USD", clock.now()), rel=1e-3)


def test_a_finished_bar_stays_as_it_is(clock: VirtualClock, exchange: Exchange) -> None:
    for name in ("kraken", "coinbaseexchange", "bitstamp"):
        opened = exchange(name)
        before = opened.fetch_ohlcv("BTC/USD", "1m", since=ms(NOW - HOUR), limit=100)
        clock.set(clock.now() + timedelta(minutes=7))
        after = opened.fetch_ohlcv("BTC/USD", "1m", since=ms(NOW - HOUR), limit=100)
        finished = [row for row in before if row[0] + 60_000 <= ms(NOW)]
        assert finished == after[: len(finished)]


def test_okx_marks_the_running_minute_and_serves_the_past_elsewhere(exchange: Exchange) -> None:
    opened = exchange("okx")
    ask = {"instId": "BTC-USDT", "bar": "1m", "limit": "500"}
    rows = opened.public_get_market_candles(ask)["data"]
    assert len(rows) == 300
    assert [row[8] for row in rows] == ["0"] + 299 * ["1"]
    starts = [int(row[0]) for row in rows]
    assert starts == sorted(starts, reverse=True)
    past = opened.public_get_market_history_candles(ask)["data"]
    assert len(past) == 100
    assert {row[8] for row in past} == {"1"}
    assert past == rows[1:101]
    inside = opened.public_get_market_candles({**ask, "before": rows[9][0], "after": rows[3][0]})["data"]
    assert inside == rows[4:9]
    old = str(ms(NOW - 60 * HOUR))
    assert opened.public_get_market_candles({**ask, "after": old})["data"] == []
    assert len(opened.public_get_market_history_candles({**ask, "after": old})["data"]) == 100


@pytest.mark.parametrize("name", ["kraken", "coinbaseexchange", "binance", "bitstamp", "okx"])
def test_days_are_those_of_utc_and_the_last_one_runs(server: SandboxServer, exchange: Exchange, name: str) -> None:
    symbol = "BTC/USDT" if name in ("binance", "okx") else "BTC/USD"
    today = NOW.replace(hour=0, minute=0, second=0)
    rows = exchange(name).fetch_ohlcv(symbol, "1d", since=ms(today - timedelta(days=5)), limit=10)
    assert [row[0] for row in rows] == [ms(today - timedelta(days=5 - n)) for n in range(6)]
    market = server.world.market
    for row in rows[:-1]:
        prices = market.day_prices("BTC", row[0] // 86_400_000).prices
        assert row[4] == pytest.approx(prices[-1], rel=2e-3)
        assert row[2] / row[3] == pytest.approx(prices.max() / prices.min(), rel=1e-5)
    assert rows[-1][4] == pytest.approx(market.price("BTC", NOW), rel=2e-3)


def test_coinbase_refuses_more_than_300_bars(exchange: Exchange) -> None:
    opened = exchange("coinbaseexchange")
    with pytest.raises(ccxt.ExchangeError, match="300"):
        opened.public_get_products_id_candles(
            {"id": "BTC-USD", "granularity": "60", "start": "2026-11-30T00:00:00Z", "end": "2026-11-30T12:00:00Z"}
        )


@pytest.mark.parametrize(
    ("fault", "error"), [("429", ccxt.OperationFailed), ("500", ccxt.OperationFailed), ("drop", ccxt.NetworkError)]
)
@pytest.mark.parametrize("name", ["kraken", "coinbaseexchange", "binance", "bitstamp", "okx"])
def test_failures_of_an_exchange_reach_ccxt(
    server: SandboxServer, exchange: Exchange, name: str, fault: str, error: type[Exception]
) -> None:
    opened = exchange(name)
    symbol = "BTC/USDT" if name in ("binance", "okx") else "BTC/USD"
    opened.load_markets()
    server.world.fail(name, fault)
    with pytest.raises(error):
        opened.fetch_ohlcv(symbol, "1m", since=ms(NOW - HOUR), limit=10)
    server.world.heal()
    assert opened.fetch_ohlcv(symbol, "1m", since=ms(NOW - HOUR), limit=10)


def test_minutes_of_a_stock_come_back_through_yfinance(server: SandboxServer, history: History) -> None:
    frame = history("MSFT", interval="1m", start=NOW.replace(hour=14, minute=30, second=0), end=NOW, prepost=True)
    market = server.world.market
    whole = frame.iloc[:-1].dropna()
    assert 70 <= len(whole) <= 76
    for at, row in whole.iterrows():
        seconds = [market.price_at("MSFT", int(at.timestamp()) + n) for n in range(60)]
        assert row["Close"] == pytest.approx(seconds[-1], rel=1e-4)
        assert row["High"] == pytest.approx(max(seconds), rel=1e-4)
    assert whole.iloc[0]["Volume"] == 0


def test_the_live_row_is_merged_into_the_running_minute(server: SandboxServer, history: History) -> None:
    frame = history("MSFT", interval="1m", start=NOW - HOUR, end=NOW + HOUR, prepost=True)
    assert frame.index[-1] == NOW.replace(second=0)
    live = server.world.market.price("MSFT", NOW - timedelta(seconds=2))
    assert frame["Close"].iloc[-1] == pytest.approx(live, rel=1e-6)


def test_days_end_on_the_official_close_and_adjusted_ones_do_not(server: SandboxServer, history: History) -> None:
    bounds = {"interval": "1d", "start": NOW - timedelta(days=60), "end": NOW}
    raw, adjusted = history("TTC", **bounds), history("TTC", auto_adjust=True, **bounds)
    market = server.world.market
    for at, row in raw.iloc[:-1].iterrows():
        assert round(row["Close"], 2) == market.official_close("TTC", at.tz_convert("America/New_York").date())
    assert abs(adjusted["Close"].iloc[0] / raw["Close"].iloc[0] - 1) > 0.003
    assert date(2026, 11, 26) not in {at.date() for at in raw.index}


def test_extended_hours_come_only_when_asked_for_and_without_volume(history: History) -> None:
    day = {
        "interval": "1m",
        "start": datetime(2026, 11, 24, 5, tzinfo=UTC),
        "end": datetime(2026, 11, 25, 5, tzinfo=UTC),
    }
    regular, whole = history("MSFT", prepost=False, **day), history("MSFT", prepost=True, **day)
    outside = whole[~whole.index.isin(regular.index)]
    assert len(regular) == 390
    assert 100 < len(outside) < 400
    assert outside["Volume"].sum() == 0


def test_coins_are_point_samples_at_the_label(server: SandboxServer, history: History) -> None:
    frame = history("BTC-USD", interval="1m", start=NOW - HOUR, end=NOW - timedelta(minutes=1)).dropna()
    market = server.world.market
    assert len(frame) > 50
    for at, row in frame.iterrows():
        assert row["Open"] == row["High"] == row["Low"] == row["Close"]
        assert row["Close"] == pytest.approx(market.price("BTC", at.to_pydatetime()), rel=1e-4)


@pytest.mark.parametrize(("symbol", "ticker"), [("EURUSD=X", "EUR/USD"), ("JPY=X", "USD/JPY"), ("AUDJPY=X", "AUD/JPY")])
def test_currencies_come_back_through_yfinance(
    server: SandboxServer, history: History, symbol: str, ticker: str
) -> None:
    frame = history(symbol, interval="1m", start=NOW - timedelta(days=4), end=NOW, prepost=True)
    market = server.world.market
    at = frame.index[-5]
    assert frame["Close"].iloc[-5] == pytest.approx(market.price_at(ticker, int(at.timestamp()) + 59), rel=1e-4)
    assert not any(one.weekday() == 5 for one in frame.index)  # Saturday
    assert frame["Volume"].sum() == 0


def test_yahoo_refuses_what_it_refuses(server: SandboxServer, history: History) -> None:
    with pytest.raises(yf.exceptions.YFPricesMissingError, match="within the last 30 days"):
        history("MSFT", interval="1m", start=NOW - timedelta(days=40), end=NOW - timedelta(days=38))
    with pytest.raises(yf.exceptions.YFPricesMissingError, match="8 days"):
        history("MSFT", interval="1m", start=NOW - timedelta(days=20), end=NOW)
    # Only the first two unknown tickers of a process get as far as the quote, whose 404 then surfaces.
    with pytest.raises(Exception, match=r"404|no timezone found|may be delisted"):
        history("NOPE", interval="1d", period="5d")
    server.world.fail("yahoo", "429")
    with pytest.raises(yf.exceptions.YFRateLimitError):
        history("ETD", interval="1d", period="5d")
