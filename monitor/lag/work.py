"""The lag table: stored readings, grades and bars enter; every group's figures leave, in the shape of the design."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import col, func, select

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.lag.groups import figures, load_pairs, load_timelines
from monitor.lag.heading import headed
from monitor.lag.keys import KEYS, key_of, place
from monitor.lag.rows import Asked, Row, load_rows, midnight
from monitor.store.database import Database
from monitor.store.plain import plain_rows
from monitor.store.tables import Probe
from monitor.store.types import from_micros

__all__ = ["KEYS", "lag_table"]

Done = Callable[[int, int, str], None]


def lag_table(
    database: Database,
    *,
    since: datetime,
    until: datetime,
    by: Sequence[str] = ("api", "asset"),
    reader: str = "rules",
    policy: str = "strict",
    now: datetime,
    market: MarketSettings | None = None,
    items: Mapping[str, Item] | None = None,
    done: Done | None = None,
) -> dict[str, Any]:
    """Give the figures of every group of the probes whose instants lie in [since, until), as plain values.

    `by` names keys of `KEYS`; the latest reading of `reader` and the latest grade under `policy` count. What cannot
    be estimated is null, with the reason beside it. `done` is told of each group: how many, of how many, "groups".
    """
    market, items = market or MarketSettings(), items or {}
    whole = Asked(since, until, reader, policy)
    parts = _days(database, whole) if "day" in by else [whole]
    out: list[tuple[tuple[str, ...], dict[str, Any]]] = []
    taken: Counter[int] = Counter()
    for number, asked in enumerate(parts):
        with database.read() as session:
            read = load_rows(session, asked)
            timelines = load_timelines(session, read.rows, asked, market, items)
            pairs = load_pairs(session, asked)
        taken.update({one.id: probes for one, probes in read.excluded})
        groups: dict[tuple[str, ...], list[Row]] = {}
        for row in read.rows:
            groups.setdefault(tuple(key_of(name, row, items) for name in by), []).append(row)
        for count, (key, rows) in enumerate(groups.items()):
            named = dict(zip(by, key, strict=True))
            out.append((key, figures(named, rows, timelines, market, pairs).to_json()))
            if done is not None and len(parts) == 1:
                done(count + 1, len(groups), "groups")
        if done is not None and len(parts) > 1:
            done(number + 1, len(parts), "days")
    out.sort(key=lambda one: [place(name, key) for name, key in zip(by, one[0], strict=True)])
    with database.read() as session:
        head = headed(session, whole, now, taken)
    return {**head, "groups": [group for _, group in out]}


def _days(database: Database, asked: Asked) -> list[Asked]:
    """Give the parts of a window that lie in one UTC day each and hold a probe: a day's figures are its own."""
    with database.read() as session:
        found = plain_rows(session, select(func.min(Probe.instant_at), func.max(Probe.instant_at)).where(
            col(Probe.instant_at) >= asked.since, col(Probe.instant_at) < asked.until))  # fmt: skip
    first, last = found[0]
    if first is None:
        return []
    parts = []
    start = max(midnight(from_micros(first)), asked.since)
    while start <= from_micros(last):
        end = min(midnight(start) + timedelta(days=1), asked.until)
        parts.append(replace(asked, since=start, until=end))
        start = end
    return parts
