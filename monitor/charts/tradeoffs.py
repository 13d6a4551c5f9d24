"""What freshness costs: in waiting for the answer, and in dollars."""

from typing import Any

import altair as alt

from monitor.charts.base import Spec, framed, inline
from monitor.charts.look import Look
from monitor.charts.parts import (
    ASSETS,
    Data,
    apis_of,
    columns_for,
    heading,
    panel_width,
    shown_assets,
    stand_for,
    window,
)
from monitor.charts.table import Table, figure

__all__ = ["cost_chart", "cost_table", "latency_chart", "latency_table"]

FRESH_S = "300"
"""The age, in seconds, up to which a price counts as fresh in these pictures."""
FRESH = "prices at most 5 min old"


def latency_chart(data: Data, look: Look, title: str) -> Spec | str:
    """Give the picture: a point for each api, by its median latency and the share of its prices that are fresh."""
    rows = _rows(data)
    shown = [row for row in rows if row["est"] is not None and row["latency_p50_ms"]]
    if not shown:
        return "No API has both a latency and a share of fresh prices yet."
    values = [row["latency_p50_ms"] for row in shown]
    ends = min(values) / 1.5, max(values) * 1.5
    scale = alt.Scale(type="log", domain=list(ends), nice=False)
    text = "datum.value < 1000 ? datum.value + ' ms' : datum.value / 1000 + ' s'"
    steps = _steps(*ends, (1, 2, 5))
    if len(steps) < 2:
        steps = _steps(*ends, (1, 1.5, 2, 3, 4, 5, 6, 8))
    x = alt.X("latency_p50_ms:Q", scale=scale, title="median time to the last byte",
              axis=alt.Axis(values=steps, labelExpr=text, grid=True))  # fmt: skip
    return _drawn(shown, rows, x, data, look, title, "Up and to the left is better.")


def _steps(low: float, high: float, marks: tuple[float, ...]) -> list[float]:
    """Give the labels of a logarithmic axis: `marks` times powers of ten."""
    return [value for e in range(-1, 6) for m in marks if low <= (value := round(m * 10.0**e, 2)) <= high]


def cost_chart(data: Data, look: Look, title: str) -> Spec | str:
    """Give the picture: a point for each api, by what 1,000 questions cost and the share of its fresh prices."""
    rows = _rows(data)
    if rows and not any(row["usd_per_1000"] for row in rows):
        return "No API that was asked in this time costs anything by the call, so there is nothing to draw."
    shown = [row for row in rows if row["est"] is not None and row["usd_per_1000"] is not None]
    if not shown:
        return "No API has both a cost and a share of fresh prices yet."
    most = max(row["usd_per_1000"] for row in shown)
    scale = alt.Scale(domain=[-0.06 * most, 1.08 * most], nice=False)
    x = alt.X("usd_per_1000:Q", scale=scale, title="USD for 1,000 questions",
              axis=alt.Axis(grid=True, labelExpr="datum.value < 0 ? '' : datum.label", tickCount=5))  # fmt: skip
    return _drawn(shown, rows, x, data, look, title, "Up and to the left is better.")


def _rows(data: Data) -> list[dict[str, Any]]:
    calls = {(row["api"], row["asset"]): row for row in data.get("calls") or []}
    rows = []
    for group in data.get("groups") or []:
        est, lo, hi = figure((group.get("share_within") or {}).get(FRESH_S))
        call = calls.get((group["api"], group["asset"]), {})
        asked, usd = call.get("asked"), call.get("cost_usd")
        rows.append({"api": group["api"], "asset": group["asset"], "est": est, "lo": lo, "hi": hi,
                     "latency_p50_ms": call.get("latency_p50_ms"), "latency_p95_ms": call.get("latency_p95_ms"),
                     "usd_per_1000": None if usd is None or not asked else 1000 * usd / asked,
                     "asked": asked, "cost_usd": usd})  # fmt: skip
    return rows


def _drawn(shown: list[dict[str, Any]], rows: list[dict[str, Any]], x: Any, data: Data, look: Look, title: str,
           better: str) -> Spec:  # fmt: skip
    names, assets = apis_of(shown), shown_assets(shown)
    columns = columns_for(look, len(assets))
    marks = stand_for(apis_of(rows), look, None, "api:N", names)
    scale = alt.Scale(domain=[-0.04, 1.04], nice=False)
    y = alt.Y("est:Q", title=None, scale=scale, axis=alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1]))
    panels = []
    for asset in assets:
        base = alt.Chart(inline(row for row in shown if row["asset"] == asset))
        spans = base.mark_rule(strokeWidth=1.5, opacity=0.8).encode(x=x, y="lo:Q", y2="hi:Q", color=marks["color"])
        points = base.mark_point(size=95).encode(x=x, y=y, **marks)
        panels.append(alt.layer(spans, points).properties(
            width=panel_width(look, columns), height=170, title=heading(ASSETS.get(asset, asset), look)))  # fmt: skip
    left = sorted({str(row["api"]) for row in rows} - set(names))
    notes = f"Upwards: the share of {FRESH}, with 95 % intervals. {better} {window(data)}"
    notes += f" No such share for {', '.join(left)}." if left else ""
    return framed(alt.concat(*panels, columns=columns, spacing=20), look, title, notes)


def latency_table(data: Data) -> Table:
    """Give latencies and shares."""
    columns = [
        ("api", "text"), ("asset", "text"), ("median latency", "ms"), ("95 % latency", "ms"),
        ("<= 5 min", "share"), ("from", "share"), ("to", "share"),
    ]  # fmt: skip
    return Table.of(columns, [
        (r["api"], r["asset"], r["latency_p50_ms"], r["latency_p95_ms"], r["est"], r["lo"], r["hi"])
        for r in _rows(data)
    ])  # fmt: skip


def cost_table(data: Data) -> Table:
    """Give costs and shares."""
    columns = [
        ("api", "text"), ("asset", "text"), ("asked", "count"), ("cost", "usd"), ("for 1,000", "usd"),
        ("<= 5 min", "share"), ("from", "share"), ("to", "share"),
    ]  # fmt: skip
    return Table.of(columns, [
        (r["api"], r["asset"], r["asked"], r["cost_usd"], r["usd_per_1000"], r["est"], r["lo"], r["hi"])
        for r in _rows(data)
    ])  # fmt: skip
