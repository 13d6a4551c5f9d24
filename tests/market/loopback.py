"""A small server on loopback that speaks Yahoo's chart and four exchanges' bars from given minutes, faults included."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from monitor.market.series import Bar

Answer = tuple[int, bytes, str]
KRAKEN_IDS = {"BTC/USD": "XXBTZUSD", "USD/JPY": "ZUSDZJPY", "EUR/USD": "ZEURZUSD", "LINK/USD": "LINKUSD",
              "USDT/USD": "USDTZUSD", "BTC/USDT": "XBTUSDT"}


@dataclass
class Fault:
    """An answer given in place of the right one, to the next `times` requests whose path holds `part`."""

    part: str
    answer: Answer
    times: int = 1


@dataclass
class World:
    """What the server serves, at `now`."""

    now: datetime
    minutes: dict[str, list[Bar]] = field(default_factory=dict)
    """Symbol -> bars; ``BTC/USD`` for every exchange, ``kraken:BTC/USD`` for one, ``AAPL`` for Yahoo."""
    days: dict[str, list[tuple[datetime, float, float]]] = field(default_factory=dict)
    """Yahoo symbol -> (session open, close, adjusted close)."""
    meta: dict[str, dict[str, Any]] = field(default_factory=dict)
    live: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Yahoo symbol -> live row's unix second and price."""
    nulls: set[int] = field(default_factory=set)
    counts: dict[int, int] = field(default_factory=dict)
    inactive: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    rewrite: Callable[[str, Any], Any] | None = None
    """Changes the decoded answer of a bars request: (path, answer) -> answer."""
    requests: list[str] = field(default_factory=list)
    base_url: str = ""
    hang: str = ""
    """Requests whose path holds this get no answer until the server stops."""
    stopped: threading.Event = field(default_factory=threading.Event)

    def asked(self, part: str) -> list[str]:
        return [r for r in self.requests if part in r]

    def bars(self, venue: str, symbol: str, interval_s: int = 60) -> list[Bar]:
        held = self.minutes.get(f"{venue}:{symbol}", self.minutes.get(symbol, []))
        return [b for b in held if b.interval_s == interval_s]


@contextmanager
def serving(world: World) -> Iterator[World]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            world.requests.append(unquote(self.path))
            if world.hang and world.hang in unquote(self.path):
                world.stopped.wait(30)
                return
            status, body, kind = _answer(world, self.path)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    world.base_url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield world
    finally:
        world.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _answer(world: World, raw: str) -> Answer:
    parts = urlsplit(raw)
    path, query = unquote(parts.path), {k: v[0] for k, v in parse_qs(parts.query).items()}
    for fault in world.faults:
        if fault.part in unquote(raw):
            fault.times -= 1
            if fault.times <= 0:
                world.faults.remove(fault)
            return fault.answer
    route = path.strip("/").split("/")
    speakers = {"kraken": _kraken, "coinbaseexchange": _coinbase, "binance": _binance, "bitstamp": _bitstamp,
                "okx": _okx, "gemini": _gemini, "bitfinex": _bitfinex}
    if path.startswith("/v8/finance/chart/"):
        return _chart(world, path.rsplit("/", 1)[1], query)
    if path == "/v1/test/getcrumb":
        return 200, b"crumb", "text/plain"
    if route[0] in speakers:
        found = speakers[route[0]](world, "/" + "/".join(route[1:]), query)
        return 404 if found is None else 200, json.dumps(_changed(world, path, found)).encode(), "application/json"
    return 404, b"{}", "application/json"


def _changed(world: World, path: str, answer: Any) -> Any:
    is_bars = any(word in path for word in ("OHLC", "candles", "klines", "/ohlc/", "/chart/", "/hist"))
    return world.rewrite(path, answer) if world.rewrite and is_bars and answer is not None else answer


def _s(bar: Bar) -> int:
    return int(bar.start.timestamp())


def _iso(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp())


