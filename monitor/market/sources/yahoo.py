"""Stocks and currency pairs from Yahoo, through yfinance."""

import json
import math
import tempfile
import warnings
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from monitor.clock import SystemClock
from monitor.errors import SourceError
from monitor.market.finality import SETTLE_S, daily_is_final, final_bars
from monitor.market.series import Bar, Bars
from monitor.market.sources.base import DAY_S, MINUTE_S, Deadline, EmptyAnswer, join_pages, library, tidy, utc
from monitor.market.windows import Window, pages

__all__ = ["YahooSource"]

_INTERVALS = {60: "1m", 300: "5m", 3600: "1h", DAY_S: "1d"}
_PAGE_BARS = {60: 7 * 1440, 300: 59 * 288, 3600: 700 * 24, DAY_S: 3650}
_RETENTION_S: dict[int, float] = {60: 29.5 * DAY_S, 300: 59 * DAY_S, 3600: 729 * DAY_S}
_MINOR_UNITS = {"GBp": ("GBP", 100.0), "GBX": ("GBP", 100.0), "ZAc": ("ZAR", 100.0), "ILA": ("ILS", 100.0)}
_ROLES = {"CURRENCY": "mid", "CRYPTOCURRENCY": "point"}
_REQUEST_S = 15.0


class YahooSource:
    """Yahoo's bars through the real yfinance.

    `base_url` replaces Yahoo's hosts (every path stays); `cache_dir` is yfinance's own cache, private to the
    process. Extended hours are asked for and kept, since yfinance drops the bar at a half day's close otherwise.
    """

    name = "yahoo"
    origin = "yahoo"

    def __init__(
        self,
        *,
        base_url: str | None = None,
        cache_dir: Path | None = None,
        deadline_s: float = 60.0,
        settle_s: float | None = None,
        monotonic: Callable[[], float] | None = None,
    ) -> None:
        self.settle_s = SETTLE_S["yahoo"] if settle_s is None else settle_s
        self._base_url = base_url
        self._cache_dir = cache_dir
        self._deadline_s = deadline_s
        self._monotonic = monotonic or SystemClock().monotonic
        self._session: Any = None

    def retention_s(self, interval_s: int) -> float | None:
        """Give 30 days for minutes (a margin off), more for wider bars, no limit for days."""
        return _RETENTION_S.get(interval_s)

    def bars(self, symbol: str, start: datetime, end: datetime, interval_s: int = MINUTE_S, *, now: datetime) -> Bars:
        """Give Yahoo's final bars of `symbol` in [start, end).

        Prices are raw (a day's close is the official one, not adjusted for dividends) and in whole currency units
        (GBp becomes GBP). A daily bar's `start` is its session's date at 00:00 UTC.
        """
        where = f"yahoo {symbol}"
        if interval_s not in _INTERVALS:
            raise SourceError(f"has no bars of {interval_s} s", where, f"use one of {sorted(_INTERVALS)}")
        deadline = Deadline(self._deadline_s, self._monotonic, where)
        session = self._open(deadline)
        found: list[Bar] = []
        meta: dict[str, Any] = {}
        for page in pages(Window(utc(start), utc(end)), _PAGE_BARS[interval_s], interval_s):
            frame, chart = self._page(symbol, page, interval_s, session, deadline)
            meta = chart["meta"]
            _check_meta(symbol, meta, where)
            found += _rows(frame, chart, interval_s, now)
        currency, scale = _MINOR_UNITS.get(str(meta["currency"]), (str(meta["currency"]).upper(), 1.0))
        role = _ROLES.get(str(meta.get("instrumentType", "")).upper(), "trade")
        kept = [_scaled(bar, scale, valued=role == "trade") for bar in found]
        settled = tidy(bar for bar in kept if start <= bar.start < end)
        final = settled if interval_s >= DAY_S else final_bars(settled, now, self.settle_s)
        if not final:
            raise _why_empty(found, end, now, self.settle_s, where)
        return Bars(self.name, symbol, currency, final, now, join_pages(session.charts), library("yfinance"), role)

    def close(self) -> None:
        """Close the session."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _open(self, deadline: Deadline) -> Any:
        import yfinance

        if self._cache_dir is None:
            self._cache_dir = Path(tempfile.mkdtemp(prefix="monitor-yahoo-"))
        if _cache_location() != str(self._cache_dir):
            self._cache_dir.mkdir(parents=True, exist_ok=True)
            yfinance.set_tz_cache_location(str(self._cache_dir))
        yfinance.config.debug.hide_exceptions = False
        if self._session is None:
            self._session = _recording_session(self._base_url)
        self._session.begin(deadline)
        return self._session

    def _page(
        self, symbol: str, page: Window, interval_s: int, session: Any, deadline: Deadline
    ) -> tuple[Any, dict[str, Any]]:
        import yfinance
        from yfinance.exceptions import YFException, YFPricesMissingError

        yfinance.data.YfData.cache_get.cache_clear()  # it keeps failures for the life of the process
        ticker = yfinance.Ticker(symbol, session=session)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # yfinance's own use of pandas, on every call
                frame = ticker.history(
                    interval=_INTERVALS[interval_s], start=page.start, end=page.end, prepost=interval_s < DAY_S,
                    auto_adjust=False, actions=False, keepna=True, timeout=min(_REQUEST_S, deadline.left_s()),
                )
            return frame, json.loads(session.charts[-1])["chart"]["result"][0]
        except SourceError:
            raise
        except (YFException, OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RuntimeError,
                ArithmeticError) as err:
            # OSError holds the errors of curl_cffi; the others are what yfinance makes of a broken answer.
            deadline.left_s()
            reason = _reason(err, session.last_status)
            empty = isinstance(err, YFPricesMissingError) and session.last_status == 200 and reason == "unavailable"
            raise (EmptyAnswer if empty else SourceError)(f"{type(err).__name__}: {str(err)[:300]}", f"yahoo {symbol}",
                              "it is tried again later", reason=reason) from err


def _cache_location() -> str:
    from yfinance import cache

    return str(cache._TzDBManager.get_location())


def _recording_session(base_url: str | None) -> Any:
    """Give the session that yfinance is handed: it keeps each chart's raw body, its status, and the deadline."""
    from curl_cffi import requests as curl

    class Recording(curl.Session[Any]):
        charts: list[bytes]
        last_status: int | None
        deadline: Deadline

        def begin(self, deadline: Deadline) -> None:
            self.deadline, self.charts, self.last_status = deadline, [], None

        def request(self, method: Any, url: str, *args: Any, **kwargs: Any) -> Any:
            kwargs["timeout"] = min(float(kwargs.get("timeout") or _REQUEST_S), _REQUEST_S, self.deadline.left_s())
            if base_url is not None:
                parts = urlsplit(url)
                url = base_url + parts.path + (f"?{parts.query}" if parts.query else "")
            answer = super().request(method, url, *args, **kwargs)
            if "/finance/chart/" in url:
                self.last_status = answer.status_code
                if "period1" in str(answer.url) or "period1" in (kwargs.get("params") or {}):
                    self.charts.append(_json_or_text(answer.content))
            return answer

    # A browser's TLS greeting, as yfinance's own session has; no other header may be set.
    return Recording() if base_url is not None else Recording(impersonate="chrome")


