"""What several charts are made of: axes of age and of shares, rows of APIs, panels of a whole."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from monitor.charts.look import AXIS_PX, PADDING_PX, Look, series_color, series_shape
from monitor.charts.table import figure

if TYPE_CHECKING:
    import altair as alt

__all__ = [
    "ASSETS",
    "Data",
    "age_domain",
    "age_scale",
    "apis_of",
    "asset_marks",
    "by_figure",
    "columns_for",
    "heading",
    "interval",
    "name_px",
    "of_asset",
    "panel_width",
    "row_axis",
    "shown_assets",
    "stand_for",
    "window",
]

Data = Mapping[str, Any]
"""What charts are built from, as `monitor.charts.data.chart_data` gives it; parts that a chart has no use for may be
absent. ``since, until, reader, policy``; ``groups`` and ``days``: entries of ``groups`` of `monitor lag --json`, by api
and asset, and also by day; ``excluded`` and ``annotations`` as there; ``classes``: ``{"api", "asset", "class", "n"}``;
``calls``: ``{"api", "asset", "asked", "answered", "latency_p50_ms", "latency_p95_ms", "cost_usd"}``; ``shifts``:
``{"api", "asset", "day", "before_s", "after_s", "ours": [{"kind"}]}``; ``ours``: ``{"at", "api", "what"}``, api None
for all; ``inspection``: an instant's reference; ``nights``: as `monitor.agent.figures.figures` gives it."""

ASSETS = {"equity": "Stocks (equity)", "crypto": "Coins (crypto)", "fx": "Currencies (fx)"}
TICKS_S = (1, 10, 60, 300, 900, 3600, 14_400, 43_200, 86_400)
"""Where an axis of age may have labels, and where it may begin and end."""
CHAR_PX = 6.4
GAP_PX = 26
_SHORT = (
    "datum.value < 60 ? datum.value + ' s' : datum.value < 3600 ? datum.value / 60 + ' min' : "
    "datum.value < 86400 ? datum.value / 3600 + ' h' : datum.value / 86400 + ' d'"
)


def window(data: Data) -> str:
    """Say over what the figures are."""
    said = f"Instants from {_day(data.get('since'))} to {_day(data.get('until'))} UTC."
    if data.get("reader"):
        said += f" Reader {data['reader']}, policy {data.get('policy')}."
    left = [str(one.get("text") or "") for one in data.get("excluded") or []]
    return " ".join([said, *(f"{one.rstrip('.')}." for one in left)])


def _day(at: str | None) -> str:
    return (at or "?").replace("T", " ")[:16]


def of_asset(rows: Iterable[Mapping[str, Any]], asset: str) -> list[Mapping[str, Any]]:
    """Give the rows of one asset."""
    return [row for row in rows if row.get("asset") == asset]


