"""Each page opens, holds to the rules of HTML and leads on; the evidence for a probe is whole and harmless."""

import re

import pytest

from tests.web.fill import NASTY
from tests.web.test_page import Outline

PAGES = ("/", "/apis", "/apis/exa_instant", "/items", "/items/live-001", "/instants", "/instants/2026-11-30T14:00:00Z",
         "/probes", "/compare", "/charts", "/running", "/nightly", "/settings")  # fmt: skip


def pages(filled):
    return [*PAGES, *(f"/probes/{one}" for one in (filled.graded, filled.failed, filled.missed))]


def test_each_opens_as_sound_html(filled, client):
    for address in pages(filled):
        answer = client.get(address)
        assert answer.status_code == 200, address
        page = Outline(answer.text)
        assert page.open == [], address
        assert len(page.all("h1")) == 1, address
        assert all("scope" in attrs for attrs in page.all("th")), address
        assert len(page.all("table")) == len(page.all("caption")), address
        ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
        assert len(ids) == len(set(ids)), address
        for name in ("aria-labelledby", "for"):
            assert {attrs[name] for _, attrs in page.tags if name in attrs} <= set(ids), address
        assert not re.search(r"\son\w+\s*=|\sstyle\s*=", answer.text.partition("<body>")[2].replace(NASTY, "")), address


def test_every_link_leads_somewhere(filled, client):
    tried = set()
    for address in pages(filled):
        for attrs in Outline(client.get(address).text).all("a"):
            link = attrs["href"].partition("#")[0]
            if link and link not in tried and not link.startswith("?"):
                tried.add(link)
                assert client.get(link).status_code == 200, f"{address} -> {link}"
    assert len(tried) > 60


def test_nobody_can_plant_a_script_through_an_answer(filled, client):
    for address in pages(filled):
        body = client.get(address).text
        assert "<script>" not in body, address
        assert "alert(1)" not in body or "&lt;script&gt;alert(1)" in body, address


def test_a_probe_shows_its_hits_with_the_chosen_number_marked(filled, client):
    (row,) = client.get("/api/v1/probes?api=exa_instant&class=target&limit=1").json()["rows"]
    body = client.get(f"/probes/{row['probe']}").text
    assert "trades at $<mark>512.34</mark>" in body
    text = " ".join(Outline(body).text.split())
    for said in ("the price that was asked for", "Within the target range", "512.2 to 512.5", "previous close", "0.92",
                 "EXA_INSTANT", "https://example.com/q"):  # fmt: skip
        assert said.lower() in text.lower(), said


def test_what_was_not_answered_says_why(filled, client):
    assert "the monitor was not running" in client.get(f"/probes/{filled.missed}").text
    failed = client.get(f"/probes/{filled.failed}").text
    assert "no answer within 60 s" in failed
    assert "(timeout)" in failed


def test_the_response_is_text_to_be_kept_not_a_page(filled, client):
    answer = client.get(f"/probes/{filled.graded}/response")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "<script>alert(1)</script>" in answer.text
    assert client.get(f"/probes/{filled.missed}/response").status_code == 404


def test_an_instant_is_a_grid_of_letters_that_lead_to_their_probes(client):
    body = client.get("/instants/2026-11-30T14:00:00Z").text
    text = " ".join(Outline(body).text.split())
    assert "T targetthe price that was asked for" in text
    assert "M missed" in text
    assert len(re.findall(r'class="mark c-\w+" href="/probes/\d+"', body)) == 18
    found = client.get("/api/v1/instants/2026-11-30T14:00:00Z").json()
    assert sum(len(one["probes"]) for one in found["items"]) == 18
    assert client.get("/instants/2026-11-30T16:00:00Z").text.count("c-planned") >= 18


@pytest.mark.parametrize(
    "address",
    ["/probes/0", "/probes/999999", "/probes/x", "/probes/99999999999999999999", "/apis/nobody", "/items/nothing",
     "/instants/2020-01-01T00:00:00Z", "/instants/soon", "/instants/9999-12-31T23:59:59Z", "/runs/1", "/runs/-1"],
)  # fmt: skip
def test_what_is_not_there_is_said(client, address):
    for one in (address, f"/api/v1{address}"):
        answer = client.get(one)
        assert answer.status_code == 404, one
        assert "There is no such page." in answer.text


def test_the_overview_says_who_is_freshest_and_whether_that_is_sure():
    from monitor.web.pages.home import standings

    def row(api, est, lo, hi):
        return {"api": api, "asset": "fx", "median_s": est, "median_s_lo": lo, "median_s_hi": hi}

    (apart,) = standings([row("slow", 900, 800, 1000), row("quick", 60, 30, 90)])
    assert apart.says.startswith("quick, whose prices are 1 min old at the median, 14 min less than slow")
    assert "the difference is real" in apart.says
    (tied,) = standings([row("slow", 100, 80, 200), row("quick", 60, 30, 90)])
    assert "a tie" in tied.says
    (bounded,) = standings([row("slow", 900, 800, 1000), row("quick", None, 0, 60)])
    assert "quick, whose prices are at most 1 min old" in bounded.says
    (alone,) = standings([row("quick", 60, 30, 90), row("none", None, None, None)])
    assert "no other API has a figure" in alone.says
