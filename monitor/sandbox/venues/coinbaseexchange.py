"""Coinbase Exchange: coins in dollars, newest bar first, quiet minutes left out, at most 300 at a time."""

from datetime import UTC, datetime, timedelta

from monitor.sandbox.bars import VenueHabits
from monitor.sandbox.noise import EPOCH, seconds_of
from monitor.sandbox.venues._base import VENUES, WIDTHS_S, Venue
from monitor.sandbox.wire import Reply, Request, json_reply

_MOST = 300
_UNASKED = 350
_LATE_S = 4
"""The running minute is left out for its first seconds."""


def _moment(text: str) -> datetime:
    """Give the moment of ISO text or of seconds since 1970."""
    if text.replace(".", "", 1).isdigit():
        return EPOCH + timedelta(seconds=float(text))
    at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return at if at.tzinfo else at.replace(tzinfo=UTC)


@VENUES.add
class CoinbaseExchange(Venue):
    """``/currencies``, ``/products``, ``/products/<id>/candles``."""

    name = "coinbaseexchange"
    prefix = "/coinbaseexchange"
    habits = VenueHabits("coinbaseexchange", slow_bps=1.0, noise_bps=0.7, share=0.25)

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer the public calls."""
        parts = request.path.strip("/").split("/")
        if parts == ["currencies"]:
            return json_reply([self._currency(code) for code in [*self.coins(), "USD", "USDT"]])
        if parts == ["products"]:
            return json_reply([self._product(f"{ticker}-USD") for ticker in [*self.coins(), "USDT"]])
        if parts == ["time"]:
            return json_reply({"iso": f"{now:%Y-%m-%dT%H:%M:%S}.000Z", "epoch": now.timestamp()})
        if len(parts) == 3 and parts[0] == "products" and parts[2] == "candles":
            return self._candles(parts[1].upper(), request, now)
        return json_reply({"message": "NotFound"}, 404)

    def error(self, kind: str) -> Reply:
        """Give Coinbase's words."""
        if kind == "empty":
            return json_reply([])
        if kind == "rate_limit":
            return json_reply({"message": "Public rate limit exceeded"}, 429)
        return json_reply({"message": "Internal server error"}, 500)

    def _currency(self, code: str) -> dict[str, object]:
        kind = "fiat" if code == "USD" else "crypto"
        return {
            "id": code,
            "name": code,
            "min_size": "0.00000001",
            "status": "online",
            "message": "",
            "max_precision": "0.01" if code == "USD" else "0.00000001",
            "convertible_to": [],
            "details": {"type": kind, "symbol": None, "sort_order": 1},
            "default_network": "",
            "supported_networks": [],
        }

    def _decimals(self, product: str) -> int:
        ticker = product.removesuffix("-USD")
        return 5 if ticker == "USDT" else self.market.instrument(ticker).decimals

    def _product(self, product: str) -> dict[str, object]:
        first, _, second = product.partition("-")
        return {
            "id": product,
            "base_currency": first,
            "quote_currency": second,
            "base_increment": "0.00000001",
            "quote_increment": f"{10.0 ** -self._decimals(product):.{self._decimals(product)}f}",
            "display_name": f"{first}/{second}",
            "min_market_funds": "1",
            "margin_enabled": False,
            "fx_stablecoin": False,
            "max_slippage_percentage": "0.02000000",
            "post_only": False,
            "limit_only": False,
            "cancel_only": False,
            "trading_disabled": False,
            "status": "online",
            "status_message": "",
            "auction_mode": False,
        }

    def _candles(self, product: str, request: Request, now: datetime) -> Reply:
        ticker = "USDT/USD" if product == "USDT-USD" else product.removesuffix("-USD")
        if ticker not in self.market or not product.endswith("-USD"):
            return json_reply({"message": "NotFound"}, 404)
        width_s = int(request.params.get("granularity") or 0)
        if width_s not in WIDTHS_S:
            return json_reply({"message": "Unsupported granularity"}, 400)
        width, running = timedelta(seconds=width_s), EPOCH + timedelta(seconds=seconds_of(now) // width_s * width_s)
        try:
            end = _moment(request.params["end"]) if request.params.get("end") else running
            start = _moment(request.params["start"]) if request.params.get("start") else end - (_UNASKED - 1) * width
        except ValueError:
            return json_reply({"message": "Invalid start or end"}, 400)
        if request.params.get("start") and (end - start) > _MOST * width:
            return json_reply(
                {
                    "message": "granularity too small for the requested time range. Count of aggregations "
                    f"requested exceeds {_MOST}"
                },
                400,
            )
        bars = self.seen(ticker, -int(-start.timestamp() // 1), seconds_of(end) + 1, width_s, now)
        if len(bars) and now - running < timedelta(seconds=_LATE_S):
            bars = bars.take(bars.start_s < seconds_of(running))
        d = self._decimals(product)
        rows = [
            [
                int(bars.start_s[n]),
                round(float(bars.low[n]), d),
                round(float(bars.high[n]), d),
                round(float(bars.open[n]), d),
                round(float(bars.close[n]), d),
                round(float(bars.volume[n]), 8),
            ]
            for n in range(len(bars) - 1, -1, -1)
        ]
        return json_reply(rows, Cache_Control="public, max-age=300, must-revalidate", Cf_Cache_Status="EXPIRED")
