"""Bitstamp: coins in dollars, two currency pairs and the dollar coin; up to 1000 bars, ascending, all strings."""

from datetime import datetime

from monitor.sandbox.bars import VenueHabits
from monitor.sandbox.instruments import DOLLAR_COIN
from monitor.sandbox.noise import seconds_of
from monitor.sandbox.venues._base import MINUTE_S, VENUES, WIDTHS_S, Venue, text
from monitor.sandbox.wire import Reply, Request, json_reply, text_reply

_MOST = 1000
_PAIRS = ("EUR/USD", "GBP/USD", DOLLAR_COIN)


@VENUES.add
class Bitstamp(Venue):
    """``/api/v2/markets/`` and ``/api/v2/ohlc/<pair>/``."""

    name = "bitstamp"
    prefix = "/bitstamp"
    habits = VenueHabits("bitstamp", slow_bps=1.4, noise_bps=1.0, share=0.1)

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer the public calls."""
        parts = request.path.strip("/").split("/")
        if parts in (["api", "v2", "markets"], ["api", "v2", "trading-pairs-info"]):
            return json_reply([self._market(symbol) for symbol in self._symbols()])
        if parts == ["api", "v2", "currencies"]:
            codes = sorted({code for symbol in self._symbols() for code in symbol.split("/")})
            return json_reply(
                [
                    {
                        "name": code,
                        "currency": code,
                        "type": "fiat" if code in ("USD", "EUR", "GBP") else "crypto",
                        "symbol": "",
                        "decimals": 8,
                        "logo": "",
                        "available_supply": "",
                        "deposit": "Enabled",
                        "withdrawal": "Enabled",
                        "networks": [],
                    }
                    for code in codes
                ]
            )
        if len(parts) == 4 and parts[:3] == ["api", "v2", "ohlc"]:
            return self._ohlc(parts[3].lower(), request, now)
        return json_reply({"status": "error", "reason": "Not found", "code": "API0404"}, 404)

    def error(self, kind: str) -> Reply:
        """Give Bitstamp's words."""
        if kind == "empty":
            return json_reply({"data": {"pair": "", "ohlc": []}})
        status = 429 if kind == "rate_limit" else 500
        return text_reply(f"<html><body><h1>{status}</h1></body></html>", status)  # from the proxy in front

    def _symbols(self) -> list[str]:
        return [*(f"{coin}/USD" for coin in self.coins()), *(pair for pair in _PAIRS if pair in self.market)]

    def _ticker(self, symbol: str) -> str:
        return symbol if symbol in _PAIRS else symbol.removesuffix("/USD")

    def _market(self, symbol: str) -> dict[str, object]:
        first, _, second = symbol.partition("/")
        d = self.market.instrument(self._ticker(symbol)).decimals
        return {
            "name": symbol,
            "market_symbol": (first + second).lower(),
            "base_currency": first,
            "base_decimals": 8,
            "counter_currency": second,
            "counter_decimals": d,
            "minimum_order_value": "10",
            "trading": "Enabled",
            "instant_order_counter_decimals": 2,
            "instant_and_market_orders": "Enabled",
            "description": f"{first} / {second}",
            "market_type": "SPOT",
        }

    def _ohlc(self, pair: str, request: Request, now: datetime) -> Reply:
        symbol = next((one for one in self._symbols() if one.replace("/", "").lower() == pair), None)
        if symbol is None:
            return json_reply({"status": "error", "reason": "Invalid currency pair", "code": "API0004"}, 404)
        width_s = int(request.params.get("step") or 0)
        if width_s not in WIDTHS_S:
            return json_reply({"status": "error", "reason": {"step": ["Invalid step"]}, "code": "API0400"}, 400)
        limit = max(1, min(_MOST, int(request.params.get("limit") or 100)))
        start_s = int(request.params["start"]) if request.params.get("start") else None
        end_s = int(request.params["end"]) + 1 if request.params.get("end") else seconds_of(now) + 1
        first = start_s if start_s is not None else end_s - width_s * limit * (5 if width_s == MINUTE_S else 1)
        ticker = self._ticker(symbol)
        bars = self.seen(ticker, first, end_s, width_s, now)
        bars = bars.take(slice(None, limit) if start_s is not None else slice(-limit, None))
        d = self.market.instrument(ticker).decimals
        rows = [
            {
                "timestamp": str(int(bars.start_s[n])),
                "open": text(float(bars.open[n]), d),
                "high": text(float(bars.high[n]), d),
                "low": text(float(bars.low[n]), d),
                "close": text(float(bars.close[n]), d),
                "volume": text(float(bars.volume[n]), 8),
            }
            for n in range(len(bars))
        ]
        return json_reply({"data": {"pair": symbol, "ohlc": rows}})
