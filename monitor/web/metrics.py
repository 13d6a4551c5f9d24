"""``/metrics``: what the store says of the running system, as Prometheus reads it; kept for some seconds.

Names begin with ``monitor_``, units are base units (seconds, bytes, dollars). Counts are over the 24 h before.
"""

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import sqlalchemy
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlmodel import Session, col, func, select

from monitor.clock import Clock
from monitor.config import Settings
from monitor.store.database import Database
from monitor.store.spend import day_of
from monitor.store.tables import GradeRow, Probe, Spend, Summary
from monitor.store.types import State
from monitor.web.overview import Overview, overview, percentile

__all__ = ["CONTENT_TYPE_LATEST", "Metrics"]

FRESH_S = 10.0
DAY = timedelta(days=1)
ENDED = [state for state in State if state not in (State.PLANNED, State.CLAIMED, State.CANCELLED)]
QUANTILES = (0.5, 0.95, 0.99)


class Metrics(Collector):
    """A registry of its own over one store; `text` gives the exposition."""

    def __init__(self, database: Database, current: Callable[[], Settings], clock: Clock) -> None:
        self._database, self._current, self._clock = database, current, clock
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        self._kept: tuple[float, bytes] | None = None

    def text(self) -> bytes:
        """Give what a scrape gets, at most some seconds old."""
        now_s = self._clock.monotonic()
        if self._kept is None or now_s - self._kept[0] >= FRESH_S:
            self._kept = (now_s, generate_latest(self._registry))
        return self._kept[1]

    def describe(self) -> list[Metric]:
        """Give nothing: names are not looked for before the first scrape."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Give every metric as of now."""
        view = overview(self._database, self._clock.now(), batches=0)
        yield from _process(view)
        yield from _timing(view)
        with self._database.read() as session:
            yield from _probes(session, view)
            yield from _money(session, view, self._current())
            kept = session.get(Summary, "lag")
            yield from _lag(kept.value if kept is not None else {})
        yield from self._disk()

    def _disk(self) -> Iterator[Metric]:
        path = self._database.path
        size = sum(one.stat().st_size for one in path.parent.glob(f"{path.name}*"))
        yield _one("monitor_database_size_bytes", "Size of the database with its journal.", size)
        yield _one("monitor_disk_free_bytes", "Room left where the database is.", shutil.disk_usage(path.parent).free)


def _one(name: str, text: str, value: float | None) -> GaugeMetricFamily:
    """Give a gauge without labels; one that is not known has no sample."""
    found = GaugeMetricFamily(name, text)
    if value is not None:
        found.add_metric([], value)
    return found


def _process(view: Overview) -> Iterator[Metric]:
    beat, life = view.life.heartbeat, view.life
    info = InfoMetricFamily("monitor_build", "Program and schema.")
    info.add_metric([], {"version": view.version, "schema": view.schema})
    yield info
    yield _one("monitor_up", "1 while a scheduler runs on the database.", float(life.alive))
    age_s = (view.now - life.heartbeat_at).total_seconds() if life.heartbeat_at else None
    yield _one("monitor_heartbeat_age_seconds", "Time since the scheduler's last heartbeat.", age_s)
    yield _one("monitor_loop_delay_seconds", "Worst delay of the event loop between two heartbeats.",
               _seconds(beat.get("loop_delay_ms")))  # fmt: skip
    yield _one("monitor_writes_waiting", "Writes queued for the database.", beat.get("waiting_writes"))
    restarts = CounterMetricFamily("monitor_worker_restarts", "Times that the worker died or was stopped under a job.")
    restarts.add_metric([], beat.get("worker_restarts") or 0)
    yield restarts
    yield _one("monitor_clock_offset_seconds", "Estimated error of the host's clock.",
               _seconds(beat.get("clock_error_ms")))  # fmt: skip
    jobs = GaugeMetricFamily("monitor_job_age_seconds", "Time since a job last ended well.", labels=["job"])
    for name, (at, _) in view.jobs.items():
        jobs.add_metric([name], (view.now - at).total_seconds())
    yield jobs
    waiting = view.jobs.get("digest", (view.now, {}))[1].get("waiting")
    yield _one("monitor_bars_pending", "Readings that wait for final bars.", waiting)
    open_ = GaugeMetricFamily("monitor_alerts_open", "Alerts that stand.", labels=["severity"])
    for severity in ("info", "warning", "critical"):
        open_.add_metric([severity], sum(alert.severity == severity for alert in view.alerts))
    yield open_


