"""The question sets' page shows the figures that were kept after grading, a baseline apart from models."""

import json
from datetime import timedelta

import zstandard

from monitor.charts.data import Wanted, chart_data
from monitor.charts.kept import data_version
from monitor.daemon.nightly import keep_figures
from monitor.store.tables import QuestionRow, Run, RunMessages, RunVerdict
from tests.web.fill import NOW
from tests.web.test_page import Outline

RIGHT = {"good": 19, "bad": 4, "even": 18}
"""Questions of 20 that each API gets right."""


def night(database, agent: str, *, baseline: bool, on: str = "2026-11-29", area: str = "prices") -> None:
    with database.write() as session:
        for number in range(20):
            name = f"{area}-{number:03}"
            question = QuestionRow(question_set="historical-lookup", question_id=name, sha256=f"{agent}{on}{number}",
                                   question="?", answer="$5", tolerance="", area=area)  # fmt: skip
            session.add(question)
            session.flush()
            for api, right in RIGHT.items():
                run = Run(night=on, question_set="historical-lookup", question_id=name, repeat=0,
                          question_row_id=question.id, api=api, agent=agent, baseline=baseline, state="answered",
                          finish="answered", answer="$5", prompt_version="" if baseline else "p1", searches=1,
                          latency_ms=800.0, search_usd=0.005, planned_at=NOW - timedelta(hours=12))  # fmt: skip
                session.add(run)
                session.flush()
                verdict = "correct" if number < right else "incorrect"
                session.add(RunVerdict(run_id=run.id, grader="rules", version="1", question_row_id=question.id,
                                       graded_at=NOW, verdict=verdict, reason="-"))  # fmt: skip


def test_accuracy_has_intervals_ties_and_cost(filled, client):
    night(filled.database, "openai:small", baseline=False)
    assert "No figures yet" in client.get("/nightly").text
    keep_figures(filled.database, NOW)
    good, even, bad = client.get("/api/v1/accuracy").json()["rows"]
    assert (good["api"], good["right"], good["tied_with"], good["cost_usd"]) == ("good", 0.95, "even", 0.1)
    assert good["right_lo"] < 0.95 < good["right_hi"]
    assert (even["api"], bad["api"], bad["tied_with"]) == ("even", "bad", None)
    pairs = client.get("/api/v1/answer-pairs?b=bad&a=good").json()["rows"]
    assert [(one["order"], one["questions"]) for one in pairs] == [("good is right more often", 20)]
    assert pairs[0]["difference_lo"] > 0.4


def test_a_baseline_stands_apart_and_sorting_does_not_rank_it_with_models(filled, client):
    night(filled.database, "extractive", baseline=True)
    night(filled.database, "openai:small", baseline=False)
    keep_figures(filled.database, NOW)
    page = client.get("/nightly?accuracy-0.sort=right&accuracy-1.api=good")
    text = " ".join(Outline(page.text).text.split())
    model, baseline = (text.index(one) for one in ("openai:small, p1", "baseline extractive, no model"))
    assert model < baseline
    assert page.text.count('id="t-accuracy-') > 2
    for link in ("baseline=no", "baseline=yes"):
        assert "/api/v1/accuracy.csv?question_set=historical-lookup" in page.text
        assert link in page.text


def test_the_chart_of_nights_is_of_the_nights_planned_in_its_window_and_of_verdicts_as_they_stand(filled, client):
    since = NOW - timedelta(days=7)
    with filled.database.read() as session:
        before = data_version(session)
    night(filled.database, "openai:small", baseline=False)
    with filled.database.read() as session:
        assert data_version(session) != before, "a picture of before is drawn anew"
    (group,) = chart_data(Wanted(filled.database, since, NOW, NOW), ["nights"])["nights"]
    assert (group["apis"][0]["api"], group["apis"][0]["tied_with"]) == ("good", ["even"])
    assert chart_data(Wanted(filled.database, since - timedelta(days=7), since, NOW), ["nights"])["nights"] == []
    keep_figures(filled.database, NOW)
    assert 'src="/charts/nights.svg' in client.get("/nightly").text


def test_areas_and_nights_lead_to_runs_and_those_to_their_messages(filled, client):
    night(filled.database, "openai:small", baseline=False)
    night(filled.database, "openai:small", baseline=False, on="2026-11-28", area="rates")
    keep_figures(filled.database, NOW)
    areas = client.get("/api/v1/areas?api=good").json()["rows"]
    assert [(one["area"], one["right"], one["runs"]) for one in areas] == [("prices", 0.95, 20), ("rates", 0.95, 20)]
    nights = client.get("/api/v1/nights?api=bad").json()["rows"]
    assert [(one["night"], one["right"]) for one in nights] == [("2026-11-29", 0.2), ("2026-11-28", 0.2)]
    page = client.get("/nightly").text
    group = "question_set=historical-lookup&amp;agent=openai%3Asmall&amp;mode=search"
    for which in ("area=rates", "night=2026-11-28"):
        address = f"/nightly?{group}&amp;{which}&amp;api=good#t-runs"
        assert f'href="{address}"' in page
        runs = client.get(address.replace("&amp;", "&").replace("/nightly", "/api/v1/runs")).json()["rows"]
        assert len(runs) == 20
        assert {(one["night"], one["area"], one["api"]) for one in runs} == {("2026-11-28", "rates", "good")}
    asked = {"part_kind": "user-prompt", "content": "What did it cost?"}
    calls = {"part_kind": "tool-call", "tool_name": "search", "args": {"query": "its cost"}}
    said = [{"kind": "request", "parts": [asked]}, {"kind": "response", "parts": [calls]}, "odd"]
    packed = zstandard.ZstdCompressor().compress(json.dumps(said).encode())
    with filled.database.write() as session:
        session.add(RunMessages(run_id=runs[0]["run"], messages=3, size=99, zstd=packed))
    run = " ".join(Outline(client.get(f"/runs/{runs[0]['run']}").text).text.split())
    assert "1. asked" in run
    assert "2. model calls search" in run
    assert '"its cost"' in run
    assert '3. message"odd"' in run
