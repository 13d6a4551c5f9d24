"""The reference price of one item around one instant: look-back, target, sources, and what each API answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import altair as alt
import numpy as np

from monitor.charts.base import Spec, framed, inline, nothing
from monitor.charts.look import DASHES, Look, series_color, series_shape
from monitor.charts.table import Table
from monitor.grading.inspecting import Answer, Inspection
from monitor.market.table import Verdict

__all__ = ["reference_chart", "reference_picture", "reference_table"]

BEFORE, AFTER = timedelta(minutes=20), timedelta(minutes=12)
"""How far the close-up reaches; further after the instant where answers came later, to three quarters of an hour."""
FURTHEST = timedelta(minutes=45)
MINUTE = timedelta(minutes=1)
GAP_S = 300
"""Minutes further apart than this are not joined by a line."""
REACH = 1.0
"""Answers further from the bars than so many times their own range are not drawn, and counted instead."""


@dataclass(frozen=True)
class _Panel:
    """One plot: a stretch of time, the prices that it spans, and the answers that were sent in it."""

    found: Inspection
    look: Look
    start: datetime
    end: datetime
    answers: tuple[Answer, ...]
    close_up: bool

    @property
    def heights(self) -> tuple[float, float]:
        """The lowest and the highest price that it reaches."""
        return _heights(self.found, self.start, self.end, self.answers)

    def x(self, field: str = "t:T") -> alt.X:
        """Give the axis of time."""
        days = "" if self.start.date() == self.end.date() else f"{self.start:%Y-%m-%d} to "
        scale = alt.Scale(type="utc", domain=[_iso(self.start), _iso(self.end)])
        return alt.X(field, scale=scale, axis=alt.Axis(format="%H:%M"), title=f"UTC, {days}{self.end:%Y-%m-%d}")

    def y(self, field: str = "price:Q") -> alt.Y:
        """Give the axis of prices."""
        scale = alt.Scale(domain=list(self.heights), zero=False, nice=False)
        return alt.Y(field, scale=scale, title=f"price in {self.found.item.currency}")

    def span_of(self, start_s: Any) -> range:
        """Give the places of the minutes of an ascending array that begin in it."""
        first, last = np.searchsorted(start_s, [self.start.timestamp(), self.end.timestamp()])
        return range(int(first), int(last))


def reference_chart(found: Inspection, look: Look) -> Spec:
    """Give the picture of an inspection: the whole look-back above, the close-up below, apis by colour and shape.

    A point stands where an answer was sent; the line behind it reaches back to when its price was the market's.
    """
    title = f"Reference price of {found.item.name} ({found.item.ticker}) at {found.instant:%Y-%m-%d %H:%M} UTC"
    if not len(found.series):
        return nothing(look, title, f"There is nothing to draw: {found.why or 'no minute on which the sources agree'}.")
    low, high = _heights(found, found.window.start, found.window.end, ())
    reach = low - REACH * (high - low), high + REACH * (high - low)
    shown = tuple(one for one in found.answers if one.newest is not None and reach[0] <= one.newest <= reach[1])
    last = max((one.sent_at for one in shown), default=found.instant) + 2 * MINUTE
    upto = max(min(last, found.instant + FURTHEST), found.instant + AFTER)
    near = tuple(one for one in shown if one.sent_at <= upto)
    apis = sorted({one.api for one in shown})
    whole = _Panel(found, look, found.window.start, found.window.end, shown, False)
    close_up = _Panel(found, look, found.instant - BEFORE, upto, near, True)
    chart = alt.vconcat(
        _drawn(whole, apis, "The whole look-back", 150), _drawn(close_up, apis, "Close-up", 230), spacing=22
    )
    return framed(chart, look, title, _notes(found, len(found.answers) - len(shown), bool(_set_aside(close_up))))


def reference_picture(data: Mapping[str, Any], look: Look, _title: str) -> Spec | str:
    """Give `reference_chart` of the inspection among `data`; its title names item and instant."""
    found: Inspection | None = data.get("inspection")
    return "No item and instant were named." if found is None else reference_chart(found, look)


def reference_table(data: Mapping[str, Any]) -> Table:
    """Give the answers: when sent, the price, how far from the target range, and when it was last the market's."""
    columns = [
        ("api", "text"), ("sent at", "time"), ("newest price", "price"), ("target from", "price"),
        ("target to", "price"), ("last the market's", "time"),
    ]  # fmt: skip
    found: Inspection | None = data.get("inspection")
    if found is None:
        return Table.of(columns, [])
    target = (found.frame.low, found.frame.high) if found.frame.has_reference else (None, None)
    return Table.of(columns, [
        (one.api, _iso(one.sent_at), one.newest, *target, _iso(one.held_until) if one.held_until else None)
        for one in found.answers
    ])  # fmt: skip


