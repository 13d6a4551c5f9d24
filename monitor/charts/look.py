"""How every chart looks: its width, light or dark, and colours and shapes that a colour-blind person can tell apart.

Colours are those of Okabe and Ito (2008), "Color Universal Design". Hue never carries a distinction alone: each series
has a shape of its own too, and lines differ by dashes.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["DASHES", "Look", "series_color", "series_shape"]

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""The first is what vl-convert brings along, so that a PNG is the same on every host."""
TEXT_PX = 12
TITLE_PX = 15
PADDING_PX = 10
AXIS_PX = 64
"""Kept free for the labels and title of a vertical axis, so that plots below one another line up."""

_BLUE, _SKY, _GREEN, _ORANGE = "#0072B2", "#56B4E9", "#009E73", "#E69F00"
_VERMILION, _PURPLE, _YELLOW = "#D55E00", "#CC79A7", "#F0E442"
# Those that stand out from the paper come first: blue is faint on dark, yellow does not show on light.
_ON_LIGHT = (_BLUE, _VERMILION, _GREEN, _PURPLE, _ORANGE, _SKY)
_ON_DARK = (_SKY, _ORANGE, _GREEN, _PURPLE, _VERMILION, _YELLOW)
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [10, 3])
"""Lines in the order of their series; the first is unbroken."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a chart is drawn for; `width` is that of the whole picture, in CSS pixels, from 320 on."""

    width: int = 720
    dark: bool = False

    @property
    def narrow(self) -> bool:
        """True on a phone: fewer ticks, legends in fewer columns."""
        return self.width < 540

    @property
    def plot_width(self) -> int:
        """The width between a plot's axes."""
        return self.width - 2 * PADDING_PX - AXIS_PX

    @property
    def paper(self) -> str:
        """The background; the same as the page's."""
        return "#14181b" if self.dark else "#fcfcfa"

    @property
    def ink(self) -> str:
        """Text and the most important line."""
        return "#e4e7e6" if self.dark else "#1d2327"

    @property
    def quiet(self) -> str:
        """Axis labels and remarks; at least 4.5:1 against the paper."""
        return "#9aa5ab" if self.dark else "#5a646b"

    @property
    def line(self) -> str:
        """Grid lines."""
        return "#333b40" if self.dark else "#d9dcd8"

    @property
    def target(self) -> str:
        """What is right: the target window, a true value."""
        return _GREEN

    @property
    def accent(self) -> str:
        """One thing to look at."""
        return _ORANGE if self.dark else _VERMILION

    @property
    def colors(self) -> tuple[str, ...]:
        """Colours of series, in their order."""
        return _ON_DARK if self.dark else _ON_LIGHT

    def wrap(self, text: str, *, px: int = TEXT_PX, bold: bool = False) -> list[str]:
        """Give `text` in lines that fit the picture; a word that is too long alone is cut.

        A number and its percent sign stay together.
        """
        most = max(12, int((self.width - 2 * PADDING_PX) / (px * (0.56 if bold else 0.51))))
        lines: list[str] = []
        for word in re.split(r"[ \t\r\n]+", text.strip().replace(" %", "\u00a0%")):
            if lines and len(lines[-1]) + 1 + len(word) <= most:
                lines[-1] += f" {word}"
            else:
                lines.append(word if len(word) <= most else f"{word[: most - 1]}…")
        return lines

    def config(self) -> dict[str, Any]:
        """Give the Vega-Lite configuration that every chart is drawn with."""
        axis = {
            "labelColor": self.quiet, "titleColor": self.quiet, "domainColor": self.line, "tickColor": self.line,
            "gridColor": self.line, "gridOpacity": 0.7, "labelFontSize": TEXT_PX - 1, "titleFontSize": TEXT_PX - 1,
            "titleFontWeight": "normal", "labelOverlap": True,
        }  # fmt: skip
        return {
            "background": self.paper,
            "font": FONT,
            "padding": PADDING_PX,
            "view": {"stroke": None},
            "axis": axis,
            "axisX": {"labelFlush": True, "grid": False, "tickCount": 4 if self.narrow else 8},
            "axisY": {"minExtent": AXIS_PX - 16, "maxExtent": AXIS_PX - 16, "tickCount": 5, "domain": False},
            "title": {
                "anchor": "start", "frame": "bounds", "color": self.ink, "fontSize": TITLE_PX, "offset": 12,
                "lineHeight": TITLE_PX + 4, "subtitleColor": self.quiet, "subtitleFontSize": TEXT_PX,
                "subtitleLineHeight": TEXT_PX + 5, "subtitlePadding": 5,
            },
            "legend": {
                "orient": "bottom", "direction": "horizontal", "labelColor": self.ink, "titleColor": self.quiet,
                "labelFontSize": TEXT_PX, "titleFontSize": TEXT_PX, "titleFontWeight": "normal", "symbolSize": 80,
                "columns": 2 if self.narrow else 5, "labelLimit": self.width // 3, "rowPadding": 4,
                "layout": {"bottom": {"direction": "vertical", "anchor": "start", "margin": 8}},
            },
            "line": {"strokeWidth": 1.5},
            "point": {"filled": True, "size": 70, "opacity": 1, "stroke": self.ink, "strokeWidth": 0.6},
            "text": {"color": self.ink, "fontSize": TEXT_PX},
        }  # fmt: skip


def series_color(names: Sequence[str], look: Look) -> dict[str, str]:
    """Give each of `names` its colour, in their order; from the seventh on the shape tells them apart."""
    return {name: look.colors[n % len(look.colors)] for n, name in enumerate(names)}


def series_shape(names: Sequence[str]) -> dict[str, str]:
    """Give each of `names` its shape; with `series_color`, 42 can be told apart."""
    return {name: _SHAPES[n % len(_SHAPES)] for n, name in enumerate(names)}
