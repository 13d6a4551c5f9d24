"""Each recorded file, served on loopback, pulled by the real library and stored: its target ranges are the file's own.

What a range should be is computed here from the file's lines alone: the lower low and the higher high of the minute
before the instant and the one that starts at it, widened by the policy's fixed band.
"""

import csv
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from monitor.datasets import Asset, Item
from monitor.grading.policy import load_policy
from monitor.grading.target import make_frame
from monitor.grading.types import Ask
from monitor.market.pull import pull_item
from monitor.market.series import Bar
from monitor.market.sessions import status_at
from monitor.market.sources.base import Source
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.yahoo import YahooSource
from monitor.market.stored import load_reference
from monitor.market.windows import Window
from monitor.store.database import Database, open_database
from tests.market.loopback import World

NEW_YORK = ZoneInfo("America/New_York")
MINUTE = timedelta(minutes=1)
INSTANTS = 200
HALF_DAYS = {date(2015, 12, 24)}


@dataclass(frozen=True)
class File:
    """How one file is served, and the policy's fixed band of its item (in basis points, or pips of 0.0001)."""

    name: str
    item: Item
    source: str
    symbol: str
    bps: float = 0.0
    pips: float = 0.0


def _coin(name: str, source: str, ticker: str, bps: float, currency: str = "USD") -> File:
    extra = {} if currency == "USD" else {"currency": currency}
    symbol = ticker if "/" in ticker else f"{ticker}/USD"
    return File(name, Item("c", Asset.CRYPTO, ticker, ticker, "", extra=extra), source, symbol, bps)


def _stock(name: str, ticker: str) -> File:
    return File(name, Item("e", Asset.EQUITY, ticker, ticker, ""), "yahoo", ticker, bps=2)


def _pair(name: str, ticker: str) -> File:
    return File(name, Item("f", Asset.FX, ticker, ticker, ""), "yahoo", ticker.replace("/", "") + "=X", pips=1)


FILES = [
    _coin("coin_BTC-BUSD_binance_2022-12-13", "binance", "BTC/BUSD", 30, "BUSD"),
    _coin("coin_BTC-USDT_bybit_2022-12-13", "binance", "BTC/USDT", 30, "USDT"),
    _coin("coin_BTC-USDT_kraken_2025-11-10_11_zerotrade", "kraken", "BTC/USDT", 30, "USDT"),
    _coin("coin_BTC-USD_coinbase_2018-04-04_06", "coinbaseexchange", "BTC", 5),
    _coin("coin_BTC-USD_tiingo_2026-03-25_28", "bitstamp", "BTC", 5),
    _coin("coin_ETH-USD_yahoo_2026-03-22_28_pointsamples", "coinbaseexchange", "ETH", 5),
    _pair("fx_EUR-USD_fxcm_mid_2014-05-01_09", "EUR/USD"),
    _pair("fx_EUR-USD_mt_2020-08-27_10-15", "EUR/USD"),
    _pair("fx_EUR-USD_oanda_ask_2014-05-01_09", "EUR/USD"),
    _pair("fx_EUR-USD_oanda_bid_2014-05-01_09", "EUR/USD"),
    _pair("fx_EUR-USD_oanda_mid_2014-05-01_09", "EUR/USD"),
    _pair("fx_GBP-USD_fxcm_ask_2012-02-05_12", "GBP/USD"),
    _pair("fx_GBP-USD_fxcm_bid_2012-02-05_12", "GBP/USD"),
    _stock("stock_AAPL_alphavantage_2019-02-11_15_relabelled", "AAPL"),
    _stock("stock_AAPL_lean_2014-06-05_09_prepost_split", "AAPL"),
    _stock("stock_AAPL_yahoo_2026-03-19_27", "AAPL"),
    _stock("stock_AAPL_yahoo_2026-03-24_live-end", "AAPL"),
    _stock("stock_GOOG_lean_2015-12-23_28_prepost_halfday", "GOOG"),
    _stock("stock_SPY_polygon_2024-03-07_15_prepost_dst", "SPY"),
    _stock("stock_SPY_yahoo_2026-03-23_31_live-end", "SPY"),
]
QUICK = ("kraken", "live-end", "GOOG", "split")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "monitor.db")
    yield opened
    opened.close()


Line = tuple[float, float, float, float, float]
"""Open, high, low, close, volume."""


def lines_of(path: Path) -> dict[datetime, Line]:
    with path.open(newline="") as file:
        return {datetime.fromisoformat(row["timestamp_utc"]): (float(row["open"]), float(row["high"]),
                float(row["low"]), float(row["close"]), float(row["volume"])) for row in csv.DictReader(file)}


def trades(file: File, at: datetime) -> bool:
    """Tell whether the market is open, from its hours in New York; no holiday but Christmas lies within the files."""
    local = at.astimezone(NEW_YORK)
    if file.item.asset is Asset.CRYPTO:
        return True
    if file.item.asset is Asset.FX:
        turn = local.time() >= time(17)
        return {4: not turn, 5: False, 6: turn}.get(local.weekday(), True)
    close = time(13) if local.date() in HALF_DAYS else time(16)
    return local.weekday() < 5 and time(9, 30) <= local.time() < close and (local.month, local.day) != (12, 25)


