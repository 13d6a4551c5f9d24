"""The simulated market: a ticker and any moment enter; the price that was the market's at that second leaves."""

import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from monitor.datasets import Asset, Item
from monitor.sandbox import hours, paths
from monitor.sandbox.instruments import Instrument, dollar_coin, instrument_for
from monitor.sandbox.noise import DAY_S, EPOCH, normal, seconds_of

__all__ = ["DayPrices", "Market"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DayPrices:
    """Prices of consecutive seconds: a UTC day, or a stock's regular session."""

    start_s: int
    """Second since 1970 of the first price."""
    prices: Floats

    @property
    def end_s(self) -> int:
        """The second after the last one."""
        return self.start_s + len(self.prices)


class Market:
    """Prices of all items, second by second, from 2000 to 2060; the same seed gives the same prices, in any order.

    Stocks move in the sessions of XNYS and jump overnight; after a close their price is the official close (the
    auction print), until the next open. Currencies stand still from Friday to Sunday 17:00 New York. Coins never rest.
    May be used from several threads.
    """

    def __init__(self, seed: int, items: Iterable[Item]) -> None:
        self.seed = seed
        self.items = tuple(items)
        known = [instrument_for(item, seed) for item in self.items]
        self._instruments = {instrument.ticker: instrument for instrument in [*known, dollar_coin()]}
        self._levels: dict[str, Floats] = {}
        self._days: OrderedDict[tuple[str, int], DayPrices] = OrderedDict()
        self._kept = min(200, 24 + 4 * len(known))  # a day is 0.7 MB
        self._lock = threading.RLock()

    def __contains__(self, ticker: str) -> bool:
        """Tell whether a ticker trades here."""
        return ticker in self._instruments

    def instrument(self, ticker: str) -> Instrument:
        """Give what is known of a ticker; KeyError for one that does not trade here."""
        return self._instruments[ticker]

    def price(self, ticker: str, at: datetime) -> float:
        """Give the price at the second that `at` falls in, unrounded. A stock's is that of regular trading."""
        return self.price_at(ticker, seconds_of(at))

    def price_at(self, ticker: str, second: int) -> float:
        """Give the price at a second since 1970."""
        instrument = self._instruments[ticker]
        if instrument.asset is Asset.EQUITY:
            day = hours.last_session(second)
            known = self.session_prices(ticker, day)
            if second >= known.end_s:
                return self.official_close(ticker, day)
            return float(known.prices[second - known.start_s])
        known = self.day_prices(ticker, second // DAY_S)
        return float(known.prices[second - known.start_s])

    def is_open(self, ticker: str, second: int) -> bool:
        """Tell whether the item trades (a stock: regularly) at a second."""
        kind = self._instruments[ticker].hours
        if kind == "XNYS":
            spans = hours.session(hours.last_session(second))
            return spans is not None and second < spans[1]
        return kind == "24/7" or hours.fx_open(second)

    def day_prices(self, ticker: str, day: int) -> DayPrices:
        """Give the seconds of a UTC day (counted from 1970) of a coin or a pair."""
        return self._kept_day(ticker, day, lambda: self._made_day(ticker, day))

    def _made_day(self, ticker: str, day: int) -> DayPrices:
        start, end = self._level(ticker, day), self._level(ticker, day + 1)
        path = paths.day_path(self._instruments[ticker], self.seed, day, start, end)
        return DayPrices(day * DAY_S, np.exp(path))

    def passing(self, ticker: str, day: int) -> DayPrices | None:
        """Give a UTC day's seconds, or those of its session, without keeping them; None where there was no session."""
        with self._lock:
            found = self._days.get((ticker, day))
        if found is not None:
            return found
        if self._instruments[ticker].asset is not Asset.EQUITY:
            return self._made_day(ticker, day)
        at = hours.day_date(day)
        return self._made_session(ticker, at) if hours.session(at) is not None else None

    def session_prices(self, ticker: str, day: date) -> DayPrices:
        """Give the seconds of a stock's regular session; ValueError on a date without one."""
        return self._kept_day(ticker, (day - EPOCH.date()).days, lambda: self._made_session(ticker, day))

    def _made_session(self, ticker: str, day: date) -> DayPrices:
        spans = hours.session(day)
        if spans is None:
            raise ValueError(f"{day} has no session")
        closes = (self._close_level(ticker, hours.previous_session(day)), self._close_level(ticker, day))
        return DayPrices(spans[0], np.exp(paths.session_path(self._instruments[ticker], self.seed, day, closes)))

    def official_close(self, ticker: str, day: date) -> float:
        """Give the auction print that ends a session, to the cent: 1 or 2 bps from the last price before it."""
        level = self._close_level(ticker, day) + 1.6e-4 * normal(self.seed, "auction", ticker, day)
        return round(math.exp(level), self._instruments[ticker].decimals)

    def extended(self, ticker: str, second: int) -> float | None:
        """Give a stock's price before the open (from 04:00 New York) or after the close (to 20:00), or None."""
        for day in {hours.last_session(second), hours.last_session(second + 6 * 3600)}:
            for known in self.extended_prices(ticker, day):
                if known.start_s <= second < known.end_s:
                    return float(known.prices[second - known.start_s])
        return None

    def extended_prices(self, ticker: str, day: date) -> tuple[DayPrices, DayPrices]:
        """Give the seconds of trading before and after a session."""
        spans = hours.session(day)
        if spans is None:
            raise ValueError(f"{day} has no session")
        instrument = self._instruments[ticker]
        opens, before = math.log(self.session_prices(ticker, day).prices[0]), hours.previous_session(day)
        last, close = (math.log(self.official_close(ticker, at)) for at in (before, day))
        pre = paths.night_path(instrument, self.seed, day, (0.8 * last + 0.2 * opens, opens), 19_800, "pre")
        evening = close + 3e-3 * normal(self.seed, "evening", ticker, day)
        post = paths.night_path(instrument, self.seed, day, (close, evening), 14_400, "post")
        return DayPrices(spans[0] - 19_800, np.exp(pre)), DayPrices(spans[1], np.exp(post))

    def last_close(self, ticker: str, second: int) -> tuple[int, float]:
        """Give second and price of the newest close: a stock's official one, 17:00 New York, or the UTC day's last."""
        instrument = self._instruments[ticker]
        if instrument.hours == "XNYS":
            day = hours.last_session(second)
            spans = hours.session(day)
            if spans is None or second < spans[1]:
                day = hours.previous_session(day)
                spans = hours.session(day)
            assert spans is not None
            return spans[1], self.official_close(ticker, day)
        at = (hours.fx_last_close(second) if instrument.hours == "fx" else second // DAY_S * DAY_S) - 1
        return at, self.price_at(ticker, at)

    def year_range(self, ticker: str, second: int) -> tuple[float, float]:
        """Give lowest and highest day-end price of the 52 weeks before a second."""
        last = second // DAY_S - hours.FIRST_DAY
        year = self._all_levels(ticker)[max(0, last - 364) : last]
        return math.exp(year.min()), math.exp(year.max())

    def _kept_day(self, ticker: str, day: int, make: Callable[[], DayPrices]) -> DayPrices:
        with self._lock:
            found = self._days.get((ticker, day))
            if found is not None:
                self._days.move_to_end((ticker, day))
                return found
            fresh = make()
            self._days[ticker, day] = fresh
            if len(self._days) > self._kept:
                self._days.popitem(last=False)
            return fresh

    def _all_levels(self, ticker: str) -> Floats:
        with self._lock:
            found = self._levels.get(ticker)
            if found is None:
                found = self._levels[ticker] = paths.levels(self._instruments[ticker], self.seed)
            return found

    def _level(self, ticker: str, day: int) -> float:
        if not hours.FIRST_DAY <= day <= hours.LAST_DAY:
            raise ValueError(f"{EPOCH + timedelta(days=day):%Y-%m-%d} lies outside the simulated years 2000 to 2060")
        return float(self._all_levels(ticker)[day - hours.FIRST_DAY])

    def _close_level(self, ticker: str, day: date) -> float:
        return self._level(ticker, (day - EPOCH.date()).days + 1)
