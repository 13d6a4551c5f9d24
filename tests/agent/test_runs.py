"""Runs of the agent through the real libraries, against scripted models and engines whose answers are known."""

import json

import pytest
import zstandard
from sqlmodel import select

from monitor.agent.judging import judge_runs
from monitor.agent.prompt import BUDGET_USED
from monitor.agent.results import facts_of
from monitor.clock import SystemClock
from monitor.config import JudgeSettings
from monitor.grading.verdicts.judge import Judge
from monitor.reading.paid import Paid
from monitor.sandbox.scripts import Report
from monitor.search.budget import Limits
from monitor.store.spend import spent
from monitor.store.tables import Body, Run, RunMessages, RunVerdict

from .site import KEY, NOW, QUESTIONS, night_site

KINDS = ["openai", "openai-responses", "anthropic"]


@pytest.fixture
def site(tmp_path):
    with night_site(tmp_path) as made:
        yield made


JUDGED = {"parts": [], "verdict": "correct", "reason": "as expected"}


def messages(site, run):
    with site.database.read() as session:
        return zstandard.ZstdDecompressor().decompress(session.get(RunMessages, run.id).zstd).decode()


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_searches_answers_and_keeps_what_it_took(site, kind):
    report = site.night(site.settings("plays", kind), QUESTIONS[:1])
    right, wrong = site.runs()
    assert report.states == {"answered": 2}
    assert right.answer == f"The answer is {QUESTIONS[0].answer}"
    assert wrong.answer.startswith("The answer is $")
    assert wrong.answer != right.answer
    for run in (right, wrong):
        calls = site.calls(run)
        assert (run.state, run.finish, run.searches, run.turns, run.agent) == (
            "answered", "answered", 1, 2, f"{kind}:scripted"
        )  # fmt: skip
        assert [call.kind for call in calls] == ["model", "search", "model"]
        assert run.cost_usd == pytest.approx(sum(call.cost_usd for call in calls))
        assert run.input_tokens == sum(call.input_tokens for call in calls) > 0
        assert run.search_usd == 0.005
        assert run.latency_ms > run.search_ms > 0
        assert QUESTIONS[0].question in messages(site, run)
    with site.database.read() as session:
        assert session.exec(select(Body)).all()
    assert report.cost_usd == pytest.approx(right.cost_usd + wrong.cost_usd)


def test_the_model_is_told_the_date_the_budget_and_the_question_and_nothing_else(site):
    site.night(site.settings("hops"), QUESTIONS[:1])
    first = site.server.world.models.played[0].heard
    assert first.text.endswith(f"Searches: 5.\n\nQuestion: {QUESTIONS[0].question}")
    assert QUESTIONS[0].answer not in json.dumps(first.body)
    assert first.tools == ("search",)
    assert "lookup" not in json.dumps(first.body)


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_past_the_budget_is_denied_and_not_made(site, kind):
    site.night(site.settings("one_more", kind), QUESTIONS[:1])
    run = site.runs()[0]
    assert (run.searches, run.denied, run.finish) == (5, 1, "answered")
    assert BUDGET_USED in messages(site, run)
    assert sum(one.engine == "lookup_100" for one in site.server.world.ledger.arrivals()) == 5


@pytest.mark.parametrize("kind", ["openai", *(pytest.param(one, marks=pytest.mark.slow) for one in KINDS[1:])])
@pytest.mark.parametrize(
    ("script", "finish", "searches"),
    [("at_once", "answered", 0), ("never_stops", "turns used", 5), ("refuses", "refused", 0), ("blank", "blank", 1),
     ("cut_off", "cut off", 1), ("bad_arguments", "answered", 1), ("broken_arguments", "answered", 1),
     ("unknown_tool", "answered", 1), ("throttled", "answered", 1), ("failing", "answered", 1),
     ("bad_json", "answered", 1)],
)  # fmt: skip
def test_whatever_the_model_does_ends_in_a_recorded_outcome(site, kind, script, finish, searches):
    site.night(site.settings(script, kind, max_turns=8), QUESTIONS[:1])
    for run in site.runs():
        assert (run.state, run.finish, run.searches) == ("answered", finish, searches), run.reason
        assert run.cost_usd == pytest.approx(sum(call.cost_usd for call in site.calls(run)))
        assert run.turns <= 8
        assert messages(site, run)
    if finish == "blank":
        assert run.answer == ""


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_that_is_down_is_no_fault_of_the_api(site, kind):
    site.night(site.settings("down", kind, retries=0), QUESTIONS[:1])
    run = site.runs()[0]
    assert (run.state, run.error_class, run.cost_usd) == ("failed", "model", 0.0)
    assert "500" in run.reason
    assert KEY not in run.reason


def test_a_slow_model_is_asked_again_and_both_requests_count(site):
    site.night(site.settings("slow", timeout_s=0.4), QUESTIONS[:1])
    run = site.runs()[0]
    assert (run.state, run.finish) == ("answered", "answered")
    failed = [call for call in site.calls(run) if call.state == "failed"]
    assert failed
    assert all(call.cost_usd > 0 for call in failed), "it may have been billed"


def test_nothing_is_asked_twice_however_often_a_night_is_run(site):
    site.night(site.settings(), repeats=2)
    asked = len(site.server.world.ledger.arrivals())
    report = site.night(site.settings(), repeats=2)
    assert (len(site.runs()), dict(report.states), report.left) == (8, {}, 0)
    assert len(site.server.world.ledger.arrivals()) == asked
    site.night(site.settings(), repeats=3)
    assert len(site.runs()) == 12


