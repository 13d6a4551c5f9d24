"""The likelihood of each lag."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.lag.components import asked_moment, older, unrelated
from monitor.lag.kernel import EDGES_S, density, lag_likelihood

from .helpers import START, coin_line, series, steps

SENT = np.array([START + 500 * 60.0])


def test_a_price_is_likeliest_at_its_own_age():
    line = coin_line(steps(), widen=0.1)
    for age_s in (30, 150, 350, 1000, 3300, 9000):
        price = line.price_at(SENT)[0] - age_s / 60
        row, _ = lag_likelihood(line, SENT, np.array([price]), np.array([0.005]))
        best = int(row[0].argmax())
        assert EDGES_S[best] <= age_s + 5
        assert age_s - 5 <= EDGES_S[best + 1]


def test_a_price_that_never_was_has_no_age():
    row, _ = lag_likelihood(coin_line(steps()), SENT, np.array([5000.0]), np.array([0.005]))
    assert row.max() < 1e-12


def test_moments_without_bars_are_known_to_be_unknown():
    _, known = lag_likelihood(coin_line(steps()), SENT, np.array([1400.0]), np.array([0.005]))
    reach = 500 * 60
    assert (known[0][EDGES_S[1:] <= reach] > 0.99).all()
    assert known[0][EDGES_S[:-1] >= reach].max() == 0.0


def test_a_closed_night_leaves_the_age_open():
    close = np.r_[np.arange(300.0) + 1000, np.arange(300.0) + 1400]
    keep = np.ones(600, dtype=bool)
    keep[200:400] = False
    from monitor.datasets import Asset
    from monitor.lag.timeline import make_timeline

    line = make_timeline(series(close, keep=keep), Asset.EQUITY)
    sent = np.array([START + 405 * 60.0])  # five minutes after the opening
    row, _ = lag_likelihood(line, sent, np.array([1199.0]), np.array([0.005]))
    open_for = (EDGES_S[:-1] >= 300) & (EDGES_S[1:] <= 205 * 60)
    assert np.ptp(row[0][open_for]) < 1e-6 * row[0].max()
    assert row[0][EDGES_S[1:] <= 240].max() < 1e-9


@given(st.floats(0.001, 1.0), st.floats(0.0, 1.0), st.floats(0.0, 2.0), st.integers(0, 5))
def test_the_kernel_is_a_density(half, widen, span, part):
    minutes = series([100.0, 100.0 + span / 2, 100.0], low=[100.0, 100.0, 99.9], high=[100.0, 100.0 + span, 100.1])
    moments = coin_line(minutes).moments
    grid = np.linspace(90.0, 112.0, 20001)
    values = density(grid, np.full(len(grid), half), moments, widen)
    total = values[:, min(part, values.shape[1] - 1)].sum() * (grid[1] - grid[0])
    assert total == pytest.approx(1.0, abs=0.02)


def test_a_trusted_time_narrows_and_an_untrusted_one_does_not():
    flat = series(np.full(600, 100.0), low=np.full(600, 99.0), high=np.full(600, 101.0))
    line = coin_line(flat)
    args = (line, SENT, np.array([100.0]), np.array([0.005]), EDGES_S, SENT - 1000)
    plain, _ = lag_likelihood(*args, 0.0)
    told, _ = lag_likelihood(*args, 0.9)
    bin_of = int(np.searchsorted(EDGES_S, 1000)) - 1
    assert told[0].argmax() == bin_of
    assert told[0][bin_of] > 20 * plain[0][bin_of]
    nobody, _ = lag_likelihood(line, SENT, np.array([100.0]), np.array([0.005]), EDGES_S, np.array([np.nan]), 0.9)
    assert (nobody == plain).all()


def test_unrelated_is_uniform_over_three_ranges_and_never_zero():
    low, high = np.full(3, 90.0), np.full(3, 110.0)
    got = unrelated(np.array([100.0, 129.0, 5000.0]), low, high)
    assert got[0] == got[1] == 1 / 60
    assert 0 < got[2] < 1e-6


def test_older_needs_days_before_the_look_back():
    line = coin_line(steps())
    assert older(line, np.array([1000.0]), np.array([0.005]), SENT).sum() == 0
    days = tuple((START - 86400.0 * k, 900.0 + 10 * (k % 3)) for k in range(9, 0, -1))
    from dataclasses import replace

    known = replace(line, daily=days)
    got = older(known, np.array([905.0, 2000.0]), np.full(2, 0.005), np.full(2, float(START)))
    assert got[0] > 0.01
    assert got[1] < 1e-9


def test_the_asked_moment_prefers_the_price_at_the_instant():
    line = coin_line(steps(), widen=0.05)
    instant = START + 300 * 60.0
    got = asked_moment(line, instant, np.array([1300.0, 1299.4, 1310.0]), np.full(3, 0.005))
    assert got[0] > got[1] > got[2]
    assert got[2] < 1e-9
