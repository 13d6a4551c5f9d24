"""What exchanges differ in: bars a call, how far back, and what their raw answers add to ccxt's rows."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from monitor.market.sources.base import DAY_S, MINUTE_S

__all__ = ["OTHER_VENUE", "VENUES", "Hints", "Venue", "hints_of"]


@dataclass(frozen=True, slots=True)
class Venue:
    """How one exchange serves bars."""

    page_bars: int = 300
    tail_bars: int | None = None
    """Where set, only this many of the newest bars are ever served, whatever is asked."""
    inclusive_end: bool = True
    """Whether the moment sent as the end of a window includes the bar that starts at it."""
    recent_bars: int | None = None
    """Where set, older bars than so many are served under another address (OKX: history-candles)."""
    options: dict[str, Any] = field(default_factory=dict)
    """Passed to ccxt's constructor."""

    def retention_s(self, interval_s: int) -> float | None:
        """Give how far back it serves bars, in seconds; None: for years."""
        return None if self.tail_bars is None else float((self.tail_bars - 1) * interval_s)


VENUES: dict[str, Venue] = {
    "kraken": Venue(page_bars=720, tail_bars=720),
    "coinbaseexchange": Venue(page_bars=300),
    "coinbase": Venue(page_bars=300),
    "binance": Venue(page_bars=1000, options={"options": {"fetchMarkets": {"types": ["spot"]}}}),
    "bitstamp": Venue(page_bars=1000),
    "okx": Venue(page_bars=100, inclusive_end=False, recent_bars=1400,
                 options={"options": {"fetchMarkets": {"types": ["spot"]}}}),
    "gemini": Venue(page_bars=1440, tail_bars=1440,
                    options={"options": {"fetchCurrencies": {"webApiEnable": False}}}),
    "bitfinex": Venue(page_bars=1000),
}
OTHER_VENUE = Venue()


@dataclass(frozen=True, slots=True)
class Hints:
    """What a raw answer says beyond the rows that ccxt makes of it."""

    rows: int | None = None
    """Rows in the answer; None: it is not an answer with bars at all."""
    last_committed: datetime | None = None
    counts: dict[int, int] = field(default_factory=dict)
    """Trades in a bar, by its start in unix seconds."""
    unconfirmed: frozenset[int] = frozenset()


def hints_of(exchange: str, body: bytes) -> Hints:
    """Give what the raw `body` of `exchange` says; what is not of its form (a page, torn rows) has no rows."""
    try:
        return _hints(exchange, json.loads(body))
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError):
        return Hints()  # whatever it is, it is not that exchange's bars


def _hints(exchange: str, answer: Any) -> Hints:
    if exchange == "kraken":
        return _kraken(answer)
    if exchange == "binance":
        rows = answer if isinstance(answer, list) else None
        return Hints(None if rows is None else len(rows),
                     counts={int(r[0]) // 1000: int(r[8]) for r in rows or () if len(r) > 8})
    if exchange == "okx":
        rows = answer.get("data") if isinstance(answer, dict) else None
        return Hints(None if rows is None else len(rows),
                     unconfirmed=frozenset(int(r[0]) // 1000 for r in rows or () if len(r) > 8 and r[8] == "0"))
    if exchange == "bitstamp":
        rows = (answer.get("data") or {}).get("ohlc") if isinstance(answer, dict) else None
        return Hints(None if rows is None else len(rows))
    if exchange == "coinbaseexchange":
        return Hints(len(answer) if isinstance(answer, list) else None)
    return Hints(0)  # an exchange of no known shape: it answered with JSON


def _kraken(answer: Any) -> Hints:
    result = answer.get("result") if isinstance(answer, dict) else None
    if not isinstance(result, dict) or "last" not in result:
        return Hints()
    rows = [row for key, value in result.items() if key != "last" for row in value]
    return Hints(len(rows), datetime.fromtimestamp(int(result["last"]), UTC),
                 {int(row[0]): int(row[7]) for row in rows if len(row) > 7})


def timeframe(interval_s: int) -> str | None:
    """Give ccxt's word for an interval; None where it has none."""
    return {1: "1s", MINUTE_S: "1m", 300: "5m", 900: "15m", 3600: "1h", DAY_S: "1d"}.get(interval_s)