def test_a_night_that_is_stopped_goes_on_where_it_was(site):
    first = site.night(site.settings(concurrent=1), repeats=2, stop_after=3)
    assert (first.left, sum(first.states.values())) == (5, 3)
    second = site.night(site.settings(concurrent=1), repeats=2)
    assert (second.left, second.states) == (0, {"answered": 5})


def test_searches_that_fail_by_the_apis_fault_are_told_to_the_model_and_used(site):
    site.server.world.fail("lookup_100", "500")
    site.night(site.settings("hops"), QUESTIONS[:1])
    run = site.runs()[0]
    assert (run.state, run.searches, run.answer) == ("answered", 5, "I could not find the figure.")
    assert "the search failed" in messages(site, run)
    assert len([call for call in site.calls(run) if call.kind == "search"]) == 15, "each of five is tried three times"


def test_a_key_that_fails_ends_the_run_as_ours_and_stops_the_others(site):
    site.server.world.fail("lookup_100", "402")
    site.night(site.settings(concurrent=1), QUESTIONS[:3])
    of_it = [run for run in site.runs() if run.api == "lookup_100"]
    assert [(run.state, run.error_class, run.reason) for run in of_it[1:]] == [("skipped", None, "account_stopped")] * 2
    assert (of_it[0].state, of_it[0].error_class) == ("failed", "account")
    assert {run.state for run in site.runs() if run.api == "lookup_0"} == {"answered"}


def test_budgets_are_hard_for_searches_and_models(site):
    site.total = Limits(0.006)
    site.night(site.settings("at_once", concurrent=1, max_output_tokens=300), QUESTIONS[:6])
    states = [run.state for run in site.runs()]
    assert "skipped" in states
    assert "answered" in states
    with site.database.read() as session:
        days = {call.booked_at.date().isoformat() for call in site.calls()}
        assert sum(spent(session, day)[1] for day in days) <= 0.006
    assert all(run.reason.startswith("budget: ") for run in site.runs() if run.state == "skipped")


def test_the_days_spend_is_the_sum_of_the_calls(site):
    site.night(site.settings("hops"))
    with site.database.read() as session:
        days = {call.booked_at.date().isoformat() for call in site.calls()}
        booked = sum(spent(session, day)[1] for day in days)
    assert booked == pytest.approx(sum(call.cost_usd for call in site.calls()))
    assert booked == pytest.approx(sum(run.cost_usd for run in site.runs()))


def test_a_runs_own_limit_in_dollars_ends_it(site):
    site.night(site.settings("never_stops", max_usd=0.006, max_output_tokens=300), QUESTIONS[:1])
    run = site.runs()[0]
    assert (run.state, run.finish) == ("answered", "cost used")
    assert run.model_usd <= 0.006


def test_without_a_key_the_baseline_answers_and_says_so(site):
    env = {"SANDBOX_API_KEY": KEY}
    site.night(site.settings(), QUESTIONS[:2], env=env, name="historical-lookup")
    assert all(run.baseline and run.agent == "extractive" and run.cost_usd == 0.005 for run in site.runs())
    right = [run for run in site.runs() if run.api == "lookup_100"]
    assert [run.answer for run in right] == [one.answer.rstrip(".") for one in QUESTIONS[:2]]
    site.night(site.settings(), QUESTIONS[:2], name="historical-lookup")
    assert len([run for run in site.runs() if not run.baseline]) == 4, "with a key the same night has model runs too"


def test_no_key_is_stored(site):
    site.server.world.fail("lookup_100", "echo")
    site.night(site.settings("plays"), QUESTIONS[:1])
    with site.database.read() as session:
        held = [zstandard.ZstdDecompressor().decompress(one.zstd) for one in session.exec(select(Body))]
        held += [zstandard.ZstdDecompressor().decompress(one.zstd) for one in session.exec(select(RunMessages))]
        said = " ".join(str(call.model_dump()) for call in site.calls())
    assert all(KEY.encode() not in one for one in held)
    assert KEY not in said


def test_a_judge_decides_what_the_rules_abstain_from_and_a_failing_one_leaves_it_open(site, tmp_path):
    site.night(site.settings(), QUESTIONS[:2])
    with site.database.write() as session:
        for run in session.exec(select(Run)).all():
            session.add(RunVerdict(run_id=run.id, grader="rules", version="0", question_row_id=run.question_row_id,
                                   graded_at=NOW, verdict="abstain"))  # fmt: skip
    path = site.server.world.models.play("judge", Report(lambda text: JUDGED, faults=["500"]))
    settings = JudgeSettings(model="openai:j", base_url=f"{site.server.base_url}{path}/v1", usd_per_million_in=1,
                             usd_per_million_out=1, retries=0, concurrent=1)  # fmt: skip

    def judged():
        paid = Paid(tmp_path / "paid.sqlite")
        try:
            return judge_runs(site.database, Judge(settings, site.env, paid, SystemClock()), NOW)
        finally:
            paid.close()

    first = judged()
    assert (first.judged, len(first.open)) == (3, 1)
    assert [fact.verdict for fact in facts_of(site.database)].count("abstain") == 1
    assert (judged().judged, judged().judged) == (1, 0)
    assert {fact.verdict for fact in facts_of(site.database)} == {"correct"}
