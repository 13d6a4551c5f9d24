"""Daily fixings of currencies: the European Central Bank's own files, and Frankfurter's JSON of the same rates."""

import csv
import io
import json
import math
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar
from xml.etree import ElementTree

from monitor.clock import SystemClock
from monitor.errors import SourceError
from monitor.market.fixings import CURRENCIES, FIXING, newest_published, published_at
from monitor.market.series import Bar, Bars
from monitor.market.sources.base import DAY_S, MINUTE_S, Deadline, EmptyAnswer, join_pages, library, tidy, utc

if TYPE_CHECKING:
    import httpx

__all__ = ["FIXING_SOURCES", "EcbSource", "FixingSource", "FrankfurterSource"]

Rates = Mapping[date, Mapping[str, float]]
"""Day -> currency -> how much of it one euro buys."""

_SETTLE_S = 30 * 60.0
_REQUEST_S = 15.0
_MOST_BYTES = 32 * 1024 * 1024
_KEPT = timedelta(minutes=10)
"""So long an answer serves the pairs that are asked for one after another."""
_RECENT = timedelta(days=85)


class FixingSource:
    """What both have in common: one rate a day against the euro; other pairs are crosses through it."""

    name: str
    host: ClassVar[str]
    origin = "ecb"
    """Frankfurter's first version republishes the same rates."""
    minutes = False

    def __init__(
        self,
        *,
        base_url: str | None = None,
        deadline_s: float = 60.0,
        settle_s: float | None = None,
        monotonic: Callable[[], float] | None = None,
    ) -> None:
        self.settle_s = _SETTLE_S if settle_s is None else settle_s
        self._base = self.host if base_url is None else f"{base_url}/{self.name}"
        self._deadline_s = deadline_s
        self._monotonic = monotonic or SystemClock().monotonic
        self._client: httpx.Client | None = None
        self._kept: dict[str, tuple[datetime, bytes]] = {}

    def retention_s(self, interval_s: int) -> float | None:
        """Give None: the rates since 1999 are kept."""
        return None

    def bars(self, symbol: str, start: datetime, end: datetime, interval_s: int = MINUTE_S, *, now: datetime) -> Bars:
        """Give the published fixings of the pair `symbol` (``A/B``: B for one A) whose days lie in [start, end).

        A day is labelled by its date at 00:00 UTC and has one price. There is none on weekends and holidays of TARGET.
        """
        where = f"{self.name} {symbol}"
        if interval_s != DAY_S:
            raise SourceError(f"has no bars of {interval_s} s", where, "it has one fixing a day")
        base, _, quote = symbol.upper().partition("/")
        if base not in CURRENCIES or quote not in CURRENCIES or base == quote:
            raise SourceError("is no pair of currencies that are fixed", where, "set the item's symbol",
                              reason="delisted")
        first, last = utc(start).date(), (utc(end) - timedelta(microseconds=1)).date()
        if published_at(first) + timedelta(seconds=self.settle_s) > now:
            raise SourceError("no fixing of the window is published", where, "it is tried again later",
                              reason="not yet")
        deadline = Deadline(self._deadline_s, self._monotonic, where)
        body, rates = self._rates(first, min(last, utc(now).date()), (base, quote), deadline, now)
        if not rates:
            raise SourceError("answered without a single rate", where, "it is tried again later")
        if not {base, quote} <= {"EUR", *rates[max(rates)]}:
            raise SourceError("gives no rate for that pair", where, "set the item's symbol", reason="delisted")
        bars = tidy(self._bars(rates, base, quote, start, end, now))
        if not bars and newest_published(now, timedelta(seconds=self.settle_s)) >= last:
            raise EmptyAnswer("has no fixing on those days (weekend, holiday of TARGET)", where)
        if not bars:
            raise SourceError("has no fixing of the window yet", where, "it is tried again later", reason="not yet")
        return Bars(self.name, symbol, quote, bars, now, join_pages([body]), library("httpx"), FIXING)

    def close(self) -> None:
        """Close connections and forget answers."""
        if self._client is not None:
            self._client.close()
            self._client = None
        self._kept.clear()

    def _rates(
        self, first: date, last: date, pair: tuple[str, str], deadline: Deadline, now: datetime
    ) -> tuple[bytes, Rates]:
        """Give the raw answer as JSON, and the rates in it; days outside [first, last] may be among them."""
        raise NotImplementedError

    def _bars(
        self, rates: Rates, base: str, quote: str, start: datetime, end: datetime, now: datetime
    ) -> Iterator[Bar]:
        settle = timedelta(seconds=self.settle_s)
        for day, row in rates.items():
            at = datetime(day.year, day.month, day.day, tzinfo=UTC)
            known = {"EUR": 1.0, **row}
            if start <= at < end and base in known and quote in known and published_at(day) + settle <= now:
                rate = known[quote] / known[base]
                yield Bar(at, rate, rate, rate, rate, interval_s=DAY_S)

    def _get(self, path: str, deadline: Deadline, now: datetime, query: Mapping[str, str] | None = None) -> bytes:
        """Give the body of an answer, which is kept for the next pairs for some minutes."""
        key = f"{path}?{query}"
        at, body = self._kept.get(key, (None, b""))
        if at is not None and timedelta() <= now - at < _KEPT:
            return body
        body = self._fetch(path, deadline, query)
        self._kept = {k: v for k, v in self._kept.items() if timedelta() <= now - v[0] < _KEPT} | {key: (now, body)}
        return body

    def _fetch(self, path: str, deadline: Deadline, query: Mapping[str, str] | None) -> bytes:
        import httpx

        where, later = f"{self.name} {path}", "it is tried again later"
        if self._client is None:
            self._client = httpx.Client(follow_redirects=False)
        body = bytearray()
        try:
            wait_s = min(_REQUEST_S, deadline.left_s())
            with self._client.stream("GET", self._base + path, params=query, timeout=wait_s) as answer:
                for chunk in answer.iter_bytes():
                    deadline.left_s()  # a slow drip outlives a read's own time limit
                    body += chunk
                    if len(body) > _MOST_BYTES:
                        raise SourceError("answered with more than any file of rates holds", where, later)
        except httpx.HTTPError as err:
            raise SourceError(f"{type(err).__name__}: {err}", where, later) from err
        if answer.status_code != httpx.codes.OK:
            reasons = {429: "rate limited", 403: "blocked here", 451: "blocked here", 404: self._missing}
            raise SourceError(f"answered {answer.status_code}", where, later,
                              reason=reasons.get(answer.status_code, "unavailable"))
        return bytes(body)

    _missing = "unavailable"
    """What a 404 means."""


