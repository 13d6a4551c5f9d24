"""`lag --plot`: the charts of a window as files."""

import pytest

from monitor.charts.registry import CHARTS
from monitor.cli.lagplot import CHART_NAMES, chart_for


def test_the_names_are_those_of_the_registry():
    assert list(CHART_NAMES) == [name for name in CHARTS if name != "reference"]


@pytest.mark.parametrize(
    ("keys", "name"), [(("api", "asset"), "lag"), (("api", "day"), "days"), (("offset", "api"), "offsets")]
)
def test_what_it_is_grouped_by_chooses_the_chart(keys, name):
    assert chart_for(None, keys) == name
    assert chart_for("cost", keys) == "cost"


def test_a_picture_is_written_beside_the_table(command, filled, tmp_path):
    ran = command("lag", "--db", filled.path, "--plot", tmp_path / "lag.svg", "--chart", "classes", "--width", 400)
    assert ran.code == 0, ran.err
    assert "exa_instant" in ran.out
    svg = (tmp_path / "lag.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "exa_instant" in svg
    assert command("lag", "--db", filled.path, "--plot", tmp_path / "lag.png", "--dark").code == 0
    assert (tmp_path / "lag.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--plot", "lag.gif"), "names a .png or .svg file"),
        (("--plot", "lag.png", "--chart", "pie"), "'pie' is not one of lag"),
        (("--chart", "lag"), "give --plot too"),
        (("--plot", "absent/lag.png"), "cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_refused(command, filled, words, said):
    ran = command("lag", "--db", filled.path, *words)
    assert ran.code in (2, 3)
    assert said in " ".join(ran.err.split())
