"""What a person waits for on the overview: `monitor serve` over a store, as of a moment, asked over real HTTP."""

import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx

from monitor.lag.comparing import compare_assets
from monitor.lag.history import kept_table
from monitor.store.database import Database
from monitor.store.tables import Summary
from monitor.store.types import to_micros

__all__ = ["keep_summaries", "page_ms", "plan_days"]

DAY = timedelta(days=1)
SCHEDULED = ("instant_at", "due_at", "slot_at")
UNKNOWN = ("sent_at", "received_at", "lateness_ms", "connect_ms", "first_byte_ms", "latency_ms")
"""What a planned probe does not have yet."""


def plan_days(path: Path, last: datetime, days: int = 2) -> int:
    """Plan probes like those of the day that begins at `last` for the days after it, as the daemon does."""
    start, day_us = to_micros(last), DAY // timedelta(microseconds=1)
    with sqlite3.connect(path) as connection:
        names = [row[1] for row in connection.execute("PRAGMA table_info(probe)") if row[1] != "id"]
        planned = 0
        for later in range(1, days + 1):
            values = [f"{n} + {later * day_us}" if n in SCHEDULED else "NULL" if n in UNKNOWN
                      else "'planned'" if n == "state" else "0" if n == "cost_usd" else n for n in names]  # fmt: skip
            planned += connection.execute(
                f"INSERT INTO probe ({', '.join(names)}) SELECT {', '.join(values)} FROM probe"
                " WHERE instant_at >= ? AND instant_at < ?", (start, start + day_us)
            ).rowcount  # fmt: skip
    return planned


def keep_summaries(database: Database, week: datetime, now: datetime, *, compared: bool) -> None:
    """Keep what the worker keeps for the page; the comparisons take a minute, whatever the store's size."""
    table = kept_table(database, since=week, now=now)
    assert table is not None
    kept = {"lag": table}
    if compared:
        apis: dict[str, list[str]] = {}
        for group in table["groups"]:
            apis.setdefault(group["asset"], []).append(group["api"])
        kept["comparisons"] = compare_assets(database, apis, since=week, until=now, now=now)
    with database.write() as session:
        for name, value in kept.items():
            session.merge(Summary(name=name, made_at=now, value=value))


def page_ms(path: Path, at: datetime, requests: int, address: str = "/") -> list[float]:
    """Give the milliseconds of so many requests one after another, ascending, on a page whose clock began at `at`."""
    with _served(path, at) as url, httpx.Client(base_url=url, timeout=60.0) as client:
        took = []
        for _ in range(requests):
            began = time.perf_counter()
            answer = client.get(address)
            took.append(1000 * (time.perf_counter() - began))
            assert answer.status_code == 200, answer.text[:500]
    assert "Freshness lag" in answer.text
    assert "What is next" in answer.text
    return sorted(took)


@contextmanager
def _served(path: Path, at: datetime) -> Iterator[str]:
    settings = path.parent / "page.toml"
    settings.write_text(f"[clock]\nshift_s = {(at - datetime.now(UTC)).total_seconds():.0f}\n", encoding="utf-8")
    words = ("serve", "--port", "0", "--config", str(settings), "--db", str(path))
    serving = subprocess.Popen([sys.executable, "-u", "-m", "monitor", *words], stdout=subprocess.PIPE, text=True)
    try:
        assert serving.stdout is not None
        found = re.search(r"http://\S+", serving.stdout.readline())
        assert found is not None
        yield found[0].rstrip("/")
    finally:
        serving.terminate()
        serving.wait(timeout=30)
