"""The question sets night by night: how often each API's answers were right, with intervals, and which are a tie."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from monitor.charts.base import Spec, framed, inline
from monitor.charts.look import Look
from monitor.charts.parts import Data, columns_for, heading, panel_width
from monitor.charts.table import Cell, Table, figure

__all__ = ["group_name", "nights_chart", "nights_table"]

LABELS = 4
"""Nights that have their date below them, where there are more than these."""
HEIGHT_PX = 96
_DATE = "test(/^\\d{4}-\\d\\d-\\d\\d$/, datum.label) ? utcFormat(toDate(datum.label), '%d %b') : datum.label"


def nights_chart(data: Data, look: Look, title: str) -> Spec | str:
    """Give the picture: for each question set and agent a panel for each api, nights from left to right."""
    groups = [group for group in data.get("nights") or [] if _drawn(group)]
    if not groups:
        return "No answer to a question set was graded in this time, so there is nothing to draw."
    parts = [_group(group, look) for group in groups]
    notes = (
        "Points: the share of each night's answers that were right, with its 95 % interval by question. Line and band: "
        "all these nights together. A tie: its questions do not tell the two APIs apart. "
        f"Nights from {min(map(_first, groups))} to {max(map(_last, groups))}."
    )
    return framed(alt.vconcat(*parts, spacing=26), look, title, notes)


def group_name(group: Mapping[str, Any]) -> str:
    """Say which questions, and who answered them how."""
    who = f"baseline {group['agent']}, no model" if group["baseline"] else str(group["agent"])
    return f"{group['question_set']}: {who}, {group['mode'].replace('+', ' and ')}"


def _drawn(group: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in group["history"] if figure(one["accuracy"])[0] is not None]


def _first(group: Mapping[str, Any]) -> str:
    return min(str(one["night"]) for one in _drawn(group))


def _last(group: Mapping[str, Any]) -> str:
    return max(str(one["night"]) for one in _drawn(group))


def _group(group: Mapping[str, Any], look: Look) -> Any:
    there = _drawn(group)
    nights = sorted({str(one["night"]) for one in there})
    apis = [one for one in group["apis"] if figure(one["accuracy"])[0] is not None]
    columns = columns_for(look, len(apis), most=3)
    width = panel_width(look, columns)
    panels = [_panel(one, [row for row in there if row["api"] == one["api"]], nights, width, look) for one in apis]
    name = alt.Title(look.wrap(group_name(group), px=13, bold=True), fontSize=13, color=look.ink, anchor="start",
                     frame="bounds", offset=10)  # fmt: skip
    return alt.concat(*panels, columns=columns, spacing=20).properties(title=name)


def _panel(one: Mapping[str, Any], rows: Sequence[Any], nights: Sequence[str], width: int, look: Look) -> Any:
    step = -(-len(nights) // LABELS)
    axis = alt.Axis(values=list(nights[::-step][::-1]), labelExpr=_DATE, labelAngle=0, grid=False, labelFlush=False)
    x = alt.X("night:O", scale=alt.Scale(domain=list(nights), type="point", padding=0.6), axis=axis, title=None)
    share = alt.Axis(format=".0%", values=[0, 0.5, 1])
    y = alt.Y("est:Q", scale=alt.Scale(domain=[0, 1]), axis=share, title=None)
    est, lo, hi = figure(one["accuracy"])
    whole = alt.Chart(inline([{"est": est, "lo": lo, "hi": hi}]))
    layers: list[Any] = [whole.mark_rule(color=look.colors[0], opacity=0.8).encode(y=y)]
    if lo is not None and hi is not None:
        band = whole.mark_rect(color=look.colors[0], opacity=0.16)
        layers.append(band.encode(y=alt.Y("lo:Q", title=None), y2="hi:Q", x=alt.value(0), x2=alt.value(width)))
    drawn = [dict(zip(("est", "lo", "hi"), figure(row["accuracy"]), strict=True), night=row["night"]) for row in rows]
    spans = alt.Chart(inline(row for row in drawn if row["lo"] is not None))
    layers.append(spans.mark_rule(strokeWidth=1.5, color=look.colors[0]).encode(x=x, y="lo:Q", y2="hi:Q"))
    layers.append(alt.Chart(inline(drawn)).mark_point(size=42, fill=look.colors[0]).encode(x=x, y=y))
    return alt.layer(*layers).properties(width=width, height=HEIGHT_PX, title=_heading(one, width, look))


def _heading(one: Mapping[str, Any], width: int, look: Look) -> Any:
    est, lo, hi = figure(one["accuracy"])
    said = f"{_percent(est)} right" + ("" if lo is None else f" [{_percent(lo)}, {_percent(hi)}]")
    tied = f"a tie with {', '.join(one['tied_with'])}" if one["tied_with"] else ""
    top = heading(str(one["api"]), look)
    top.subtitle = Look(max(width + 20, 120), look.dark).wrap("; ".join(part for part in (said, tied) if part))
    return top


def _percent(share: float | None) -> str:
    return "?" if share is None else f"{100 * share:.0f} %"


def nights_table(data: Data) -> Table:
    """Give each api's share of right answers over all nights with its ties, and after it each night's."""
    columns = [
        ("set", "text"), ("agent", "text"), ("mode", "text"), ("api", "text"), ("night", "text"), ("right", "share"),
        ("from", "share"), ("to", "share"), ("questions", "count"), ("answers", "count"), ("a tie with", "text"),
    ]  # fmt: skip
    rows: list[Sequence[Cell]] = []
    for group in data.get("nights") or []:
        whose = (group["question_set"], group["agent"], group["mode"])
        for one in group["apis"]:
            tied = ", ".join(one["tied_with"]) or None
            whole = {**one, "night": "all", "tied": tied}
            mine = [whole, *(row for row in group["history"] if row["api"] == one["api"])]
            rows += [(*whose, row["api"], row["night"], *figure(row["accuracy"]), row["questions"], row["runs"],
                      row.get("tied")) for row in mine]  # fmt: skip
    return Table.of(columns, rows)
