"""The frame that all charts share: sizes, colours, words, and no network."""

import re
import subprocess
import sys
from itertools import combinations

import altair as alt
import pytest

from monitor.charts import Look, framed, nothing, render, series_color, series_shape
from monitor.charts.base import SCHEMA, Spec
from monitor.errors import ConfigError

LOOKS = [Look(width, dark) for width in (360, 1000) for dark in (False, True)]
NAMES = ["brave", "exa", "tavily_live", "you"]


def sample(look: Look, title: str = "Share of answers by minute") -> Spec:
    rows = [{"x": n, "y": 100 + n / 10, "api": NAMES[n % 4]} for n in range(40)]
    colors, shapes = series_color(NAMES, look), series_shape(NAMES)
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_point()
        .encode(
            x="x:Q",
            y=alt.Y("y:Q").scale(zero=False),
            color=alt.Color("api:N").scale(domain=NAMES, range=list(colors.values())),
            shape=alt.Shape("api:N").scale(domain=NAMES, range=list(shapes.values())),
        )
        .properties(width=look.plot_width, height=180)
    )
    return framed(chart, look, title, "Of the last seven days, by what was sent within two seconds of its slot.")


def size(svg: bytes) -> tuple[float, float]:
    found = re.search(r'<svg[^>]* width="([\d.]+)" height="([\d.]+)"', svg.decode())
    assert found is not None
    return float(found[1]), float(found[2])


def luminance(color: str) -> float:
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_chart_is_as_wide_as_it_was_asked_to_be_with_its_title_whole(look: Look) -> None:
    title = "Share of answers in the target range by minutes after the instant, for each API that was asked"
    svg = render(sample(look, title))
    assert size(svg)[0] == pytest.approx(look.width, abs=6)
    lines = look.wrap(title, px=15, bold=True)
    assert " ".join(lines) == title
    assert all(line in svg.decode() for line in lines)
    assert look.paper in svg.decode()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_where_there_is_nothing_to_draw_the_picture_is_a_sentence(look: Look) -> None:
    why = "Fewer than 30 probes could tell fresh from 15 minutes old: not enough movement."
    svg = render(nothing(look, "Freshness of exa", why))
    assert size(svg)[0] == pytest.approx(look.width, abs=6)
    assert all(line in svg.decode() for line in look.wrap(why))


def test_png_is_sharp_and_an_unknown_format_is_named() -> None:
    png = render(sample(Look(360)), "png")
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == pytest.approx(720, abs=12)
    with pytest.raises(ConfigError, match="no format 'gif'"):
        render(sample(Look(360)), "gif")


def test_the_same_figures_give_the_same_picture() -> None:
    assert render(sample(Look())) == render(sample(Look()))


@pytest.mark.parametrize("dark", [False, True])
def test_words_stand_out_from_the_paper_and_series_differ_by_more_than_hue(dark: bool) -> None:
    look = Look(dark=dark)
    assert contrast(look.ink, look.paper) > 7
    assert contrast(look.quiet, look.paper) > 4.5
    assert all(contrast(color, look.paper) > 2 for color in look.colors)
    assert all(contrast(color, look.paper) > 3 for color in look.colors[:3])
    names = [f"api{n}" for n in range(42)]
    colors, shapes = series_color(names, look), series_shape(names)
    assert all((colors[a], shapes[a]) != (colors[b], shapes[b]) for a, b in combinations(names, 2))


def test_words_from_the_web_are_text() -> None:
    svg = render(sample(Look(), "<script>alert(1)</script> & price")).decode()
    assert "<script" not in svg
    assert "&lt;script&gt;" in svg


@pytest.mark.parametrize("bad", ["\x00", "\x1b[31m", "\u202e", "\ud800", "\uffff", "\x85", "\u2028", "\x7f"])
def test_characters_that_cannot_be_drawn_end_nothing(bad: str) -> None:
    svg = render(sample(Look(), f"exa{bad}tavily")).decode()
    assert "exa " in svg
    assert bad not in svg


def test_nothing_is_fetched_for_a_picture() -> None:
    spec = {"data": {"url": "http://127.0.0.1:9/rows.json"}, "mark": "point", "encoding": {"x": {"field": "a"}}}
    with pytest.raises(ValueError, match=r"(?i)not allowed|denied"):
        render(spec)


def test_altair_writes_for_the_renderers_generation_of_the_language() -> None:
    assert alt.SCHEMA_VERSION.lstrip("v").split(".")[0] == SCHEMA.split(".")[0]


def test_looks_and_frames_are_light() -> None:
    code = "import sys, monitor.charts; print(sorted({'altair', 'vl_convert', 'pandas', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
