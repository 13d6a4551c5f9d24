"""A report as one HTML file: style and pictures in it, no script, and nothing that is fetched from anywhere."""

import base64
import re

from jinja2 import Environment, PackageLoader, StrictUndefined

from monitor.charts.table import Column
from monitor.report.compose import NARROW_PX, WIDE_PX
from monitor.report.parts import Picture, Report, plain, shown

__all__ = ["as_html"]

_RIGHT = {"count", "seconds", "share", "ms", "usd", "price"}


def as_html(report: Report) -> str:
    """Give the file's text. All that is not the template's own is escaped."""
    pages = Environment(
        loader=PackageLoader("monitor.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    pages.filters |= {"plain": plain}
    pages.tests |= {"right": _is_right}
    kinds = {"kind": lambda block: type(block).__name__}
    return pages.get_template("report.html").render(
        report=report, shown=shown, source=_source, narrow=NARROW_PX, wide=WIDE_PX, **kinds
    )


def _is_right(column: Column) -> bool:
    return column.kind in _RIGHT


def _source(picture: Picture, width: int, dark: bool) -> str:
    """Give one drawing as a ``data:`` address. What only describes marks is left out: the file has the table."""
    svg = re.sub(r' (?:aria-[a-z]+|role)="[^"]*"', "", picture.svg[width, dark])
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
