"""The port that every source of bars has, the reasons for which one fails, and what all of them share."""

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol, runtime_checkable

from monitor.errors import SourceError
from monitor.market.series import Bar, Bars

__all__ = ["DAY_S", "MINUTE_S", "REASONS", "Deadline", "EmptyAnswer", "Source", "floor_to", "join_pages", "library",
           "serves_minutes", "tidy", "torn_labels", "utc"]

MINUTE_S = 60
DAY_S = 86_400

REASONS = (
    "not yet", "retention passed", "delisted", "rate limited", "blocked here", "disagrees", "unavailable",
)
"""Why a source gave nothing usable; the only words that `SourceError.reason` holds."""


@runtime_checkable
class Source(Protocol):
    """A place that bars come from. Two sources of one `origin` count as one where sources are compared."""

    name: str
    origin: str
    settle_s: float
    """How long after its end a bar may still change, in seconds."""

    def retention_s(self, interval_s: int) -> float | None:
        """Give how far back bars of this interval are kept, in seconds; None: without limit."""
        ...

    def bars(self, symbol: str, start: datetime, end: datetime, interval_s: int = MINUTE_S, *, now: datetime) -> Bars:
        """Give the final bars that start in [start, end), ascending, one a label.

        `now` decides what is final. Nothing usable raises SourceError with one of `REASONS`; an empty answer
        is never returned, since an outage looks like one.
        """
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...


def serves_minutes(source: Source) -> bool:
    """Tell whether `source` has minutes; one with days alone (daily fixings) says ``minutes = False``."""
    return bool(getattr(source, "minutes", True))


class EmptyAnswer(SourceError):
    """A source answered in its proper form, without a single bar: an outage or a quiet market, nothing tells which."""


class Deadline:
    """A time budget for one pull: however many requests it takes, they end within it."""

    def __init__(self, seconds: float, monotonic: Callable[[], float], where: str) -> None:
        self._until = monotonic() + seconds
        self._monotonic = monotonic
        self._where = where
        self.seconds = seconds

    def left_s(self) -> float:
        """Give what is left; nothing left raises SourceError."""
        left = self._until - self._monotonic()
        if left <= 0:
            raise SourceError(f"gave no whole answer within {self.seconds:g} s", self._where, "it is tried again later")
        return left


def utc(at: datetime) -> datetime:
    """Give `at` in UTC; a naive datetime raises ValueError (libraries would read it in the exchange's zone)."""
    if at.tzinfo is None:
        raise ValueError(f"naive datetime {at!r}: give it a zone")
    return at.astimezone(UTC)


def floor_to(at: datetime, interval_s: int) -> datetime:
    """Give the last bar start at or before `at`."""
    return utc(at) - timedelta(seconds=int(utc(at).timestamp()) % interval_s, microseconds=utc(at).microsecond)


def join_pages(pages: Sequence[bytes]) -> bytes:
    """Give the raw answers of one pull as one JSON array, in the order they came."""
    return b"[" + b",\n".join(page.strip() or b"null" for page in pages) + b"]"


def library(name: str) -> str:
    """Give ``name version`` of an installed library."""
    from importlib.metadata import version

    return f"{name} {version(name)}"


def tidy(bars: Iterable[Bar]) -> tuple[Bar, ...]:
    """Give `bars` ascending, one a label, without those that cannot be prices.

    Left out: a value that is missing, not finite or not positive; a low above or a high below the open or the
    close by more than rounding; a label off the interval's grid (a live row); and a label given twice with
    different values, since nothing tells which is right.
    """
    sound = [bar for bar in bars if _sound(bar)]
    torn = torn_labels(sound)
    kept = {bar.start: bar for bar in reversed(sound)}
    return tuple(kept[start] for start in sorted(kept) if start not in torn)


def torn_labels(bars: Iterable[Bar]) -> set[datetime]:
    """Give the labels that stand in `bars` twice with different values: the source contradicts itself there."""
    first: dict[datetime, Bar] = {}
    torn: set[datetime] = set()
    for bar in bars:
        other = first.setdefault(bar.start, bar)
        if (other.open, other.high, other.low, other.close) != (bar.open, bar.high, bar.low, bar.close):
            torn.add(bar.start)
    return torn


def _sound(bar: Bar) -> bool:
    prices = (bar.open, bar.high, bar.low, bar.close)
    if not all(math.isfinite(p) and p > 0 for p in prices):
        return False
    if bar.start.timestamp() % bar.interval_s:
        return False
    slack = 1e-9 * bar.high  # float32 tails of some vendors
    return bar.low <= min(bar.open, bar.close) + slack and bar.high >= max(bar.open, bar.close) - slack
