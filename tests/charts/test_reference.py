"""The picture of one instant's reference."""

import re
from pathlib import Path

import pytest

from monitor.charts import Look, Spec, render
from monitor.charts.reference import reference_chart
from monitor.config import MarketSettings
from monitor.grading.inspecting import inspect_instant
from monitor.grading.policy import load_policy
from tests.market.stocked import BTC, INSTANT, stocked


def drawn(path: Path, look: Look, answers: list[tuple[str, float, float]]) -> Spec:
    database = stocked(path / "stocked.sqlite", answers)
    with database.read() as session:
        found = inspect_instant(session, BTC, INSTANT, MarketSettings(), load_policy("strict"), "rules")
    database.close()
    return reference_chart(found, look)


def rows_with(spec: Spec, *names: str) -> list[dict]:
    """Give the rows of the picture's data that hold all of these fields."""
    layers = [layer for plot in spec["vconcat"] for layer in plot["layer"]]
    return [row for layer in layers for row in layer["data"]["values"] if set(names) <= set(row)]


@pytest.mark.parametrize("look", [Look(360), Look(1000, dark=True)], ids=str)
def test_it_shows_the_range_each_source_and_every_answer_at_the_width_asked_for(tmp_path: Path, look: Look) -> None:
    spec = drawn(tmp_path, look, [("exa", 5, 86_000.0), ("brave", 300, 86_010.0), ("exa", 900, 86_050.0)])
    svg = render(spec).decode()
    width = re.search(r'width="(\d+)"', svg)
    assert width is not None
    assert int(width[1]) == pytest.approx(look.width, abs=6)
    for said in ("exa", "brave", "kraken", "coinbaseexchange", "UTC, 2026-11-24", "price in USD"):
        assert said in svg, said
    answers = rows_with(spec, "api", "price", "back")
    assert {(row["api"], row["t"]) for row in answers} >= {
        ("exa", "2026-11-24T16:00:05Z"), ("brave", "2026-11-24T16:05:00Z"), ("exa", "2026-11-24T16:15:00Z")}
    assert {row["back"] for row in answers if row["api"] == "brave"} == {"2026-11-24T16:03:00Z"}
    assert "green" in spec["description"].lower()
    assert {row["sign"] for row in rows_with(spec, "sign")} == {"▲"}, "bitstamp's wrong minutes lie above the picture"
    beside = [row["price"] for row in rows_with(spec, "source") if row["source"] == "bitstamp"]
    assert None in beside, "and no line leads over them"


def test_answers_far_outside_are_counted_and_do_not_flatten_the_picture(tmp_path: Path) -> None:
    spec = drawn(tmp_path, Look(), [("exa", 5, 86_000.0), ("frozen", 5, 12.0)])
    assert "1 of 2 answers gave no price, or one far outside the picture." in spec["description"]
    assert min(row["price"] for row in rows_with(spec, "price", "t") if row["price"]) > 10_000
