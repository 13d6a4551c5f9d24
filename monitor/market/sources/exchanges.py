"""Coins, and a few currency pairs, from exchanges through ccxt; any exchange that ccxt knows, by its id."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from monitor.clock import SystemClock
from monitor.errors import SourceError
from monitor.exchange_ids import require_exchange
from monitor.market.crosses import legs_of
from monitor.market.finality import OTHER_SETTLE_S, SETTLE_S, final_bars, final_until
from monitor.market.series import Bar, Bars
from monitor.market.sources.base import MINUTE_S, Deadline, floor_to, join_pages, library, tidy, torn_labels, utc
from monitor.market.sources.seconds import minutes_of
from monitor.market.sources.venues import OTHER_VENUE, VENUES, Hints, hints_of, timeframe
from monitor.market.windows import Window, pages

__all__ = ["ExchangeSource"]

_REQUEST_S = 15.0
_MARKETS_KEPT = timedelta(hours=24)
_STOPPED_KEPT = timedelta(hours=1)
"""So long a market that is listed as not trading is believed to be so."""


class ExchangeSource:
    """Bars of one exchange through the real ccxt (synchronous; one instance and one list of markets, reused).

    With `base_url`, every request goes to ``base_url/<exchange id>/<the exchange's own path>``. With `seconds`, minutes
    are made from the exchange's bars of a second.
    """

    def __init__(
        self,
        exchange: str,
        *,
        base_url: str | None = None,
        deadline_s: float = 60.0,
        settle_s: float | None = None,
        seconds: bool = False,
        monotonic: Callable[[], float] | None = None,
    ) -> None:
        self.name = exchange
        self.origin = {"coinbase": "coinbaseexchange"}.get(exchange, exchange)
        self.settle_s = SETTLE_S.get(exchange, OTHER_SETTLE_S) if settle_s is None else settle_s
        self._venue = VENUES.get(exchange, OTHER_VENUE)
        self._base_url = base_url
        self._seconds = seconds
        self._deadline_s = deadline_s
        self._monotonic = monotonic or SystemClock().monotonic
        self._exchange: Any = None
        self._markets_at: datetime | None = None
        self._status: int | None = None

    def retention_s(self, interval_s: int) -> float | None:
        """Give how far back the exchange serves bars (Kraken: its newest 720)."""
        return self._venue.retention_s(self._asked_for(interval_s))

    def _asked_for(self, interval_s: int) -> int:
        return 1 if self._seconds and interval_s == MINUTE_S else interval_s

    def bars(self, symbol: str, start: datetime, end: datetime, interval_s: int = MINUTE_S, *, now: datetime) -> Bars:
        """Give the exchange's final bars of `symbol` (``BASE/QUOTE``) in [start, end), with trade counts where stated.

        The currency is the market's quote, USDT left as USDT. Kraken answers with its newest 720 bars whatever was
        asked; when none of them is in the window the reason is ``retention passed``.
        """
        where = f"{self.name} {symbol}"
        width_s = self._asked_for(interval_s)
        word = timeframe(width_s)
        if word is None:
            raise SourceError(f"has no bars of {interval_s} s", where, "use another interval")
        deadline = Deadline(self._deadline_s, self._monotonic, where)
        self._status = None
        with _translated(where, lambda: self._status):
            exchange = self._open(deadline, now)
            if word not in (exchange.timeframes or {}):
                remedy = f"unset market.interval.{self.name}" if width_s != interval_s else "use another interval"
                raise SourceError(f"has no bars of {width_s} s", where, remedy)
            market = self._market(exchange, symbol, where, deadline, now)
            ends = [_up_to(at, interval_s) if width_s != interval_s else utc(at) for at in (start, end)]
            window = Window(ends[0], min(ends[1], final_until(now, 0.0, interval_s)))
            if not window:
                raise SourceError("no bar of the window has ended", where, "it is tried again later", reason="not yet")
            rows, answers = self._fetch(exchange, symbol, window, width_s, word, deadline, now)
        found = tidy(bar for bars, _ in rows for bar in bars)
        hints = [h for _, h in rows]
        committed = max((h.last_committed for h in hints if h.last_committed), default=None)
        unconfirmed = {second for h in hints for second in h.unconfirmed}
        inside = tuple(b for b in found if window.start <= b.start < window.end
                       and int(b.start.timestamp()) not in unconfirmed)
        if width_s != interval_s:
            inside = minutes_of(inside)
        final = final_bars(inside, now, self.settle_s, last_committed=committed)
        torn = sum(window.start <= at < window.end for at in torn_labels(bar for bars, _ in rows for bar in bars))
        if torn > len(inside):
            raise SourceError(f"gave {torn} bars of the window twice, with different values", where,
                              "it is tried again later", reason="disagrees")
        if not final:
            reason, what = _why_empty(found, inside, window, hints)
            raise SourceError(what, where, "it is tried again later", reason=reason)
        return Bars(self.name, symbol, str(market["quote"]), final, now, join_pages(answers), library("ccxt"))

    def lists(self, symbol: str, *, now: datetime) -> bool:
        """Tell whether the exchange's list of markets has `symbol`; of a cross, both legs. No list: SourceError."""
        where = f"{self.name} {symbol}"
        self._status = None
        deadline = Deadline(self._deadline_s, self._monotonic, where)
        with _translated(where, lambda: self._status):
            exchange = self._open(deadline, now)
            if not exchange.markets:
                raise SourceError("listed no market at all", where, "it is tried again later")
            found = [exchange.markets.get(leg) for leg in legs_of(symbol)]
        return all(one is not None and one.get("active") is not False for one in found)

    def close(self) -> None:
        """Close the exchange's connections."""
        if self._exchange is not None:
            session = getattr(self._exchange, "session", None)
            if session is not None:
                session.close()
            self._exchange = None
            self._markets_at = None

    def _open(self, deadline: Deadline, now: datetime) -> Any:
        import ccxt

        if self._exchange is None:
            kind = getattr(ccxt, require_exchange(self.name))
            self._exchange = kind({**self._venue.options, "enableRateLimit": self._base_url is None})
            # ccxt's errors do not always tell a status from a message.
            self._exchange.session.hooks["response"].append(self._saw)
            if self._base_url is not None:
                _rebase(self._exchange, f"{self._base_url}/{self.name}")
        stale = self._markets_at is None or not timedelta() <= now - self._markets_at < _MARKETS_KEPT
        if stale:
            self._load(self._exchange, deadline, now)
        return self._exchange

    def _saw(self, response: Any, *args: Any, **kwargs: Any) -> None:
        self._status = response.status_code

    def _load(self, exchange: Any, deadline: Deadline, now: datetime) -> None:
        self._markets_at = None
        exchange.timeout = int(1000 * min(_REQUEST_S, deadline.left_s()))
        exchange.load_markets(reload=True)
        self._markets_at = now

    def _market(self, exchange: Any, symbol: str, where: str, deadline: Deadline, now: datetime) -> Any:
        listed_at = self._markets_at or now
        known = (exchange.markets or {}).get(symbol)
        if known is None or (known.get("active") is False and now - listed_at > _STOPPED_KEPT):
            self._load(exchange, deadline, now)  # a list that came back partial is not a delisting, nor is a halt
        market = (exchange.markets or {}).get(symbol)
        if market is None:
            listed = len(exchange.markets or {})
            if not listed:
                raise SourceError("listed no market at all", where, "it is tried again later")
            raise SourceError(f"is not among its {listed} markets", where, "set the item's symbol", reason="delisted")
        if market.get("active") is False:
            raise SourceError("is listed as not trading", where, "set the item's symbol", reason="delisted")
        return market

    def _fetch(
        self, exchange: Any, symbol: str, window: Window, interval_s: int, word: str, deadline: Deadline, now: datetime
    ) -> tuple[list[tuple[list[Bar], Hints]], list[bytes]]:
        step = timedelta(seconds=interval_s)
        tail = self._venue.tail_bars is not None
        left = [window] if tail else list(pages(window, self._venue.page_bars, interval_s))
        rows: list[tuple[list[Bar], Hints]] = []
        answers: list[bytes] = []
        while left:
            cut = left.pop(0)
            exchange.timeout = int(1000 * min(_REQUEST_S, deadline.left_s()))
            last = cut.end - step if self._venue.inclusive_end else cut.end
            asked: dict[str, Any] = {} if tail else {"until": _ms(last)}
            if self._venue.recent_bars is not None:
                # ccxt decides by the host's clock, and so not by the time that is passed in.
                recent = cut.start >= now - self._venue.recent_bars * step
                asked["type"] = "Candles" if recent else "HistoryCandles"
            limit = None if tail else max(1, (cut.end - cut.start) // step)
            table = exchange.fetch_ohlcv(symbol, word, since=_ms(cut.start), limit=limit, params=asked)
            body = str(exchange.last_http_response or "").encode()
            hints = hints_of(self.name, body)
            if hints.rows is None:
                raise SourceError(f"answered with something that is not bars: {body[:80]!r}", f"{self.name} {symbol}",
                                  "it is tried again later")
            answers.append(body)
            bars = [_bar(row, interval_s, hints) for row in table if None not in row[:5]]
            rows.append((bars, hints))
            if bars and len(table) == limit and bars[-1].start + step < cut.end and bars[-1].start >= cut.start:
                left.insert(0, Window(bars[-1].start + step, cut.end))  # doubled rows pushed the last ones out
        return rows, answers


def _up_to(at: datetime, interval_s: int) -> datetime:
    return floor_to(at + timedelta(seconds=interval_s, microseconds=-1), interval_s)


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _bar(row: list[Any], interval_s: int, hints: Hints) -> Bar:
    second = int(row[0]) // 1000
    start = datetime.fromtimestamp(int(row[0]) / 1000, UTC)
    volume = None if len(row) < 6 or row[5] is None else float(row[5])
    return Bar(start, float(row[1]), float(row[2]), float(row[3]), float(row[4]), volume,
               hints.counts.get(second), interval_s)


def _rebase(exchange: Any, base: str) -> None:
    """Send every request of `exchange` to `base`, its own paths kept; no key of its address book is left out."""

    def moved(value: Any) -> Any:
        if isinstance(value, str):
            return base + urlsplit(value.replace("{hostname}", "h.invalid")).path
        return {key: moved(inner) for key, inner in value.items()}

    exchange.urls["api"] = moved(exchange.urls["api"])


def _why_empty(
    found: tuple[Bar, ...], inside: tuple[Bar, ...], window: Window, hints: list[Hints]
) -> tuple[str, str]:
    if inside:
        return "not yet", "its bars of the window may still change"
    if found and found[0].start >= window.end:
        return "retention passed", f"keeps only the bars since {found[0].start:%Y-%m-%d %H:%M} UTC"
    if found and found[-1].start < window.start:
        return "not yet", f"has bars only until {found[-1].start:%Y-%m-%d %H:%M} UTC"
    total = sum(h.rows or 0 for h in hints)
    if total:
        return "unavailable", f"answered {total} rows, none of them a bar of the window (wrong units or labels?)"
    return "unavailable", "answered without a single bar"


class _translated:
    """A context in which every error of ccxt, and of broken answers within it, becomes a SourceError."""

    def __init__(self, where: str, status: Callable[[], int | None]) -> None:
        self._where, self._status = where, status

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, err: BaseException | None, trace: object) -> None:
        import ccxt

        broken = (ccxt.BaseError, OSError, ValueError, KeyError, TypeError, AttributeError, IndexError)
        if isinstance(err, broken) and not isinstance(err, SourceError):
            raise SourceError(f"{type(err).__name__}: {_short(err)}", self._where, "it is tried again later",
                              reason=_reason(err, self._status())) from err


def _short(err: BaseException) -> str:
    return " ".join(str(err).split())[:300]


def _reason(err: BaseException, status: int | None) -> str:
    import ccxt

    text = str(err).lower()
    if status == 451 or "restricted location" in text or isinstance(err, ccxt.RestrictedLocation):
        return "blocked here"
    if status in (418, 429) or isinstance(err, (ccxt.RateLimitExceeded, ccxt.DDoSProtection)):
        return "rate limited"
    if isinstance(err, ccxt.BadSymbol) or "unknown asset pair" in text or "invalid symbol" in text:
        return "delisted"
    return "unavailable"
