"""The rows of Yahoo's chart: what is true of the market enters; parallel lists with Yahoo's habits leave."""

import struct
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from monitor.datasets import Asset
from monitor.sandbox import hours
from monitor.sandbox.bars import BarMaker, MinuteBars, VenueHabits
from monitor.sandbox.market import Market
from monitor.sandbox.noise import DAY_S, EPOCH, draw, seconds_of

__all__ = ["ChartRows", "Rows"]

_DIVIDEND = 0.0035
"""Share of the close that a stock pays each quarter."""

_Row = tuple[int, tuple[float, float, float, float] | None, int | None]


@dataclass
class Rows:
    """Parallel lists of a chart; None where a minute had no trade."""

    at: list[int] = field(default_factory=list)
    open: list[float | None] = field(default_factory=list)
    high: list[float | None] = field(default_factory=list)
    low: list[float | None] = field(default_factory=list)
    close: list[float | None] = field(default_factory=list)
    volume: list[int | None] = field(default_factory=list)

    def add(self, at: int, prices: tuple[float, float, float, float] | None, volume: int | None) -> None:
        """Add a row; prices are open, high, low, close."""
        o, h, low, c = (None,) * 4 if prices is None else (_float32(price) for price in prices)
        self.at.append(at)
        self.open.append(o)
        self.high.append(h)
        self.low.append(low)
        self.close.append(c)
        self.volume.append(volume)


