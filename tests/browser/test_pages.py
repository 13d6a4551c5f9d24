"""The pages in a real browser: nothing breaks, nothing from the web runs, everybody can use them."""

import csv
import io
from datetime import timedelta
from pathlib import Path

import pytest

from monitor.store import alerts
from tests.browser.conftest import AXE, PICTURES
from tests.browser.planted import FORMULA

pytestmark = pytest.mark.slow

SERIOUS = ("serious", "critical")
SIDEWAYS = (
    "[...document.querySelectorAll('.cards')].filter(one => one.parentElement.scrollWidth >"
    " one.parentElement.clientWidth + 1).map(one => one.parentElement.getAttribute('aria-labelledby'))"
)
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true })"


def test_each_page_opens_without_an_error_or_a_request_to_another_host(tab, served):
    page = tab()
    for name, address in served.pages.items():
        answer = page.goto(served.url + address, wait_until="load")
        assert answer.status == (404 if name == "missing" else 200), name
        assert page.locator("h1").count() == 1, name
        page.wait_for_timeout(150)
        faults = [one for one in page.seen.faults if name != "missing" or "404" not in one]
        assert faults == [], name
        page.seen.faults.clear()
    assert page.seen.hosts == {served.url.split("/")[2]}


def test_what_changes_arrives_by_itself(tab, served):
    page = tab()
    page.goto(f"{served.url}/")
    page.evaluate("window.same = true")
    page.get_by_text("Live.", exact=True).wait_for()
    with served.database.write() as session:
        alerts.raise_(session, "account:sbx_fast", "sbx_fast: the key is refused", served.now, severity="critical")
    page.get_by_text("sbx_fast: the key is refused").wait_for()
    with served.database.write() as session:
        alerts.clear(session, "account:sbx_fast", served.now + timedelta(seconds=5))
    page.get_by_text("sbx_fast: the key is refused").wait_for(state="detached")
    assert page.evaluate("window.same") is True, "the page was never loaded anew"
    assert page.seen.faults == []


def test_sorting_and_filtering_change_the_table_alone_and_the_address(tab, served):
    page = tab()
    page.goto(f"{served.url}/probes")
    page.evaluate("window.same = true")
    page.locator("#t-probes-s-price").click()
    page.locator("th[aria-sort=ascending] a#t-probes-s-price").wait_for()
    assert "sort=price" in page.url
    assert page.evaluate("document.activeElement.id") == "t-probes-s-price", "the keyboard stays where it was"
    page.locator("summary", has_text="Filter").click()
    page.get_by_label("Class").select_option("stale")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**class=stale**")
    page.locator(".filters summary", has_text="(on)").wait_for()
    letters = set(page.locator("tbody .mark").all_inner_texts())
    assert letters == {"S"}
    assert "sort=price" in page.url
    assert page.evaluate("window.same") is True
    page.go_back()
    page.wait_for_function("() => !location.search.includes('class=stale')")
    page.locator("#t-probes tbody tr").first.wait_for()
    assert page.seen.faults == []


def test_all_of_it_can_be_read_and_asked_without_scripts(tab, served):
    page = tab(java_script_enabled=False)
    page.goto(f"{served.url}/probes")
    page.locator("#t-probes-s-price").click()
    page.locator("th[aria-sort=ascending] a#t-probes-s-price").wait_for()
    page.locator("summary", has_text="Filter").click()
    page.get_by_label("Class").select_option("stale")
    with page.expect_navigation():
        page.get_by_role("button", name="Show").click()
    assert set(page.locator("tbody .mark").all_inner_texts()) == {"S"}
    assert "sort=price" in page.url
    with page.expect_navigation():
        page.get_by_role("link", name="All", exact=True).click()
    first = page.locator("tbody th a").first.inner_text()
    with page.expect_navigation():
        page.get_by_role("link", name="Next rows").click()
    assert page.locator("tbody th a").first.inner_text() != first
    with page.expect_navigation():
        page.locator("tbody th a").first.click()
    assert page.locator("h1").inner_text().startswith("Probe ")


