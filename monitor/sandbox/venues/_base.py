"""The shape that every venue has."""

from datetime import datetime, timedelta

from monitor.datasets import Asset
from monitor.sandbox.bars import BarMaker, MinuteBars, VenueHabits
from monitor.sandbox.instruments import DOLLAR_COIN
from monitor.sandbox.market import Market
from monitor.sandbox.noise import DAY_S, EPOCH
from monitor.sandbox.plugins import Registry
from monitor.sandbox.wire import Reply, Request

__all__ = ["MINUTE_S", "VENUES", "WIDTHS_S", "Venue", "text"]

MINUTE_S = 60
WIDTHS_S = (MINUTE_S, DAY_S)
"""The bars that the exchanges here have: minutes and UTC days."""


class Venue:
    """A source of reference bars, reached under its prefix and then its own paths."""

    name = ""
    prefix = ""
    """First part of the path, such as ``/kraken``; empty for the one venue that has the root."""
    habits = VenueHabits("venue")
    busy = False
    """Whether an answer may take long to work out, so that it is not made on the server's own loop."""

    def __init__(self, market: Market, bars: BarMaker) -> None:
        self.market = market
        self.bars = bars

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer a request whose path starts after the prefix, as the venue would at `now`."""
        raise NotImplementedError

    def error(self, kind: str) -> Reply:
        """Give the venue's own words for rate_limit, server or empty."""
        raise NotImplementedError

    def seen(self, ticker: str, start_s: int, end_s: int, width_s: int, now: datetime) -> MinuteBars:
        """Give this venue's bars of a minute or a day (`width_s`) that start in [start_s, end_s), as of `now`."""
        bars = self.bars.minute_bars if width_s == MINUTE_S else self.bars.day_bars
        return bars(ticker, EPOCH + timedelta(seconds=start_s), EPOCH + timedelta(seconds=end_s), self.habits, now)

    def coins(self) -> list[str]:
        """Give the tickers of the coins among the items."""
        return [item.ticker for item in self.market.items if item.asset is Asset.CRYPTO]

    def pairs(self) -> list[str]:
        """Give the currency pairs among the items, and the stablecoin's."""
        return [*(item.ticker for item in self.market.items if item.asset is Asset.FX), DOLLAR_COIN]


def text(value: float, decimals: int) -> str:
    """Give a number as exchanges write it, in a fixed number of digits."""
    return f"{value:.{decimals}f}"


VENUES: Registry[type[Venue]] = Registry(__package__)
