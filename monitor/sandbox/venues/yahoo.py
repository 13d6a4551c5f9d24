"""Yahoo's chart endpoint: stocks, coins and pairs; minutes of 30 days, days of ten years, and a live last row."""

import struct
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from monitor.datasets import Asset
from monitor.sandbox import hours
from monitor.sandbox.bars import MinuteBars, VenueHabits
from monitor.sandbox.instruments import DOLLAR_COIN
from monitor.sandbox.noise import DAY_S, EPOCH, draw, seconds_of
from monitor.sandbox.venues._base import VENUES, Venue
from monitor.sandbox.wire import Reply, Request, json_reply, text_reply

_CHART = "/v8/finance/chart/"
_RANGES_DAYS = {
    "1d": 1,
    "5d": 5,
    "1mo": 30,
    "3mo": 91,
    "6mo": 182,
    "1y": 365,
    "2y": 730,
    "5y": 1826,
    "10y": 3652,
    "ytd": 182,
    "max": 3652,
}
_MINUTES = {"1m": 1, "2m": 2, "5m": 5, "15m": 15, "30m": 30, "60m": 60, "1h": 60}
_KEPT_DAYS = {"1m": 30, "2m": 60, "5m": 60, "15m": 60, "30m": 60, "60m": 730, "1h": 730}
_DIVIDEND = 0.0035


@dataclass
class _Rows:
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