def _json_or_text(body: bytes) -> bytes:
    try:
        json.loads(body)
    except ValueError:
        return json.dumps(body.decode("utf-8", "replace")).encode()
    return body


def _reason(err: Exception, status: int | None) -> str:
    from yfinance.exceptions import YFRateLimitError

    text = str(err).lower()
    if isinstance(err, YFRateLimitError) or status == 429:
        return "rate limited"
    if "must be within the last" in text or "days worth of" in text or "data not available for starttime" in text:
        return "retention passed"
    if status in (403, 451, 999):
        return "blocked here"
    if status == 404 or "symbol may be delisted" in text:
        return "delisted"
    return "unavailable"


def _check_meta(symbol: str, meta: dict[str, Any], where: str) -> None:
    echoed = str(meta.get("symbol", "")).upper()
    # Yahoo writes USDJPY=X as JPY=X, and may answer with either.
    same = {symbol.upper(), symbol.upper().removeprefix("USD"), f"USD{symbol.upper()}"}
    if echoed not in same:
        raise SourceError(f"answered for {echoed or 'no symbol'}", where, "check the item's symbol")
    if not meta.get("currency") or not meta.get("instrumentType"):
        raise SourceError("stated no currency or kind of instrument", where, "it is tried again later")


def _rows(frame: Any, chart: dict[str, Any], interval_s: int, now: datetime) -> list[Bar]:
    """Give the frame's rows as bars, without missing values, the live row, or a day that has not closed."""
    meta = chart["meta"]
    zone = ZoneInfo(str(meta.get("exchangeTimezoneName") or "UTC"))
    left_out = _live_labels(frame, chart, interval_s) | _torn_labels(chart)
    rows: list[Bar] = []
    for label, opened, high, low, close, volume in zip(
        frame.index, *(frame[name].tolist() for name in ("Open", "High", "Low", "Close", "Volume")), strict=True
    ):
        if any(math.isnan(value) for value in (opened, high, low, close)):
            continue
        at = label.to_pydatetime()
        if interval_s >= DAY_S:
            session = at.date()
            if not daily_is_final(session, _session_close(meta, session, zone), now, now.astimezone(zone).date()):
                continue
            start = datetime(session.year, session.month, session.day, tzinfo=UTC)
        else:
            start = at.astimezone(UTC)
            if int(start.timestamp()) in left_out:
                continue
        rows.append(Bar(start, opened, high, low, close, float(volume), None, interval_s))
    return rows


