"""What each source calls an item."""

import pytest

from monitor.datasets import Asset, Item
from monitor.errors import ConfigError
from monitor.market.symbols import symbols_for


def item(asset: str, ticker: str, **extra) -> Item:
    return Item("i1", Asset(asset), "Name", ticker, "", extra=extra)


def names(it: Item, source: str, overrides=None) -> list[tuple[str, str | None]]:
    return [(s.symbol, s.basis) for s in symbols_for(it, source, overrides)]


@pytest.mark.parametrize(("asset", "ticker", "source", "expected"), [
    ("equity", "MSFT", "yahoo", [("MSFT", None)]),
    ("equity", "BRK.B", "yahoo", [("BRK-B", None)]),
    ("equity", "MSFT", "kraken", []),
    ("fx", "EUR/USD", "yahoo", [("EURUSD=X", None)]),
    ("fx", "USD/JPY", "yahoo", [("USDJPY=X", None)]),
    ("fx", "EUR/USD", "kraken", [("EUR/USD", None)]),
    ("fx", "SEK/NOK", "kraken", []),
    ("fx", "EUR/USD", "binance", []),
    ("crypto", "BTC", "yahoo", []),
    ("crypto", "LINK", "kraken", [("LINK/USD", None), ("LINK/USDT", "USDT")]),
    ("crypto", "LINK", "coinbaseexchange", [("LINK/USD", None), ("LINK/USDT", "USDT")]),
    ("crypto", "LINK", "binance", [("LINK/USDT", "USDT")]),
    ("crypto", "LINK", "somewhere", [("LINK/USD", None), ("LINK/USDT", "USDT")]),
    ("crypto", "BTC", "files", [("BTC", None)]),
    ("equity", "BRK.B", "licensed", [("BRK.B", None)]),
    ("fx", "EUR/USD", "licensed", [("EUR/USD", None)]),
])
def test_symbols_follow_from_asset_and_ticker(asset: str, ticker: str, source: str, expected: list) -> None:
    assert names(item(asset, ticker), source) == expected


def test_a_coin_asked_for_in_another_currency_is_not_taken_from_dollar_coins() -> None:
    assert names(item("crypto", "BTC", currency="EUR"), "kraken") == [("BTC/EUR", None)]


def test_the_items_own_symbols_win_over_settings_and_settings_over_the_rule() -> None:
    own = item("equity", "VOD", symbols={"yahoo": "VOD.L"})
    overrides = {"i1": {"yahoo": "VODX", "kraken": "VOD/USD"}, "VOD": {"binance": "VOD/USDT"}}
    assert names(own, "yahoo", overrides) == [("VOD.L", None)]
    assert names(own, "kraken", overrides) == [("VOD/USD", None)]
    assert names(own, "binance", overrides) == [("VOD/USDT", "USDT")]


def test_an_empty_symbol_takes_the_item_off_a_source() -> None:
    assert names(item("crypto", "BTC", symbols={"kraken": ""}), "kraken") == []


def test_symbols_that_are_no_table_are_refused() -> None:
    with pytest.raises(ConfigError, match="symbols"):
        names(item("crypto", "BTC", symbols="BTC/USD"), "kraken")
