"""What a page can say of an item at a moment: every figure comes from the simulated market."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from monitor.datasets import Asset, Item
from monitor.sandbox import hours
from monitor.sandbox.instruments import Instrument
from monitor.sandbox.market import Market
from monitor.sandbox.noise import DAY_S, EPOCH, draw, pick, seconds_of

__all__ = ["Page", "Scene"]


@dataclass(frozen=True, slots=True)
class Page:
    """One result before a wire format is chosen."""

    title: str
    url: str
    text: str
    published: datetime | None = None
    whole: str = ""
    """What the page itself says, where that is more than a search result shows of it."""


class Scene:
    """An item as it stood at `moment`, on pages that state `stated`, seen at `received_at`."""

    def __init__(
        self,
        market: Market,
        item: Item,
        moment: datetime,
        stated: datetime,
        received_at: datetime,
        words: tuple[object, ...],
    ) -> None:
        self.market = market
        self.item = item
        self.moment = moment
        self.received_at = received_at
        self._words = words
        self.second = seconds_of(moment)
        self.instrument: Instrument = market.instrument(item.ticker)
        self.decimals = self.instrument.decimals
        self.last = self.instrument.rounded(market.price_at(item.ticker, self.second))
        self.open_now = True
        """Whether the item trades at the stated time."""
        self.stated = self._stated(stated)
        self._traded = hours.fx_last_open(self.second) if self.instrument.hours == "fx" else self.second

    def _stated(self, stated: datetime) -> datetime:
        """Give the stated time; one at which the item does not trade gives way to the close that still stands."""
        second = seconds_of(stated)
        self.open_now = self.market.is_open(self.item.ticker, second)
        if self.open_now:
            return stated
        if self.instrument.hours == "XNYS":
            return EPOCH + timedelta(seconds=self.market.last_close(self.item.ticker, second)[0])
        return EPOCH + timedelta(seconds=hours.fx_last_open(second))

    def chance(self, label: str) -> float:
        """Give a number in [0, 1) that the answer and the label decide."""
        return draw(*self._words, label)

    def choice(self, count: int, label: str) -> int:
        """Give a whole number in [0, count) that the answer and the label decide."""
        return pick(count, *self._words, label)

    @property
    def aged(self) -> bool:
        """Tell whether the stated time is so old that a page would name its day."""
        return (self.received_at - self.stated).total_seconds() > 12 * 3600

    @cached_property
    def previous(self) -> float:
        """Give the price that the change is counted from."""
        ticker = self.item.ticker
        if self.instrument.hours == "24/7":
            return self.instrument.rounded(self.market.price_at(ticker, self.second - DAY_S))
        if self.item.asset is Asset.EQUITY:
            day = hours.previous_session(hours.last_session(self.second))
            return self.market.official_close(ticker, day)
        return self.instrument.rounded(self.market.last_close(ticker, self._traded)[1])

    @cached_property
    def _day(self) -> tuple[float, float, float]:
        ticker = self.item.ticker
        if self.item.asset is Asset.EQUITY:
            known = self.market.session_prices(ticker, hours.last_session(self.second))
        else:
            known = self.market.day_prices(ticker, self._traded // DAY_S)
        seen = known.prices[: max(1, self.second - known.start_s + 1)]
        return float(seen[0]), min(float(seen.min()), self.last), max(float(seen.max()), self.last)

    @property
    def opened(self) -> float:
        """Give the day's first price."""
        return self.instrument.rounded(self._day[0])

    @property
    def day_low(self) -> float:
        """Give the day's lowest price so far."""
        return self.instrument.rounded(self._day[1])

    @property
    def day_high(self) -> float:
        """Give the day's highest price so far."""
        return self.instrument.rounded(self._day[2])

    @cached_property
    def year(self) -> tuple[float, float]:
        """Give lowest and highest price of 52 weeks."""
        low, high = self.market.year_range(self.item.ticker, self.second)
        return self.instrument.rounded(min(low, self.day_low)), self.instrument.rounded(max(high, self.day_high))

    @cached_property
    def bid_ask(self) -> tuple[float, float]:
        """Give the best bid and ask: at least one tick apart, the last price at or between them."""
        tick = 10.0**-self.decimals
        wide = max(tick, self.last * self.instrument.spread_bps * 1e-4)
        bid = self.instrument.rounded(self.last - wide * (0.15 + 0.7 * self.chance("bid")))
        bid = min(bid, self.instrument.rounded(self.last - tick)) if self.chance("side") < 0.5 else min(bid, self.last)
        return bid, self.instrument.rounded(max(bid + wide, self.last, bid + tick))

    @property
    def supply(self) -> float:
        """Give the number of shares or coins there are; the same always."""
        scale = draw(self.market.seed, "supply", self.item.ticker)
        if self.item.ticker == "BTC":
            return 19_954_388.0
        return round((2e11 if self.item.asset is Asset.CRYPTO else 4e10) * (0.2 + scale) / self.instrument.base)

    @property
    def volume(self) -> float:
        """Give what was traded in the day so far, in shares or dollars."""
        part = 0.25 + 0.75 * (self.second % DAY_S) / DAY_S
        size = 2400.0 if self.item.asset is Asset.EQUITY else 9.0e4
        return round(self.instrument.trades_per_minute * size * part * (0.6 + self.chance("volume")))

    def day_rows(self, count: int) -> list[tuple[date, float, float, float, float]]:
        """Give date, open, high, low and close of the newest finished days before the moment, newest first."""
        rows: list[tuple[date, float, float, float, float]] = []
        ticker, rounded = self.item.ticker, self.instrument.rounded
        if self.item.asset is Asset.EQUITY:
            day = hours.last_session(self.second)
            for _ in range(count + 1):
                known = self.market.session_prices(ticker, day)
                if self.second >= known.end_s and len(rows) < count:
                    close = self.market.official_close(ticker, day)
                    rows.append(
                        (
                            day,
                            rounded(float(known.prices[0])),
                            rounded(max(float(known.prices.max()), close)),
                            rounded(min(float(known.prices.min()), close)),
                            close,
                        )
                    )
                day = hours.previous_session(day)
            return rows
        number = self.second // DAY_S
        while len(rows) < count:
            number -= 1
            if self.instrument.hours == "fx" and hours.day_date(number).weekday() > 4:
                continue
            prices = self.market.day_prices(ticker, number).prices
            rows.append(
                (
                    hours.day_date(number),
                    rounded(float(prices[0])),
                    rounded(float(prices.max())),
                    rounded(float(prices.min())),
                    rounded(float(prices[-1])),
                )
            )
        return rows

    def earlier(self, seconds: float) -> "Scene":
        """Give the same item some time before, on a page that states that time truly."""
        moment = self.moment - timedelta(seconds=seconds)
        return Scene(self.market, self.item, moment, moment, self.received_at, (*self._words, "earlier"))