def _cut(bars: Iterable[Bar], first: int, last: int, now: datetime) -> list[Bar]:
    return [b for b in bars if first <= _s(b) <= last and b.start <= now]


def _chart(world: World, symbol: str, query: dict[str, str]) -> Answer:
    if symbol not in world.minutes and symbol not in world.days:
        body = {"chart": {"result": None, "error": {"code": "Not Found",
                                                    "description": "No data found, symbol may be delisted"}}}
        return 404, json.dumps(body).encode(), "application/json"
    meta = {"currency": "USD", "symbol": symbol, "instrumentType": "EQUITY", "exchangeTimezoneName": "America/New_York",
            "timezone": "EDT", "gmtoffset": -14400, "priceHint": 2, "validRanges": ["1d", "5d"],
            "dataGranularity": query.get("interval"), **world.meta.get(symbol, {})}
    if "period1" not in query:
        return 200, json.dumps({"chart": {"result": [{"meta": meta}], "error": None}}).encode(), "application/json"
    first, last = int(query["period1"]), int(query["period2"])
    if query["interval"] == "1m" and (world.now.timestamp() - first > 30 * 86400 or last - first > 8 * 86400):
        body = {"chart": {"result": None, "error": {"code": "Unprocessable Entity", "description":
                f"1m data not available for startTime={first} and endTime={last}. The requested range must be within "
                "the last 30 days."}}}
        return 422, json.dumps(body).encode(), "application/json"
    if query["interval"] == "1d":
        rows = [(int(at.timestamp()), c, c + 1, c - 1, c, 1000, adj) for at, c, adj in world.days.get(symbol, [])
                if first <= at.timestamp() < last and at <= world.now]
    else:
        rows = [(_s(b), b.open, b.high, b.low, b.close, b.volume or 0, b.close)
                for b in _cut(world.minutes[symbol], first, last - 1, world.now)]
        if symbol in world.live:
            second, price = world.live[symbol]
            rows.append((second, price, price, price, price, 0, price))
    columns = list(zip(*rows, strict=True)) or [()] * 7
    quote = {name: [None if s in world.nulls else v for s, v in zip(columns[0], column, strict=True)]
             for name, column in zip(("open", "high", "low", "close", "volume"), columns[1:6], strict=True)}
    indicators: dict[str, Any] = {"quote": [quote]}
    if query["interval"] == "1d":
        indicators["adjclose"] = [{"adjclose": list(columns[6])}]
    result = {"meta": meta, "timestamp": list(columns[0]), "indicators": indicators}
    answer = _changed(world, "/chart/", {"chart": {"result": [result], "error": None}})
    return 200, json.dumps(answer).encode(), "application/json"


def _pairs(world: World, venue: str) -> list[str]:
    names = {key.removeprefix(f"{venue}:") for key in world.minutes if ":" not in key or key.startswith(f"{venue}:")}
    return sorted(name for name in names if "/" in name)


def _kraken(world: World, path: str, query: dict[str, str]) -> Any:
    if path == "/0/public/Assets":
        return {"error": [], "result": {}}
    pairs = {KRAKEN_IDS[name]: name for name in _pairs(world, "kraken") if name in KRAKEN_IDS}
    if path == "/0/public/AssetPairs":
        return {"error": [], "result": {key: {
            "altname": key, "wsname": name, "base": name.split("/")[0], "quote": name.split("/")[1], "lot_decimals": 8,
            "pair_decimals": 1, "status": "cancel_only" if name in world.inactive else "online", "ordermin": "0.0001",
            "costmin": "0.5", "tick_size": "0.1", "lot": "unit", "cost_decimals": 5, "lot_multiplier": 1,
            "leverage_buy": [], "leverage_sell": [], "fees": [[0, 0.4]], "fees_maker": [[0, 0.25]],
        } for key, name in pairs.items()}}
    if path == "/0/public/OHLC":
        if query["pair"] not in pairs:
            return {"error": ["EQuery:Unknown asset pair"]}
        held = world.bars("kraken", pairs[query["pair"]], 60 * int(query["interval"]))
        bars = [b for b in held if b.start <= world.now][-720:]
        rows = [[_s(b), str(b.open), str(b.high), str(b.low), str(b.close), str(b.close), str(b.volume or 0),
                 world.counts.get(_s(b), b.count if b.count is not None else 5)]
                for b in bars if _s(b) > int(query.get("since", 0))]
        last = max((_s(b) for b in bars if _s(b) + 60 <= world.now.timestamp()), default=0)
        return {"error": [], "result": {query["pair"]: rows, "last": last}}
    return None


