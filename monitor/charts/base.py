"""The frame that every chart has, the plain sentence where there is nothing to draw, and rendering."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from monitor.charts.look import PADDING_PX, TEXT_PX, TITLE_PX, Look
from monitor.errors import ConfigError

if TYPE_CHECKING:
    import altair as alt

__all__ = ["FORMATS", "SCHEMA", "Spec", "framed", "inline", "nothing", "render", "untitled"]

Spec = dict[str, Any]
"""A whole Vega-Lite definition, theme and data included: it needs nothing from anywhere."""

FORMATS = ("svg", "png")
SCHEMA = "6.4"
"""The version of Vega-Lite that vl-convert draws; altair writes the same generation of it."""
_NO_PICTURE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
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


def untitled(spec: Spec, look: Look) -> Spec:
    """Give the definition without its title, for where a heading stands above the picture; its notes stay."""
    notes = spec["title"].get("subtitle")
    kept = {key: value for key, value in spec.items() if key != "title"}
    if notes:
        kept["title"] = {"text": notes, "fontSize": TEXT_PX, "fontWeight": "normal", "color": look.quiet,
                         "lineHeight": TEXT_PX + 5}  # fmt: skip
    return kept


def render(spec: Spec, fmt: str = "svg") -> bytes:
    """Give the picture of a definition as ``svg`` or ``png``; nothing is fetched for it.

    Characters that have no picture (controls, directions, halves of pairs) become spaces: on some the renderer ends the
    whole process. An unknown format raises ConfigError.
    """
    import vl_convert

    spec = _drawable(spec)
    if fmt == "svg":
        return vl_convert.vegalite_to_svg(spec, vl_version=SCHEMA, allowed_base_urls=[]).encode()
    if fmt == "png":
        return bytes(vl_convert.vegalite_to_png(spec, vl_version=SCHEMA, scale=PNG_SCALE, allowed_base_urls=[]))
    raise ConfigError(f"there is no format {fmt!r}", "chart", f"one of {', '.join(FORMATS)}")


def _drawable(value: Any) -> Any:
    if isinstance(value, str):
        if value.isprintable():
            return value
        return "".join(" " if unicodedata.category(char) in _NO_PICTURE else char for char in value)
    if isinstance(value, dict):
        return {_drawable(key): _drawable(one) for key, one in value.items()}
    return [_drawable(one) for one in value] if isinstance(value, list | tuple) else value
