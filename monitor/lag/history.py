"""The history of the lag as pages, charts and reports ask for it: kept figures where there are, estimates where not.

Every function gives plain values. A table from kept figures has ``kept`` beside the other fields: when its oldest
figure was made, how many groups have changed since, and how many were never made and are left out.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlmodel import col, func, select

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.lag.heading import headed
from monitor.lag.rows import Asked, midnight
from monitor.lag.spans import DAY, WINDOWS, watermark_name
from monitor.store.database import Database
from monitor.store.plain import plain_rows
from monitor.store.tables import GradeRow, LagFigure, Note, Probe
from monitor.store.types import from_micros

__all__ = ["FEW_PROBES", "kept_table", "lag_history"]

FEW_PROBES = 20_000
"""Up to so many probes a table is estimated afresh: that takes seconds."""


def lag_history(
    database: Database,
    *,
    since: datetime,
    until: datetime | None = None,
    by: Sequence[str] = ("api", "asset"),
    reader: str = "rules",
    policy: str = "strict",
    now: datetime,
    market: MarketSettings | None = None,
    items: Mapping[str, Item] | None = None,
    fresh: bool = False,
    done: Callable[[int, int, str], None] | None = None,
) -> dict[str, Any]:
    """Give the lag table of [since, until), by default until now: from kept figures where there are many probes.

    Windows that begin 7 or 30 days before today's midnight (by api and asset) and whole days (by any of api, asset
    and day) can come from kept figures; everything else, small tables, and all with `fresh`, is estimated.
    """
    end = until or now
    if not fresh and not _few(database, since, end):
        kept = kept_table(database, since=since, until=until, by=by, reader=reader, policy=policy, now=now)
        if kept is not None:
            return kept
    from monitor.lag.work import lag_table  # loads what the estimator stands on: a second that reading does not need

    return lag_table(database, since=since, until=end, by=by, reader=reader, policy=policy, now=now, market=market,
                     items=items, done=done)  # fmt: skip


def kept_table(
    database: Database,
    *,
    since: datetime,
    until: datetime | None = None,
    by: Sequence[str] = ("api", "asset"),
    reader: str = "rules",
    policy: str = "strict",
    now: datetime,
) -> dict[str, Any] | None:
    """Give the table from kept figures alone; None where none are kept for such a window or grouping."""
    span = _span(since, until, by, now)
    if span is None:
        return None
    f = LagFigure
    query = select(f.api, f.asset, f.day, f.marked, f.done, f.made_at, f.value).where(  # type: ignore[call-overload]
        f.reader == reader, f.policy == policy, f.span == span
    )
    if span == DAY:
        query = query.where(col(f.api) != "" if "api" in by else f.api == "",
                            col(f.asset) != "" if "asset" in by else f.asset == "",
                            col(f.day) >= since.date().isoformat(),
                            col(f.day) < _day_after(until or now))  # fmt: skip
    asked = Asked(since, until or now, reader, policy)
    with database.read() as session:
        rows = plain_rows(session, query)
        head = headed(session, asked, now)
        note = session.get(Note, watermark_name(reader, policy))
        seen = int(note.value["grade"]) if note is not None else 0
        unseen = session.exec(select(func.count()).where(col(GradeRow.id) > seen, GradeRow.policy == policy)).one()
    if not any(row[4] for row in rows):
        return None
    groups, made = [], []
    for api, asset, day, _, finished, made_at, value in sorted(rows, key=lambda row: _order(row, by)):
        figures = json.loads(value)
        if not finished or not figures:
            continue
        named = {"api": api, "asset": asset, "day": day}
        groups.append({**figures, "key": {name: named[name] for name in by}})
        made.append(made_at)
    head["kept"] = {
        "as_of": _iso(from_micros(min(made))) if made else None,
        "newest": _iso(from_micros(max(made))) if made else None,
        "changed_since": sum(0 < row[4] < row[3] for row in rows),
        "not_made_yet": sum(row[4] == 0 for row in rows),
        "grades_not_seen": unseen,
    }
    return {**head, "groups": groups}


def _span(since: datetime, until: datetime | None, by: Sequence[str], now: datetime) -> str | None:
    """Give the kind of kept figures that a table can come from."""
    names = set(by)
    if not names <= {"api", "asset", "day"} or since != midnight(since):
        return None
    if "day" in names:
        return DAY if until is None or until >= now or until == midnight(until) else None
    if names != {"api", "asset"} or (until is not None and until < now):
        return None
    return next((span for span, reach in WINDOWS.items() if since == midnight(now) - reach), None)


def _day_after(until: datetime) -> str:
    """Give the first day that begins at or after `until`."""
    return (midnight(until - timedelta(microseconds=1)) + timedelta(days=1)).date().isoformat()


def _order(row: Sequence[Any], by: Sequence[str]) -> list[str]:
    named = {"api": row[0], "asset": row[1], "day": row[2]}
    return [named[name] for name in by]


def _few(database: Database, since: datetime, until: datetime) -> bool:
    some = select(Probe.id).where(col(Probe.instant_at) >= since, col(Probe.instant_at) < until).limit(FEW_PROBES + 1)
    with database.read() as session:
        return session.exec(select(func.count()).select_from(some.subquery())).one() <= FEW_PROBES


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
