"""Minute bars as a venue sees them: a ticker, a window and a venue's habits enter; bars leave."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from monitor.datasets import Asset
from monitor.sandbox import hours
from monitor.sandbox.instruments import DOLLAR_COIN
from monitor.sandbox.market import DayPrices, Market
from monitor.sandbox.noise import DAY_S, EPOCH, seconds_of, stream

__all__ = ["CONSOLIDATED", "BarMaker", "DayBar", "MinuteBars", "VenueHabits"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_DENSE = 30.0
"""Trades a minute from which every second is taken to have traded."""


PAIRS_SHARE = 0.3
"""Share of a venue's distance from the market that its pairs have: sources of pairs agree within tenths of a pip."""


@dataclass(frozen=True, slots=True)
class VenueHabits:
    """How a venue's prices differ from the market's."""

    name: str
    quote: str = "USD"
    slow_bps: float = 0.0
    """Standard deviation of an offset that drifts from hour to hour."""
    noise_bps: float = 0.0
    """Standard deviation of an offset that changes each minute."""
    share: float = 1.0
    """Share of the world's trades that happen here."""


CONSOLIDATED = VenueHabits("consolidated")


@dataclass(frozen=True, slots=True)
class MinuteBars:
    """Parallel arrays, ascending, one entry a minute (or day) that traded; `start_s` is its first second."""

    start_s: Ints
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats
    count: Ints

    def __len__(self) -> int:
        return len(self.start_s)

    def take(self, keep: "NDArray[np.bool_] | slice") -> "MinuteBars":
        """Give the bars that a mask or slice keeps."""
        return MinuteBars(
            self.start_s[keep],
            self.open[keep],
            self.high[keep],
            self.low[keep],
            self.close[keep],
            self.volume[keep],
            self.count[keep],
        )

    @staticmethod
    def joined(parts: "list[MinuteBars]") -> "MinuteBars":
        """Give several runs of bars as one."""
        if not parts:
            none = np.empty(0)
            return MinuteBars(np.empty(0, np.int64), none, none, none, none, none, np.empty(0, np.int64))
        return MinuteBars(
            *(
                np.concatenate([getattr(part, name) for part in parts])
                for name in ("start_s", "open", "high", "low", "close", "volume", "count")
            )
        )


@dataclass(frozen=True, slots=True)
class DayBar:
    """A day of regular trading; `final` is False while it still trades."""

    day: date
    start_s: int
    seconds: int
    """How long the day's trading lasts."""
    open: float
    high: float
    low: float
    close: float
    volume: float
    final: bool


