"""Failures of a source enter; when it may be asked again leaves (pure)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

__all__ = ["Failure", "retry_at"]

_FIRST = {
    "not yet": timedelta(minutes=2),
    "unavailable": timedelta(minutes=5),
    "disagrees": timedelta(minutes=5),
    "rate limited": timedelta(minutes=15),
    "blocked here": timedelta(hours=12),
    "delisted": timedelta(hours=12),
    "retention passed": timedelta(hours=1),
}
_MOST = {"not yet": timedelta(minutes=10), "unavailable": timedelta(hours=1), "rate limited": timedelta(hours=6)}


@dataclass(frozen=True, slots=True)
class Failure:
    """When a source gave nothing, and the reason."""

    at: datetime
    reason: str


def retry_at(failures: Sequence[Failure]) -> datetime:
    """Give when to ask again after `failures` in a row (ascending, none succeeded since).

    The wait doubles with every failure in a row for the same reason, up to a limit: refusals for too many requests
    last hours when they are met with more requests.
    """
    last = failures[-1]
    row = 0
    for failure in reversed(failures):
        if failure.reason != last.reason:
            break
        row += 1
    first = _FIRST.get(last.reason, _FIRST["unavailable"])
    doubled: timedelta = first * int(2 ** min(row - 1, 10))
    return last.at + min(doubled, _MOST.get(last.reason, timedelta(days=1)))