def _coinbase(world: World, path: str, query: dict[str, str]) -> Any:
    if path == "/currencies":
        return []
    pairs = {name.replace("/", "-"): name for name in _pairs(world, "coinbaseexchange")}
    if path == "/products":
        return [{"id": key, "base_currency": name.split("/")[0], "quote_currency": name.split("/")[1],
                 "quote_increment": "0.01", "base_increment": "0.00000001", "display_name": name,
                 "min_market_funds": "1", "trading_disabled": False,
                 "status": "delisted" if name in world.inactive else "online"}
                for key, name in pairs.items()]
    if path.endswith("/candles"):
        step = int(query["granularity"])
        bars = _cut(world.bars("coinbaseexchange", pairs[path.split("/")[2]], step), _iso(query["start"]),
                    _iso(query["end"]), world.now)
        assert (_iso(query["end"]) - _iso(query["start"])) // step + 1 <= 300, "more than 300 bars in one request"
        return [[_s(b), b.low, b.high, b.open, b.close, b.volume] for b in reversed(bars)]
    return None


def _binance(world: World, path: str, query: dict[str, str]) -> Any:
    pairs = {name.replace("/", ""): name for name in _pairs(world, "binance")}
    if path == "/api/v3/exchangeInfo":
        return {"timezone": "UTC", "serverTime": 0, "symbols": [
            {"symbol": key, "status": "BREAK" if name in world.inactive else "TRADING", "baseAsset": name.split("/")[0],
             "quoteAsset": name.split("/")[1], "isSpotTradingAllowed": True, "permissions": ["SPOT"], "filters": [],
             "baseAssetPrecision": 8, "quotePrecision": 8, "quoteAssetPrecision": 8, "orderTypes": []}
            for key, name in pairs.items()]}
    if path == "/api/v3/klines":
        held = world.bars("binance", pairs[query["symbol"]], {"1s": 1, "1m": 60, "1d": 86_400}[query["interval"]])
        bars = _cut(held, int(query["startTime"]) // 1000, int(query["endTime"]) // 1000,
                    world.now)[: int(query["limit"])]
        return [[1000 * _s(b), str(b.open), str(b.high), str(b.low), str(b.close), str(b.volume), 1000 * _s(b) + 59999,
                 "0", world.counts.get(_s(b), 9), "0", "0", "0"] for b in bars]
    return None


def _bitstamp(world: World, path: str, query: dict[str, str]) -> Any:
    pairs = {name.replace("/", "").lower(): name for name in _pairs(world, "bitstamp")}
    if path.startswith("/api/v2/markets"):
        return [{"name": name, "market_symbol": key, "base_currency": name.split("/")[0],
                 "counter_currency": name.split("/")[1], "base_decimals": 8, "counter_decimals": 2,
                 "minimum_order": "10", "trading": "Disabled" if name in world.inactive else "Enabled",
                 "instant_and_market_orders": "Enabled",
                 "market_type": "SPOT", "description": name.replace("/", " / "),
                 "minimum_order_value": "10.0", "minimum_order_amount": "0.0001"} for key, name in pairs.items()]
    if path.startswith("/api/v2/ohlc/"):
        bars = _cut(world.bars("bitstamp", pairs[path.strip("/").split("/")[-1]], int(query["step"])),
                    int(query["start"]), int(query["end"]), world.now)[: int(query["limit"])]
        return {"data": {"pair": "X", "ohlc": [
            {"timestamp": str(_s(b)), "open": str(b.open), "high": str(b.high), "low": str(b.low),
             "close": str(b.close), "volume": str(b.volume)} for b in bars]}}
    return None