class BarMaker:
    """Makes bars from a market's seconds and keeps the finished days that were asked for last."""

    def __init__(self, market: Market) -> None:
        self.market = market
        self._days: OrderedDict[tuple[str, str, int], MinuteBars] = OrderedDict()
        self._day_bars: dict[tuple[str, int], DayBar] = {}
        self._lock = threading.RLock()

    def minute_bars(
        self,
        ticker: str,
        start: datetime,
        end: datetime,
        venue: VenueHabits = CONSOLIDATED,
        now: datetime | None = None,
    ) -> MinuteBars:
        """Give the bars that start in [start, end); with `now`, only what has happened, the running minute too."""
        first, last = seconds_of(start), seconds_of(end)
        if end.microsecond:
            last += 1
        upto = last + DAY_S if now is None else seconds_of(now)
        parts = []
        for day in range(first // DAY_S, (min(last, upto + 1) - 1) // DAY_S + 1):
            whole = self._day(ticker, day, venue)
            keep = (whole.start_s >= first) & (whole.start_s < last) & (whole.start_s + 60 <= upto)
            parts.append(whole.take(keep))
        running = upto - upto % 60
        if first <= running < last and upto > running:
            parts.append(self._part(ticker, running, upto, venue))
        return MinuteBars.joined(parts)

    def day_bar(self, ticker: str, day: date, now: datetime) -> DayBar | None:
        """Give a day's bar as of `now`, or None; a stock's close is the official one once the session has ended."""
        key, second = (ticker, (day - EPOCH.date()).days), seconds_of(now)
        found = self._day_bars.get(key)
        if found is not None and second >= found.start_s + found.seconds:
            return found
        known = self.market.passing(*key)
        seen = known.prices[: max(0, second - known.start_s + 1)] if known is not None else np.empty(0)
        if known is None or not len(seen):
            return None
        instrument = self.market.instrument(ticker)
        final = second >= known.end_s
        stock = instrument.asset is Asset.EQUITY
        close = self.market.official_close(ticker, day) if final and stock else float(seen[-1])
        high, low = max(float(seen.max()), close), min(float(seen.min()), close)
        volume = instrument.trades_per_minute * 55.0 * len(seen) / 60
        made = DayBar(day, known.start_s, len(known.prices), float(seen[0]), high, low, close, volume, final)
        if final:
            self._day_bars[key] = made
        return made

    def day_bars(
        self,
        ticker: str,
        start: datetime,
        end: datetime,
        venue: VenueHabits = CONSOLIDATED,
        now: datetime | None = None,
    ) -> MinuteBars:
        """Give one bar a UTC day that starts in [start, end), the running one as of `now`, as a venue saw it."""
        last = seconds_of(end) if now is None else min(seconds_of(end), seconds_of(now) + 1)
        rows = []
        for day in range(-(-seconds_of(start) // DAY_S), (last - 1) // DAY_S + 1):
            bar = self.day_bar(ticker, hours.day_date(day), now or end)
            if bar is not None:
                factor = 1 + stream(self.market.seed, "day", venue.name, day).standard_normal() * venue.slow_bps * 1e-4
                if venue.quote == "USDT" and ticker != DOLLAR_COIN:
                    factor /= self.market.price_at(DOLLAR_COIN, min(last, day * DAY_S + bar.seconds) - 1)
                prices = [price * factor for price in (bar.open, bar.high, bar.low, bar.close)]
                moved = bar.high > bar.low
                rows.append(
                    (bar.start_s, *prices, bar.volume * venue.share * moved, int(bar.volume * venue.share * moved))
                )
        if not rows:
            return MinuteBars.joined([])
        starts, opened, high, low, close, volume, count = (np.array(column) for column in zip(*rows, strict=True))
        return MinuteBars(starts.astype(np.int64), opened, high, low, close, volume, count.astype(np.int64))

    def _seconds(self, ticker: str, day: int) -> DayPrices | None:
        if self.market.instrument(ticker).asset is not Asset.EQUITY:
            return self.market.day_prices(ticker, day)
        at = (EPOCH + timedelta(days=day)).date()
        return self.market.session_prices(ticker, at) if hours.session(at) is not None else None

    def _day(self, ticker: str, day: int, venue: VenueHabits) -> MinuteBars:
        key = (venue.name, ticker, day)
        with self._lock:
            found = self._days.get(key)
            if found is None:
                known = self._seconds(ticker, day)
                found = MinuteBars.joined([]) if known is None else self._bars(ticker, known, venue)
                self._days[key] = found
                if len(self._days) > 600:  # 80 kB each
                    self._days.popitem(last=False)
            else:
                self._days.move_to_end(key)
            return found

    def _part(self, ticker: str, start: int, upto: int, venue: VenueHabits) -> MinuteBars:
        known = self._seconds(ticker, start // DAY_S)
        if known is None or not known.start_s <= start < known.end_s:
            return MinuteBars.joined([])
        whole = self._bars(ticker, known, venue, upto)
        return whole.take(whole.start_s == start)

    def _bars(self, ticker: str, known: DayPrices, venue: VenueHabits, upto: int | None = None) -> MinuteBars:
        """Give all bars of a stretch of seconds; seconds from `upto` on have not happened."""
        instrument, minutes = self.market.instrument(ticker), len(known.prices) // 60
        rng = stream(self.market.seed, "bars", venue.name, ticker, known.start_s)
        prices = known.prices.reshape(minutes, 60)
        starts = known.start_s + 60 * np.arange(minutes, dtype=np.int64)
        rate = instrument.trades_per_minute * venue.share
        count = rng.poisson(rate, minutes)
        volume = np.round(count * 22.0 / instrument.base**0.5 * np.exp(0.6 * rng.standard_normal(minutes)), 5)
        dense = rate >= _DENSE
        traded = None if dense else rng.random((minutes, 60)) < 1 - np.exp(-rate / 60)
        if upto is not None:
            happened = starts[:, None] + np.arange(60) < upto
            traded = happened if traded is None else traded & happened
        if instrument.hours == "fx":
            opened = np.zeros(minutes, bool)
            for first, last in hours.fx_spans(known.start_s // DAY_S):
                opened[first // 60 : last // 60] = True
            traded = (np.ones((minutes, 60), bool) if traded is None else traded) & opened[:, None]
        if traded is None:
            ohlc = prices[:, 0], prices.max(axis=1), prices.min(axis=1), prices[:, -1]
            keep = slice(None)
        else:
            keep = traded.any(axis=1)
            first_at, last_at = traded.argmax(axis=1), 59 - traded[:, ::-1].argmax(axis=1)
            rows = np.arange(minutes)
            ohlc = (
                prices[rows, first_at],
                np.where(traded, prices, -np.inf).max(axis=1),
                np.where(traded, prices, np.inf).min(axis=1),
                prices[rows, last_at],
            )
            if not dense:
                count = traded.sum(axis=1)
        factor = self._factor(ticker, known, venue, minutes)
        open_, high, low, close = (np.asarray(values) * factor for values in ohlc)
        count = np.maximum(count, 1)
        bars = MinuteBars(starts, open_, high, low, close, np.maximum(volume, 1e-5), count.astype(np.int64))
        return bars.take(keep)

    def _factor(self, ticker: str, known: DayPrices, venue: VenueHabits, minutes: int) -> Floats:
        """Give what the venue's prices are multiplied by, minute by minute."""
        seed, first_hour = self.market.seed, known.start_s // 3600
        nodes = [
            stream(seed, "offset", venue.name, ticker, first_hour + i).standard_normal() if venue.slow_bps else 0.0
            for i in range(minutes // 60 + 3)
        ]
        along = (known.start_s % 3600) / 3600 + np.arange(minutes) / 60
        slow = np.interp(along, np.arange(len(nodes)), nodes) * venue.slow_bps
        noise = stream(seed, "noise", venue.name, ticker, known.start_s).standard_normal(minutes) * venue.noise_bps
        share = PAIRS_SHARE if self.market.instrument(ticker).asset is Asset.FX else 1.0
        factor = 1 + (slow + noise) * share * 1e-4
        if venue.quote == "USDT" and ticker != DOLLAR_COIN:
            dollar = self.market.day_prices(DOLLAR_COIN, known.start_s // DAY_S).prices
            factor = factor / dollar[known.start_s % DAY_S :][: minutes * 60 : 60]
        return factor
