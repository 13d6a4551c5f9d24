"""Intervals: Wilks's where nothing is latent, wider where instants go together."""

import numpy as np
import pytest

from monitor.lag.intervals import quantile_interval, share_interval, wilson
from monitor.lag.known import known_median, known_share
from monitor.lag.npmle import fit_npmle
from monitor.lag.profile import Problem, cut_off, hold
from monitor.lag.seen import seen_width

UPPER = np.array([60.0, 300.0, 900.0])


def known(lags, cluster, k=3):
    rows = np.full((len(lags), k), 1e-9)
    rows[np.arange(len(lags)), lags] = 1.0
    fit = fit_npmle(rows)
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


def test_many_probes_place_the_median_within_a_bin():
    """Bins limit the shape that is seen, not the precision: ten times the probes, a third of the width."""
    widths = []
    for n in (300, 3000):
        lag = np.repeat([0, 1, 2], [3 * n // 10, 4 * n // 10, 3 * n // 10])
        low, high = quantile_interval(known(lag, np.arange(n)), 0.5)
        assert 60 < low < np.sqrt(60 * 300) < high < 300
        widths.append(np.log(high / low))
    assert widths[1] < 0.45 * widths[0]


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
    problem = Problem(rows, np.array([0.25, 0.25, 0.5]), 20 * np.log(0.5) * 2, np.arange(40), UPPER,
                      np.array([False, False, False]))
    (low, high), = share_interval(problem, [300.0])
    assert 0.3 < low < 0.5 < high < 0.7
    same = Problem(np.ones((40, 3)), np.full(3, 1 / 3), 0.0, np.arange(40), UPPER, np.zeros(3, dtype=bool))
    assert share_interval(same, [300.0]) == [(0.0, 1.0)]
    low, high = quantile_interval(same, 0.5)
    assert low == 0.0
    assert 850.0 < high <= 900.0


@pytest.mark.parametrize("g", [6, 24, 200])
def test_the_cut_is_students_test_for_instants_that_are_all_alike(g):
    """With one normal score an instant, accepting by the cut is accepting by Student's t test of the mean."""
    from scipy.stats import ttest_1samp

    problem = known([0, 1] * (g // 2), np.arange(g))
    rng = np.random.default_rng(g)
    for scores in rng.normal(0.4, 1.0, (60, g)):
        ratio = scores.sum() ** 2 / (scores**2).sum()
        assert (ratio <= problem.cut()) == (ttest_1samp(scores, 0.0).pvalue >= 0.05)


def test_one_who_sees_the_lags_gets_the_interval_of_known_lags():
    rng = np.random.default_rng(5)
    cluster = np.repeat(np.arange(24), 9)
    place = rng.random(24)[cluster] * 0.5 + rng.random(216) * 0.5
    lag = np.where(place < 0.4, 30.0, np.where(place < 0.7, 200.0, 700.0))
    problem = known(np.searchsorted(UPPER, lag).tolist(), cluster)
    assert known_share(lag, cluster, 60.0) == pytest.approx(share_interval(problem, [60.0])[0], abs=0.01)
    low, high = known_median(lag, cluster)
    assert low <= np.median(lag) <= high


def test_instants_that_happen_to_be_alike_give_no_narrower_an_interval_than_half_the_scatter():
    """Each instant has the same 3 of 9 answers: no scatter at all. Both intervals are those of twice the answers."""
    cluster = np.repeat(np.arange(24), 9)
    lag = np.tile([30.0] * 3 + [200.0] * 6, 24)
    problem = known(np.searchsorted(UPPER, lag).tolist(), cluster)
    low, high = known_share(lag, cluster, 60.0)
    assert share_interval(problem, [60.0])[0] == pytest.approx((low, high), abs=0.01)
    twice = known_share(np.tile([30.0, 200.0, 200.0], 144), np.arange(432), 60.0)
    assert high - low == pytest.approx(twice[1] - twice[0], rel=0.08)


def test_answers_that_do_not_go_together_hold_the_truth_in_95_of_100_weeks_and_not_in_more():
    """A design effect that cannot fall below 1 is too large on average: 96.5 of 100."""
    cluster = np.repeat(np.arange(24), 9)
    held = []
    for lags in np.random.default_rng(11).random((6000, 216)):
        low, high = known_share(lags, cluster, 0.5)
        held.append(low <= 0.5 <= high)
    assert 0.944 < np.mean(held) < 0.957


def test_distance_grows_away_from_the_estimate():
    problem = known([0] * 60 + [1] * 140, np.repeat(np.arange(20), 10))
    shares = np.array([0.05, 0.15, 0.25, 0.3, 0.4, 0.6])
    distance = hold(problem, np.full(6, 60.0), shares).distance
    assert distance[3] < 0.01
    assert (np.diff(distance[:4]) < 0).all()
    assert (np.diff(distance[3:]) > 0).all()


def test_an_end_at_0_or_1_cuts_the_test_off_as_far_as_it_is_near():
    problem = known([0] * 10 + [1] * 190, np.arange(200))
    x = np.full(4, 60.0)
    share = np.array([0.04, 0.06, 0.2, 0.0001])
    beyond, towards, far, within_an_error = cut_off(problem, x, share, np.array([40, 20, 200, 200]) / share)
    assert 0.5 < beyond <= 1.0
    assert towards == 1.0
    assert far == 0.0
    assert within_an_error == -1.0
    turned = known([0] * 190 + [1] * 10, np.arange(200))
    assert cut_off(turned, x[:1], 1 - share[:1], np.array([40 / share[0]]))[0] == pytest.approx(beyond)


def test_seen_lags_have_the_binomials_interval_near_0_and_hidden_ones_a_narrower_one_for_what_they_tell():
    """Where ages are seen nothing is moved: a count stands at 0 often enough."""
    problem = known([0] * 2 + [1] * 198, np.arange(200))
    x, share = np.full(1, 60.0), np.array([0.02])
    assert hold(problem, x, share, ends=True).distance == pytest.approx(hold(problem, x, share).distance, rel=0.01)
    rows = np.where(np.eye(3)[[0] * 8 + [1] * 192] > 0, 1.0, 0.3)
    fit = fit_npmle(rows)
    blurred = Problem(rows, fit.weights[0], float(fit.loglik[0]), np.arange(200), UPPER, np.zeros(3, dtype=bool))
    assert hold(blurred, x, share, ends=True).distance > 1.02 * hold(blurred, x, share).distance


def test_the_oracles_median_reaches_from_one_seen_lag_to_another():
    """Of 24 lags alone in their instants the sign test accepts 8 to 16 below: order statistics 8 and 17."""
    lag = np.arange(1.0, 25.0)
    assert known_median(lag, np.arange(24)) == (8.0, 17.0)


def test_seen_lags_have_the_width_that_an_oracle_gives_and_blurred_ones_the_same():
    rng = np.random.default_rng(8)
    cluster, lag = np.repeat(np.arange(24), 9), rng.uniform(0, 900, 216)
    upper = np.arange(1, 16) * 60.0
    seen = np.full((216, 15), 1e-9)
    seen[np.arange(216), (lag // 60).astype(int)] = 1.0
    blurred = np.exp(-((lag + rng.normal(0, 120, 216))[:, None] - (upper - 30)) ** 2 / (2 * 120.0**2))
    low, high = known_median(lag, cluster)
    for rows in (seen, blurred):
        fit = fit_npmle(rows)
        problem = Problem(rows, fit.weights[0], float(fit.loglik[0]), cluster, upper, np.zeros(15, dtype=bool))
        assert seen_width(problem, 450.0) == pytest.approx(high - low, rel=0.45)
