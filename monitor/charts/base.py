"""The frame that every chart has, the plain sentence where there is nothing to draw, and rendering."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from monitor.charts.look import PADDING_PX, TEXT_PX, TITLE_PX, Look
from monitor.errors import ConfigError

if TYPE_CHECKING:
    import altair as alt

__all__ = ["FORMATS", "SCHEMA", "Spec", "framed", "inline", "nothing", "render"]

Spec = dict[str, Any]
"""A whole Vega-Lite definition, theme and data included: it needs nothing from anywhere."""

FORMATS = ("svg", "png")
SCHEMA = "6.4"
"""The version of Vega-Lite that vl-convert draws; altair writes the same generation of it."""
PNG_SCALE = 2.0
"""Pixels of a PNG to one CSS pixel, so that it is sharp on a good screen."""


def inline(rows: Iterable[Mapping[str, Any]]) -> "alt.Data":
    """Give rows as a chart's own data: plain values only, moments as UTC ISO 8601 text."""
    import altair as alt

    return alt.Data(values=[dict(row) for row in rows])  # type: ignore[no-untyped-call]


def framed(chart: "alt.TopLevelMixin", look: Look, title: str, notes: str = "") -> Spec:
    """Give the definition of `chart` under its title: what is shown, of what and when; `notes` in smaller type.

    Both are wrapped to the picture. The title and the notes are the picture's description for those who do not see it.
    """
    spec: Spec = chart.to_dict()
    spec.pop("config", None)
    lines = look.wrap(title, px=TITLE_PX, bold=True)
    spec["title"] = {"text": lines, "subtitle": look.wrap(notes)} if notes else {"text": lines}
    spec["description"] = f"{title}. {notes}".strip()
    spec["config"] = look.config()
    return spec


def nothing(look: Look, title: str, why: str) -> Spec:
    """Give a picture of a plain sentence: `why` there is nothing to draw under this title."""
    lines = look.wrap(why)
    return {
        "$schema": f"https://vega.github.io/schema/vega-lite/v{SCHEMA}.json",
        "data": {"values": [{}]},
        "width": look.width - 2 * PADDING_PX,
        "height": len(lines) * (TEXT_PX + 5) + 8,
        "mark": {"type": "text", "align": "left", "baseline": "top", "lineHeight": TEXT_PX + 5, "x": 0, "y": 4},
        "encoding": {"text": {"value": lines}},
        "title": {"text": look.wrap(title, px=TITLE_PX, bold=True)},
        "description": f"{title}. {why}",
        "config": look.config(),
    }


def render(spec: Spec, fmt: str = "svg") -> bytes:
    """Give the picture of a definition as ``svg`` or ``png``; nothing is fetched for it.

    An unknown format raises ConfigError.
    """
    import vl_convert

    if fmt == "svg":
        return vl_convert.vegalite_to_svg(spec, vl_version=SCHEMA, allowed_base_urls=[]).encode()
    if fmt == "png":
        return bytes(vl_convert.vegalite_to_png(spec, vl_version=SCHEMA, scale=PNG_SCALE, allowed_base_urls=[]))
    raise ConfigError(f"there is no format {fmt!r}", "chart", f"one of {', '.join(FORMATS)}")
