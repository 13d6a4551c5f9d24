"""How old the served prices are: median and 90th percentile by API, and the shares at most so old."""

from typing import Any

import altair as alt

from monitor.charts.base import Spec, framed, inline
from monitor.charts.look import PADDING_PX, Look
from monitor.charts.parts import (
    ASSETS,
    Data,
    age_domain,
    age_scale,
    apis_of,
    asset_marks,
    by_figure,
    columns_for,
    heading,
    interval,
    name_px,
    of_asset,
    panel_width,
    row_axis,
    shown_assets,
    stand_for,
    window,
)
from monitor.charts.table import Table, figure

__all__ = ["ages_chart", "ages_table", "within_chart", "within_table"]

FIGURES = {"median_s": "median", "p90_s": "90th percentile"}
WITHIN = {"60": "1 min", "300": "5 min", "900": "15 min", "3600": "1 h"}
ROW_PX = 34
REASON_SIZE_PX, REASON_LINES = 11, 2
"""Size of a reason's letters, and how many lines of them a row has room for."""


def ages_chart(data: Data, look: Look, title: str) -> Spec | str:
    """Give the picture: a row for each api, the freshest first, a panel for each asset."""
    groups = data.get("groups") or []
    figures = [figure(group.get(name)) for group in groups for name in FIGURES]
    if not any(est is not None or lo is not None for est, lo, _ in figures):
        return _nothing(groups)
    domain = age_domain(value for found in figures for value in found)
    names_px = name_px(apis_of(groups), look)
    panels = [_ages_panel(of_asset(groups, asset), asset, domain, look, names_px) for asset in shown_assets(groups)]
    notes = (
        "Each line is a 95 % interval; an arrow says that it reaches further than can be told. Further left is "
        f"fresher. {window(data)}"
    )
    chart = alt.vconcat(*panels, spacing=18).resolve_scale(color="shared", shape="shared")
    return framed(chart, look, title, notes)


FEW = "not enough movement yet: "
"""What a reason mostly begins with; said once where several stand in a row."""


def _nothing(groups: Any) -> str:
    whys = list(dict.fromkeys(str(group["why"]) for group in groups if group.get("why")))
    if not groups:
        return "Nothing was asked and read in this time, so there is nothing to draw."
    told = [why.removeprefix(FEW) if place else why for place, why in enumerate(whys[:3])]
    return f"No API has a figure yet: {'; '.join(told) or 'nothing was graded'}."


def _ages_panel(groups: list[Any], asset: str, domain: tuple[float, float], look: Look, names_px: int) -> Any:
    names = by_figure(groups, "median_s")
    wide = look.width - 2 * PADDING_PX - names_px - 8
    rows, missing = [], []
    for group in groups:
        found = {name: interval(group.get(name), domain) for name in FIGURES}
        rows += [{"api": group["api"], "figure": FIGURES[n], **one} for n, one in found.items() if one is not None]
        if found["median_s"] is None:
            why = str((group.get("median_s") or {}).get("why") or group.get("why") or "no figure")
            missing.append({"api": group["api"], "why": _in_row(why, wide, look)})
    y, x = row_axis(names, look, names_px), age_scale(domain)
    marks = stand_for(list(FIGURES.values()), look, None, "figure:N")
    layers: list[alt.Chart] = []
    for place, name in enumerate(FIGURES.values()):
        here = [row for row in rows if row["figure"] == name]
        dy = -5 if place == 0 else 5
        base = {"x": alt.X("lo:Q", title="age of the served price", **x), "y": y, "color": marks["color"]}
        layers.append(alt.Chart(inline(here)).mark_rule(strokeWidth=2.5, yOffset=dy).encode(x2="hi:Q", **base))
        points = [row for row in here if row["est"] is not None]
        layers.append(alt.Chart(inline(points)).mark_point(yOffset=dy, size=75).encode(
            **{**base, "x": alt.X("est:Q", **x), "shape": marks["shape"]}))  # fmt: skip
        ends = [row for row in here if row["open"]]
        layers.append(
            alt.Chart(inline(ends)).mark_text(text="▸", align="right", dx=3, dy=dy, fontSize=14).encode(
                **{**base, "x": alt.X("hi:Q", **x)}))  # fmt: skip
    words = alt.Chart(inline(missing)).mark_text(
        align="left", baseline="middle", color=look.quiet, fontSize=REASON_SIZE_PX, lineHeight=15, x=4, dy=-8
    )
    layers.append(words.encode(y=y, text="why:N"))
    return alt.layer(*layers).properties(
        width=wide, height=ROW_PX * len(names), title=heading(ASSETS.get(asset, asset), look)
    )


