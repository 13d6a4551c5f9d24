"""Figures of question runs: right means, intervals that hold, ties where the data support no order."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.agent.accuracy import accuracy_of
from monitor.agent.compare import compare, holm
from monitor.agent.figures import RunFact, figures
from monitor.agent.study import coverage, telling


def verdicts(*rows):
    return {f"q{n}": {str(m): bool(x) for m, x in enumerate(row)} for n, row in enumerate(rows)}


def test_accuracy_is_the_mean_over_questions_of_the_mean_over_repeats():
    found = accuracy_of(verdicts([1, 1, 1], [1, 0, 0], [0], []))
    assert found.share.est == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert (found.questions, found.runs) == (3, 7)
    assert found.flip_rate == 0.5
    assert found.share.lo < found.share.est < found.share.hi


def test_repeats_that_always_agree_count_once_and_independent_ones_each():
    same = accuracy_of(verdicts(*[[n % 2] * 3 for n in range(300)]))
    rng = random.Random(1)
    mixed = accuracy_of(verdicts(*[[rng.random() < 0.5 for _ in range(3)] for _ in range(300)]))
    assert same.icc == pytest.approx(1.0)
    assert same.flip_rate == 0
    assert same.sd_repeats == 0
    assert abs(mixed.icc) < 0.2
    assert (mixed.share.hi - mixed.share.lo) < 0.75 * (same.share.hi - same.share.lo)


@pytest.mark.parametrize("value", [0, 1])
def test_all_right_or_all_wrong_has_an_interval_that_is_not_a_point(value):
    found = accuracy_of(verdicts(*[[value] * 3] * 15)).share
    assert found.est == value
    assert 0.15 < found.hi - found.lo < 0.3


def test_nothing_and_one_question():
    assert accuracy_of({}).share.est is None
    assert accuracy_of(verdicts([1, 0])).share.as_dict() == {"est": 0.5, "lo": None, "hi": None}


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=4), min_size=2, max_size=30))
def test_an_interval_holds_its_estimate_and_stays_within_0_and_1(rows):
    found = accuracy_of(verdicts(*rows)).share
    assert 0 <= found.lo <= found.est + 1e-9
    assert found.est - 1e-9 <= found.hi <= 1


def test_holm_is_as_in_the_books():
    assert holm([0.01, 0.04, None, 0.03]) == [pytest.approx(0.03), pytest.approx(0.06), None, pytest.approx(0.06)]


def test_engines_that_differ_by_a_fifth_are_told_apart_and_close_ones_are_a_tie():
    rng = random.Random(7)

    def night(share):
        right = set(rng.sample(range(200), round(200 * share)))
        return verdicts(*[[n in right] * 3 for n in range(200)])

    nights = {name: night(int(name) / 100) for name in ("60", "80", "70", "72")}
    pairs = {(one.a, one.b): one for one in compare(nights)}
    apart, tie = pairs["60", "80"], pairs["70", "72"]
    assert not apart.tie
    assert apart.p_holm < 0.001
    assert apart.difference.lo < -0.2 < apart.difference.hi < 0
    assert tie.tie
    assert tie.difference.lo < 0 < tie.difference.hi
    assert tie.needed > 2000
    assert 50 < apart.needed < 200


def test_only_questions_that_both_answered_are_compared():
    (pair,) = compare({"a": verdicts([1], [1], []), "b": verdicts([0], [], [0])})
    assert (pair.questions, pair.difference.est, pair.tie) == (1, 1.0, True)


def fact(question="q1", api="x", verdict="correct", **more):
    given = {"question_set": "s", "area": "a", "night": "2026-11-30", "repeat": 0, "agent": "m", "baseline": False,
             "version": "1", **more}  # fmt: skip
    return RunFact(question_id=question, api=api, verdict=verdict, **given)


def test_our_failures_are_left_out_and_counted_and_blank_answers_are_not():
    (found,) = figures(
        [fact("q1"), fact("q2", verdict="not_attempted"), fact("q3", verdict="", left_out="local"),
         fact("q4", verdict="", left_out="budget"), fact("q5", verdict="abstain")]
    )  # fmt: skip
    (row,) = found["apis"]
    assert (row["accuracy"]["est"], row["questions"], row["ungraded"]) == (0.5, 2, 1)
    assert row["left_out"] == {"local": 1, "budget": 1}
    assert row["verdicts"] == {"correct": 1, "not_attempted": 1}


def test_the_baseline_and_versions_stand_apart_and_models_come_first():
    found = figures([fact(), fact(agent="extractive", baseline=True), fact(version="2"), fact(question_set="r")])
    assert [(one["question_set"], one["agent"], one["version"]) for one in found] == [
        ("r", "m", "1"), ("s", "m", "1"), ("s", "m", "2"), ("s", "extractive", "1"),
    ]  # fmt: skip


def test_costs_latencies_areas_and_nights():
    facts = [
        fact(f"q{n}", night=f"2026-11-{29 + n % 2}", verdict="correct" if n < 6 else "incorrect", area="ab"[n % 2],
             cost_usd=0.02, latency_ms=100.0 * (n + 1), searches=n % 3)
        for n in range(10)
    ]  # fmt: skip
    (found,) = figures([*facts, fact("q99", left_out="model", verdict="", cost_usd=0.5)])
    (row,) = found["apis"]
    assert (row["cost_usd"], row["cost_per_question_usd"], row["cost_per_correct_usd"]) == (0.7, 0.02, 0.033333)
    assert (row["latency_p50_ms"], row["latency_p95_ms"]) == (550.0, 955.0)
    assert [one["area"] for one in row["areas"]] == ["a", "b"]
    assert [(one["night"], one["questions"]) for one in found["history"]] == [("2026-11-29", 5), ("2026-11-30", 5)]


@pytest.mark.slow
def test_intervals_cover_and_comparisons_err_as_seldom_as_they_say():
    for questions, likeness in ((200, 0.0), (200, 0.7), (15, 0.0), (15, 0.7)):
        assert 0.925 <= coverage(120, 3, (0.6, 0.7, 0.72, 0.8), questions, likeness)["covered"] <= 0.975
    told = telling(60, 3)["pairs"]
    assert told["0.60 and 0.80"]["told_apart"] > 0.9
    assert told["0.70 and 0.72"]["tie"] > 0.9
    assert all(one["wrong_order"] <= 0.05 for one in told.values())
