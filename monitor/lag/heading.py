"""What stands above a lag table: its window, what was left out of it, what people noted. Loads nothing heavy."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session

from monitor.lag.rows import Asked
from monitor.store.annotations import Exclusion, annotations, exclusions

__all__ = ["exclusion_json", "headed"]


def headed(session: Session, asked: Asked, now: datetime, taken: Mapping[int, int] | None = None) -> dict[str, Any]:
    """Give what stands above a table's groups: its window, what was left out of it, what people noted.

    `taken` is how many probes each exclusion took out, by its id, where that was counted.
    """
    left_out = exclusions(session, asked.since, asked.until)
    counts = {one.id: None if taken is None else taken.get(one.id, 0) for one in left_out}
    return {
        "generated_at": _iso(now),
        "since": _iso(asked.since),
        "until": _iso(asked.until),
        "reader": asked.reader,
        "policy": asked.policy,
        "excluded": [exclusion_json(one, asked.since, asked.until, counts[one.id]) for one in left_out],
        "annotations": [
            {"from": _iso(one.start_at), "to": _iso(one.end_at), "api": one.api, "asset": one.asset,
             "reason": one.reason, "excludes": one.excludes}
            for one in annotations(session, asked.since, asked.until)
        ],
    }  # fmt: skip


def exclusion_json(one: Exclusion, since: datetime, until: datetime, probes: int | None) -> dict[str, Any]:
    """Give an exclusion as far as it lies in [since, until), with the sentence that states it."""
    first, last = max(one.start_at, since), min(one.end_at, until)
    hours = round((last - first).total_seconds() / 3600, 2)
    of = " ".join(part for part in (one.api, one.asset) if part) or "everything"
    count = "" if probes is None else f", {probes} probes"
    return {
        "from": _iso(first), "to": _iso(last), "hours": hours, "api": one.api, "asset": one.asset,
        "reason": one.reason, "probes": probes,
        "text": f"{hours:g} h excluded ({of}, from {first:%Y-%m-%d %H:%M} UTC{count}): {one.reason}",
    }  # fmt: skip


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
