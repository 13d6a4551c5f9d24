"""The overview as JSON: for `/api/v1/health` and `monitor status --json`."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from monitor.web.figures import iso
from monitor.web.overview import Batch, Overview

__all__ = ["health"]


def health(view: Overview) -> dict[str, Any]:
    """Give plain values; moments are UTC ISO 8601, durations carry their unit in their name."""
    life, late = view.life, view.lateness
    return {
        "alive": life.alive,
        "healthy": view.healthy,
        "why": life.why,
        "version": view.version,
        "schema": view.schema,
        "now": iso(view.now),
        "started_at": iso(life.started_at),
        "heartbeat_at": iso(life.heartbeat_at),
        "process": {"pid": life.pid, "host": life.host},
        "heartbeat": life.heartbeat,
        "next_due_at": iso(view.next[0].due_at) if view.next else None,
        "next": [_batch(one) for one in view.next],
        "planned": view.planned,
        "planned_until": iso(view.planned_until),
        "last_batch": _batch(view.last[0]) if view.last else None,
        "last": [_batch(one) for one in view.last],
        "counts": view.counts,
        "reasons": [{"state": state, "reason": reason, "probes": n} for state, reason, n in view.reasons],
        "lateness_ms": {
            "probes": late.n,
            "p50": _round(late.p50_ms),
            "p95": _round(late.p95_ms),
            "p99": _round(late.p99_ms),
            "max": _round(late.max_ms),
            "spoiled": late.spoiled,
        },
        "spread_ms": {"p50": _round(late.spread_p50_ms), "max": _round(late.spread_max_ms)},
        "alerts": [
            {
                "id": alert.id,
                "key": alert.key,
                "severity": alert.severity,
                "message": alert.message,
                "raised_at": iso(alert.raised_at),
                "last_at": iso(alert.last_at),
                "count": alert.count,
                "held": alert.held,
            }
            for alert in view.alerts
        ],
        "jobs": {name: {"at": iso(at), **value} for name, (at, value) in view.jobs.items()},
        "host_clock": view.host_clock,
        "messages": {**view.messages, "last_sent_at": iso(view.messages["last_sent_at"])},
        "slo": list(view.slo),
    }


def _batch(batch: Batch) -> dict[str, Any]:
    plain = asdict(batch)
    for name in ("lateness_p50_ms", "lateness_max_ms", "spread_max_ms"):
        plain[name] = _round(plain[name])
    due_at: datetime = batch.due_at
    return {**plain, "due_at": iso(due_at), "schedules": list(batch.schedules), "probes": batch.probes}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
