"""Intervals: Wilks's where nothing is latent, wider where instants go together."""

import numpy as np
import pytest

from monitor.lag.intervals import Problem, design_effect, quantile_interval, share_interval, wilson
from monitor.lag.npmle import fit_npmle

UPPER = np.array([60.0, 300.0, 900.0])


def known(lags, cluster, k=3):
    rows = np.full((len(lags), k), 1e-9)
    rows[np.arange(len(lags)), lags] = 1.0
    fit = fit_npmle(rows, tolerance=1e-9, max_iterations=4000)
    return Problem(rows, fit.weights[0], float(fit.loglik[0]), np.asarray(cluster), UPPER[:k], np.zeros(k, dtype=bool))


def test_known_lags_give_the_likelihood_ratio_interval_of_a_binomial():
    n, hits, g = 400, 120, 400
    problem = known([0] * hits + [1] * (n - hits), np.arange(g))
    (low, high), = share_interval(problem, [60.0])

    def ratio(p):
        return 2 * (hits * np.log(hits / n / p) + (n - hits) * np.log((1 - hits / n) / (1 - p)))

    assert ratio(low) == pytest.approx(problem.cut(), rel=0.03)
    assert ratio(high) == pytest.approx(problem.cut(), rel=0.03)


def test_none_in_many_has_an_upper_bound_and_no_lower():
    problem = known([1] * 200, np.arange(200))
    (low, high), = share_interval(problem, [60.0])
    assert low == 0.0
    assert high == pytest.approx(1 - np.exp(-problem.cut() / 400), rel=0.05)


def test_answers_that_go_together_count_once():
    alone = known([0, 1] * 100, np.arange(200))
    together = known([0] * 10 + [1] * 10 + ([0] * 10 + [1] * 10) * 9, np.repeat(np.arange(20), 10))
    assert design_effect(alone, 60.0) == pytest.approx(1.0, abs=0.02)
    assert design_effect(together, 60.0) == pytest.approx(10.5, rel=0.1)
    (a, b), = share_interval(alone, [60.0])
    (c, d), = share_interval(together, [60.0])
    assert d - c > 2.5 * (b - a)


def test_the_interval_of_the_median_holds_the_bin_of_the_median():
    problem = known([0] * 40 + [1] * 80 + [2] * 80, np.arange(200))
    low, high = quantile_interval(problem, 0.5)
    assert 60 <= low < high <= 300


def test_a_median_known_to_its_bin_only_gets_the_whole_bin():
    problem = known([1] * 200, np.arange(200))
    assert quantile_interval(problem, 0.5) == (60.0, 300.0)


def test_a_quantile_beyond_the_look_back_has_no_upper_end():
    rows = np.full((60, 2), 1e-9)
    rows[:20, 0], rows[20:, 1] = 1.0, 1.0
    fit = fit_npmle(rows)
    problem = Problem(rows, fit.weights[0], float(fit.loglik[0]), np.arange(60), UPPER[:1], np.array([False, True]))
    assert quantile_interval(problem, 0.5)[1] is None


def test_wilson_matches_the_textbook_and_widens_with_clusters():
    hits = np.r_[np.ones(30), np.zeros(70)]
    rate, low, high = wilson(hits, np.arange(100))
    # Wilson at n = 100 with t(99) = 1.984 in place of 1.96.
    assert (rate, low, high) == (0.3, pytest.approx(0.218, abs=0.002), pytest.approx(0.397, abs=0.002))
    _, low2, high2 = wilson(hits, np.repeat(np.arange(10), 10))
    assert low2 < low < high < high2
    assert wilson(np.zeros(50), np.arange(50))[1] == 0.0
    assert 0.0 < wilson(np.zeros(50), np.arange(50))[2] < 0.1
    assert np.isnan(wilson(np.array([]), np.array([], dtype=int))[0])


def test_bins_that_no_probe_tells_apart_are_no_fault():
    rows = np.full((40, 3), 1e-6)
    rows[:20, 0] = rows[:20, 1] = 1.0
    rows[20:, 2] = 1.0
    problem = Problem(rows, np.array([0.25, 0.25, 0.5]), 0.0, np.arange(40), UPPER, np.zeros(3, dtype=bool))
    same = Problem(np.ones((40, 3)), np.full(3, 1 / 3), 0.0, np.arange(40), UPPER, np.zeros(3, dtype=bool))
    assert design_effect(problem, 900.0) >= 1.0
    assert design_effect(same, 300.0) >= 1.0
