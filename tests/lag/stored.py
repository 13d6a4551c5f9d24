"""A store full of graded probes, written as plain SQL: simulated coins, and APIs whose true lag is known."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from monitor.store.database import open_database
from monitor.store.types import to_micros

VENUE = 2.2e-4
"""How far another venue's prices lie from the source's, as the estimator assumes where one source alone speaks."""
HOUR_US, SECOND_US = 3_600_000_000, 1_000_000
_PROBE = (
    "INSERT INTO probe (id, instant_id, instant_at, offset_s, item_id, asset, ticker, api, vantage, attempt, is_close,"
    " query, wording, api_hash, due_at, slot_at, state, sent_at, received_at, lateness_ms, latency_ms, spoiled,"
    " cost_usd) VALUES (?, 1, ?, ?, ?, ?, ?, ?, 'local', 0, 0, 'q', ?, ?, ?, ?, 'answered', ?, ?, 5, ?, 0, 0.001)"
)
_READING = (
    "INSERT INTO reading (id, probe_id, reader, version, read_at, price, currency, unit, kind, derived, note,"
    " newest_price, newest_currency, newest_unit, newest_kind, newest_derived, newest_note, numbers, detail)"
    " VALUES (?, ?, 'rules', '1', ?, ?, 'USD', ?, 'last', 0, '', ?, 'USD', ?, 'last', 0, '', x'', '{}')"
)
_GRADE = (
    "INSERT INTO grade (id, probe_id, reading_id, policy, policy_version, graded_at, class, correct, coarse, closed,"
    " power, rivals, contained, sources, why) VALUES (?, ?, ?, 'strict', '1', ?, ?, ?, 0, 0, 0.9, '', ?, '', '')"
)


@dataclass
class History:
    """What to write: `days` UTC days from `first` on, at each of them `instants` instants an hour apart."""

    path: Path
    first: datetime = datetime(2026, 10, 1, tzinfo=UTC)
    days: int = 2
    instants: int = 8
    lag_s: Mapping[str, float] = field(default_factory=lambda: {"fast": 300.0, "slow": 1800.0})
    """The median lag of each API; lags are log-normal about it, with sigma 0.3."""
    assets: Sequence[str] = ("crypto",)
    items: int = 2
    """Items of each asset."""
    offsets_s: Sequence[float] = (5.0, 60.0, 900.0)
    seed: int = 1
    bars_days: int | None = None
    """Of how many of the last days there are bars and true prices; of all by default."""
    every: timedelta = timedelta(hours=1)
    shift: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    """From which day on an API's median lag is another: (day, seconds)."""
    hashes: Mapping[str, int] = field(default_factory=dict)
    """From which day on an API has another configuration."""


def write(history: History) -> int:
    """Write the store; gives the number of probes."""
    if not history.path.exists():
        open_database(history.path).close()
    connection = sqlite3.connect(history.path)
    connection.executescript("PRAGMA synchronous=OFF; PRAGMA cache_size=-200000;")
    rng = np.random.default_rng(history.seed)
    first_us = to_micros(history.first)
    connection.execute(
        "INSERT OR IGNORE INTO instant (id, at, schedule, schedule_hash, market_open, is_close, planned_at)"
        " VALUES (1, ?, 's', 'h', 1, 0, 0)", (first_us,))  # fmt: skip
    names = [(f"{asset}-{n}", asset) for asset in history.assets for n in range(history.items)]
    bars_days = history.days if history.bars_days is None else history.bars_days
    bars_from = history.days - bars_days
    prices = {item: _market(connection, history, item, bars_from, rng) for item, _ in names} if bars_days else {}
    number = connection.execute("SELECT coalesce(max(id), 0) FROM probe").fetchone()[0]
    before, size = number, 0
    for day in range(history.days):
        if 0 < day < bars_from:
            number += _repeat(connection, number - size, number, 86_400 * SECOND_US)
            continue
        rows = _day(history, names, prices if day >= bars_from else {}, day, bars_from, rng)
        size = len(rows)
        ids = range(number + 1, number + 1 + size)
        number += size
        numbered = list(zip(ids, rows, strict=True))
        connection.executemany(_PROBE, (
            (id_, at, offset, item, asset, item.upper() + "/USD" * (asset == "fx"), api, "w", hash_, at, at, sent,
             sent + 300_000, 300.0)
            for id_, (at, offset, item, asset, api, hash_, sent, _) in numbered
        ))  # fmt: skip
        connection.executemany(_READING, ((id_, id_, row[6], row[7], 0.01, row[7], 0.01) for id_, row in numbered))
        connection.executemany(_GRADE, (
            (id_, id_, id_, row[6], "target" if id_ % 3 else "stale", id_ % 3 > 0, 1) for id_, row in numbered
        ))  # fmt: skip
        connection.commit()
    connection.execute("ANALYZE")
    connection.commit()
    connection.close()
    return int(number - before)