def test_a_script_in_an_answer_is_text(tab, served):
    page = tab()
    named = (served.pages[name] for name in ("run", "incident", "api", "overview"))
    for address in (served.hostile, *named, "/probes", "/nightly"):
        page.goto(served.url + address)
        page.evaluate(OPEN_ALL)
        page.wait_for_timeout(200)
        assert page.evaluate("window.planted") is None, address
        assert page.locator("main a[href^='javascript']").count() == 0, address
        assert page.locator("main script, main img[src=x], main [hx-get='/x']").count() == 0, address
    page.goto(served.url + served.hostile)
    hits = page.locator(".hits").inner_text()
    assert "<script>window.planted = 1; alert(1)</script>" in hits
    assert "{{ 7 * 7 }}" in hits
    assert page.locator(".hits mark").count() >= 1
    assert page.seen.faults == []


def test_a_formula_in_an_answer_is_text_too(tab, served):
    page = tab()
    page.goto(served.url + served.formula)
    assert FORMULA in page.locator(".hits").inner_text()
    page.goto(f"{served.url}/running")
    with page.expect_download() as got:
        page.locator("#t-events a", has_text="CSV").click()
    found = list(csv.DictReader(io.StringIO(Path(got.value.path()).read_text())))
    assert f"'{FORMULA}" in [row["message"] for row in found]
    with page.expect_download() as kept:
        page.goto(served.url + served.formula)
        page.get_by_role("link", name="The response as text").click()
    assert kept.value.suggested_filename.endswith(".txt")


def test_the_charts_draw_and_their_figures_stand_beside_them(tab, served):
    page = tab()
    page.goto(f"{served.url}/charts")
    pictures = page.locator("main img").all()
    assert len(pictures) >= 7
    for one in pictures:
        one.scroll_into_view_if_needed()
        handle = one.element_handle()
        page.wait_for_function("one => one.complete && one.naturalWidth >= 900", arg=handle, timeout=90_000)
        assert one.get_attribute("alt")
    page.locator("section", has=page.locator("#c-classes")).get_by_role("link").click()
    assert page.locator("table tbody tr").count() >= 6
    assert page.locator("img").get_attribute("alt")
    page.goto(served.url + served.pages["probe"])
    chart = page.locator("figure.chart img")
    chart.scroll_into_view_if_needed()
    page.wait_for_function("one => one.complete && one.naturalWidth > 0", arg=chart.element_handle(), timeout=90_000)
    assert page.seen.faults == []


def test_the_keyboard_alone_is_enough(tab, served):
    page = tab()
    page.goto(f"{served.url}/probes")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    assert skip.is_visible()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring not in ("none", ""), "what has the focus shows it"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)])
def test_axe_finds_no_serious_fault(tab, served, scheme, width):
    page = tab(color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True)
    faults = []
    for name, address in served.pages.items():
        page.goto(served.url + address)
        page.evaluate(OPEN_ALL)
        page.add_script_tag(path=AXE)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        faults += [
            (name, one["id"], one["help"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"][:300])
            for one in found["violations"] if one["impact"] in SERIOUS
        ]  # fmt: skip
    assert faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_is_wider_than_the_screen(tab, served, scheme, width, tmp_path):
    """Pictures of all pages go to the folder that MONITOR_SCREENSHOTS names, for a person to look at."""
    folder = Path(PICTURES or tmp_path)
    page = tab(color_scheme=scheme, viewport={"width": width, "height": 900}, reduced_motion="reduce")
    for name, address in served.pages.items():
        page.goto(served.url + address)
        page.evaluate("document.querySelectorAll('img').forEach(one => { one.loading = 'eager' })")
        page.wait_for_function("() => [...document.images].every(one => one.complete)", timeout=120_000)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        if width == 360:
            assert page.evaluate(SIDEWAYS) == [], f"{name}: rows of tables are cards there"
        page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
