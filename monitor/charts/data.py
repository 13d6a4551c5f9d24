"""From a store to what charts are built from: a window enters, plain figures leave.

For the worker and commands: the figures stand on numpy and the market's bars.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session, col, func, select

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.lag.history import lag_history
from monitor.lag.rows import Asked, load_rows
from monitor.lag.shifts import lag_changes
from monitor.store.database import Database
from monitor.store.tables import GradeRow, Probe, ReadingRow, Run
from monitor.store.types import State
from monitor.store.versions import version_changes

__all__ = ["Wanted", "chart_data"]

NAMES = {"monitor": "the program", "schema": "the database's schema"}
"""Of versions; libraries have their own."""


@dataclass(frozen=True)
class Wanted:
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
        return lag_history(self.database, since=self.since, until=self.until, by=by, reader=self.reader,
                           policy=self.policy, now=self.now, market=self.market, items=self.items)  # fmt: skip

    @property
    def asked(self) -> Asked:
        """The same window as queries for probes take it."""
        return Asked(self.since, self.until, self.reader, self.policy)


def chart_data(wanted: Wanted, needs: Iterable[str]) -> dict[str, Any]:
    """Give the parts that charts need of a window, in the shapes that `monitor.charts.parts.Data` names."""
    data: dict[str, Any] = {
        "since": _iso(wanted.since), "until": _iso(wanted.until), "reader": wanted.reader, "policy": wanted.policy,
    }  # fmt: skip
    for part in dict.fromkeys(needs):
        if part in _PARTS and part not in data:
            data |= _PARTS[part](wanted)
    return data


def _groups(wanted: Wanted) -> dict[str, Any]:
    table = wanted.table(("api", "asset"))
    return {name: table[name] for name in ("groups", "excluded", "annotations") if name in table}


def _days(wanted: Wanted) -> dict[str, Any]:
    table = wanted.table(("api", "asset", "day"))
    return {"days": table["groups"], "excluded": table.get("excluded", []),
            "annotations": table.get("annotations", [])}  # fmt: skip


def _calls(wanted: Wanted) -> dict[str, Any]:
    """Count what was asked and what became of it, with latencies and costs, by api and asset."""
    import numpy as np

    with wanted.database.read() as session:
        rows = load_rows(session, wanted.asked).rows
    classes: Counter[tuple[str, str, str]] = Counter()
    latencies: dict[tuple[str, str], list[float]] = defaultdict(list)
    numbers: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    usd: dict[tuple[str, str], float] = defaultdict(float)
    for row in rows:
        key = (row.api, row.asset)
        graded = row.grade[1] if row.grade is not None else "ungraded"
        classes[*key, graded if row.answered else "error"] += 1
        numbers[key].update(asked=1, answered=int(row.answered))
        usd[key] += row.cost_usd
        if row.answered and row.latency_ms is not None:
            latencies[key].append(row.latency_ms)
    calls = []
    for key, number in sorted(numbers.items()):
        p50, p95 = (float(np.quantile(latencies[key], q)) if latencies[key] else None for q in (0.5, 0.95))
        calls.append({"api": key[0], "asset": key[1], "asked": number["asked"], "answered": number["answered"],
                      "latency_p50_ms": p50, "latency_p95_ms": p95, "cost_usd": round(usd[key], 6)})  # fmt: skip
    return {"calls": calls, "classes": [
        {"api": api, "asset": asset, "class": name, "n": n} for (api, asset, name), n in sorted(classes.items())
    ]}  # fmt: skip


def _ours(wanted: Wanted) -> dict[str, Any]:
    """Find what changed on our side: configurations of apis, versions of reader, policy, program and libraries."""
    with wanted.database.read() as session:
        window = (col(Probe.instant_at) >= wanted.since, col(Probe.instant_at) < wanted.until)
        found = _firsts(session, select(Probe.api, Probe.api_hash, func.min(Probe.instant_at))
                        .where(*window, col(Probe.state).in_([State.ANSWERED, State.FAILED]))
                        .group_by(Probe.api, Probe.api_hash), "its configuration")  # fmt: skip
        read = select(ReadingRow.reader, ReadingRow.version, func.min(Probe.instant_at)).join(
            Probe, col(Probe.id) == col(ReadingRow.probe_id)
        )
        read = read.where(*window, ReadingRow.reader == wanted.reader).group_by(ReadingRow.reader, ReadingRow.version)
        found += [{**one, "api": None} for one in _firsts(session, read, "the reader's version")]
        graded = select(GradeRow.policy, GradeRow.policy_version, func.min(Probe.instant_at)).join(
            Probe, col(Probe.id) == col(GradeRow.probe_id)
        )
        graded = graded.where(*window, GradeRow.policy == wanted.policy).group_by(
            GradeRow.policy, GradeRow.policy_version
        )
        found += [{**one, "api": None} for one in _firsts(session, graded, "the policy's version")]
        found += [
            {"at": _iso(one.at), "api": None,
             "what": f"{NAMES.get(one.name, one.name)}, from {one.before or 'none'} to {one.after or 'none'}"}
            for one in version_changes(session, wanted.since, wanted.until) if one.name not in ("reader", "policy")
        ]  # fmt: skip
    return {"ours": sorted(found, key=lambda one: (one["at"], one["api"] or ""))}


def _firsts(session: Session, query: Any, what: str) -> list[dict[str, Any]]:
    """Give when each later value of a name was first there; the earliest value of a name is no change."""
    by_name: dict[str, list[datetime]] = defaultdict(list)
    for name, _, first in session.exec(query):
        by_name[name].append(first)
    return [
        {"at": _iso(at), "api": name, "what": what} for name, firsts in by_name.items() for at in sorted(firsts)[1:]
    ]


def _shifts(wanted: Wanted) -> dict[str, Any]:
    """Give the shifts that lie in the window; sought over a year, since a week alone tells none."""
    found = lag_changes(wanted.database, until=wanted.until, reader=wanted.reader, policy=wanted.policy, now=wanted.now)
    return {"shifts": [
        {"api": group["api"], "asset": group["asset"], **one}
        for group in found["groups"] for one in group["changes"] if one["day"] >= wanted.since.date().isoformat()
    ]}  # fmt: skip


def _nights(wanted: Wanted) -> dict[str, Any]:
    """Give the figures of the question sets over the nights that were planned in the window."""
    from monitor.agent.results import night_figures

    planned = select(Run.night).group_by(Run.night).having(
        func.max(Run.planned_at) >= wanted.since, func.max(Run.planned_at) < wanted.until
    )
    with wanted.database.read() as session:
        nights = list(session.exec(planned))
    return {"nights": night_figures(wanted.database, wanted.now, nights=nights)["groups"] if nights else []}


_PARTS: dict[str, Callable[[Wanted], dict[str, Any]]] = {
    "groups": _groups, "days": _days, "calls": _calls, "classes": _calls, "ours": _ours, "shifts": _shifts,
    "nights": _nights,
}  # fmt: skip


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
