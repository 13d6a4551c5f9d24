"""An API's page says what became of it: shifts, notes and exclusions, incidents with their timelines."""

from datetime import timedelta

from monitor.store import alerts
from tests.web.fill import NOW
from tests.web.test_page import Outline


def text_of(client, address):
    return " ".join(Outline(client.get(address).text).text.split())


def test_shifts_stand_with_before_after_their_interval_and_whose_they_were(client):
    text = text_of(client, "/apis/exa_instant")
    assert "2026-11-12 exa_instant equity 2026-11-12 to 2026-11-13 15 min 5 min 05 s perhaps ours: reader" in text
    assert "2026-09-30 to 2026-10-04 5 min 15 min theirs: nothing of ours changed" in text
    assert "Too few days yet, equity: not enough days yet: 3" in text_of(client, "/apis/brave")


def test_each_figure_says_what_was_left_out_of_it(client):
    for row in client.get("/api/v1/lag").json()["rows"]:
        left_out = "24 h excluded (exa_instant): their outage" if row["api"] == "exa_instant" else None
        assert row["left_out"] == left_out
    for address in ("/", "/apis/exa_instant", "/compare?a=exa_instant&b=tavily_live"):
        assert "24 h excluded (exa_instant): their outage" in text_of(client, address), address
    assert "excluded" not in text_of(client, "/apis/tavily_live")


def test_notes_are_those_of_the_api_and_of_all(client):
    assert "their outage" in text_of(client, "/apis/exa_instant")
    assert "a holiday" not in text_of(client, "/apis/exa_instant")
    assert "a holiday" in text_of(client, "/apis/brave")


def test_an_open_incident_has_its_timeline_on_the_page_of_its_api_and_one_of_its_own(filled, client):
    assert "What became of it" not in text_of(client, "/apis/exa_instant")
    assert "raised: brave: the key is refused" in text_of(client, "/apis/brave")
    (row,) = client.get("/api/v1/alerts?open=yes").json()["rows"]
    address = f"/incidents/{row['incident']}"
    assert address in client.get("/running").text
    with filled.database.write() as session:
        alerts.clear(session, "account:brave", NOW + timedelta(minutes=1), "it answered again")
    text = text_of(client, address)
    assert "over since Nov 30 15:01:00" in text
    assert "cleared: it answered again" in text
    assert [one["kind"] for one in client.get(f"/api/v1{address}").json()["timeline"]] == ["raised", "cleared"]
    assert "What became of it" not in text_of(client, "/apis/brave")


def test_the_evidence_of_an_incident_is_shown_and_leads_only_to_our_own_pages(filled, client):
    reasons = [{"reason": "<i>", "calls": 4}]
    detail = {"api": "brave", "value": 40.0, "page": "https://evil.example/", "reasons": reasons}
    with filled.database.write() as session:
        number = alerts.raise_(session, "failing:brave", "brave: 4 of 10 calls failed", NOW, detail=detail).id
    body = client.get(f"/incidents/{number}").text
    assert "evil.example" not in body
    assert "&lt;i&gt;" in body
    assert "40.0" in body