def _timing(view: Overview) -> Iterator[Metric]:
    late = view.lateness
    lateness = GaugeMetricFamily("monitor_lateness_seconds", "From slot to sending.", labels=["quantile"])
    spread = GaugeMetricFamily("monitor_spread_seconds", "From due to slot.", labels=["quantile"])
    if late.n:
        for name, value in (("0.5", late.p50_ms), ("0.95", late.p95_ms), ("0.99", late.p99_ms), ("1", late.max_ms)):
            lateness.add_metric([name], _seconds(value) or 0.0)
        for name, value in (("0.5", late.spread_p50_ms), ("1", late.spread_max_ms)):
            spread.add_metric([name], _seconds(value) or 0.0)
    yield lateness
    yield spread
    yield _one("monitor_probes_spoiled", "Probes whose timing our own loop spoiled.", late.spoiled)
    yield _one("monitor_probes_planned", "Probes that are planned.", view.planned)


def _probes(session: Session, view: Overview) -> Iterator[Metric]:
    recent = col(Probe.state).in_(ENDED) & (col(Probe.due_at) > view.now - DAY) & (col(Probe.due_at) <= view.now)
    kinds = (col(Probe.api), col(Probe.state), col(Probe.error_class))
    counts = GaugeMetricFamily("monitor_probes", "Probes by end.", labels=["api", "state", "error_class"])
    rows = session.connection().execute(sqlalchemy.select(*kinds, func.count()).where(recent).group_by(*kinds))
    for api, state, fault, number in rows:
        counts.add_metric([api, str(state), str(fault or "")], number)
    yield counts
    grades = GaugeMetricFamily("monitor_grades", "Grades by class.", labels=["api", "class"])
    graded = session.connection().execute(
        sqlalchemy.select(col(Probe.api), col(GradeRow.class_), func.count())
        .join(GradeRow, col(GradeRow.probe_id) == col(Probe.id))
        .where(recent)
        .group_by(col(Probe.api), col(GradeRow.class_))
    )
    for api, class_, number in graded:
        grades.add_metric([api, str(class_)], number)
    yield grades
    latency = GaugeMetricFamily("monitor_latency_seconds", "From sending to the last byte.", labels=["api", "quantile"])
    taken: dict[str, list[float]] = defaultdict(list)
    answered = recent & (col(Probe.state) == State.ANSWERED) & col(Probe.latency_ms).is_not(None)
    for api, value in session.exec(select(Probe.api, Probe.latency_ms).where(answered)):
        taken[api].append(value or 0.0)
    for api, values in sorted(taken.items()):
        ordered = sorted(values)
        for share in QUANTILES:
            latency.add_metric([api, f"{share:g}"], (percentile(ordered, share) or 0.0) / 1000)
    yield latency


def _money(session: Session, view: Overview, settings: Settings) -> Iterator[Metric]:
    usd = GaugeMetricFamily("monitor_spend_usd", "Dollars reserved today (UTC).", labels=["api"])
    calls = GaugeMetricFamily("monitor_calls", "Calls reserved today (UTC).", labels=["api"])
    total = 0.0
    for one in session.exec(select(Spend).where(Spend.day == day_of(view.now)).order_by(col(Spend.api))):
        usd.add_metric([one.api], one.usd)
        calls.add_metric([one.api], one.calls)
        total += one.usd
    yield usd
    yield calls
    limit = settings.budget.usd_per_day
    yield _one("monitor_budget_usd", "Dollars allowed a day.", limit)
    used = total / limit if limit else None
    yield _one("monitor_budget_used_ratio", "Share of today's dollars that is reserved.", used)


def _lag(summary: dict[str, Any]) -> Iterator[Metric]:
    labels = ["api", "asset"]
    middle = GaugeMetricFamily("monitor_lag_median_seconds", "Median lag of the last week.", labels=labels)
    far = GaugeMetricFamily("monitor_lag_p90_seconds", "90th percentile of the lag of the last week.", labels=labels)
    within = GaugeMetricFamily("monitor_lag_within_ratio", "Share of prices no older.", labels=[*labels, "seconds"])
    for group in summary.get("groups", ()):
        key = [str(group.get("api", "")), str(group.get("asset", ""))]
        for family, figure in ((middle, group.get("median_s")), (far, group.get("p90_s"))):
            if figure and figure.get("est") is not None:
                family.add_metric(key, figure["est"])
        for seconds, figure in (group.get("share_within") or {}).items():
            if figure and figure.get("est") is not None:
                within.add_metric([*key, seconds], figure["est"])
    yield middle
    yield far
    yield within


def _seconds(ms: float | None) -> float | None:
    return None if ms is None else ms / 1000