def _notes(found: Inspection, hidden: int, crossed: bool) -> str:
    notes = [f"{found.market[:1].upper()}{found.market[1:]}."]
    if found.why:
        notes.append(f"No target range: {found.why}.")
    else:
        low, high = (f"{price:.8g}" for price in (found.frame.low, found.frame.high))
        what = " around the official close" if found.asks_close else ""
        notes.append(f"Green: the target range{what}, {low} to {high} {found.item.currency}.")
    notes.append("Grey: the range of each agreed minute.")
    if crossed:
        notes.append("Crosses: a source's minutes that were set aside; arrows: those beyond the picture.")
    if len(found.answers) > hidden:
        notes.append("Points: answers, where sent; their lines lead back to when that price was last the market's.")
    if hidden:
        notes.append(f"{hidden} of {len(found.answers)} answers gave no price, or one far outside the picture.")
    return " ".join(notes)


def _drawn(panel: _Panel, apis: Sequence[str], title: str, height: int) -> Any:
    layers = _target(panel) + _agreed(panel)
    if panel.close_up:
        layers += _sources(panel) + _set_aside(panel)
    layers += _answers(panel, apis)
    heading = alt.Title(
        title, fontSize=12, fontWeight="normal", color=panel.look.ink, frame="group", anchor="start", offset=6
    )
    return alt.layer(*layers).properties(width=panel.look.plot_width, height=height, title=heading)


def _target(panel: _Panel) -> list[alt.Chart]:
    found, look = panel.found, panel.look
    instant = alt.Chart(inline([{"t": _iso(found.instant)}])).mark_rule(color=look.quiet, strokeDash=[2, 3])
    layers = [instant.encode(x=panel.x())]
    if not found.frame.has_reference:
        return layers
    spans = [(panel.start, panel.end, 0.16)]
    if panel.close_up and not found.asks_close:
        spans.append((found.instant - MINUTE, found.instant + MINUTE, 0.42))
    for start, end, opacity in spans:
        row = {"t": _iso(start), "until": _iso(end), "price": found.frame.low, "high": found.frame.high}
        area = alt.Chart(inline([row])).mark_rect(color=look.target, opacity=opacity, clip=True)
        layers.append(area.encode(x=panel.x(), x2="until:T", y=panel.y(), y2="high:Q"))
    return layers


def _agreed(panel: _Panel) -> list[alt.Chart]:
    """Draw the agreed minutes: in the close-up the range of each, and the closes as a line that gaps interrupt."""
    series, look = panel.found.series, panel.look
    line: list[dict[str, Any]] = []
    ranges: list[dict[str, Any]] = []
    before = None
    for n in panel.span_of(series.start_s):
        start_s = int(series.start_s[n])
        if before is not None and start_s - before > GAP_S:
            line.append({"t": _iso(_utc(before + 120)), "price": None})
        before = start_s
        end = _iso(_utc(start_s + 60))
        line.append({"t": end, "price": float(series.close[n])})
        low, high = float(series.low[n]), float(series.high[n])
        ranges.append({"t": _iso(_utc(start_s)), "until": end, "price": low, "high": high})
    width = 1.6 if panel.close_up else 1.2
    closes = alt.Chart(inline(line)).mark_line(color=look.ink, strokeWidth=width, clip=True)
    layers = [closes.encode(x=panel.x(), y=panel.y())]
    if panel.close_up and ranges:
        areas = alt.Chart(inline(ranges)).mark_rect(color=look.quiet, opacity=0.25, clip=True)
        layers.insert(0, areas.encode(x=panel.x(), x2="until:T", y=panel.y(), y2="high:Q"))
    return layers


