"""Lag over time: each day's median with its interval, shifts that were found, and what changed on our side."""

from collections.abc import Mapping
from typing import Any

import altair as alt

from monitor.charts.base import Spec, framed, inline
from monitor.charts.look import Look
from monitor.charts.parts import (
    Data,
    age_domain,
    age_scale,
    apis_of,
    asset_marks,
    columns_for,
    heading,
    interval,
    panel_width,
    shown_assets,
    window,
)
from monitor.charts.table import Table, figure

__all__ = ["overtime_chart", "overtime_table", "shift_text"]


def overtime_chart(data: Data, look: Look, title: str) -> Spec | str:
    """Give the picture: a panel for each api, days from left to right; a line and a band for each asset."""
    days = data.get("days") or []
    figures = [figure(one.get("median_s")) for one in days]
    if not any(est is not None for est, _, _ in figures):
        return "No day has enough answers for a median yet, so there is no line to draw."
    if len({_day(one) for one in days if figure(one.get("median_s"))[0] is not None}) < 2:
        return "Only one day has a median yet: there is no line to draw, and nothing to compare it with."
    rows = []
    for api in apis_of(days):
        mine = [one for one in days if one["api"] == api]
        domain = age_domain(value for one in mine for value in figure(one.get("median_s")))
        for one in mine:
            found = interval(one.get("median_s"), domain)
            if found is not None:
                rows.append({"api": api, "asset": one["asset"], "day": _day(one), **found})
    assets = shown_assets(rows)
    columns = columns_for(look, len(apis_of(rows)), most=2)
    ours, shifts = list(data.get("ours") or []), list(data.get("shifts") or [])
    panels = [
        _panel(api, rows, assets, ours, shifts, panel_width(look, columns), look) for api in apis_of(rows)
    ]
    notes = (
        "Points: each day's median age, with its 95 % interval; bands join the intervals. Each panel has its own scale."
    )
    if shifts:
        notes += " Thick upright lines: the API's lag shifted; broken ones: and something of ours changed about then."
    if any(one.get("at") for one in ours):
        notes += " Dotted upright lines: something changed on our side."
    return framed(alt.concat(*panels, columns=columns, spacing=20), look, title, f"{notes} {window(data)}")


def _day(one: Any) -> str:
    return str(one.get("day") or (one.get("key") or {}).get("day"))[:10]


def _panel(api: str, rows: list[dict[str, Any]], assets: list[str], ours: list[Any], shifts: list[Any],
           width: int, look: Look) -> Any:  # fmt: skip
    here = [row for row in rows if row["api"] == api]
    every = sorted({row["day"] for row in rows})
    scale = alt.Scale(type="utc", domain=[every[0], every[-1]])
    axis = alt.Axis(format="%d %b", tickCount=min(4 if look.narrow else 5, len(every)), grid=False)
    x = alt.X("day:T", scale=scale, axis=axis, title=None)
    marks = asset_marks(look, assets)
    age = age_scale(age_domain(row[end] for row in here for end in ("est", "lo", "hi")))
    layers: list[Any] = []
    changed = [{"day": str(one["at"])[:10]} for one in ours if one.get("api") in (None, api)]
    if changed:
        layers.append(alt.Chart(inline(changed)).mark_rule(
            color=look.quiet, strokeDash=[2, 3], clip=True).encode(x=x))  # fmt: skip
    for maybe_ours, dash in ((False, [1, 0]), (True, [7, 4])):
        shifted = [
            {"day": str(one["day"])[:10], "asset": one["asset"]}
            for one in shifts
            if one["api"] == api and bool(one.get("ours")) == maybe_ours
        ]
        if shifted:
            rule = alt.Chart(inline(shifted)).mark_rule(strokeWidth=2.5, strokeDash=dash, clip=True)
            layers.append(rule.encode(x=x, color=marks["color"]))
    y = alt.Y("est:Q", title=None, **age)
    for asset in assets:
        mine = [row for row in here if row["asset"] == asset]
        base = alt.Chart(inline(mine))
        closed = alt.Chart(inline(row for row in mine if not row["open"]))
        layers.append(closed.mark_area(opacity=0.18, line=False, clip=True).encode(
            x=x, y=alt.Y("lo:Q", title=None, **age), y2="hi:Q", color=marks["color"]))  # fmt: skip
        layers.append(base.mark_rule(strokeWidth=1, opacity=0.55).encode(
            x=x, y=alt.Y("lo:Q", title=None, **age), y2="hi:Q", color=marks["color"]))  # fmt: skip
    for asset in assets:
        known = alt.Chart(inline(row for row in here if row["asset"] == asset and row["est"] is not None))
        layers.append(known.mark_line(strokeWidth=1.5).encode(x=x, y=y, color=marks["color"]))
        layers.append(known.mark_point(size=34).encode(x=x, y=y, **marks))
    return alt.layer(*layers).properties(width=width, height=130, title=heading(api, look))


def shift_text(shift: Mapping[str, Any]) -> str:
    """Say from what to what an API's lag shifted, and what of ours changed about then."""
    kinds = sorted({str(one["kind"]) for one in shift.get("ours") or []})
    said = f"shift from {shift['before_s']:.0f} s to {shift['after_s']:.0f} s"
    return f"{said}; our {' and '.join(kinds)} changed about then" if kinds else said


def overtime_table(data: Data) -> Table:
    """Give each day's median, and beside it what happened on that day."""
    columns = [
        ("api", "text"), ("asset", "text"), ("day", "text"), ("probes", "count"), ("median", "seconds"),
        ("from", "seconds"), ("to", "seconds"), ("what happened", "text"), ("why not", "text"),
    ]  # fmt: skip
    rows = []
    for one in data.get("days") or []:
        median = one.get("median_s") or {}
        happened = [
            shift_text(shift)
            for shift in data.get("shifts") or []
            if (shift["api"], shift["asset"], str(shift["day"])[:10]) == (one["api"], one["asset"], _day(one))
        ]
        happened += [
            f"on our side: {ours['what']}"
            for ours in data.get("ours") or []
            if ours.get("api") in (None, one["api"]) and str(ours["at"])[:10] == _day(one)
        ]
        rows.append((one["api"], one["asset"], _day(one), one.get("probes"), *figure(median),
                     "; ".join(happened) or None, median.get("why")))  # fmt: skip
    return Table.of(columns, rows)
