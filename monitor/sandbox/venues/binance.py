"""Binance: coins in USDT, up to 1000 bars, the running minute included."""

from datetime import datetime

from monitor.sandbox.bars import VenueHabits
from monitor.sandbox.noise import seconds_of
from monitor.sandbox.venues._base import MINUTE_S, VENUES, WIDTHS_S, Venue, text
from monitor.sandbox.wire import Reply, Request, json_reply

_USUAL, _MOST = 500, 1000


@VENUES.add
class Binance(Venue):
    """``/api/v3/exchangeInfo`` and ``klines``; the hosts of futures and options list nothing."""

    name = "binance"
    prefix = "/binance"
    habits = VenueHabits("binance", quote="USDT", slow_bps=0.8, noise_bps=0.6, share=0.5)

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer the public calls."""
        path = request.path
        if path == "/api/v3/exchangeInfo":
            return json_reply(
                {
                    "timezone": "UTC",
                    "serverTime": seconds_of(now) * 1000,
                    "rateLimits": [],
                    "exchangeFilters": [],
                    "symbols": [self._symbol(ticker) for ticker in self.coins()],
                }
            )
        if path == "/api/v3/klines":
            return self._klines(request, now)
        if path == "/api/v3/time":
            return json_reply({"serverTime": seconds_of(now) * 1000})
        if path.endswith("/exchangeInfo"):
            return json_reply({"timezone": "UTC", "symbols": [], "optionSymbols": [], "optionContracts": []})
        return json_reply([]) if path.endswith("/allPairs") else json_reply({"code": -1, "msg": "Not found"}, 404)

    def error(self, kind: str) -> Reply:
        """Give Binance's words; `account` is the refusal of a country."""
        if kind == "empty":
            return json_reply([])
        if kind == "rate_limit":
            return json_reply(
                {"code": -1003, "msg": "Too many requests; current limit is 6000 request weight."},
                429,
                Retry_After="30",
            )
        if kind == "account":
            return json_reply(
                {
                    "code": 0,
                    "msg": "Service unavailable from a restricted location according to 'b. Eligibility' in the terms.",
                },
                451,
            )
        return json_reply({"code": -1000, "msg": "An unknown error occurred while processing the request."}, 500)

    def _decimals(self, ticker: str) -> int:
        return self.market.instrument(ticker).decimals

    def _symbol(self, ticker: str) -> dict[str, object]:
        d = self._decimals(ticker)
        tick = text(10.0**-d, 8)
        return {
            "symbol": f"{ticker}USDT",
            "status": "TRADING",
            "baseAsset": ticker,
            "baseAssetPrecision": 8,
            "quoteAsset": "USDT",
            "quotePrecision": 8,
            "quoteAssetPrecision": 8,
            "orderTypes": ["LIMIT", "MARKET"],
            "icebergAllowed": True,
            "ocoAllowed": True,
            "isSpotTradingAllowed": True,
            "isMarginTradingAllowed": False,
            "filters": [
                {"filterType": "PRICE_FILTER", "minPrice": tick, "maxPrice": "1000000.00000000", "tickSize": tick},
                {"filterType": "LOT_SIZE", "minQty": "0.00001000", "maxQty": "9000.00000000", "stepSize": "0.00001000"},
            ],
            "permissions": ["SPOT"],
            "permissionSets": [["SPOT"]],
        }

    def _klines(self, request: Request, now: datetime) -> Reply:
        symbol = request.params.get("symbol", "")
        ticker = symbol.removesuffix("USDT")
        if not symbol.endswith("USDT") or ticker not in self.coins():
            return json_reply({"code": -1121, "msg": "Invalid symbol."}, 400)
        width_s = {"1m": WIDTHS_S[0], "1d": WIDTHS_S[1]}.get(request.params.get("interval", ""))
        if width_s is None:
            return json_reply({"code": -1120, "msg": "Invalid interval."}, 400)
        limit = min(_MOST, int(request.params.get("limit") or _USUAL))
        end_s = int(request.params["endTime"]) // 1000 + 1 if "endTime" in request.params else seconds_of(now) + 1
        start_s = (int(request.params["startTime"]) + 999) // 1000 if "startTime" in request.params else None
        reach = 3 if width_s == MINUTE_S else 1  # quiet minutes have no bar: look further than the limit
        first = start_s if start_s is not None else end_s - width_s * limit * reach
        last = min(end_s, first + width_s * limit * (7 * reach - 1)) if start_s is not None else end_s
        bars = self.seen(ticker, first, last, width_s, now)
        bars = bars.take(slice(None, limit) if start_s is not None else slice(-limit, None))
        d = self._decimals(ticker)
        rows = []
        for n in range(len(bars)):
            volume, close = float(bars.volume[n]), float(bars.close[n])
            rows.append(
                [
                    int(bars.start_s[n]) * 1000,
                    *(text(round(float(value[n]), d), 8) for value in (bars.open, bars.high, bars.low, bars.close)),
                    text(volume, 8),
                    (int(bars.start_s[n]) + width_s) * 1000 - 1,
                    text(volume * close, 8),
                    int(bars.count[n]),
                    text(volume * 0.49, 8),
                    text(volume * close * 0.49, 8),
                    "0",
                ]
            )
        return json_reply(rows)
