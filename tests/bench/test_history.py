"""Figures over months of probes: read from what the worker keeps, beside a plain scan of the same rows.

The full one has ten million probes, three years of them; its result is in docs/results/history.json. The overview is
asked of `monitor serve` over real HTTP, as of the end of the last day. The kept rows of the days are made for the last
one, by the worker's own pass, and repeated for the others.
"""

import json
import os
import platform
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from monitor.lag.history import kept_table
from monitor.lag.kept import Keeping, keep
from monitor.lag.rows import midnight
from monitor.lag.work import lag_table
from monitor.store.database import open_database
from monitor.store.types import to_micros
from tests.bench.overview_page import keep_summaries, page_ms, plan_days
from tests.lag.stored import History, write

RESULT = Path(__file__).resolve().parents[2] / "docs" / "results" / "history.json"
APIS = {f"api{n}": 20.0 * 2**n for n in range(10)}
INSTANTS, FEW = 26, 8
"""Instants a day by hand, and where the benchmark runs with every change."""
WEEK = timedelta(days=7)
COMPARED_FROM = 100
"""Days from which a store is worth the minute that comparing its APIs takes, and more requests of the page."""


@pytest.mark.slow
def test_a_months_table_costs_less_than_a_scan_of_its_rows(tmp_path):
    found = measure(tmp_path, 32, instants=FEW)
    print(json.dumps(found, indent=2))
    assert found["probes"] > 90_000
    assert found["month_s"] < found["month_scan_s"]
    assert found["overview_p50_ms"] < 1000 * found["month_scan_s"] * INSTANTS / FEW  # a scan of as many rows as by hand


@pytest.mark.full
def test_ten_million_probes():
    folder = Path(tempfile.mkdtemp(prefix="history-", dir=os.environ.get("MONITOR_BENCH_DIR")))
    try:
        found = measure(folder, int(os.environ.get("MONITOR_BENCH_DAYS", "1095")))
    finally:
        shutil.rmtree(folder)
    print(json.dumps(found, indent=2))
    RESULT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    assert found["month_command_cpu_s"] < 2
    assert found["all_days_command_cpu_s"] < 10
    assert found["overview_p95_ms"] < 300


def measure(folder: Path, days: int, instants: int = INSTANTS) -> dict:
    """Write a store of so many days, and instants in each, and give the seconds that each question takes."""
    path = folder / "m.sqlite"
    now = datetime.now(UTC).replace(microsecond=0)
    last = midnight(now) - timedelta(seconds=1)  # of the probes: yesterday's
    first = midnight(last) - timedelta(days=days - 1)
    started = time.perf_counter()
    probes = write(History(path, first, days, instants, APIS, ("crypto", "equity", "fx"), 2,
                           (5, 30, 60, 300, 900, 3600), bars_days=min(days, 31),
                           every=timedelta(minutes=30)))  # fmt: skip
    found = _Told({"probes": probes, "days": days, "written_s": _since(started), "store_gb": path.stat().st_size / 1e9})
    database = open_database(path)
    keeping = Keeping(database, "rules", "strict")
    start = time.perf_counter()
    keep(keeping, last, most=0)
    found["marking_all_s"] = _since(start)
    start = time.perf_counter()
    report = keep(keeping, last, most=1)
    found |= {"today_s": _since(start), "today_probes": report.probes, "today_figures": report.made}
    start = time.perf_counter()
    made = 0
    while _missing(path):
        made += keep(keeping, now, most=50_000).made
    found |= {"windows_s": _since(start), "windows_figures": made}
    _repeat_days(path, last, days)
    found["planned"] = plan_days(path, midnight(last))
    keep_summaries(database, midnight(now) - WEEK, now, compared=days > COMPARED_FROM)
    database.close()
    return ask(path, first, days, now, found)


