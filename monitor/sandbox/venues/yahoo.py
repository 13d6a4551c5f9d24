"""Yahoo's chart endpoint: stocks, coins and pairs; minutes of 30 days, days of ten years, and a live last row."""

from datetime import UTC, date, datetime, timedelta

from monitor.datasets import Asset
from monitor.sandbox import hours
from monitor.sandbox.bars import BarMaker, VenueHabits
from monitor.sandbox.instruments import DOLLAR_COIN
from monitor.sandbox.market import Market
from monitor.sandbox.noise import DAY_S, EPOCH, seconds_of
from monitor.sandbox.venues._base import VENUES, Venue
from monitor.sandbox.venues._yahoo_rows import ChartRows
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


@VENUES.add
class Yahoo(Venue):
    """``/v8/finance/chart/<symbol>`` at the root; every path it does not know is a quick 404."""

    name = "yahoo"
    prefix = ""
    habits = VenueHabits("yahoo", noise_bps=0.15)

    def __init__(self, market: Market, bars: BarMaker) -> None:
        super().__init__(market, bars)
        self._rows = ChartRows(market, bars, self.habits)

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
            self._rows.days(ticker, first, last, now)
            if interval == "1d"
            else self._rows.minutes(ticker, first, last, now, _MINUTES[interval], prepost)
        )
        if rows.at or interval != "1d":
            result["timestamp"] = rows.at
        quote = {"open": rows.open, "high": rows.high, "low": rows.low, "close": rows.close, "volume": rows.volume}
        indicators: dict[str, object] = {"quote": [quote if rows.at or interval != "1d" else {}]}
        if interval == "1d":
            paid = self._rows.dividends(ticker, first, now_s)
            indicators["adjclose"] = [{"adjclose": self._rows.adjusted(rows, paid)}]
            shown = {str(at): {"amount": amount, "date": at} for at, amount in paid if first <= at < last}
            if shown and "div" in params.get("events", ""):
                result["events"] = {"dividends": shown}
        result["indicators"] = indicators
        return json_reply({"chart": {"result": [result], "error": None}})

    def _meta(
        self, symbol: str, ticker: str, now_s: int, interval: str, span: str, window: tuple[int, int], prepost: bool
    ) -> dict[str, object]:
        instrument, zone = self.market.instrument(ticker), self._rows.zone(ticker)
        now = datetime.fromtimestamp(now_s, zone)
        offset = now.utcoffset() or timedelta(0)
        stock, pair = instrument.hours == "XNYS", instrument.hours == "fx"
        live_s = self._rows.last_trade_s(ticker, now_s)
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
            "regularMarketPrice": self._rows.shown(ticker, self.market.price_at(ticker, live_s)),
            "fiftyTwoWeekHigh": self._rows.shown(ticker, high),
            "fiftyTwoWeekLow": self._rows.shown(ticker, low),
            "longName": instrument.name,
            "shortName": instrument.name,
            "chartPreviousClose": self._rows.shown(ticker, before),
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
            parts = ("pre", "regular", "post") if known else ("pre", "post")
            meta["tradingPeriods"] = (
                {part: [[one[part]] for one in known] for part in parts}
                if prepost
                else [[one["regular"]] for one in known]
            )
        return meta

    def _periods(self, ticker: str, day: date, following: bool = False) -> dict[str, dict[str, object]]:
        """Give the spans of a day's trading before, in and after the session; {} on a closed day unless `following`."""
        zone = self._rows.zone(ticker)
        if self.market.instrument(ticker).hours == "XNYS":
            while following and hours.session(day) is None:
                day += timedelta(days=1)
            spans = hours.session(day)
            if spans is None:
                return {}
            edges = spans[0] - 19_800, spans[0], spans[1], spans[1] + 14_400
        else:
            pair = self.market.instrument(ticker).hours == "fx"
            if pair and not following and not hours.fx_spans((day - EPOCH.date()).days):
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