def _sources(panel: _Panel) -> list[alt.Chart]:
    """Draw the closes of each source, dashed in its own way, where there is more than one."""
    table = panel.found.consensus.table
    names = list(dict.fromkeys(table.sources))
    if len(names) < 2:
        return []
    rows = [
        {"t": _iso(_utc(int(table.start_s[n]) + 60)), "source": source,
         "price": float(table.close[row, n]) if table.verdict[row, n] == Verdict.USED else None}
        for row, source in enumerate(table.sources)
        for n in panel.span_of(table.start_s)
    ]  # fmt: skip
    scale = alt.Scale(domain=names, range=[DASHES[(n + 1) % len(DASHES)] for n in range(len(names))])
    lines = alt.Chart(inline(rows)).mark_line(color=panel.look.quiet, strokeWidth=1.2, clip=True)
    dash = alt.StrokeDash("source:N", scale=scale, title="sources", legend=alt.Legend(symbolSize=700))
    return [lines.encode(x=panel.x(), y=panel.y(), strokeDash=dash)]


def _set_aside(panel: _Panel) -> list[alt.Chart]:
    """Put a cross at each minute of a source that was set aside, an arrow at the edge where it lies beyond."""
    table, (low, high) = panel.found.consensus.table, panel.heights
    edge = 0.03 * (high - low)
    rows = []
    for row in range(len(table.sources)):
        for n in panel.span_of(table.start_s):
            if table.verdict[row, n] not in (Verdict.ABSENT, Verdict.USED):
                price = float(table.close[row, n])
                sign = "▲" if price > high else "▼" if price < low else "×"
                kept = min(max(price, low + edge), high - edge)
                rows.append({"t": _iso(_utc(int(table.start_s[n]) + 60)), "price": kept, "sign": sign})
    crosses = alt.Chart(inline(rows)).mark_text(color=panel.look.ink, fontSize=13, baseline="middle", clip=True)
    return [crosses.encode(x=panel.x(), y=panel.y(), text="sign:N")] if rows else []


def _answers(panel: _Panel, apis: Sequence[str]) -> list[alt.Chart]:
    if not panel.answers:
        return []
    colors, shapes = series_color(apis, panel.look), series_shape(apis)
    color = alt.Color("api:N", scale=alt.Scale(domain=list(apis), range=list(colors.values())), title="answers of")
    shape = alt.Shape("api:N", scale=alt.Scale(domain=list(apis), range=list(shapes.values())), title="answers of")
    rows = [
        {"t": _iso(one.sent_at), "price": one.newest, "api": one.api,
         "back": _iso(max(panel.start, one.held_until or one.sent_at))}
        for one in panel.answers
    ]  # fmt: skip
    lines = alt.Chart(inline(rows)).mark_rule(strokeWidth=1.4, clip=True)
    points = alt.Chart(inline(rows)).mark_point(clip=True, size=70 if panel.close_up else 34)
    return [
        lines.encode(x=panel.x(), x2="back:T", y=panel.y(), color=color),
        points.encode(x=panel.x(), y=panel.y(), color=color, shape=shape),
    ]


def _heights(found: Inspection, start: datetime, end: datetime, answers: Sequence[Answer]) -> tuple[float, float]:
    series = found.series
    inside = (series.start_s >= start.timestamp() - 60) & (series.start_s < end.timestamp())
    values = [*series.low[inside].tolist(), *series.high[inside].tolist()]
    values += [found.frame.low, found.frame.high] if found.frame.has_reference else []
    values += [one.newest for one in answers if one.newest is not None]
    values = values or series.close[-1:].tolist()
    margin = 0.08 * (max(values) - min(values)) or 1e-4 * max(values)
    return min(values) - margin, max(values) + margin


def _utc(second: int) -> datetime:
    return datetime.fromtimestamp(second, UTC)


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
