"""Figures and a look (width, dark or light) enter; Vega-Lite definitions, and SVG or PNG made of them, leave.

Only the worker and commands import this package's chart modules: they stand on altair, and `render` on vl-convert.
"""

from monitor.charts.base import FORMATS, Spec, framed, inline, nothing, render
from monitor.charts.look import Look, series_color, series_shape

__all__ = ["FORMATS", "Look", "Spec", "framed", "inline", "nothing", "render", "series_color", "series_shape"]