def _float32(value: float) -> float:
    """Give a price with the tail that single precision leaves."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


class ChartRows:
    """Makes the rows of a chart."""

    def __init__(self, market: Market, bars: BarMaker, habits: VenueHabits) -> None:
        self.market = market
        self.bars = bars
        self._habits = habits

    def minutes(self, ticker: str, first: int, last: int, now: datetime, width: int, prepost: bool) -> Rows:
        """Give rows of `width` minutes that start in [first, last), with the live row where now lies before `last`."""
        start, end = EPOCH + timedelta(seconds=first), EPOCH + timedelta(seconds=last)
        bars = self.bars.minute_bars(ticker, start, end, self._habits, now)
        stock = self.market.instrument(ticker).asset is Asset.EQUITY
        extended = self._extended(ticker, first, last, seconds_of(now)) if stock and prepost else []
        rows, merged = Rows(), [*extended, *self._regular(ticker, bars)]
        merged.sort(key=lambda row: row[0])
        if width > 1:
            merged = _wider(merged, width * 60)
        for at, prices, volume in merged:
            rows.add(at, prices, volume)
        live_s = self.last_trade_s(ticker, seconds_of(now))
        if rows.at and last > seconds_of(now) and live_s > rows.at[-1] and self.market.is_open(ticker, live_s):
            price = self.shown(ticker, self.market.price_at(ticker, live_s))
            rows.add(live_s, (price,) * 4, 0)
        return rows

    def _regular(self, ticker: str, bars: MinuteBars) -> "list[_Row]":
        instrument = self.market.instrument(ticker)
        rows: list[_Row] = []
        for n in range(len(bars)):
            at = int(bars.start_s[n])
            chance = draw(self.market.seed, "yahoo", ticker, at)
            if instrument.asset is Asset.CRYPTO:  # point samples: the price at the label, four times
                price = self.shown(ticker, float(bars.open[n]))
                if chance > 0.01:
                    rows.append((at, (price,) * 4, int(bars.volume[n] * price) if chance < 0.5 else 0))
                continue
            prices = float(bars.open[n]), float(bars.high[n]), float(bars.low[n]), float(bars.close[n])
            stock = instrument.asset is Asset.EQUITY
            opened = stock and at == self._opening(at)
            if stock and chance < 0.002 and not opened:
                rows.append((at, None, None))
            else:
                volume = int(bars.volume[n] * 100) if stock and not opened and chance < 0.985 else 0
                rows.append((at, self._four(ticker, prices), volume))
        return rows

    def _opening(self, second: int) -> int:
        spans = hours.session(hours.last_session(second))
        return spans[0] if spans else 0

    def shown(self, ticker: str, price: float) -> float:
        """Give a price in the digits that the chart has."""
        return round(price, self.market.instrument(ticker).decimals + (2 if "/" not in ticker else 0))

    def _four(self, ticker: str, prices: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        o, h, low, c = (self.shown(ticker, price) for price in prices)
        return o, h, low, c

    def _extended(self, ticker: str, first: int, last: int, now_s: int) -> "list[_Row]":
        """Give rows of trading before and after the sessions: every third minute or so, without volume."""
        rows: list[_Row] = []
        for day in range(first // DAY_S - 1, min(last, now_s) // DAY_S + 1):
            at = hours.day_date(day)
            if hours.session(at) is None or (hours.session(at) or (0, 0))[0] - 19_800 > now_s:
                continue
            for known in self.market.extended_prices(ticker, at):
                for minute in range(len(known.prices) // 60):
                    start = known.start_s + 60 * minute
                    if not first <= start < last or start + 60 > now_s:
                        continue
                    edge = minute == 0
                    if not edge and draw(self.market.seed, "extended", ticker, start) > 0.35:
                        continue
                    part = known.prices[60 * minute : 60 * minute + 60]
                    prices = (float(part[0]), float(part.max()), float(part.min()), float(part[-1]))
                    rows.append((start, self._four(ticker, prices), 0))
        return rows

    def days(self, ticker: str, first: int, last: int, now: datetime) -> Rows:
        """Give rows of days; that of a running day is stamped with its last trade."""
        rows, now_s = Rows(), seconds_of(now)
        stock = self.market.instrument(ticker).asset is Asset.EQUITY
        zone = self.zone(ticker)
        for number in range(max(first // DAY_S - 1, hours.FIRST_DAY), min(last, now_s) // DAY_S + 1):
            day = hours.day_date(number)
            if self.market.instrument(ticker).hours == "fx" and day.weekday() > 4:
                continue
            bar = self.bars.day_bar(ticker, day, now)
            if bar is None:
                continue
            at = (
                bar.start_s
                if stock
                else seconds_of(datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC))
            )
            if not bar.final:
                at = self.last_trade_s(ticker, now_s)
            if first <= at < last:
                prices = bar.open, bar.high, bar.low, bar.close
                traded = 0 if self.market.instrument(ticker).hours == "fx" else int(bar.volume)
                rows.add(at, self._four(ticker, prices), traded)
        return rows

    def last_trade_s(self, ticker: str, now_s: int) -> int:
        """Give the second of the newest regular trade."""
        kind = self.market.instrument(ticker).hours
        if kind == "XNYS":
            spans = hours.session(hours.last_session(now_s))
            return min(now_s - 2, spans[1] + 1) if spans else now_s
        if kind == "fx" and not hours.fx_open(now_s):
            return hours.fx_last_close(now_s) - 1
        return now_s - 3

    def dividends(self, ticker: str, first: int, now_s: int) -> list[tuple[int, float]]:
        """Give the openings of the sessions without the quarter's dividend, and its amount."""
        if self.market.instrument(ticker).asset is not Asset.EQUITY:
            return []
        found, year = [], hours.day_date(first // DAY_S).year
        while date(year, 2, 10) <= hours.day_date(now_s // DAY_S):
            for month in (2, 5, 8, 11):
                day = date(year, month, 10)
                while hours.session(day) is None:
                    day += timedelta(days=1)
                spans = hours.session(day)
                if spans and first <= spans[0] <= now_s:
                    before = self.market.official_close(ticker, hours.previous_session(day))
                    found.append((spans[0], round(_DIVIDEND * before, 4)))
            year += 1
        return found

    def adjusted(self, rows: Rows, paid: list[tuple[int, float]]) -> list[float | None]:
        """Give closes less the dividends paid since, in proportion: what must not be taken for the official close."""
        return [
            None if close is None else _float32(close * (1 - _DIVIDEND) ** sum(at < when for when, _ in paid))
            for at, close in zip(rows.at, rows.close, strict=True)
        ]

    def zone(self, ticker: str) -> ZoneInfo:
        """Give the zone of the exchange."""
        return ZoneInfo(
            {"XNYS": "America/New_York", "fx": "Europe/London"}.get(self.market.instrument(ticker).hours, "UTC")
        )


def _wider(rows: list[_Row], width_s: int) -> list[_Row]:
    """Give rows of several minutes each."""
    out: list[_Row] = []
    groups: dict[int, list[_Row]] = {}
    for row in rows:
        groups.setdefault(row[0] - row[0] % width_s, []).append(row)
    for at, group in sorted(groups.items()):
        prices = [row[1] for row in group if row[1] is not None]
        volume = sum(row[2] or 0 for row in group)
        out.append(
            (
                at,
                (prices[0][0], max(p[1] for p in prices), min(p[2] for p in prices), prices[-1][3]) if prices else None,
                volume,
            )
        )
    return out
