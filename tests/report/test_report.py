"""The report: complete, valid, self-contained, and harmless whatever its texts are."""

import base64
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from monitor.charts import Look, render
from monitor.charts.registry import draw
from monitor.charts.table import Column
from monitor.report import Report, as_html, as_markdown, compose
from monitor.report.page import _source
from monitor.report.parts import Picture, shown
from tests.report.facts import HOSTILE, facts, hostile

VOID = {"meta", "img", "source", "br", "hr", "input", "link"}


class Page(HTMLParser):
    """Reads a page, and refuses what is not well nested."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in {tag}"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["style"], ["title"]):
            self.text += data


def read(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    assert page.open == []
    return page


@pytest.fixture(scope="module")
def report() -> Report:
    return compose(facts())


@pytest.fixture(scope="module")
def harmed() -> Report:
    """Give a report of hostile facts without pictures."""
    return compose(hostile(), pictures=False)


@pytest.fixture(scope="module")
def html(report: Report) -> str:
    return as_html(report)


def test_it_says_what_was_asked_and_found_how_sure_and_what_not(html: str) -> None:
    said = " ".join(read(html).text.split())
    for one in (
        "swift serves the freshest prices: their median age is 20 s (95 % interval: 10 s to 35 s)",
        "Next is slow with 15 min",
        "The difference is real",
        "There is no median for by_the_minute",
        "Bitcoin (BTC)", "2,000 put, 1,950 answered; not answered: 50 not in time",
        "12 missed: the monitor was not running",
        "asked 5s, 1m, 15m after each instant",
        "not enough movement yet: 12 usable probes of 30 needed",
        "No part of this time was left out by hand.",
        "slow, equity: 2026-11-17, shift from 300 s to 900 s",
        "slow and swift", "swift is fresher", "by_the_minute and slow",
        "the reader's version (all APIs)",
        "4.20 USD were spent",
        "market prices from: coinbase, kraken",
        "policy: strict, version 1", "data: 7-8-9",
        "95 % interval: were the whole measurement repeated",
    ):  # fmt: skip
        assert one in said, one


def test_headings_pictures_and_tables_can_be_read_aloud(html: str) -> None:
    tags = read(html).tags
    levels = [int(tag[1]) for tag, _ in tags if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    pictures = [names for tag, names in tags if tag == "img"]
    assert len(pictures) == 8
    assert all(names["alt"] and "2026-11-10" in names["alt"] for names in pictures)
    assert all(names["scope"] in ("col", "row") for tag, names in tags if tag == "th")
    assert sum(tag == "caption" for tag, _ in tags) == sum(tag == "table" for tag, _ in tags) >= 8
    ids = [names["id"] for _, names in tags if "id" in names]
    assert len(ids) == len(set(ids))
    assert {f"#{one}" for one in ids} == {names["href"] for tag, names in tags if tag == "a"}


@pytest.mark.parametrize("harmful", [False, True])
def test_it_opens_alone_runs_nothing_and_fetches_nothing(html: str, harmed: Report, harmful: bool) -> None:
    page = as_html(harmed) if harmful else html
    for tag, names in read(page).tags:
        assert tag not in ("script", "link", "iframe", "object", "embed", "base", "form", "svg")
        assert not [name for name in names if name.startswith("on")]
        for name in ("src", "srcset"):
            assert (names.get(name) or "data:").startswith("data:image/svg+xml;base64,") or name not in names
        assert (names.get("href") or "#").startswith("#")
    assert "default-src 'none'" in page
    style = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    for found in re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", page):
        svg = base64.b64decode(found).decode()
        assert "<script" not in svg
        assert "href" not in svg
        assert "<image" not in svg


def test_pictures_are_there_for_phone_and_desk_light_and_dark(html: str) -> None:
    sources = [names for tag, names in read(html).tags if tag == "source"]
    assert len(sources) == 3 * 8
    assert sum("dark" in str(names["media"]) for names in sources) == 2 * 8
    assert sum("max-width" in str(names["media"]) for names in sources) == 2 * 8


def test_hostile_texts_are_shown_as_they_are_in_html(harmed: Report) -> None:
    page = read(as_html(harmed))
    for one in HOSTILE:
        shown = " ".join("".join(c if c.isprintable() else " " for c in one).split())
        assert shown in " ".join(page.text.split()), one
    assert "\u202e" not in page.text
    assert "\x1b" not in page.text


def test_markdown_has_the_figures_and_no_markup_but_its_own(harmed: Report) -> None:
    text = as_markdown(compose(facts(), pictures=False))
    assert text.startswith("# How fresh are the prices")
    assert "swift serves the freshest prices" in text
    table = [line for line in text.splitlines() if line.startswith("| swift | equity | 400 | 40 |")]
    assert table == ["| swift | equity | 400 | 40 | 20 s | 10 s | 35 s | 40 s | 30 s | 1 min 10 s | – |"]
    bad = as_markdown(harmed)
    assert not re.search(r"(?<!\\)<(?!=)", bad)
    assert not re.search(r"(?<!\\)\]\(", bad)
    assert "http://" not in bad
    assert "https://" not in bad
    for block in bad.split("\n\n"):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines() if line.startswith("|")}
        assert len(widths) <= 1, block
    headings = [line for line in bad.splitlines() if line.startswith("#")]
    assert headings == [line for line in text.splitlines() if line.startswith("#")]


def test_nothing_asked_is_said() -> None:
    empty = facts(data={"since": "2026-11-10T00:00:00Z", "until": "2026-11-24T00:00:00Z"}, apis=(), items=(),
                  asked=0, answered=0, instants=0, not_asked=(), failed=(), example=None, sources=())  # fmt: skip
    said = read(as_html(compose(empty))).text
    assert "Nothing was asked and answered in this time" in said
    assert "No question was put in this time." in said


def test_a_drawing_in_the_file_keeps_its_words(report: Report) -> None:
    picture = next(block for section in report.sections for block in section.blocks
                   if isinstance(block, Picture))  # fmt: skip
    width, dark = next(iter(picture.svg))
    svg = base64.b64decode(_source(picture, width, dark).partition(",")[2]).decode()
    assert "swift" in svg
    assert "aria-" not in svg


def test_hostile_texts_can_be_drawn() -> None:
    look = Look(328)
    for name in ("lag", "days", "classes"):
        svg = render(draw(name, hostile().data, look)).decode()
        assert "<script" not in svg
        assert "<img" not in svg


def test_a_share_below_nothing_is_not_called_small() -> None:
    column = Column("corrected", "share")
    assert [shown(value, column) for value in (-0.4, 0.0, 0.004, 0.4)] == ["-40 %", "0 %", "< 1 %", "40 %"]