class EcbSource(FixingSource):
    """``eurofxref-hist-90d.xml``, and ``eurofxref-hist.zip`` (a CSV) for windows that begin before it."""

    name = "ecb"
    host = "https://www.ecb.europa.eu"

    def _rates(
        self, first: date, last: date, pair: tuple[str, str], deadline: Deadline, now: datetime
    ) -> tuple[bytes, Rates]:
        recent = first >= utc(now).date() - _RECENT
        path = f"/stats/eurofxref/eurofxref-hist{'-90d.xml' if recent else '.zip'}"
        body = self._get(path, deadline, now)
        try:
            rates = _xml_rates(body) if recent else _zip_rates(body)
        except (ElementTree.ParseError, zipfile.BadZipFile, ValueError, KeyError, UnicodeError) as err:
            raise SourceError(f"answered with something that is not rates: {body[:60]!r}", f"ecb {path}",
                              "it is tried again later") from err
        if recent:
            return json.dumps(body.decode("utf-8", "replace")).encode(), rates
        # The archive holds all currencies since 1999; the pair's part of it is kept.
        part = {f"{day}": {c: row[c] for c in pair if c in row} for day, row in rates.items() if first <= day <= last}
        return json.dumps(part).encode(), rates


class FrankfurterSource(FixingSource):
    """``/v1/START..END?base=EUR&symbols=…``; a start on a weekend is answered from the working day before."""

    name = "frankfurter"
    host = "https://api.frankfurter.dev"
    _missing = "delisted"

    def _rates(
        self, first: date, last: date, pair: tuple[str, str], deadline: Deadline, now: datetime
    ) -> tuple[bytes, Rates]:
        query = {"base": "EUR", "symbols": ",".join(sorted({*pair} - {"EUR"}))}
        path = f"/v1/{first}..{last}"
        body = self._get(path, deadline, now, query)
        try:
            answer = json.loads(body)
            if answer["base"] != "EUR" or answer["amount"] != 1:
                raise ValueError("another base or amount than asked for")
            return body, _rows((day, row.items()) for day, row in answer["rates"].items())
        except (ValueError, KeyError, TypeError, AttributeError) as err:
            raise SourceError(f"answered with something that is not rates: {body[:60]!r}", f"frankfurter {path}",
                              "it is tried again later") from err


FIXING_SOURCES: Mapping[str, type[FixingSource]] = {kind.name: kind for kind in (EcbSource, FrankfurterSource)}


def _xml_rates(body: bytes) -> Rates:
    """Give the rates of nested ``<Cube time="…"><Cube currency="USD" rate="…"/></Cube>``."""
    if b"<!DOCTYPE" in body or b"<!ENTITY" in body:
        raise ValueError("the bank's files declare no entities")
    root = ElementTree.fromstring(body)
    days = [cube for cube in root.iter() if cube.tag.endswith("Cube") and cube.get("time")]
    if not days:
        raise ValueError("holds no day")
    return _rows((day.attrib["time"], ((c.attrib["currency"], c.attrib["rate"]) for c in day)) for day in days)


def _zip_rates(body: bytes) -> Rates:
    """Give the rates of ``Date,USD,JPY,…`` in the archive's one CSV; ``N/A`` where there was none."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        inside = archive.infolist()[0] if archive.infolist() else None
        if inside is None or inside.file_size > _MOST_BYTES:
            raise ValueError("holds no file of rates")
        text = archive.read(inside).decode("utf-8-sig")
    rows = csv.DictReader(io.StringIO(text), skipinitialspace=True)
    return _rows((row["Date"], ((c, v) for c, v in row.items() if c and c != "Date" and v)) for row in rows)


def _rows(days: Iterable[tuple[str, Iterable[tuple[str, Any]]]]) -> Rates:
    found: dict[date, dict[str, float]] = {}
    for day, row in days:
        kept = {currency: float(rate) for currency, rate in row if str(rate).strip() not in ("", "N/A")}
        found[date.fromisoformat(day.strip())] = {c: r for c, r in kept.items() if math.isfinite(r) and r > 0}
    return found
