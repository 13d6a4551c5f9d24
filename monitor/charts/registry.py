"""Every chart by name: its title, what it is built from, its picture and the table of its figures."""

from collections.abc import Callable
from dataclasses import dataclass

from monitor.charts.ages import ages_chart, ages_table, within_chart, within_table
from monitor.charts.base import Spec, nothing
from monitor.charts.look import Look
from monitor.charts.nights import nights_chart, nights_table
from monitor.charts.offsets import offsets_chart, offsets_table
from monitor.charts.overtime import overtime_chart, overtime_table
from monitor.charts.parts import Data
from monitor.charts.reference import reference_picture, reference_table
from monitor.charts.shares import shares_chart, shares_table
from monitor.charts.table import Table
from monitor.charts.tradeoffs import cost_chart, cost_table, latency_chart, latency_table

__all__ = ["CHARTS", "Chart", "draw"]


@dataclass(frozen=True)
class Chart:
    """`build` gives a definition, or the plain sentence that says why there is nothing to draw."""

    title: str
    needs: tuple[str, ...]
    """The parts of the data that it is built from."""
    build: Callable[[Data, Look, str], Spec | str]
    table: Callable[[Data], Table]


CHARTS: dict[str, Chart] = {
    "lag": Chart("How old the served prices are, by API", ("groups",), ages_chart, ages_table),
    "within": Chart("Share of the served prices that are at most so old", ("groups",), within_chart, within_table),
    "offsets": Chart("Freshness by offset: how soon the price asked for is served", ("groups",),
                     offsets_chart, offsets_table),
    "days": Chart("Age of the served prices over time", ("days", "shifts", "ours"), overtime_chart, overtime_table),
    "classes": Chart("What the answers were: class shares by API", ("classes",), shares_chart, shares_table),
    "latency": Chart("Waiting for freshness: latency against fresh prices", ("groups", "calls"),
                     latency_chart, latency_table),
    "cost": Chart("Paying for freshness: cost against fresh prices", ("groups", "calls"), cost_chart, cost_table),
    "nights": Chart("How often answers to the question sets were right, night by night", ("nights",),
                    nights_chart, nights_table),
    "reference": Chart("Reference price around one instant, and what each API answered", ("inspection",),
                       reference_picture, reference_table),
}  # fmt: skip
"""In the order in which a page or a report shows them."""


def draw(name: str, data: Data, look: Look) -> Spec:
    """Give the definition of a chart; where there is nothing to draw, a picture of the sentence that says why."""
    chart = CHARTS[name]
    made = chart.build(data, look, chart.title)
    return nothing(look, chart.title, made) if isinstance(made, str) else made