def _in_row(why: str, wide: int, look: Look) -> list[str]:
    """Give a reason in the lines that a row has room for; what is longer ends in dots."""
    lines = Look(wide + 2 * PADDING_PX, look.dark).wrap(why, px=REASON_SIZE_PX)
    if len(lines) > REASON_LINES:
        lines = [*lines[: REASON_LINES - 1], f"{lines[REASON_LINES - 1]}…"]
    return lines


def ages_table(data: Data) -> Table:
    """Give the figures of the picture."""
    columns = [
        ("api", "text"), ("asset", "text"), ("probes", "count"), ("instants", "count"),
        ("median", "seconds"), ("from", "seconds"), ("to", "seconds"),
        ("90 %", "seconds"), ("90 % from", "seconds"), ("90 % to", "seconds"), ("why not", "text"),
    ]  # fmt: skip
    rows = []
    for group in _sorted(data):
        median, p90 = group.get("median_s") or {}, group.get("p90_s") or {}
        why = median.get("why") or p90.get("why") or group.get("why")
        rows.append((group["api"], group["asset"], group.get("probes"), group.get("instants"),
                     *figure(median), *figure(p90), why))  # fmt: skip
    return Table.of(columns, rows)


def _sorted(data: Data) -> list[Any]:
    groups = data.get("groups") or []
    return [
        group
        for asset in shown_assets(groups)
        for api in by_figure(of_asset(groups, asset), "median_s")
        for group in groups
        if (group["api"], group["asset"]) == (api, asset)
    ]


def within_chart(data: Data, look: Look, title: str) -> Spec | str:
    """Give the picture: a panel for each api; the share of its prices at most 1, 5, 15 min and 1 h old."""
    groups = data.get("groups") or []
    rows = [
        {"api": group["api"], "asset": group["asset"], "age": age, "est": est, "lo": lo, "hi": hi}
        for group in groups
        for key, age in WITHIN.items()
        for est, lo, hi in [figure((group.get("share_within") or {}).get(key))]
        if est is not None
    ]
    if not rows:
        return _nothing(groups)
    assets, columns = shown_assets(rows), columns_for(look, len(apis_of(rows)))
    marks = asset_marks(look, assets)
    x = alt.X("age:N", sort=list(WITHIN.values()), title=None, axis=alt.Axis(labelAngle=0))
    y = alt.Y("est:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format=".0%", values=[0, 0.5, 1]))
    shift = alt.XOffset("asset:N", scale=alt.Scale(domain=assets))
    panels = []
    for api in apis_of(rows):
        base = alt.Chart(inline(row for row in rows if row["api"] == api))
        lines = base.mark_line(strokeWidth=1, opacity=0.5).encode(x=x, y=y, xOffset=shift, color=marks["color"])
        spans = base.mark_rule(strokeWidth=2).encode(x=x, y="lo:Q", y2="hi:Q", xOffset=shift, color=marks["color"])
        points = base.mark_point(size=60).encode(x=x, y=y, xOffset=shift, **marks)
        panels.append(alt.layer(lines, spans, points).properties(
            width=panel_width(look, columns), height=110, title=heading(api, look)))  # fmt: skip
    left = sorted({str(group["api"]) for group in groups} - set(apis_of(rows)))
    notes = f"Lines up and down are 95 % intervals. {window(data)}"
    notes += f" No share can be given for {', '.join(left)}." if left else ""
    return framed(alt.concat(*panels, columns=columns, spacing=20), look, title, notes)


def within_table(data: Data) -> Table:
    """Give the shares with their intervals."""
    columns = [("api", "text"), ("asset", "text")]
    for age in WITHIN.values():
        columns += [(f"<= {age}", "share"), (f"<= {age} from", "share"), (f"<= {age} to", "share")]
    rows = []
    for group in _sorted(data):
        shares = group.get("share_within") or {}
        rows.append((group["api"], group["asset"], *(one for key in WITHIN for one in figure(shares.get(key)))))
    return Table.of(columns, rows)
