"""Each page opens, holds to the rules of HTML and leads on; the evidence for a probe is whole and harmless."""

import re

import pytest

from monitor.web.data.standing import standings
from tests.web.fill import NASTY
from tests.web.test_page import Outline

PAGES = ("/", "/apis", "/apis/exa_instant", "/items", "/items/live-001", "/instants", "/instants/2026-11-30T14:00:00Z",
         "/probes", "/compare", "/charts", "/running", "/nightly", "/settings")  # fmt: skip


def pages(filled):
    return [*PAGES, "/incidents/1", *(f"/probes/{one}" for one in (filled.graded, filled.failed, filled.missed))]


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
    named = re.findall(r'<figcaption>.*?>([^<]+)</a>', client.get("/charts").text)
    assert len({*named}) == len(named) == 8  # told apart while nothing is drawn yet


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
     "/incidents/0", "/incidents/999999", "/instants/2020-01-01T00:00:00Z", "/instants/soon",
     "/instants/9999-12-31T23:59:59Z", "/runs/1", "/runs/-1"],
)  # fmt: skip
def test_what_is_not_there_is_said(client, address):
    for one in (address, f"/api/v1{address}"):
        answer = client.get(one)
        assert answer.status_code == 404, one
        assert "There is no such page." in answer.text


def lag(api, est, lo, hi):
    return {"api": api, "asset": "fx", "median_s": est, "median_s_lo": lo, "median_s_hi": hi}


def pair(a, b, fresher, pairs=240):
    return {"asset": "fx", "a": a, "b": b, "fresher": fresher, "pairs": pairs}


def said(rows, pairs):
    (found,) = standings(rows, pairs)
    return found.says


def test_who_is_freshest_rests_on_the_paired_comparison_not_on_intervals():
    apart = [lag("slow", 900, 800, 1000), lag("quick", 60, 30, 90)]
    real = said(apart, [pair("quick", "slow", "quick")])
    assert real == ("quick, whose prices are 1 min old at the median: 14 min less than slow; fresher than slow, and "
                    "the difference is real (240 pairs).")  # fmt: skip
    assert "a tie with slow (240 pairs)" in said(apart, [pair("quick", "slow", "tie")])
    assert "too few pairs to tell it from slow" in said(apart, [pair("quick", "slow", "too few pairs", 12)])
    assert "has not been compared yet" in said(apart, [])


def test_an_api_that_another_is_fresher_than_is_not_the_freshest_whatever_its_median():
    close = [lag("one", 60, 30, 90), lag("two", 65, 40, 80), lag("three", 600, 500, 700)]
    pairs = [pair("one", "two", "two"), pair("one", "three", "one"), pair("three", "two", "two", 200)]
    assert said(close, pairs).startswith("two, whose prices are 1 min 05 s old")
    assert "fresher than one and three, and the difference is real (200 to 240 pairs)" in said(close, pairs)


def test_a_median_of_which_only_a_bound_is_known_counts_by_it():
    bounded = said([lag("slow", 900, 800, 1000), lag("quick", None, 0, 60)], [pair("quick", "slow", "quick")])
    assert bounded.startswith("quick, whose prices are at most 1 min old at the median: at least 14 min less")
    assert "no other API has a figure" in said([lag("quick", 60, 30, 90), lag("none", None, None, None)], [])


def test_two_apis_are_compared_in_pairs_whichever_is_named_first(client):
    text = " ".join(Outline(client.get("/compare?a=tavily_live&b=exa_instant").text).text.split())
    assert "fresher than tavily_live, and the difference is real (212 pairs)" in text
    (row,) = client.get("/api/v1/comparisons?a=tavily_live&b=exa_instant&asset=equity").json()["rows"]
    assert (row["fresher"], row["pairs"], row["target"], row["target_lo"]) == ("exa_instant", 212, -0.2, -0.3)
    tied = client.get("/api/v1/comparisons?fresher=tie").json()["rows"]
    assert [(one["a"], one["b"]) for one in tied] == [("brave", "exa_instant")]
