"""The host clock's error, bounded by the ``Date`` headers of uncached answers.

A server that stamps second ``d`` did so at some true moment in [d, d + 1 s). The stamp was made between our
sending and our receiving, so host time minus true time lies in [sent - (d + 1 s), received - d]. Each answer
gives one such interval; honest servers' intervals overlap, and where most of them do lies the error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

__all__ = ["ClockError", "estimate"]


@dataclass(frozen=True, slots=True)
class ClockError:
    """Host time minus true time lies in [low_ms, high_ms], by the agreement of `agreeing` of `seen` answers."""

    low_ms: float
    high_ms: float
    agreeing: int
    seen: int

    @property
    def middle_ms(self) -> float:
        """The middle of the interval."""
        return (self.low_ms + self.high_ms) / 2


def estimate(answers: Sequence[tuple[datetime, datetime, str]]) -> ClockError | None:
    """Give the interval on which most answers agree, or None without a usable one.

    Each answer is (sent, received, Date header). Ties take the narrowest interval (Marzullo's algorithm,
    "Maintaining the Time in a Distributed System", 1984).
    """
    edges: list[tuple[float, int]] = []
    for sent, received, header in answers:
        try:
            stamp = parsedate_to_datetime(header)
        except ValueError:
            continue
        if stamp.tzinfo is None:
            continue
        low = (sent - stamp - timedelta(seconds=1)) / timedelta(milliseconds=1)
        high = (received - stamp) / timedelta(milliseconds=1)
        edges += [(low, -1), (high, 1)]
    best, count, found = 0, 0, None
    edges.sort()
    for place, (at, kind) in enumerate(edges):
        count -= kind
        if count > best:
            best = count
            found = ClockError(at, edges[place + 1][0], best, len(edges) // 2)
    return found
