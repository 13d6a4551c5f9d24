"""Which sources the settings open."""

from pathlib import Path

import pytest

from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.market.sources.opening import open_sources
from monitor.market.work import close_sources, shared_sources


def item(asset: str, ticker: str) -> Item:
    return Item("i", Asset(asset), "n", ticker, "")


@pytest.mark.parametrize(("asset", "ticker", "names"), [
    ("equity", "MSFT", ["yahoo"]),
    ("fx", "EUR/USD", ["yahoo", "kraken", "ecb"]),
    ("crypto", "BTC", ["kraken", "coinbaseexchange", "binance", "bitstamp"]),
])
def test_an_item_is_asked_only_where_it_is_carried(asset: str, ticker: str, names: list[str]) -> None:
    assert [s.name for s in open_sources(MarketSettings(), item(asset, ticker))] == names


def test_settings_choose_sources_and_settling_times(tmp_path: Path) -> None:
    settings = MarketSettings(
        yahoo=False, exchanges=("okx",), fixings=(), files=tmp_path, settle_s={"okx": 7, "files": 3})
    assert [(s.name, s.settle_s) for s in open_sources(settings)] == [("okx", 7), ("files", 3)]


def test_a_process_opens_its_sources_once() -> None:
    settings = MarketSettings(exchanges=("kraken",))
    first = shared_sources(settings)
    assert shared_sources(MarketSettings(exchanges=("kraken",))) is first
    assert shared_sources(MarketSettings(exchanges=("bitstamp",))) is not first
    close_sources()
    assert shared_sources(settings) is not first
    close_sources()


def test_opening_imports_no_heavy_library() -> None:
    import subprocess
    import sys

    code = ("import sys; from monitor.config import MarketSettings; from monitor.market.sources.opening import "
            "open_sources; open_sources(MarketSettings()); "
            "print([m for m in ('ccxt', 'yfinance', 'pandas', 'numpy', 'exchange_calendars') if m in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
