"""Every chart of the registry: drawn at any width, in words where there is nothing to draw, with its figures beside."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from monitor.charts import Look, Spec, render
from monitor.charts.parts import age_domain
from monitor.charts.registry import CHARTS, draw
from monitor.charts.shares import CLASSES
from monitor.charts.table import KINDS, Table
from tests.charts.figures import ASKED, NASTY, QUIET, estimate, figures, group

OF_WINDOWS = [name for name in CHARTS if name != "reference"]


def rows(spec: Any) -> Iterator[dict]:
    """Give every row of data anywhere in a definition."""
    if isinstance(spec, dict):
        data = spec.get("data")
        yield from data.get("values", []) if isinstance(data, dict) else []
        for value in spec.values():
            yield from rows(value)
    elif isinstance(spec, list):
        for one in spec:
            yield from rows(one)


def having(spec: Spec, *names: str) -> list[dict]:
    return [row for row in rows(spec) if set(names) <= set(row)]


@pytest.mark.parametrize("look", [Look(360), Look(1000, dark=True)], ids=str)
@pytest.mark.parametrize("name", OF_WINDOWS)
def test_a_chart_is_as_wide_as_asked_and_says_what_it_shows_of_what_and_when(name: str, look: Look) -> None:
    spec = draw(name, figures(), look)
    svg = render(spec).decode()
    width = re.search(r'<svg[^>]* width="([\d.]+)"', svg)
    assert width is not None
    assert float(width[1]) == pytest.approx(look.width, abs=14)
    assert spec["description"].startswith(CHARTS[name].title)
    assert "2026-11-10" in spec["description"]
    assert "policy strict" in spec["description"] or name == "nights", "answers are judged by no policy for prices"
    assert "swift" in svg


@pytest.mark.parametrize("name", CHARTS)
def test_where_there_is_nothing_to_draw_a_sentence_says_so(name: str) -> None:
    empty = {"since": "2026-11-10T00:00:00Z", "until": "2026-11-24T00:00:00Z"}
    made = CHARTS[name].build(empty, Look(), CHARTS[name].title)
    assert isinstance(made, str)
    assert made.endswith(".")
    assert "nothing to draw" in made or made.startswith("No ")
    assert made.split()[0] in render(draw(name, empty, Look(360))).decode()
    assert CHARTS[name].table(empty).rows == ()


@pytest.mark.parametrize("name", CHARTS)
def test_the_table_beside_a_chart_is_typed_and_survives_json(name: str) -> None:
    table = CHARTS[name].table(figures())
    assert {column.kind for column in table.columns} <= set(KINDS)
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert Table.from_json(json.loads(json.dumps(table.to_json()))) == table
    if name != "reference":
        assert table.rows


@pytest.mark.parametrize("name", OF_WINDOWS)
def test_names_from_elsewhere_are_text(name: str) -> None:
    text = json.dumps(figures()).replace('"swift"', json.dumps(NASTY))
    svg = render(draw(name, json.loads(text), Look())).decode()
    assert "<script" not in svg


def test_the_freshest_stands_first_and_a_missing_figure_has_its_reason() -> None:
    spec = draw("lag", figures(), Look(1000))
    first = spec["vconcat"][0]["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert first == ["swift", "slow", "by_the_minute"]
    reasons = {" ".join(row["why"]).replace("\u00a0", " ") for row in having(spec, "why")}
    assert reasons == {ASKED, QUIET}
    narrow = [row["why"] for row in having(draw("lag", figures(), Look(360)), "why")]
    assert {len(lines) for lines in narrow} == {2}, "a row has room for two lines"
    unsure = {(row["api"], row["figure"]) for row in having(spec, "figure", "open") if row["open"]}
    assert unsure == {("swift", "90th percentile"), ("slow", "90th percentile")}
    bounds_only = [row for row in having(spec, "figure") if row["est"] is None]
    assert ("swift", "median", 60.0) in {(row["api"], row["figure"], row["hi"]) for row in bounds_only}


def test_days_carry_shifts_and_our_own_changes_on_the_panels_that_they_concern() -> None:
    spec = draw("days", figures(), Look(1000))
    panels = {panel["title"]["text"]: panel for panel in spec["concat"]}
    marks = {api: [set(row) for row in rows(panel)] for api, panel in panels.items()}
    assert marks["slow"].count({"day"}) == 1, "the reader's version"
    assert marks["swift"].count({"day"}) == 2, "the reader's version, and its own configuration"
    assert marks["slow"].count({"day", "asset"}) == 1
    assert {"day", "asset"} not in marks["swift"]
    happened = {(row[0], row[2]): row[7] for row in CHARTS["days"].table(figures()).rows if row[7]}
    assert happened == {
        ("slow", "2026-11-17"): "shift from 300 s to 900 s",
        ("slow", "2026-11-12"): "on our side: the reader's version",
        ("swift", "2026-11-12"): "on our side: the reader's version",
        ("swift", "2026-11-20"): "on our side: its configuration",
    }


def test_a_shift_that_may_be_ours_says_so_and_is_drawn_broken() -> None:
    data = figures()
    data["shifts"][0]["ours"] = [{"day": "2026-11-16", "kind": "reader"}]
    said = [row[7] for row in CHARTS["days"].table(data).rows if row[7] and row[7].startswith("shift")]
    assert said == ["shift from 300 s to 900 s; our reader changed about then"]
    assert '"strokeDash": [7, 4]' in json.dumps(draw("days", data, Look()))
    assert '"strokeDash": [7, 4]' not in json.dumps(draw("days", figures(), Look()))


def test_nights_have_a_panel_for_each_api_that_names_its_ties_and_its_interval() -> None:
    spec = draw("nights", figures(), Look(1000))
    sets = [part["title"]["text"] for part in spec["vconcat"]]
    who = "some:model", "baseline extractive, no model"
    assert sets == [[f"historical-lookup: {who[0]}, search"], [f"multi-hop-lookup: {who[1]}, search"]]
    titles = {panel["title"]["text"]: " ".join(panel["title"]["subtitle"]) for panel in spec["vconcat"][0]["concat"]}
    assert titles["swift"].replace("\u00a0", " ") == "80 % right [40 %, 90 %]; a tie with slow"
    assert "tie" not in titles["by_the_minute"]
    table = CHARTS["nights"].table(figures()).rows
    assert table[0] == ("historical-lookup", "some:model", "search", "swift", "all", 0.8, 0.4, 0.9, 20, 20, "slow")
    assert len(table) == 2 * 3 * 4, "all nights and each"


def test_one_day_is_no_history() -> None:
    data = figures()
    data["days"] = [one for one in data["days"] if one["key"]["day"] == "2026-11-12"]
    made = CHARTS["days"].build(data, Look(), "Days")
    assert made == "Only one day has a median yet: there is no line to draw, and nothing to compare it with."


def test_parts_of_a_bar_add_up_and_carry_letters() -> None:
    spec = draw("classes", figures(), Look(1000))
    bars = {id(row): row for row in having(spec, "class", "from", "to")}.values()
    swift = [row for row in bars if row["api"] == "swift" and row["class"] == "target"]
    assert swift[0]["letter"] == "T"
    assert max(row["to"] for row in bars) == pytest.approx(1.0)
    assert len(set(CLASSES.values())) == len(CLASSES)
    share = {row[:3]: row[4] for row in CHARTS["classes"].table(figures()).rows}
    assert share["swift", "equity", "target"] == pytest.approx(300 / 373)


def test_free_apis_have_no_cost_to_draw_and_mixed_ones_do() -> None:
    free = figures()
    free["calls"] = [{**call, "cost_usd": 0.0} for call in free["calls"]]
    made = CHARTS["cost"].build(free, Look(), "Cost")
    assert isinstance(made, str)
    assert "costs anything" in made
    points = having(draw("cost", figures(), Look()), "usd_per_1000")
    assert {(row["api"], row["usd_per_1000"]) for row in points} >= {("swift", 5.0), ("slow", 0.0)}


def test_a_name_keeps_its_colour_whatever_else_is_shown() -> None:
    whole = draw("offsets", figures(), Look())
    coins = figures()
    coins["groups"] = [one for one in coins["groups"] if one["asset"] == "crypto"]
    assert _color(whole, "crypto") == _color(draw("offsets", coins, Look()), "crypto")


def _color(spec: Spec, name: str) -> str:
    scale = spec["concat"][0]["layer"][0]["encoding"]["color"]["scale"]
    return str(scale["range"][scale["domain"].index(name)])


@pytest.mark.parametrize("ages", [[], [0.0], [None], [1e-9, 2.0], [60.0], [86_400.0 * 9], [0.2, 1e7]])
def test_an_axis_of_age_has_room_for_any_age(ages: list[float | None]) -> None:
    low, high = age_domain(ages)
    assert 0 < low < high


def test_ages_of_no_length_and_beyond_every_bar_are_drawn_at_the_edges() -> None:
    data = {"groups": [group("a", "fx", estimate(0.0, 0.0, 1e-9), estimate(1e8, 1e7, None), estimate(1.0, 0.9, 1.0))]}
    spec = draw("lag", data, Look())
    assert render(spec)
    assert all(row["lo"] > 0 for row in having(spec, "lo", "hi"))
