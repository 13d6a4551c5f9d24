"""An item enters; the symbols that each source knows it by leave, first choice first."""

from collections.abc import Mapping
from dataclasses import dataclass

from monitor.datasets import Asset, Item
from monitor.errors import ConfigError
from monitor.exchange_ids import exchange_ids
from monitor.market.crosses import is_cross
from monitor.market.fixings import CURRENCIES

__all__ = ["BASIS_SYMBOLS", "Symbol", "basis_item_id", "marked", "symbols_for"]

DOLLAR_COINS = ("USDT", "USDC")
BASIS_SYMBOLS: dict[str, dict[str, str]] = {
    "USDT": {"kraken": "USDT/USD", "coinbaseexchange": "USDT/USD", "bitstamp": "USDT/USD"},
    "USDC": {"kraken": "USDC/USD", "bitstamp": "USDC/USD"},
}
"""Where the dollar price of a dollar coin is taken from: coin -> source -> symbol."""

_USDT_VENUES = frozenset({"binance", "okx", "bybit", "kucoin", "gate", "mexc", "htx", "bitget"})
_FIXINGS = frozenset({"ecb", "frankfurter"})
_KRAKEN_PAIRS = frozenset({
    "EUR/USD", "GBP/USD", "AUD/USD", "USD/JPY", "USD/CAD", "USD/CHF", "EUR/GBP", "EUR/JPY", "EUR/CHF", "EUR/CAD",
    "EUR/AUD", "AUD/JPY",
})


@dataclass(frozen=True, slots=True)
class Symbol:
    """What to ask one source for; `basis` names the dollar coin that the answer is quoted in, if it is."""

    source: str
    symbol: str
    basis: str | None = None


def symbols_for(
    item: Item, source: str, overrides: Mapping[str, Mapping[str, str]] | None = None
) -> tuple[Symbol, ...]:
    """Give the symbols to try at `source`, first choice first; empty where it does not carry the item.

    The item's own ``symbols`` table wins, then `overrides` (item id or ticker -> source -> symbol), then what
    asset and ticker say: BRK.B is BRK-B at Yahoo, EUR/USD is EURUSD=X there and EUR/USD at Kraken, LINK is LINK/USD
    at dollar exchanges and LINK/USDT at those that quote in USDT. An empty string takes the item off a source. An item
    with ``cross`` set to true is asked for as two legs through the dollar (see `monitor.market.crosses`).
    """
    given = _overridden(item, source, overrides or {})
    if given is not None:
        return (_symbol(source, given),) if given else ()
    if item.extra.get("cross") is True and source not in (*_FIXINGS, "files"):
        return _as_cross(item, source)
    if source == "files":
        return (Symbol(source, item.ticker),)
    if source == "yahoo":
        return _yahoo(item)
    if source in _FIXINGS:
        pair = item.ticker.upper()
        fixed = item.asset is Asset.FX and set(pair.split("/")) <= CURRENCIES
        return (Symbol(source, pair),) if fixed else ()
    if item.asset is Asset.CRYPTO:
        base = item.ticker.upper()
        if "/" in base:
            return (_symbol(source, base),)
        dollar, tether = _symbol(source, f"{base}/{item.currency}"), _symbol(source, f"{base}/USDT")
        if item.currency != "USD":
            return (dollar,)
        return (tether,) if source in _USDT_VENUES else (dollar, tether)
    if item.asset is Asset.FX and source == "kraken" and item.ticker.upper() in _KRAKEN_PAIRS:
        return (Symbol(source, item.ticker.upper()),)
    # What is no exchange of ccxt is a plug-in: it is asked for stocks and pairs by their tickers.
    return () if source in exchange_ids() else (Symbol(source, item.ticker.upper()),)


def marked(source: str, symbol: str) -> str:
    """Give a source's name as references and grades state it: ``kraken (cross)``, ``binance (USDT)``, ``kraken``."""
    how = "cross" if is_cross(symbol) else _symbol(source, symbol).basis
    return f"{source} ({how})" if how else source


def basis_item_id(coin: str) -> str:
    """Give the id under which the bars of a dollar coin's own price are stored."""
    return f"basis:{coin}"


def _yahoo(item: Item) -> tuple[Symbol, ...]:
    if item.asset is Asset.EQUITY:
        return (Symbol("yahoo", item.ticker.upper().replace(".", "-").replace("/", "-")),)
    if item.asset is Asset.FX:
        base, _, quote = item.ticker.upper().partition("/")
        return (Symbol("yahoo", f"{base}{quote}=X"),)
    return ()  # coins there are point samples with late labels: never a minute's range


def _as_cross(item: Item, source: str) -> tuple[Symbol, ...]:
    base, _, quote = item.ticker.upper().partition("/")
    quote = quote or item.currency
    if item.asset is Asset.EQUITY or "USD" in (base, quote):
        return ()
    if source == "yahoo":
        return (Symbol(source, f"{base}USD=X * USD{quote}=X"),) if item.asset is Asset.FX else ()
    if source in _USDT_VENUES or (item.asset is Asset.FX and source != "kraken"):
        return ()
    first = f"{base}/USD" if item.asset is Asset.CRYPTO or f"{base}/USD" in _KRAKEN_PAIRS else f"USD/{base}"
    second = f"{quote}/USD" if f"{quote}/USD" in _KRAKEN_PAIRS else f"USD/{quote}"
    if {first, second} - _KRAKEN_PAIRS - ({first} if item.asset is Asset.CRYPTO else set()):
        return ()
    if first.endswith("/USD"):
        return (Symbol(source, f"{first} {'/' if second.endswith('/USD') else '*'} {second}"),)
    return (Symbol(source, f"{second} / {first}"),) if second.startswith("USD/") else ()


def _symbol(source: str, symbol: str) -> Symbol:
    quote = "" if is_cross(symbol) else symbol.partition("/")[2]
    return Symbol(source, symbol, quote if quote in DOLLAR_COINS else None)


def _overridden(item: Item, source: str, overrides: Mapping[str, Mapping[str, str]]) -> str | None:
    own = item.extra.get("symbols")
    if own is not None and not isinstance(own, Mapping):
        raise ConfigError("symbols must be a table of source -> symbol", f"item {item.id}", 'as in {"yahoo": "BRK-B"}')
    for table in (own or {}, overrides.get(item.id, {}), overrides.get(item.ticker, {})):
        if source in table:
            return str(table[source])
    return None