def is_price(file: File, line: Line) -> bool:
    """Tell whether a line is a price of its minute and not one carried on (pairs have no volume to tell by)."""
    return file.item.asset is Asset.FX or not (len({*line[:4]}) == 1 and line[4] == 0)


def expected(file: File, lines: dict[datetime, Line], instant: datetime) -> tuple[float, float] | None:
    minutes = [at for at in (instant - MINUTE, instant) if trades(file, at)]
    held = [lines[at] for at in minutes if at in lines and is_price(file, lines[at])]
    if len(held) < len(minutes):
        return None
    low, high = min(line[2] for line in held), max(line[1] for line in held)
    band = high * file.bps / 1e4 + file.pips * 1e-4
    if file.item.asset is Asset.EQUITY:
        band = max(band, 0.01)
    return low - band, high + band


def serve(world: World, file: File, lines: dict[datetime, Line]) -> list[datetime]:
    """Put a file on the server, and give the moments at which a monitor would have pulled it."""
    first, last = min(lines), max(lines)
    world.minutes[file.symbol] = [Bar(at, *line, count=0 if line[4] == 0 else 9) for at, line in lines.items()]
    if file.source == "kraken":
        return [last + timedelta(seconds=90)]
    if file.item.asset is Asset.FX:
        world.meta[file.symbol] = {"currency": file.item.currency, "instrumentType": "CURRENCY",
                                   "exchangeTimezoneName": "Europe/London"}
    if "live-end" in file.name:  # the vendor says itself that its last row is the running minute
        world.meta[file.symbol] = {"regularMarketTime": int(last.timestamp())}
        del lines[last]
    weeks = -(-(last - first) // timedelta(days=20))
    return [min(first + timedelta(days=20 * (n + 1)), last + timedelta(hours=1)) for n in range(weeks)]


@pytest.mark.parametrize("file", [
    pytest.param(file, id=file.name, marks=() if any(word in file.name for word in QUICK) else pytest.mark.slow)
    for file in FILES])
def test_target_ranges_are_those_of_the_file(
    file: File, shared: Path, world: World, cache_dir: Path, database: Database
) -> None:
    lines = lines_of(shared / "market" / f"{file.name}.csv")
    first, last = min(lines), max(lines)
    source: Source = (YahooSource(base_url=world.base_url, cache_dir=cache_dir) if file.source == "yahoo"
                      else ExchangeSource(file.source, base_url=world.base_url))
    for now in serve(world, file, lines):
        world.now = now
        pull_item(database, file.item, Window(first, last + MINUTE), [source], now, force=True, again=False)
    if file.source == "kraken":
        del lines[first], lines[last]  # the 721st bar back is not served, and the last had not ended
    source.close()

    policy, rng = load_policy("strict"), random.Random(20260324)
    span = (last - first) // MINUTE
    possible = [at for n in range(1, span + 1) if trades(file, at := first + n * MINUTE)]
    chosen = rng.choices(possible, k=INSTANTS)
    known, day, reference = 0, None, None
    for instant in sorted(chosen):
        if instant.date() != day:
            day = instant.date()
            start = datetime.combine(day, time(), instant.tzinfo)
            with database.read() as session:
                reference = load_reference(session, file.item, start - timedelta(hours=24),
                                           start + timedelta(hours=24, minutes=3), at=instant)
        status = status_at(file.item, instant)
        assert not status.closed
        assert reference is not None
        ask = Ask(file.item, instant, 5.0, instant + timedelta(seconds=5), session_open=True,
                  session_opened_at=status.session.open_at if status.session else None)
        frame, want = make_frame(ask, reference, policy), expected(file, lines, instant)
        if want is None:
            assert not frame.has_reference, instant
        else:
            assert (frame.low, frame.high) == pytest.approx(want, rel=1e-9), instant
            known += 1
    assert known > INSTANTS / 4


def test_every_file_of_the_folder_is_tried(shared: Path) -> None:
    assert {path.stem for path in (shared / "market").glob("*.csv")} == {file.name for file in FILES}


def test_the_expectation_itself_knows_a_hole_and_a_carried_bar() -> None:
    file = FILES[3]
    at = datetime(2026, 3, 24, 12, tzinfo=ZoneInfo("UTC"))
    line = (100.0, 102.0, 99.0, 101.0, 5.0)
    lines = {at: line, at + MINUTE: (101.0, 103.0, 100.0, 102.0, 5.0), at + 2 * MINUTE: (102.0,) * 4 + (0.0,)}
    low, high = expected(file, lines, at + MINUTE) or (0, 0)
    assert (low, high) == pytest.approx((99 - 103 * 5e-4, 103 + 103 * 5e-4))
    assert expected(file, lines, at + 2 * MINUTE) is None
    assert expected(file, lines, at) is None
    assert expected(replace(file, item=FILES[6].item), lines, at + 2 * MINUTE) is not None
