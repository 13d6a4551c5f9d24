"""APIs compared on what they were asked alike: differences found, ties left ties, all pairs corrected for."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from monitor.lag.compare import Answer, compare, holm, paired
from monitor.lag.comparing import compare_apis, compare_assets
from monitor.lag.rows import Asked, load_rows
from monitor.store.database import open_database

from .stored import History, write

FIRST = datetime(2026, 10, 1, tzinfo=UTC)
NOW = FIRST + timedelta(days=2)


def answers(score, correct=0.5, instants=40, seed=1, keys=3):
    rng = np.random.default_rng(seed)
    return {(n, k): Answer(n, score + rng.normal(), bool(rng.random() < correct))
            for n in range(instants) for k in range(keys)}  # fmt: skip


def test_holm_corrects_step_by_step_and_leaves_out_what_was_not_tested():
    assert holm([0.01, None, 0.04, 0.03]) == pytest.approx([0.03, None, 0.06, 0.06], nan_ok=True)
    assert holm([0.6, 0.7]) == [1.0, 1.0]


def test_a_clear_difference_is_told_and_alike_apis_are_a_tie():
    pairs = {(p.a, p.b): p for p in compare({"a": answers(5), "b": answers(7, seed=2), "c": answers(7, seed=3)})}
    assert pairs["a", "b"].fresher == "a"
    assert pairs["b", "c"].fresher == ""
    assert pairs["b", "c"].to_json()["tie"] is True
    assert pairs["a", "b"].score.pairs == 120


def test_only_shared_questions_count_and_too_few_of_them_say_nothing():
    a, b = answers(5), answers(7, seed=2)
    (one,) = compare({"a": a, "b": {key: value for key, value in b.items() if key[0] < 4}})
    assert one.fresher is None
    assert one.score.pairs == 12
    assert "not enough pairs" in one.score.why


def test_an_instant_is_one_witness_however_many_answers_it_gave():
    rng = np.random.default_rng(4)
    shift = rng.normal(0, 1, 30)
    many = paired([(n, shift[n] + 0.01 * rng.normal()) for n in range(30) for _ in range(50)])
    assert many.hi - many.lo == pytest.approx(2 * 2.045 * shift.std(ddof=1) / np.sqrt(30), rel=0.1)


def test_alike_apis_are_called_different_no_more_often_than_the_level_says():
    wrong = sum(bool(compare({name: answers(5, instants=8, seed=[seed, n]) for n, name in enumerate("abc")})[0].fresher)
                for seed in range(300))  # fmt: skip
    assert wrong <= 12  # 1 pair of 3 at Holm's least level: 5 expected


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("compared") / "m.sqlite"
    lags = {"fast": 300.0, "same": 300.0, "slow": 1800.0}
    write(History(path, days=2, instants=8, lag_s=lags, offsets_s=(5.0, 900.0)))
    opened = open_database(path)
    yield opened
    opened.close()


def test_from_the_store_the_faster_api_is_named_and_its_equal_is_a_tie(database):
    found = compare_apis(database, ("fast", "slow", "same"), since=FIRST, until=NOW, now=NOW)
    pairs = {(one["a"], one["b"]): one for one in found["pairs"]}
    assert pairs["fast", "slow"]["fresher"] == "fast"
    assert pairs["slow", "same"]["fresher"] == "same"
    assert pairs["fast", "same"]["tie"] is True
    assert [one["shared"] for one in found["apis"]] == [64, 64, 64]
    fast, slow = (found["apis"][n]["median_s"] for n in (0, 1))
    assert fast["hi"] < slow["lo"]
    assert found["text"] == (
        "fast is fresher than slow; same is fresher than slow; not told apart: fast and same (Holm over 3 pairs, 5%)."
    )


def test_kept_by_asset_it_is_the_same_comparison(database):
    (asset,) = {row.asset for row in _rows(database)}
    names = ("fast", "slow", "same")
    whole = compare_apis(database, names, since=FIRST, until=NOW, now=NOW)
    kept = compare_assets(database, {asset: names}, since=FIRST, until=NOW, now=NOW)
    assert [(one["asset"], one["pairs"], one["text"]) for one in kept["assets"]] == [
        (asset, whole["pairs"], whole["text"])
    ]
    assert kept["answers"] == 3 * 64


def _rows(database):
    with database.read() as session:
        return load_rows(session, Asked(FIRST, NOW)).rows