@VENUES.add
class Yahoo(Venue):
    """``/v8/finance/chart/<symbol>`` at the root; every path it does not know is a quick 404."""

    name = "yahoo"
    prefix = ""
    habits = VenueHabits("yahoo", noise_bps=0.15)

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer the chart and the crumb."""
        if request.path == "/v1/test/getcrumb":
            return text_reply("sAndB0xCrumb", kind="text/plain")
        if not request.path.startswith(_CHART):
            return json_reply({}, 404)
        symbol = request.path.removeprefix(_CHART).upper()
        ticker = self._tickers().get(symbol)
        if ticker is None:
            return self._problem(404, "Not Found", "No data found, symbol may be delisted")
        return self._chart(symbol, ticker, request, now)

    def error(self, kind: str) -> Reply:
        """Give Yahoo's words."""
        if kind == "rate_limit":
            return text_reply("Too Many Requests\r\n", 429, "text/plain")
        if kind == "empty":
            meta = {
                "currency": "USD",
                "symbol": "",
                "exchangeTimezoneName": "America/New_York",
                "priceHint": 2,
                "instrumentType": "EQUITY",
                "validRanges": list(_RANGES_DAYS),
            }
            return json_reply({"chart": {"result": [{"meta": meta, "indicators": {"quote": [{}]}}], "error": None}})
        if kind in ("key", "account"):
            return json_reply(
                {"finance": {"result": None, "error": {"code": "Unauthorized", "description": "Invalid Crumb"}}}, 401
            )
        return text_reply("<html><body>Will be right back...</body></html>", 500)

    def _problem(self, status: int, code: str, text: str) -> Reply:
        return json_reply({"chart": {"result": None, "error": {"code": code, "description": text}}}, status)

    def _tickers(self) -> dict[str, str]:
        found = {"USDT-USD": DOLLAR_COIN}
        for item in self.market.items:
            ticker = item.ticker.upper()
            if item.asset is Asset.EQUITY:
                found[ticker.replace(".", "-")] = item.ticker
            elif item.asset is Asset.CRYPTO:
                found[f"{ticker}-USD"] = item.ticker
            else:
                found[ticker.replace("/", "") + "=X"] = item.ticker
                if ticker.startswith("USD/"):
                    found[ticker.removeprefix("USD/") + "=X"] = item.ticker
        return found

    def _chart(self, symbol: str, ticker: str, request: Request, now: datetime) -> Reply:
        params, now_s = request.params, seconds_of(now)
        interval = params.get("interval", "1d")
        try:
            if "period1" in params:
                first, last = int(params["period1"]), int(params.get("period2") or now_s)
            else:
                last = now_s + 1
                first = last - DAY_S * _RANGES_DAYS[params.get("range", "1d")]
        except (KeyError, ValueError):
            return self._problem(400, "Bad Request", "Invalid input - range or period")
        if first >= last:
            return self._problem(
                400,
                "Bad Request",
                f"Invalid input - start date cannot be after end date. startDate = {first}, endDate = {last}",
            )
        if interval in _KEPT_DAYS:
            if first < now_s - _KEPT_DAYS[interval] * DAY_S:
                return self._problem(
                    422,
                    "Unprocessable Entity",
                    f"{interval} data not available for startTime={first} and "
                    f"endTime={last}. The requested range must be within the last "
                    f"{_KEPT_DAYS[interval]} days.",
                )
            if interval == "1m" and last - first > 8 * DAY_S:
                return self._problem(
                    422,
                    "Unprocessable Entity",
                    "1m data not available for the requested range. Only 8 days "
                    "worth of 1m granularity data are allowed to be fetched per request.",
                )
        elif interval != "1d":
            return self._problem(400, "Bad Request", f"Invalid input - interval={interval} is not supported")
        prepost = params.get("includePrePost", "").lower() == "true"
        result: dict[str, object] = {
            "meta": self._meta(symbol, ticker, now_s, interval, params.get("range", ""), (first, last), prepost)
        }
        rows = (
            self._days(ticker, first, last, now)
            if interval == "1d"
            else self._minutes(ticker, first, last, now, _MINUTES[interval], prepost)
        )
        if rows.at or interval != "1d":
            result["timestamp"] = rows.at
        quote = {"open": rows.open, "high": rows.high, "low": rows.low, "close": rows.close, "volume": rows.volume}
        indicators: dict[str, object] = {"quote": [quote if rows.at or interval != "1d" else {}]}
        if interval == "1d":
            paid = self._dividends(ticker, first, now_s)
            indicators["adjclose"] = [{"adjclose": self._adjusted(rows, paid)}]
            shown = {str(at): {"amount": amount, "date": at} for at, amount in paid if first <= at < last}
            if shown and "div" in params.get("events", ""):
                result["events"] = {"dividends": shown}
        result["indicators"] = indicators
        return json_reply({"chart": {"result": [result], "error": None}})

    def _minutes(self, ticker: str, first: int, last: int, now: datetime, width: int, prepost: bool) -> _Rows:
        start, end = EPOCH + timedelta(seconds=first), EPOCH + timedelta(seconds=last)
        bars = self.bars.minute_bars(ticker, start, end, self.habits, now)
        stock = self.market.instrument(ticker).asset is Asset.EQUITY
        extended = self._extended(ticker, first, last, seconds_of(now)) if stock and prepost else []
        rows, merged = _Rows(), [*extended, *self._regular(ticker, bars)]
        merged.sort(key=lambda row: row[0])
        if width > 1:
            merged = _wider(merged, width * 60)
        for at, prices, volume in merged:
            rows.add(at, prices, volume)
        live_s = self._last_trade(ticker, seconds_of(now))
        if rows.at and last > seconds_of(now) and live_s > rows.at[-1] and self.market.is_open(ticker, live_s):
            price = self._shown(ticker, self.market.price_at(ticker, live_s))
            rows.add(live_s, (price,) * 4, 0)
        return rows

    def _regular(self, ticker: str, bars: MinuteBars) -> "list[_Row]":
        instrument = self.market.instrument(ticker)
        rows: list[_Row] = []
        for n in range(len(bars)):
            at = int(bars.start_s[n])
            chance = draw(self.market.seed, "yahoo", ticker, at)
            if instrument.asset is Asset.CRYPTO:  # point samples: the price at the label, four times
                price = self._shown(ticker, float(bars.open[n]))
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

    def _shown(self, ticker: str, price: float) -> float:
        return round(price, self.market.instrument(ticker).decimals + (2 if "/" not in ticker else 0))

    def _four(self, ticker: str, prices: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        o, h, low, c = (self._shown(ticker, price) for price in prices)
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

    def _days(self, ticker: str, first: int, last: int, now: datetime) -> _Rows:
        rows, now_s = _Rows(), seconds_of(now)
        stock = self.market.instrument(ticker).asset is Asset.EQUITY
        zone = self._zone(ticker)
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
                at = self._last_trade(ticker, now_s)
            if first <= at < last:
                prices = bar.open, bar.high, bar.low, bar.close
                traded = 0 if self.market.instrument(ticker).hours == "fx" else int(bar.volume)
                rows.add(at, self._four(ticker, prices), traded)
        return rows

    def _last_trade(self, ticker: str, now_s: int) -> int:
        """Give the second of the newest regular trade."""
        kind = self.market.instrument(ticker).hours
        if kind == "XNYS":
            spans = hours.session(hours.last_session(now_s))
            return min(now_s - 2, spans[1] + 1) if spans else now_s
        if kind == "fx" and not hours.fx_open(now_s):
            return hours.fx_last_close(now_s) - 1
        return now_s - 3

    def _dividends(self, ticker: str, first: int, now_s: int) -> list[tuple[int, float]]:
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

    def _adjusted(self, rows: _Rows, paid: list[tuple[int, float]]) -> list[float | None]:
        """Give closes less the dividends paid since, in proportion: what must not be taken for the official close."""
        return [
            None if close is None else _float32(close * (1 - _DIVIDEND) ** sum(at < when for when, _ in paid))
            for at, close in zip(rows.at, rows.close, strict=True)
        ]

    def _zone(self, ticker: str) -> ZoneInfo:
        return ZoneInfo(
            {"XNYS": "America/New_York", "fx": "Europe/London"}.get(self.market.instrument(ticker).hours, "UTC")
        )

    def _meta(
        self, symbol: str, ticker: str, now_s: int, interval: str, span: str, window: tuple[int, int], prepost: bool
    ) -> dict[str, object]:
        instrument, zone = self.market.instrument(ticker), self._zone(ticker)
        now = datetime.fromtimestamp(now_s, zone)
        offset = now.utcoffset() or timedelta(0)
        stock, pair = instrument.hours == "XNYS", instrument.hours == "fx"
        live_s = self._last_trade(ticker, now_s)
        low, high = self.market.year_range(ticker, now_s)
        _, before = self.market.last_close(ticker, window[0])
        meta: dict[str, object] = {
            "currency": ticker.partition("/")[2] or "USD",
            "symbol": symbol,
            "exchangeName": "NYQ" if stock else "CCY" if pair else "CCC",
            "fullExchangeName": "NYSE" if stock else "CCY" if pair else "CCC",
            "instrumentType": "EQUITY" if stock else "CURRENCY" if pair else "CRYPTOCURRENCY",
            "firstTradeDate": 345_479_400,
            "regularMarketTime": live_s,
            "hasPrePostMarketData": stock,
            "gmtoffset": int(offset.total_seconds()),
            "timezone": now.tzname(),
            "exchangeTimezoneName": str(zone),
            "regularMarketPrice": self._shown(ticker, self.market.price_at(ticker, live_s)),
            "fiftyTwoWeekHigh": self._shown(ticker, high),
            "fiftyTwoWeekLow": self._shown(ticker, low),
            "longName": instrument.name,
            "shortName": instrument.name,
            "chartPreviousClose": self._shown(ticker, before),
            "priceHint": instrument.decimals if pair else 2,
            "dataGranularity": interval,
            "range": span,
            "validRanges": list(_RANGES_DAYS),
        }
        meta["currentTradingPeriod"] = self._periods(ticker, hours.day_date(now_s // DAY_S), following=True)
        if interval != "1d":
            meta["previousClose"], meta["scale"] = meta["chartPreviousClose"], 3
            days = [hours.day_date(number) for number in range(window[0] // DAY_S, (window[1] - 1) // DAY_S + 1)]
            known = [one for one in (self._periods(ticker, day) for day in days) if one]
            meta["tradingPeriods"] = (
                {part: [[one[part]] for one in known] for part in ("pre", "regular", "post")}
                if prepost
                else [[one["regular"]] for one in known]
            )
        return meta

    def _periods(self, ticker: str, day: date, following: bool = False) -> dict[str, dict[str, object]]:
        """Give the spans of a day's trading before, in and after the session; {} on a closed day unless `following`."""
        zone = self._zone(ticker)
        if self.market.instrument(ticker).hours == "XNYS":
            while following and hours.session(day) is None:
                day += timedelta(days=1)
            spans = hours.session(day)
            if spans is None:
                return {}
            edges = spans[0] - 19_800, spans[0], spans[1], spans[1] + 14_400
        else:
            if self.market.instrument(ticker).hours == "fx" and day.weekday() > 4 and not following:
                return {}
            start = seconds_of(datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC))
            edges = start, start, start + DAY_S - 60, start + DAY_S - 60
        at = datetime.fromtimestamp(edges[1], zone)
        offset = at.utcoffset() or timedelta(0)
        return {
            part: {
                "timezone": at.tzname(),
                "start": edges[n],
                "end": edges[n + 1],
                "gmtoffset": int(offset.total_seconds()),
            }
            for n, part in enumerate(("pre", "regular", "post"))
        }


_Row = tuple[int, tuple[float, float, float, float] | None, int | None]


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
