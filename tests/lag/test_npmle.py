"""Maximum likelihood over latent lags."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.lag.npmle import Sides, fit_npmle


def test_known_lags_give_their_own_frequencies():
    likelihood = np.repeat(np.eye(3), [5, 3, 2], axis=0)
    assert fit_npmle(likelihood).weights[0] == pytest.approx([0.5, 0.3, 0.2], abs=1e-4)


def test_censored_sets_give_turnbulls_estimate():
    # Six answers: {1}, {1}, {2}, {3}, {1 or 2}, {2 or 3}. Self-consistency: w1 = (2 + w1/(w1+w2)) / 6 and so on.
    rows = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1]], dtype=float)
    w = fit_npmle(rows).weights[0]
    assert w[0] == pytest.approx((2 + w[0] / (w[0] + w[1])) / 6, abs=1e-5)
    assert w[2] == pytest.approx((1 + w[2] / (w[1] + w[2])) / 6, abs=1e-5)


@settings(max_examples=40)
@given(st.integers(0, 10_000))
def test_the_fit_meets_the_conditions_of_a_maximum(seed):
    rng = np.random.default_rng(seed)
    rows = rng.gamma(0.3, size=(60, 12)) + 1e-6
    fit = fit_npmle(rows)
    w = fit.weights[0]
    slope = (rows / (rows @ w)[:, None]).mean(axis=0)
    assert w.sum() == pytest.approx(1.0)
    assert (w >= 0).all()
    assert slope.max() < 1.01  # no direction climbs (the general equivalence theorem)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.floats(0.05, 0.95))
def test_a_held_share_is_held_and_never_fits_better(seed, share):
    rng = np.random.default_rng(seed)
    rows = rng.gamma(0.3, size=(60, 8)) + 1e-6
    below, above = np.r_[np.ones(3), np.zeros(5)], np.r_[np.zeros(3), np.ones(4), 0]
    free = fit_npmle(rows)
    held = fit_npmle(rows, sides=Sides(below[None], above[None], np.array([share])))
    w = held.weights[0]
    assert (w @ below) / (w @ (below + above)) == pytest.approx(share, abs=1e-6)
    assert held.loglik[0] <= free.loglik[0] + 1e-6
