"""``monitor lag --plot``: one of the charts of a window, as a picture."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["CHART_NAMES", "chart_for", "format_of", "plot_lag"]

CHART_NAMES = ("lag", "within", "offsets", "days", "classes", "latency", "cost", "nights")
"""The charts of a window, as `monitor.charts.registry` has them."""


def format_of(plot: Path) -> str:
    """Give the format that a file's name asks for; raises BadParameter where there is none such."""
    fmt = plot.suffix.lower().lstrip(".")
    if fmt not in ("png", "svg"):
        raise typer.BadParameter("names a .png or .svg file", param_hint="--plot")
    return fmt


def chart_for(chart: str | None, keys: tuple[str, ...]) -> str:
    """Give the chart that is asked for by name, or else by what the figures are grouped by."""
    if chart is not None:
        if chart not in CHART_NAMES:
            raise typer.BadParameter(f"{chart!r} is not one of {', '.join(CHART_NAMES)}", param_hint="--chart")
        return chart
    return "days" if "day" in keys else "offsets" if "offset" in keys else "lag"


def plot_lag(
    database: "Database", settings: "Settings", plot: Path, name: str, window: tuple[datetime, datetime | None],
    now: datetime, named: dict[str, str], *, dark: bool, width: int,
) -> None:  # fmt: skip
    """Draw the chart of [window) to the file; an unwritable file raises MonitorError."""
    from monitor.charts import Look, render
    from monitor.charts.data import Wanted, chart_data
    from monitor.charts.registry import CHARTS, draw
    from monitor.cli.output import progress, warn
    from monitor.daemon.world import load_world
    from monitor.whole import seen_to_be_writable, whole

    fmt = format_of(seen_to_be_writable(plot))
    wanted = Wanted(database, window[0], window[1] or now, now, named["reader"], named["policy"], settings.market,
                    load_world(settings).by_id)  # fmt: skip
    with progress("Drawing"):
        picture = render(draw(name, chart_data(wanted, CHARTS[name].needs), Look(width, dark)), fmt)
    with whole(plot) as part:
        part.write_bytes(picture)
    warn(f"drawn: {plot}")
