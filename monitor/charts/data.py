"""From a store to what charts are built from: a window enters, plain figures leave.

For the worker and commands: the figures stand on numpy and the market's bars.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session, col, func, or_, select

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.lag.work import lag_table
from monitor.store.database import Database
from monitor.store.plain import plain_rows
from monitor.store.tables import Event, GradeRow, Probe, ReadingRow
from monitor.store.types import State

__all__ = ["Asked", "chart_data"]

OURS = ("local", "account")
"""Classes of failure that are our own and count against nobody."""


@dataclass(frozen=True)
class Asked:
    """Which window of which store, as `reader` and `policy` saw it."""

    database: Database
    since: datetime
    until: datetime
    now: datetime
    reader: str = "rules"
    policy: str = "strict"
    market: MarketSettings | None = None
    items: Mapping[str, Item] | None = None

    def table(self, by: Sequence[str]) -> dict[str, Any]:
        """Give the lag table by those keys."""
        return lag_table(self.database, since=self.since, until=self.until, by=by, reader=self.reader,
                         policy=self.policy, now=self.now, market=self.market, items=self.items)  # fmt: skip


def chart_data(asked: Asked, needs: Iterable[str]) -> dict[str, Any]:
    """Give the parts that charts need of a window, in the shapes that `monitor.charts.parts.Data` names."""
    data: dict[str, Any] = {
        "since": _iso(asked.since), "until": _iso(asked.until), "reader": asked.reader, "policy": asked.policy,
    }  # fmt: skip
    for part in dict.fromkeys(needs):
        if part in _PARTS and part not in data:
            data |= _PARTS[part](asked)
    return data


def _groups(asked: Asked) -> dict[str, Any]:
    return {"groups": asked.table(("api", "asset"))["groups"]}


def _days(asked: Asked) -> dict[str, Any]:
    return {"days": asked.table(("api", "asset", "day"))["groups"]}


def _calls(asked: Asked) -> dict[str, Any]:
    """Count what was asked and what became of it, with latencies and costs, by api and asset."""
    import numpy as np

    with asked.database.read() as session:
        rows = _probes(session, asked)
    classes: Counter[tuple[str, str, str]] = Counter()
    latencies: dict[tuple[str, str], list[float]] = defaultdict(list)
    numbers: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    usd: dict[tuple[str, str], float] = defaultdict(float)
    for api, asset, state, error, sent, latency, cost, graded in rows:
        usd[api, asset] += cost or 0.0
        if state == State.FAILED and (error in OURS or (error == "rate_limit" and sent is None)):
            continue
        answered = state == State.ANSWERED
        classes[api, asset, (graded or "ungraded") if answered else "error"] += 1
        numbers[api, asset].update(asked=1, answered=int(answered))
        if answered and latency is not None:
            latencies[api, asset].append(latency)
    calls = []
    for key, number in sorted(numbers.items()):
        p50, p95 = (float(np.quantile(latencies[key], q)) if latencies[key] else None for q in (0.5, 0.95))
        calls.append({"api": key[0], "asset": key[1], "asked": number["asked"], "answered": number["answered"],
                      "latency_p50_ms": p50, "latency_p95_ms": p95, "cost_usd": round(usd[key], 6)})  # fmt: skip
    return {"calls": calls, "classes": [
        {"api": api, "asset": asset, "class": name, "n": n} for (api, asset, name), n in sorted(classes.items())
    ]}  # fmt: skip


def _probes(session: Session, asked: Asked) -> list[tuple[Any, ...]]:
    """Give api, asset, state, error class, sent at, latency, cost and the class of the latest grade of each probe."""
    window = (col(Probe.instant_at) >= asked.since, col(Probe.instant_at) < asked.until, col(Probe.attempt) == 0)
    latest = (
        select(GradeRow.probe_id, func.max(col(GradeRow.id)).label("id"))
        .join(Probe, col(Probe.id) == col(GradeRow.probe_id))
        .join(ReadingRow, col(ReadingRow.id) == col(GradeRow.reading_id), isouter=True)
        .where(*window, col(GradeRow.policy) == asked.policy,
               or_(col(ReadingRow.id).is_(None), col(ReadingRow.reader) == asked.reader))
        .group_by(col(GradeRow.probe_id))
        .subquery()
    )  # fmt: skip
    return plain_rows(session, select(  # type: ignore[call-overload]
        Probe.api, Probe.asset, Probe.state, Probe.error_class, Probe.sent_at, Probe.latency_ms, Probe.cost_usd,
        GradeRow.class_,
    ).join(latest, latest.c.probe_id == Probe.id, isouter=True)
     .join(GradeRow, col(GradeRow.id) == latest.c.id, isouter=True)
     .where(*window, col(Probe.state).in_([State.ANSWERED, State.FAILED])))  # fmt: skip


def _ours(asked: Asked) -> dict[str, Any]:
    """Find what changed on our side: configurations of apis, versions of the reader, of the policy, of the program."""
    with asked.database.read() as session:
        window = (col(Probe.instant_at) >= asked.since, col(Probe.instant_at) < asked.until)
        found = _firsts(session, select(Probe.api, Probe.api_hash, func.min(Probe.instant_at))
                        .where(*window, col(Probe.state).in_([State.ANSWERED, State.FAILED]))
                        .group_by(Probe.api, Probe.api_hash), "its configuration")  # fmt: skip
        read = select(ReadingRow.reader, ReadingRow.version, func.min(Probe.instant_at)).join(
            Probe, col(Probe.id) == col(ReadingRow.probe_id)
        )
        read = read.where(*window, ReadingRow.reader == asked.reader).group_by(ReadingRow.reader, ReadingRow.version)
        found += [{**one, "api": None} for one in _firsts(session, read, "the reader's version")]
        graded = select(GradeRow.policy, GradeRow.policy_version, func.min(Probe.instant_at)).join(
            Probe, col(Probe.id) == col(GradeRow.probe_id)
        )
        graded = graded.where(*window, GradeRow.policy == asked.policy).group_by(
            GradeRow.policy, GradeRow.policy_version
        )
        found += [{**one, "api": None} for one in _firsts(session, graded, "the policy's version")]
        started = select(Event).where(
            Event.kind == "start", col(Event.at) >= asked.since, col(Event.at) < asked.until
        ).order_by(col(Event.at))  # fmt: skip
        before = None
        for event in session.exec(started):
            version = event.detail.get("version")
            if version and before and version != before:
                found.append({"at": _iso(event.at), "api": None, "what": f"the program, from {before} to {version}"})
            before = version or before
    return {"ours": sorted(found, key=lambda one: (one["at"], one["api"] or ""))}


def _firsts(session: Session, query: Any, what: str) -> list[dict[str, Any]]:
    """Give when each later value of a name was first there; the earliest value of a name is no change."""
    by_name: dict[str, list[datetime]] = defaultdict(list)
    for name, _, first in session.exec(query):
        by_name[name].append(first)
    return [
        {"at": _iso(at), "api": name, "what": what} for name, firsts in by_name.items() for at in sorted(firsts)[1:]
    ]


def _no_shifts(_asked: Asked) -> dict[str, Any]:
    return {"shifts": []}


_PARTS: dict[str, Callable[[Asked], dict[str, Any]]] = {
    "groups": _groups, "days": _days, "calls": _calls, "classes": _calls, "ours": _ours, "shifts": _no_shifts,
}  # fmt: skip


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