def _repeat(connection, after: int, upto: int, by_us: int) -> int:
    """Write the probes with ids in (after, upto] once more, later by `by_us`, without leaving the database."""
    size = upto - after
    for table, moments, keys in (
        ("probe", ("instant_at", "due_at", "slot_at", "sent_at", "received_at"), ("id",)),
        ("reading", ("read_at",), ("id", "probe_id")),
        ("grade", ("graded_at",), ("id", "probe_id", "reading_id")),
    ):
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = [f'"{n}" + {by_us if n in moments else size if n in keys else ""}'.removesuffix(" + ") for n in names]
        columns = ", ".join(f'"{n}"' for n in names)
        connection.execute(
            f"INSERT INTO {table} ({columns}) SELECT {', '.join(values)} FROM {table} WHERE id > ? AND id <= ?",
            (after, upto),
        )
    connection.commit()
    return size


def _market(connection, history: History, item: str, bars_from: int, rng) -> np.ndarray:
    """Store the minutes of one item from two days before the first of interest; gives its price at every second."""
    start_us = to_micros(history.first + timedelta(days=bars_from - 2))
    seconds = (history.days - bars_from + 3) * 86400
    price = np.round(1000 * np.exp(np.cumsum(rng.normal(0, 8e-5, seconds))), 2)
    minute = price.reshape(-1, 60)
    pull = connection.execute(
        "INSERT INTO pull (item_id, source, symbol, currency, role, interval_s, start_at, end_at, pulled_at, outcome,"
        " library, bars) VALUES (?, 'kraken', ?, 'USD', 'trade', 60, ?, ?, ?, 'ok', '', ?)",
        (item, item, start_us, start_us + seconds * SECOND_US, start_us + seconds * SECOND_US, len(minute)),
    ).lastrowid  # fmt: skip
    connection.executemany(
        "INSERT INTO bar (pull_id, item_id, source, symbol, interval_s, start_at, open, high, low, close, volume,"
        " count) VALUES (?, ?, 'kraken', ?, 60, ?, ?, ?, ?, ?, 9, 50)",
        ((pull, item, item, start_us + k * 60 * SECOND_US, float(m[0]), float(m.max()), float(m.min()), float(m[-1]))
         for k, m in enumerate(minute)),
    )  # fmt: skip
    return price


def _day(history: History, names, prices, day: int, bars_from: int, rng) -> list[tuple]:
    start = to_micros(history.first + timedelta(days=day))
    every = history.every // timedelta(microseconds=1)
    origin = to_micros(history.first + timedelta(days=bars_from - 2))
    rows = []
    for api, median in history.lag_s.items():
        if api in history.shift and day >= history.shift[api][0]:
            median = history.shift[api][1]
        hash_ = "b" if day >= history.hashes.get(api, history.days) else "a"
        for instant in range(history.instants):
            at = start + 4 * HOUR_US + instant * every
            for offset in history.offsets_s:
                lags = median * np.exp(0.3 * rng.normal(size=len(names)))
                for (item, asset), lag in zip(names, lags, strict=True):
                    sent = at + int(offset * SECOND_US) + 5000
                    price = 1000.0
                    if item in prices:
                        price = float(prices[item][(sent - int(lag * SECOND_US) - origin) // SECOND_US])
                        price = round(price * (1 + VENUE * rng.normal()), 2)
                    rows.append((at, offset, item, asset, api, hash_, sent, price))
    return rows
