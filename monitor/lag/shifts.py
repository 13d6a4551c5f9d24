"""Changes of the lag, from the kept figures of each day; a fresh one that is not of our making raises an alert."""

import json
from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from monitor.lag.changes import LEAST_DAYS, Change, Ours, changes_in, our_changes
from monitor.lag.rows import midnight
from monitor.lag.spans import DAY
from monitor.store import alerts
from monitor.store.annotations import annotations
from monitor.store.database import Database
from monitor.store.plain import plain_rows
from monitor.store.tables import LagFigure
from monitor.store.versions import version_changes

__all__ = ["lag_changes", "watch_shifts"]

RECENT = timedelta(days=14)
"""How long after it was found a change stays an open alert."""
HISTORY = timedelta(days=200)
"""How far back the alerts look; what lies before has long been told."""
YEAR = timedelta(days=365)


def lag_changes(
    database: Database,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    reader: str = "rules",
    policy: str = "strict",
    now: datetime,
) -> dict[str, Any]:
    """Give, for each api and asset, the changes over whole days of [since, until), by default of the last year."""
    end = midnight(until or now)
    start = midnight(since or end - YEAR)
    groups = []
    with database.read() as session:
        installed = _installed(session, start, end)
        for (api, asset), history in _histories(session, reader, policy, start, end).items():
            found, ours, dated = _changes(history, installed)
            group: dict[str, Any] = {
                "api": api, "asset": asset, "days": dated, "changes": [one.to_json() for one in found],
                "ours": [{"day": one.day.isoformat(), "kind": one.kind} for one in ours],
            }  # fmt: skip
            if dated < LEAST_DAYS:
                group["why"] = f"not enough days yet: {dated} with a median of {LEAST_DAYS} needed"
            groups.append(group)
        noted = [
            {"from": _iso(one.start_at), "to": _iso(one.end_at), "api": one.api, "asset": one.asset,
             "reason": one.reason, "excludes": one.excludes}
            for one in annotations(session, start, end)
        ]  # fmt: skip
    return {"generated_at": _iso(now), "since": _iso(start), "until": _iso(end), "reader": reader, "policy": policy,
            "groups": groups, "annotations": noted}  # fmt: skip


def watch_shifts(
    database: Database, of: Collection[tuple[str, str]], now: datetime, *, reader: str = "rules", policy: str = "strict"
) -> int:
    """Raise or clear the alert of each (api, asset) named; gives how many stand."""
    start, end = midnight(now) - HISTORY, midnight(now)
    standing = 0
    for api, asset in sorted(of):
        with database.read() as session:
            histories = _histories(session, reader, policy, start, end, api, asset)
            installed = _installed(session, start, end)
        found = _changes(histories.get((api, asset), []), installed)[0]
        key = f"shift:{api}:{asset}"
        fresh = found[-1] if found and midnight(now).date() - found[-1].found <= RECENT else None
        with database.write() as session:
            if fresh is None or fresh.ours:
                alerts.clear(session, key, now)
                continue
            standing += 1
            alerts.raise_(session, key, _message(api, asset, fresh), now, severity="info", detail=fresh.to_json())
    return standing


Day = tuple[date, dict[str, Any]]


def _histories(
    session: Session, reader: str, policy: str, start: datetime, end: datetime, api: str | None = None,
    asset: str | None = None,
) -> dict[tuple[str, str], list[Day]]:  # fmt: skip
    f = LagFigure
    query = select(f.api, f.asset, f.day, f.value).where(
        f.reader == reader, f.policy == policy, f.span == DAY, f.done > 0, f.probes > 0,
        f.api != "" if api is None else f.api == api, f.asset != "" if asset is None else f.asset == asset,
        col(f.day) >= start.date().isoformat(), col(f.day) < end.date().isoformat(),
    )  # fmt: skip
    found: dict[tuple[str, str], list[Day]] = {}
    for named_api, named_asset, day, value in plain_rows(session, query.order_by(f.api, f.asset, f.day)):
        found.setdefault((named_api, named_asset), []).append((date.fromisoformat(day), json.loads(value)))
    return found


def _installed(session: Session, start: datetime, end: datetime) -> list[Ours]:
    """Give the changed versions that no probe's own rows tell of: libraries, the schema, the program."""
    found = version_changes(session, start, end)
    return [Ours(one.at.date(), one.name) for one in found if one.name not in ("reader", "policy")]


def _changes(history: list[Day], installed: list[Ours]) -> tuple[list[Change], list[Ours], int]:
    dated = [(day, value["median_s"]["est"]) for day, value in history if value["median_s"]["est"] is not None]
    ours = our_changes([(day, value.get("ours", {})) for day, value in history])
    ours = sorted([*ours, *installed], key=lambda one: one.day)
    return changes_in([day for day, _ in dated], [lag for _, lag in dated], ours), ours, len(dated)


def _message(api: str, asset: str, one: Change) -> str:
    before, after = (f"{v:.0f} s" if v < 60 else f"{v / 60:.1f} min" for v in (one.before_s, one.after_s))
    return (
        f"{api}, {asset}: the median lag went from {before} to {after} on {one.day} (between {one.first} and"
        f" {one.last}); `monitor lag --changes` shows it, `monitor annotate` notes what is known of it"
    )


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
