"""Raw rows of a simulated quarter, counted by plain SQL, beside what was planned and what the page says."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from monitor.demo.quarter.faults import Trace
from monitor.demo.quarter.life import APIS, ITEMS, OFFSETS_S, Life
from monitor.store.types import from_micros, to_micros

__all__ = ["accounts", "differences", "kept_differences", "left"]

DAY = timedelta(days=1)
NOT_SENT = ("missed", "interrupted", "skipped")
FIGURED = (
    "state IN ('answered', 'failed') AND NOT (state = 'failed' AND (error_class IN ('local', 'account')"
    " OR (error_class = 'rate_limit' AND sent_at IS NULL)))"
)
"""Probes that lag figures are over: those that did not fail by our own fault."""


def _rows(path: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute(query, values).fetchall()


def left(path: Path, trace: Trace, since: datetime, until: datetime) -> int:
    """Give how many rows of [since, until) show what a fault must leave."""
    window = (to_micros(since), to_micros(until))
    if trace.kind == "probe":
        query = "SELECT count(*) FROM probe WHERE instant_at >= ? AND instant_at < ? AND state = ?"
        return int(_rows(path, f"{query} AND (?4 IS NULL OR error_class = ?4)", *window, trace.name,
                         trace.error_class)[0][0])  # fmt: skip
    table, at, what = ("event", "at", "kind") if trace.kind == "event" else ("pull", "pulled_at", "outcome")
    query = f"SELECT count(*) FROM {table} WHERE {at} >= ? AND {at} < ? AND {what} = ?"
    return int(_rows(path, query, *window, trace.name)[0][0])


async def differences(life: Life, now: datetime) -> list[str]:
    """Say where the page's figures of the last 24 h and of today differ from the raw rows; nothing where none do."""
    path = life.database.path
    health, apis = await life.get("/api/v1/health"), await life.get("/api/v1/apis?limit=100")
    day = _rows(path, "SELECT state, count(*) FROM probe WHERE due_at > ? AND due_at <= ? GROUP BY state",
                to_micros(now - DAY), to_micros(now))  # fmt: skip
    found = _differ("states of the last 24 h", health["counts"], dict(day))
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    calls = _rows(path, "SELECT api, count(*), sum(cost_usd) FROM probe WHERE claimed_at >= ? AND claimed_at <= ?"
                  " GROUP BY api", to_micros(midnight), to_micros(now))  # fmt: skip
    shown = {row["api"]: (row["calls_today"], round(row["usd_today"], 6)) for row in apis["rows"] if row["calls_today"]}
    return found + _differ("calls and dollars of today", shown, {a: (n, round(usd, 6)) for a, n, usd in calls})


async def kept_differences(life: Life) -> list[str]:
    """Say where the page's table of all instants, its lag table and its days differ from the raw rows."""
    path = life.database.path
    shown: Counter[str] = Counter()
    after = ""
    while after is not None:
        part = await life.get(f"/api/v1/instants?limit=500{after and '&after='}{after}")
        for row in part["rows"]:
            shown.update({name: row[name] for name in ("probes", "answered", "failed", "missed", "planned")})
        after = part["next"]
    states = dict(_rows(path, "SELECT state, count(*) FROM probe GROUP BY state"))
    raw = {"probes": sum(n for state, n in states.items() if state != "cancelled"),
           "answered": states.get("answered", 0), "failed": states.get("failed", 0),
           "missed": sum(states.get(one, 0) for one in NOT_SENT), "planned": states.get("planned", 0)}  # fmt: skip
    found = _differ("all instants", shown, raw)
    (_, window), *_ = _rows(path, "SELECT name, value FROM summary WHERE name = 'lag'")
    found += await _lag_differences(life, path, window)
    return found


async def _lag_differences(life: Life, path: Path, window: str) -> list[str]:
    import json

    head = json.loads(window)
    since, until = (to_micros(datetime.fromisoformat(head[name])) for name in ("since", "until"))
    rows = (await life.get("/api/v1/lag?limit=500"))["rows"]
    raw = _rows(path, f"SELECT api, asset, count(*) FROM probe WHERE instant_at >= ? AND instant_at < ? AND {FIGURED}"
                " GROUP BY api, asset", since, until)  # fmt: skip
    found = _differ("the lag table", {(r["api"], r["asset"]): r["probes"] for r in rows}, {r[:2]: r[2] for r in raw})
    days = _rows(path, "SELECT day, api, asset, json_extract(value, '$.probes') FROM lag_figure"
                 " WHERE span = 'day' AND api != '' AND asset != ''")  # fmt: skip
    by_day = _rows(path, f"SELECT instant_at / 86400000000, api, asset, count(*) FROM probe WHERE {FIGURED}"
                   " GROUP BY 1, 2, 3")  # fmt: skip
    return found + _differ(
        "the kept days", {tuple(r[:3]): r[3] or 0 for r in days},
        {(_day(number), api, asset): n for number, api, asset, n in by_day},
    )  # fmt: skip


def _day(number: int) -> str:
    return from_micros(number * 86_400_000_000).date().isoformat()


def accounts(path: Path, expected: Mapping[date, Iterable[datetime]], until: datetime, arrived: int) -> dict[str, Any]:
    """Give how the planned probes ended, and what is unaccounted for: all of it ought to be 0.

    `expected` are the instants that the schedule came to, by day; `arrived` is what the sandbox was asked.
    """
    states = dict(_rows(path, "SELECT state, count(*) FROM probe WHERE due_at < ? GROUP BY state", to_micros(until)))
    keys = {(to_micros(at), float(offset)) for instants in expected.values() for at in instants for offset in OFFSETS_S}
    there = {(at, offset): n for at, offset, n in _rows(
        path, "SELECT instant_at, offset_s, count(*) FROM probe WHERE state != 'cancelled' AND due_at < ?"
        " GROUP BY 1, 2", to_micros(until))}  # fmt: skip
    wanted = ITEMS * len(APIS)
    sent = _rows(path, "SELECT count(*) FROM probe WHERE sent_at IS NOT NULL")[0][0]
    open_ends = sum(states.get(one, 0) for one in ("planned", "claimed"))
    unread = _rows(path, "SELECT count(*) FROM probe WHERE state = 'answered'"
                   " AND id NOT IN (SELECT probe_id FROM reading)")[0][0]  # fmt: skip
    ungraded = _rows(path, "SELECT count(*) FROM probe WHERE state = 'answered'"
                     " AND id NOT IN (SELECT probe_id FROM grade)")[0][0]  # fmt: skip
    return {
        "planned": sum(states.values()), "states": states, "instants": sum(map(len, map(list, expected.values()))),
        "without_end": open_ends, "not_planned": sum(wanted - there.get(key, 0) for key in keys),
        "not_expected": sum(n for key, n in there.items() if key not in keys),
        "sent": sent, "arrived": arrived, "unread": unread, "ungraded": ungraded,
    }  # fmt: skip


def _differ(what: str, page: Mapping[Any, Any], raw: Mapping[Any, Any]) -> list[str]:
    """Say where two counts differ; what is 0 on one side may be absent on the other."""
    return [f"{what}: {key} is {page.get(key, 0)} on the page, {raw.get(key, 0)} in the rows"
            for key in sorted({*page, *raw}, key=str) if page.get(key, 0) != raw.get(key, 0)]  # fmt: skip