def ask(path: Path, first: datetime, days: int, now: datetime, found: dict) -> dict:
    """Ask everything of a store that is kept up, and add the seconds to `found`."""
    database, last = open_database(path), midnight(now) - timedelta(seconds=1)
    month, week = midnight(now) - timedelta(days=30), midnight(now) - WEEK
    found["month_s"] = _median(lambda: kept_table(database, since=month, now=now))
    table = kept_table(database, since=first, by=("day",), now=now)
    assert len(table["groups"]) == days
    found["all_days_s"] = _median(lambda: kept_table(database, since=first, by=("day",), now=now))
    each = ("api", "asset", "day")
    found["all_days_by_api_and_asset_s"] = _median(lambda: kept_table(database, since=first, by=each, now=now), 3)
    requests = 200 if days > COMPARED_FROM else 40
    took = page_ms(path, last + timedelta(seconds=30), requests)
    found |= {"overview_requests": requests, "overview_p50_ms": statistics.median(took),
              "overview_p95_ms": took[int(0.95 * requests)], "overview_max_ms": took[-1]}  # fmt: skip
    found["week_scan_s"] = _median(lambda: _scan(path, week, now), 3)
    found["month_scan_s"] = _median(lambda: _scan(path, month, now), 3)
    found["all_scan_s"] = _timed(lambda: _scan(path, first, now))
    for name, words in (("month", ("--since", "30d")), ("all_days", ("--since", f"{days}d", "--by", "day"))):
        before = _children_s()
        found[f"{name}_command_s"] = _median(lambda words=words: _command(path, *words), 3)
        found[f"{name}_command_cpu_s"] = (_children_s() - before) / 3
    start = time.perf_counter()
    fresh = lag_table(database, since=midnight(last), until=midnight(now), by=("day",), now=now)
    found["one_day_anew_s"] = _since(start)
    kept = kept_table(database, since=midnight(last), by=("day",), now=now)
    assert kept["groups"] == fresh["groups"]
    database.close()
    found |= {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version, "cores": os.cpu_count(),
              "load": os.getloadavg()[0]}  # fmt: skip
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in found.items()}


def _missing(path: Path) -> int:
    with sqlite3.connect(path) as connection:
        query = "SELECT count(*) FROM lag_figure WHERE done = 0 AND span != 'day'"
        return connection.execute(query).fetchone()[0]


def _repeat_days(path: Path, last: datetime, days: int) -> None:
    """Give every other day the figures of the last one."""
    like = last.date().isoformat()
    with sqlite3.connect(path) as connection:
        for back in range(1, days):
            day = (last - timedelta(days=back)).date().isoformat()
            connection.execute(
                "UPDATE lag_figure SET done = marked, version = made.version, made_at = made.made_at,"
                " probes = made.probes, value = made.value FROM (SELECT api AS a, asset AS b, version, made_at, probes,"
                " value FROM lag_figure WHERE reader = 'rules' AND policy = 'strict' AND span = 'day'"
                " AND day = ?) AS made"
                " WHERE reader = 'rules' AND policy = 'strict' AND span = 'day' AND day = ? AND api = made.a"
                " AND asset = made.b", (like, day))  # fmt: skip


class _Told(dict):
    """Figures that are printed as they are found: the full measurement takes a while."""

    def __setitem__(self, name, value) -> None:
        print(name, value, flush=True)
        super().__setitem__(name, value)

    def __ior__(self, more):
        for name, value in more.items():
            self[name] = value
        return self


def _scan(path: Path, since: datetime, until: datetime) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(
            "SELECT api, asset, count(*), avg(grade.correct), avg(newest_price) FROM probe"
            " JOIN grade ON grade.probe_id = probe.id JOIN reading ON reading.id = grade.reading_id"
            " WHERE instant_at >= ? AND instant_at < ? GROUP BY api, asset", (to_micros(since), to_micros(until)),
        ).fetchall()  # fmt: skip


def _command(path: Path, *words: str) -> None:
    command = [sys.executable, "-m", "monitor", "lag", *words, "--db", str(path)]
    subprocess.run(command, check=True, capture_output=True, cwd=path.parent)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _timed(work) -> float:
    start = time.perf_counter()
    work()
    return _since(start)


def _median(work, rounds: int = 5) -> float:
    return statistics.median(_timed(work) for _ in range(rounds))


def _since(start: float) -> float:
    return time.perf_counter() - start