def _live_labels(frame: Any, chart: dict[str, Any], interval_s: int) -> set[int]:
    """Give the labels (unix seconds) that hold the live row.

    Yahoo appends it at the time of the last trade; yfinance merges it into that minute's bar, which is then neither
    the minute's bar nor the trade. It may also stand on a whole minute by itself.
    """
    if interval_s >= DAY_S or frame.empty:
        return set()
    labels = {int(t) - int(t) % interval_s for t in chart.get("timestamp") or () if int(t) % interval_s}
    tail = frame.iloc[-1]
    flat = tail["Open"] == tail["High"] == tail["Low"] == tail["Close"] and not tail["Volume"]
    last = int(frame.index[-1].timestamp())
    if flat and last == chart["meta"].get("regularMarketTime"):
        labels.add(last)
    return labels


def _torn_labels(chart: dict[str, Any]) -> set[int]:
    """Give the labels that are there twice with different closes: yfinance keeps the first, and nothing tells why."""
    known: dict[int, Any] = {}
    closes = chart["indicators"]["quote"][0].get("close") or ()
    return {label for label, close in zip(chart.get("timestamp") or (), closes, strict=False)
            if known.setdefault(label, close) != close}


def _session_close(meta: dict[str, Any], session: date, zone: ZoneInfo) -> datetime | None:
    """Give when `session` closed or will, where the answer tells.

    The current trading period is that of the session itself or, in the evening, already the next one; then the last
    regular trade, the closing auction's, tells when the one before it ended.
    """
    end = ((meta.get("currentTradingPeriod") or {}).get("regular") or {}).get("end")
    if end is None:
        return None
    at = datetime.fromtimestamp(int(end), UTC)
    if at.astimezone(zone).date() == session:
        return at
    traded = meta.get("regularMarketTime")
    if at.astimezone(zone).date() > session and traded is not None:
        last = datetime.fromtimestamp(int(traded), UTC)
        return last if last.astimezone(zone).date() == session else None
    return None


def _scaled(bar: Bar, scale: float, *, valued: bool) -> Bar:
    volume = bar.volume if valued else None  # pairs have no volume; a zero would look like a carried price
    return Bar(bar.start, bar.open / scale, bar.high / scale, bar.low / scale, bar.close / scale, volume, None,
               bar.interval_s)


def _why_empty(found: list[Bar], end: datetime, now: datetime, settle_s: float, where: str) -> SourceError:
    remedy = "it is tried again later"
    if end + timedelta(seconds=settle_s) > now:
        return SourceError("no bar of the window is final yet", where, remedy, reason="not yet")
    if found:
        return SourceError(f"answered {len(found)} bars, none of them final and inside the window", where, remedy)
    return EmptyAnswer("answered without a single price", where, remedy)
