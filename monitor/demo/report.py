"""Measured beside true: what `monitor demo` prints, and the object that ``--json`` ends with."""

from statistics import median
from typing import Any

from monitor.demo.history import History
from monitor.demo.live import LiveResult
from monitor.sandbox.settings import api_name

__all__ = ["report"]

ASKED_MOMENT = "asked_moment"
"""This engine gives the price of the asked moment, however late it is asked: that is not age, so it has no true lag."""


def report(history: History, live: LiveResult, seconds: float) -> dict[str, Any]:
    """Give the object of the design, section 8."""
    groups = {(group["api"], group["asset"]): group for group in history.table["groups"]}
    engines = [
        _cell(engine, asset, lags, groups.get((api_name(engine), asset)))
        for (engine, asset), lags in sorted(history.true_lags.items())
    ]
    return {
        "probes": history.probes,
        "answered": history.states.get("answered", 0),
        "missed": history.states.get("missed", 0),
        "instants": max((group["instants"] for group in history.table["groups"]), default=0),
        "graded": history.graded,
        "seconds": round(seconds, 1),
        "live": {
            "probes": live.probes,
            "answered": live.answered,
            "lateness_p50_ms": live.lateness_p50_ms,
            "lateness_p99_ms": live.lateness_p99_ms,
            "exit_status": live.exit_status,
        },
        "engines": engines,
    }


def _cell(engine: str, asset: str, lags: list[float], group: dict[str, Any] | None) -> dict[str, Any]:
    """Give one engine and asset: what was measured, what is true, and whether the interval holds it."""
    found = group or {}
    measured = found.get("median_s") or {"est": None, "lo": None, "hi": None, "why": "no probe was answered"}
    naive = found.get("newest_minute_rule", {}).get("median_s")
    cell: dict[str, Any] = {
        "api": api_name(engine),
        "asset": asset,
        "true_median_s": None,
        "measured": measured,
        "newest_minute_rule": naive,
        "covered": None,
    }
    if engine == ASKED_MOMENT:
        cell["asked_moment"] = found.get("asked_moment")
        cell["why"] = "it answers the asked moment, which is not age: left out of the lag"
        return cell
    if lags:
        cell["true_median_s"] = round(median(lags), 1)
        if measured["lo"] is not None and measured["hi"] is not None:
            cell["covered"] = measured["lo"] <= cell["true_median_s"] <= measured["hi"]
    return cell
