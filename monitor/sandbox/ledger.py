"""Every request that arrived and every moment that was served, kept exactly, for tests to compare with."""

import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

__all__ = ["Arrival", "Ledger", "ServedTruth"]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A search request, counted before it was answered in any way."""

    received_at: datetime
    engine: str
    format: str
    query: str
    """The words searched for, or the address of the page asked for."""
    fault: str | None
    kind: str = "search"
    """search, or page."""


@dataclass(frozen=True, slots=True)
class ServedTruth:
    """What a search answer held; the lag counts from the arrival of the request."""

    received_at: datetime
    engine: str
    asset: str
    item_id: str
    query: str
    moment: datetime
    price: float

    @property
    def lag_s(self) -> float:
        """The age of the served price, in seconds."""
        return (self.received_at - self.moment).total_seconds()


class Ledger:
    """Two lists under one lock; memory grows with the requests (about 0.5 kB each)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._arrivals: list[Arrival] = []
        self._truth: list[ServedTruth] = []
        self._venues: Counter[tuple[str, str]] = Counter()

    def arrived(self, arrival: Arrival) -> None:
        """Count a search request."""
        with self._lock:
            self._arrivals.append(arrival)

    def asked(self, venue: str, path: str) -> None:
        """Count a request to a venue of reference bars, by its path without the query."""
        with self._lock:
            self._venues[venue, path] += 1

    def venue_requests(self) -> dict[tuple[str, str], int]:
        """Give how often each (venue, path) was asked."""
        with self._lock:
            return dict(self._venues)

    def served(self, truth: ServedTruth) -> None:
        """Keep the truth about an answer."""
        with self._lock:
            self._truth.append(truth)

    def reset(self) -> None:
        """Forget everything."""
        with self._lock:
            self._arrivals.clear()
            self._truth.clear()
            self._venues.clear()

    def arrivals(self) -> list[Arrival]:
        """Give all search requests in their order."""
        with self._lock:
            return list(self._arrivals)

    def truth(self, engine: str | None = None, asset: str | None = None) -> list[ServedTruth]:
        """Give what was served, of one engine or asset where named."""
        with self._lock:
            return [one for one in self._truth if engine in (None, one.engine) and asset in (None, one.asset)]

    def arrivals_report(self) -> dict[str, Any]:
        """Give the requests and their counts as plain values."""
        arrivals = self.arrivals()
        venues: Counter[str] = Counter()
        for (venue, _), count in self.venue_requests().items():
            venues[venue] += count
        return {
            "total": len(arrivals),
            "by_engine": dict(Counter(one.engine for one in arrivals)),
            "by_query": dict(Counter(f"{one.engine} {one.query}" for one in arrivals)),
            "venues": dict(venues),
            "requests": [
                {
                    "received_at": one.received_at.isoformat(),
                    "engine": one.engine,
                    "format": one.format,
                    "query": one.query,
                    "fault": one.fault,
                    "kind": one.kind,
                }
                for one in arrivals
            ],
        }

    def truth_report(self, engine: str | None, asset: str | None) -> dict[str, Any]:
        """Give what was served as plain values, with the median lag of each engine and asset."""
        rows = self.truth(engine, asset)
        groups: dict[tuple[str, str], list[float]] = {}
        for one in rows:
            groups.setdefault((one.engine, one.asset), []).append(one.lag_s)
        return {
            "groups": [
                {"engine": key[0], "asset": key[1], "served": len(lags), "median_s": _median(lags)}
                for key, lags in sorted(groups.items())
            ],
            "served": [
                {
                    "received_at": one.received_at.isoformat(),
                    "engine": one.engine,
                    "asset": one.asset,
                    "item": one.item_id,
                    "query": one.query,
                    "moment": one.moment.isoformat(),
                    "price": one.price,
                    "lag_s": one.lag_s,
                }
                for one in rows
            ],
        }


def _median(values: Iterable[float]) -> float:
    found = sorted(values)
    half = len(found) // 2
    return found[half] if len(found) % 2 else (found[half - 1] + found[half]) / 2
