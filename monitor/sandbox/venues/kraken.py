"""Kraken: coins in dollars, currency pairs, the dollar coin; always the last 720 minutes, quiet ones filled flat."""

from datetime import datetime

import numpy as np

from monitor.datasets import Asset
from monitor.sandbox import hours
from monitor.sandbox.bars import MinuteBars, VenueHabits
from monitor.sandbox.instruments import DOLLAR_COIN
from monitor.sandbox.noise import DAY_S, seconds_of
from monitor.sandbox.venues._base import MINUTE_S, VENUES, WIDTHS_S, Venue, text
from monitor.sandbox.wire import Reply, Request, json_reply

_KEPT = 720
_OLD_NAMES = {
    "BTC": "XXBT",
    "ETH": "XETH",
    "XRP": "XXRP",
    "USD": "ZUSD",
    "EUR": "ZEUR",
    "GBP": "ZGBP",
    "JPY": "ZJPY",
    "AUD": "ZAUD",
    "CAD": "ZCAD",
}
_LONG_PAIRS = {"BTC/USD", "ETH/USD", "XRP/USD", "EUR/USD", "GBP/USD", "USD/JPY", "USD/CAD", "USDT/USD"}
_DECIMALS = {"BTC/USD": 1, "ETH/USD": 2, DOLLAR_COIN: 5}


def _asset(code: str) -> str:
    return _OLD_NAMES.get(code, code)


def _short(code: str) -> str:
    return "XBT" if code == "BTC" else code


def pair_id(symbol: str) -> str:
    """Give the venue's id of a pair: the old pairs carry old names, the others are joined."""
    first, _, second = symbol.partition("/")
    if symbol == DOLLAR_COIN:
        return "USDTZUSD"
    return _asset(first) + _asset(second) if symbol in _LONG_PAIRS else first + second


@VENUES.add
class Kraken(Venue):
    """``/0/public/Assets``, ``AssetPairs``, ``OHLC``."""

    name = "kraken"
    prefix = "/kraken"
    habits = VenueHabits("kraken", slow_bps=1.2, noise_bps=0.8, share=0.15)

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer the public calls; an unknown pair is an error with status 200, as there."""
        call = request.path.removeprefix("/0/public/")
        if call == "Assets":
            return self._result(
                {
                    _asset(code): {
                        "aclass": "currency",
                        "altname": _short(code),
                        "decimals": 10,
                        "display_decimals": 5,
                        "status": "enabled",
                    }
                    for code in self._codes()
                }
            )
        if call == "AssetPairs":
            return self._result({pair_id(symbol): self._pair(symbol) for symbol in self._symbols()})
        if call == "OHLC":
            return self._ohlc(request, now)
        if call in ("Time", "SystemStatus"):
            return self._result({"unixtime": seconds_of(now), "status": "online"})
        return self._problem("EGeneral:Unknown method", 404)

    def error(self, kind: str) -> Reply:
        """Give Kraken's words, mostly with status 200."""
        if kind == "empty":
            return self._result({})
        return self._problem("EGeneral:Too many requests" if kind == "rate_limit" else "EService:Unavailable")

    def _result(self, result: object) -> Reply:
        return json_reply({"error": [], "result": result})

    def _problem(self, text: str, status: int = 200) -> Reply:
        return json_reply({"error": [text]}, status)

    def _symbols(self) -> list[str]:
        return [f"{coin}/USD" for coin in self.coins()] + self.pairs()

    def _codes(self) -> list[str]:
        return sorted({code for symbol in self._symbols() for code in symbol.split("/")})

    def _pair(self, symbol: str) -> dict[str, object]:
        first, _, second = symbol.partition("/")
        decimals = self._decimals(symbol)
        return {
            "altname": _short(first) + _short(second),
            "wsname": f"{_short(first)}/{_short(second)}",
            "aclass_base": "currency",
            "base": _asset(first),
            "aclass_quote": "currency",
            "quote": _asset(second),
            "lot": "unit",
            "cost_decimals": 5,
            "pair_decimals": decimals,
            "lot_decimals": 8,
            "lot_multiplier": 1,
            "leverage_buy": [],
            "leverage_sell": [],
            "fees": [[0, 0.4]],
            "fees_maker": [[0, 0.25]],
            "fee_volume_currency": "ZUSD",
            "margin_call": 80,
            "margin_stop": 40,
            "ordermin": "0.0001",
            "costmin": "0.5",
            "tick_size": text(10.0**-decimals, decimals),
            "status": "online",
        }

    def _decimals(self, symbol: str) -> int:
        ticker = symbol.removesuffix("/USD") if symbol.removesuffix("/USD") in self.coins() else symbol
        return _DECIMALS.get(symbol, self.market.instrument(ticker).decimals + (ticker != symbol))

    def _ohlc(self, request: Request, now: datetime) -> Reply:
        wanted = request.params.get("pair", "").upper()
        symbol = next(
            (one for one in self._symbols() if wanted in (pair_id(one), self._pair(one)["altname"], one)), None
        )
        if symbol is None:
            return self._problem("EQuery:Unknown asset pair")
        width_s = {"1": WIDTHS_S[0], "1440": WIDTHS_S[1]}.get(request.params.get("interval", "1"))
        if width_s is None:
            return self._problem("EGeneral:Invalid arguments")
        ticker = symbol.removesuffix("/USD") if symbol.removesuffix("/USD") in self.coins() else symbol
        since = int(float(request.params.get("since") or 0))
        running = seconds_of(now) // width_s * width_s
        first = running - width_s * _KEPT
        before = self._reach_s(ticker, now) if width_s == MINUTE_S else 0
        if width_s > MINUTE_S:  # days are costly to make: none that the answer will not show
            first = max(first, since // width_s * width_s if since else running - width_s * 60)
        bars = self.seen(ticker, first - before, running + width_s, width_s, now)
        rows = self._filled(bars, range(first, running + width_s, width_s), self._decimals(symbol))
        shown = [row for row in rows if int(str(row[0])) > since]
        return self._result({pair_id(symbol): shown, "last": running - width_s})

    def _reach_s(self, ticker: str, now: datetime) -> int:
        """Give how far before the first row a trade may lie whose price is carried on."""
        closed = self.market.instrument(ticker).asset is Asset.FX and not hours.fx_open(seconds_of(now))
        return DAY_S * (4 if closed else 1)

    def _filled(self, bars: MinuteBars, starts: range, decimals: int) -> list[list[object]]:
        """Give a row for every start; one without a trade repeats the last close with volume and count 0."""
        rows: list[list[object]] = []
        before = int(np.searchsorted(bars.start_s, starts.start))
        carried = text(float(bars.close[before - 1]), decimals) if before else None
        known = {int(start): n for n, start in enumerate(bars.start_s[before:], before)}
        for start in starts:
            n = known.get(start)
            if n is not None:
                prices = bars.open[n], bars.high[n], bars.low[n], bars.close[n]
                o, h, low, c = (text(float(price), decimals) for price in prices)
                middle = text((float(bars.high[n]) + float(bars.low[n])) / 2, decimals)
                rows.append([start, o, h, low, c, middle, text(float(bars.volume[n]), 8), int(bars.count[n])])
                carried = c
            elif carried is not None:
                rows.append([start, carried, carried, carried, carried, "0.0", "0.00000000", 0])
        return rows