def _okx(world: World, path: str, query: dict[str, str]) -> Any:
    pairs = {name.replace("/", "-"): name for name in _pairs(world, "okx")}
    if path == "/api/v5/public/instruments":
        assert query["instType"] == "SPOT"
        return {"code": "0", "msg": "", "data": [
            {"instType": "SPOT", "instId": key, "baseCcy": name.split("/")[0], "quoteCcy": name.split("/")[1],
             "state": "suspend" if name in world.inactive else "live", "tickSz": "0.1", "lotSz": "0.00000001",
             "minSz": "0.00001", "lever": "", "listTime": "1548133413000", "category": "1", "uly": "", "settleCcy": "",
             "expTime": "", "optType": "", "stk": "", "ctVal": "", "ctType": "", "ctMult": "", "ctValCcy": "",
             "alias": ""} for key, name in pairs.items()]}
    if path in ("/api/v5/market/candles", "/api/v5/market/history-candles"):
        history = path.endswith("history-candles")
        step = {"1m": 60, "1Dutc": 86_400}[query["bar"]]
        held = [b for b in world.bars("okx", pairs[query["instId"]], step) if b.start <= world.now]
        held = [b for b in held if _s(b) + step <= world.now.timestamp()] if history else held[-1440:]
        newer, older = int(query.get("before", 0)), int(query.get("after", 10**15))  # both ends excluded
        bars = [b for b in held if newer < 1000 * _s(b) < older]
        bars = bars[-min(int(query.get("limit", 100)), 100 if history else 300):]
        return {"code": "0", "msg": "", "data": [
            [str(1000 * _s(b)), str(b.open), str(b.high), str(b.low), str(b.close), str(b.volume), "0", "0",
             str(int(_s(b) + step <= world.now.timestamp()))] for b in reversed(bars)]}
    return None


def _gemini(world: World, path: str, query: dict[str, str]) -> Any:
    pairs = {name.replace("/", "").lower(): name for name in _pairs(world, "gemini") if name not in world.inactive}
    if path == "/v1/symbols":
        return list(pairs)
    if path.startswith("/v2/candles/"):
        assert not set(query) & {"since", "until", "limit"}
        _, _, _, key, frame = path.split("/")
        held = world.bars("gemini", pairs[key.lower()], {"1m": 60, "1day": 86_400}[frame])
        bars = [b for b in held if b.start <= world.now][-1440:]
        return [[1000 * _s(b), b.open, b.high, b.low, b.close, b.volume] for b in reversed(bars)]
    return None


def _bitfinex(world: World, path: str, query: dict[str, str]) -> Any:
    pairs = {name.replace("/", ""): name for name in _pairs(world, "bitfinex") if name not in world.inactive}
    if path.startswith("/v2/conf/"):
        info = [None, None, None, "0.00004", "2000", None, None, None, None, None, None, None]
        listed = [[[key, info] for key in pairs], [], [], list(pairs)]
        return listed if "pub:info:pair" in path else [[] for _ in range(11)]
    if path.startswith("/v2/candles/trade:"):
        _, frame, key = path.split("/")[3].split(":")
        bars = _cut(world.bars("bitfinex", pairs[key.removeprefix("t")], {"1m": 60, "1D": 86_400}[frame]),
                    -(-int(query["start"]) // 1000), int(query["end"]) // 1000, world.now)[: int(query["limit"])]
        assert query["sort"] == "1"
        return [[1000 * _s(b), b.open, b.close, b.high, b.low, b.volume] for b in bars]
    return None


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
