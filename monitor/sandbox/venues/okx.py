"""OKX: coins in USDT; the newest 1440 bars under one address, finished ones of the past under another."""

from datetime import datetime

from monitor.sandbox.bars import MinuteBars, VenueHabits
from monitor.sandbox.noise import seconds_of
from monitor.sandbox.venues._base import MINUTE_S, VENUES, WIDTHS_S, Venue, text
from monitor.sandbox.wire import Reply, Request, json_reply

_USUAL, _MOST, _MOST_OF_THE_PAST = 100, 300, 100
_KEPT = 1440


@VENUES.add
class Okx(Venue):
    """``/api/v5/public/instruments``, ``market/candles`` and ``market/history-candles``, newest first.

    ``before`` and ``after`` are labels in milliseconds, both left out of the answer; the last column of a row says
    whether the bar is finished.
    """

    name = "okx"
    prefix = "/okx"
    habits = VenueHabits("okx", quote="USDT", slow_bps=0.9, noise_bps=0.7, share=0.3)

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer the public calls."""
        if request.path == "/api/v5/public/instruments":
            spot = request.params.get("instType") == "SPOT"
            return _good([self._listed(ticker) for ticker in self.coins()] if spot else [])
        if request.path == "/api/v5/public/time":
            return _good([{"ts": str(seconds_of(now) * 1000)}])
        if request.path == "/api/v5/market/candles":
            return self._candles(request, now, history=False)
        if request.path == "/api/v5/market/history-candles":
            return self._candles(request, now, history=True)
        return _bad("50404", "Not found", 404)

    def error(self, kind: str) -> Reply:
        """Give OKX's words; `account` is the refusal of a country."""
        if kind == "empty":
            return _good([])
        if kind == "rate_limit":
            return _bad("50011", "Too Many Requests", 429)
        if kind == "account":
            return _bad("51155", "Service unavailable from your location due to local laws", 451)
        return _bad("50001", "Service temporarily unavailable. Try again later", 503)

    def _listed(self, ticker: str) -> dict[str, str]:
        tick = text(10.0 ** -self.market.instrument(ticker).decimals, 8)
        empty = dict.fromkeys(("uly", "settleCcy", "ctVal", "ctMult", "ctValCcy", "optType", "stk", "expTime", "lever",
                               "ctType", "alias"), "")  # fmt: skip
        return {
            "instType": "SPOT",
            "instId": f"{ticker}-USDT",
            "baseCcy": ticker,
            "quoteCcy": "USDT",
            "category": "1",
            "listTime": "1548133413000",
            "tickSz": tick,
            "lotSz": "0.00000001",
            "minSz": "0.00001",
            "state": "live",
            **empty,
        }

    def _candles(self, request: Request, now: datetime, *, history: bool) -> Reply:
        ticker = request.params.get("instId", "").removesuffix("-USDT")
        if ticker not in self.coins():
            return _bad("51001", "Instrument ID doesn't exist", 200)
        width_s = {"1m": WIDTHS_S[0], "1Dutc": WIDTHS_S[1]}.get(request.params.get("bar", "1m"))
        if width_s is None:
            return _bad("51000", "Parameter bar error", 200)
        limit = max(1, min(_MOST_OF_THE_PAST if history else _MOST, int(request.params.get("limit") or _USUAL)))
        at_s = seconds_of(now)
        newest = at_s - width_s if history else at_s  # only finished bars belong to the past
        last = min(newest, (int(request.params.get("after") or (newest + 1) * 1000) - 1) // 1000)
        reach = 5 if width_s == MINUTE_S else 1  # quiet minutes have no bar
        first = max(last - width_s * limit * reach, int(request.params.get("before") or 0) // 1000 + 1)
        if not history:
            first = max(first, at_s - _KEPT * width_s)
        bars = self.seen(ticker, first, last + 1, width_s, now).take(slice(-limit, None))
        d = self.market.instrument(ticker).decimals
        return _good([_row(bars, n, d, width_s, at_s) for n in reversed(range(len(bars)))])


def _row(bars: MinuteBars, n: int, decimals: int, width_s: int, at_s: int) -> list[str]:
    start_s, volume, close = int(bars.start_s[n]), float(bars.volume[n]), float(bars.close[n])
    prices = (text(float(value[n]), decimals) for value in (bars.open, bars.high, bars.low, bars.close))
    quoted = text(volume * close, 8)
    return [f"{start_s}000", *prices, text(volume, 8), quoted, quoted, str(int(start_s + width_s <= at_s))]


def _good(data: list[object] | list[dict[str, str]] | list[list[str]]) -> Reply:
    return json_reply({"code": "0", "msg": "", "data": data})


def _bad(code: str, words: str, status: int) -> Reply:
    return json_reply({"code": code, "msg": words, "data": []}, status)
