"""Freshness by offset: how soon after an instant answers give the price of that instant."""

from datetime import timedelta
from typing import Any

import altair as alt

from monitor.charts.base import Spec, framed, inline
from monitor.charts.look import Look
from monitor.charts.parts import Data, apis_of, asset_marks, columns_for, heading, panel_width, shown_assets, window
from monitor.charts.table import Table, figure
from monitor.durations import format_duration

__all__ = ["offsets_chart", "offsets_table"]


def offsets_chart(data: Data, look: Look, title: str) -> Spec | str:
    """Give the picture: a panel for each api, its offsets from left to right, assets by colour and shape."""
    groups = data.get("groups") or []
    rows = []
    for group in groups:
        for one in group.get("by_offset") or []:
            est, lo, hi = figure(one.get("target_rate"))
            if est is not None:
                corrected = one.get("corrected")
                rows.append({"api": group["api"], "asset": group["asset"], "offset": _offset(one["offset_s"]),
                             "offset_s": one["offset_s"], "est": est, "lo": lo, "hi": hi,
                             "corrected": None if corrected is None else max(corrected, 0.0)})  # fmt: skip
    if not rows:
        return _nothing(groups)
    assets, columns = shown_assets(rows), columns_for(look, len(apis_of(rows)))
    order = [_offset(s) for s in sorted({row["offset_s"] for row in rows})]
    marks = asset_marks(look, assets)
    x = alt.X("offset:N", sort=order, scale=alt.Scale(domain=order), title=None, axis=alt.Axis(labelAngle=0))
    y = alt.Y("est:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format=".0%", values=[0, 0.5, 1]))
    shift = alt.XOffset("asset:N", scale=alt.Scale(domain=assets))
    panels = []
    for api in apis_of(rows):
        here = [row for row in rows if row["api"] == api]
        base = alt.Chart(inline(here))
        ticks = alt.Chart(inline(row for row in here if row["corrected"] is not None)).mark_tick(
            orient="horizontal", thickness=2.5, width=13, color=look.ink
        )
        panels.append(alt.layer(
            base.mark_rule(strokeWidth=2).encode(x=x, y="lo:Q", y2="hi:Q", xOffset=shift, color=marks["color"]),
            ticks.encode(x=x, y="corrected:Q", xOffset=shift),
            base.mark_point(size=60).encode(x=x, y=y, xOffset=shift, **marks),
        ).properties(width=panel_width(look, columns), height=110, title=heading(api, look)))  # fmt: skip
    left = sorted({str(group["api"]) for group in groups} - set(apis_of(rows)))
    notes = (
        "Points: the share of answers in the target range, by the time from the instant to the question, with 95 % "
        "intervals. Short lines across: the same, less what an API 15 min behind would have got by chance. "
        f"{window(data)}"
    )
    notes += f" Too little to say for {', '.join(left)}." if left else ""
    return framed(alt.concat(*panels, columns=columns, spacing=20), look, title, notes)


def _nothing(groups: Any) -> str:
    whys = [str(one["why"]) for group in groups for one in group.get("by_offset") or [] if one.get("why")]
    return f"No offset has a rate yet: {whys[0] if whys else 'nothing was graded in this time'}."


def _offset(offset_s: float) -> str:
    return format_duration(timedelta(seconds=round(offset_s)))


def offsets_table(data: Data) -> Table:
    """Give the rates with their intervals, corrected, and how well the market's movement could tell."""
    columns = [
        ("api", "text"), ("asset", "text"), ("offset", "seconds"), ("answers", "count"), ("told apart", "count"),
        ("in target", "share"), ("from", "share"), ("to", "share"), ("corrected", "share"), ("power", "share"),
        ("contained", "share"), ("why not", "text"),
    ]  # fmt: skip
    return Table.of(columns, [
        (group["api"], group["asset"], one["offset_s"], one.get("n"), one.get("told_apart"),
         *figure(one.get("target_rate")), one.get("corrected"), one.get("power"), one.get("contained_rate"),
         one.get("why"))
        for group in data.get("groups") or []
        for one in group.get("by_offset") or []
    ])  # fmt: skip
