"""What trades in the sandbox: an item enters; its base price, volatility, hours and digits leave."""

import math
from dataclasses import dataclass

from monitor.datasets import Asset, Item
from monitor.sandbox.noise import draw

__all__ = ["DOLLAR_COIN", "Instrument", "instrument_for"]

DOLLAR_COIN = "USDT/USD"

# Ticker: price about which the simulated level wanders, volatility a year, trades a minute over all venues.
_STOCKS = {
    "MSFT": (505.0, 0.25, 3000.0),
    "TTC": (88.0, 0.30, 400.0),
    "ETD": (24.5, 0.35, 90.0),
    "AAPL": (270.0, 0.27, 5000.0),
    "NVDA": (180.0, 0.42, 6000.0),
    "GOOG": (318.0, 0.30, 2500.0),
}
_COINS = {
    "BTC": (91_800.0, 0.50, 2400.0),
    "ETH": (3010.0, 0.58, 1500.0),
    "SOL": (133.0, 0.80, 700.0),
    "XRP": (2.04, 0.80, 500.0),
    "LINK": (13.2, 0.85, 60.0),
    "ALGO": (0.1432, 1.00, 12.0),
}
_DOLLARS = {
    "USD": 1.0,
    "EUR": 1.16,
    "GBP": 1.33,
    "JPY": 1 / 156.0,
    "AUD": 0.655,
    "CAD": 0.715,
    "CHF": 1.24,
    "NZD": 0.575,
    "SEK": 0.105,
    "NOK": 0.098,
    "CNY": 0.14,
    "INR": 0.0113,
    "MXN": 0.054,
}
_MAJORS = {"USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD"}


@dataclass(frozen=True, slots=True)
class Instrument:
    """One thing with a price. Volatility is the standard deviation of a year's log return."""

    ticker: str
    asset: Asset
    name: str
    base: float
    vol_year: float
    decimals: int
    """Digits after the point that a quote page shows."""
    spread_bps: float
    trades_per_minute: float
    hours: str
    """`XNYS` (sessions), `fx` (Sunday to Friday 17:00 New York) or `24/7`."""
    reversion: float = 0.01
    """Share of the distance from the base that a day's drift takes back; keeps prices of a year plausible."""

    def rounded(self, price: float) -> float:
        """Give a price in the digits that a page shows."""
        return round(price, self.decimals)


def _coin_decimals(price: float) -> int:
    if price >= 0.01:
        return 2 if price >= 1000 else 4 if price >= 1 else 5
    return min(12, 3 - math.floor(math.log10(price)))


def instrument_for(item: Item, seed: int = 0) -> Instrument:
    """Give the instrument of an item; one that is not known gets a price that its ticker decides."""
    ticker, spot = item.ticker, draw(seed, "base", item.ticker)
    if item.asset is Asset.EQUITY:
        base, vol, trades = _STOCKS.get(ticker, (math.exp(2.7 + 2.9 * spot), 0.25 + 0.2 * spot, 40 + 900 * spot))
        return Instrument(ticker, item.asset, item.name, base, vol, 2, 1.5 if trades > 500 else 4.0, trades, "XNYS")
    if item.asset is Asset.CRYPTO:
        base, vol, trades = _COINS.get(ticker, (math.exp(-3.2 + 6.5 * spot), 1.0, 4 + 40 * spot))
        spread = 0.5 if trades > 1000 else 3.0 if trades > 100 else 12.0
        return Instrument(ticker, item.asset, item.name, base, vol, _coin_decimals(base), spread, trades, "24/7")
    first, _, second = ticker.partition("/")
    base = _DOLLARS.get(first, 0.05 + spot) / _DOLLARS.get(second, 1.0)
    major = first in _MAJORS and second in _MAJORS
    decimals = 3 if base >= 20 else 5
    return Instrument(
        ticker,
        item.asset,
        item.name,
        base,
        (0.07 if "JPY" not in ticker else 0.08) if major else 0.12,
        decimals,
        0.9 if major else 3.0,
        120.0,
        "fx",
    )


def dollar_coin() -> Instrument:
    """Give the stablecoin in dollars: a few bps about one, always pulled back."""
    return Instrument(DOLLAR_COIN, Asset.FX, "Tether to US Dollar", 1.0, 0.006, 5, 1.0, 300.0, "24/7", reversion=0.35)