def shown_assets(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Give the assets that the rows are of, in their usual order."""
    there = {str(row.get("asset") or "") for row in rows}
    return [*(asset for asset in ASSETS if asset in there), *sorted(there - set(ASSETS))]


def apis_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Give the names of the apis, sorted; a name has the same colour and shape in every chart of the same data."""
    return sorted({str(row["api"]) for row in rows})


def by_figure(rows: Iterable[Mapping[str, Any]], name: str, sign: int = 1) -> list[str]:
    """Give the apis of `rows` by that figure, ascending (`sign` 1) or descending; those without one come last."""

    def place(row: Mapping[str, Any]) -> tuple[bool, float, str]:
        est, lo, _ = figure(row.get(name))
        value = est if est is not None else lo
        return value is None, sign * (value or 0.0), str(row["api"])

    return [str(row["api"]) for row in sorted(rows, key=place)]


def age_domain(values: Iterable[float | None]) -> tuple[float, float]:
    """Give the ends of an axis of age that holds `values`, in seconds, both at labels."""
    there = [value for value in values if value is not None and value > 0]
    low, high = min(there, default=60.0), max(there, default=3600.0)
    first = max((tick for tick in TICKS_S if tick <= low), default=TICKS_S[0])
    last = min((tick for tick in TICKS_S if tick >= high), default=TICKS_S[-1])
    return (float(first), float(last)) if first < last else (float(first) / 6, float(last) * 6)


def age_scale(domain: tuple[float, float]) -> dict[str, Any]:
    """Give scale and axis of an age in seconds, logarithmic, labelled in the units that people use."""
    import altair as alt

    ticks = [tick for tick in TICKS_S if domain[0] <= tick <= domain[1]]
    return {
        "scale": alt.Scale(type="log", domain=list(domain), nice=False),
        "axis": alt.Axis(values=ticks, labelExpr=_SHORT, grid=True),
    }


def interval(found: Mapping[str, Any] | None, domain: tuple[float, float]) -> dict[str, Any] | None:
    """Give a figure as marks need it, kept within `domain`; `open` where its upper end lies beyond. None without any.

    ``{"est": …|None, "lo": …, "hi": …, "open": bool}``
    """
    est, lo, hi = figure(found)
    if est is None and lo is None:
        return None

    def kept(value: float) -> float:
        return min(max(value, domain[0]), domain[1])

    low = lo if lo is not None else est or domain[0]
    return {
        "est": None if est is None else kept(est),
        "lo": kept(low),
        "hi": domain[1] if hi is None else kept(hi),
        "open": hi is None,
    }


def name_px(names: Sequence[str], look: Look) -> int:
    """Give the width that names beside rows take, at most a third of the picture."""
    return int(min(max((len(name) for name in names), default=0) * CHAR_PX + 14, look.width * 0.36))


def row_axis(names: Sequence[str], look: Look, wide: int, field: str = "api:N") -> "alt.Y":
    """Give the axis that has a row for each name, in their order; names get `wide` pixels."""
    import altair as alt

    axis = alt.Axis(
        minExtent=wide, maxExtent=wide, labelLimit=wide - 6, labelColor=look.ink, ticks=False, labelOverlap=False,
        grid=True,
    )  # fmt: skip
    return alt.Y(field, scale=alt.Scale(domain=list(names)), axis=axis, title=None)


def columns_for(look: Look, panels: int, most: int = 3) -> int:
    """Give how many of so many plots stand beside one another."""
    return 1 if look.narrow else min(most, max(panels, 1))


def panel_width(look: Look, columns: int) -> int:
    """Give the width of one of `columns` plots beside one another, each with an axis without a title."""
    room = look.width - 2 * PADDING_PX - (columns - 1) * GAP_PX
    return room // columns - (AXIS_PX - 16)


def heading(text: str, look: Look) -> "alt.TitleParams":
    """Give the heading of one panel."""
    import altair as alt

    return alt.Title(text, fontSize=12, fontWeight="bold", color=look.ink, frame="group", anchor="start", offset=6)


def asset_marks(look: Look, shown: Sequence[str]) -> dict[str, Any]:
    """Give the encodings that tell assets apart."""
    names = [*ASSETS, *(asset for asset in shown if asset not in ASSETS)]
    return stand_for(names, look, "asset", "asset:N", shown)


def stand_for(
    names: Sequence[str], look: Look, title: str | None, field: str, shown: Sequence[str] | None = None
) -> dict[str, Any]:
    """Give the encodings colour and shape that tell `names` apart, with one legend for both, of those in `shown`.

    A name that stands at the same place of `names` looks the same in every chart.
    """
    import altair as alt

    colors, shapes = series_color(names, look), series_shape(names)
    legend = alt.Legend(symbolOpacity=1, title=title)
    if shown is not None:
        legend.values = [name for name in names if name in shown]
    return {
        "color": alt.Color(field, scale=alt.Scale(domain=list(names), range=list(colors.values())), legend=legend),
        "shape": alt.Shape(field, scale=alt.Scale(domain=list(names), range=list(shapes.values())), legend=legend),
    }
