"""The newest-minute rule, kept for comparison."""

import numpy as np

from monitor.lag.naive import newest_minute_age

from .helpers import START, coin_line, series, steps


def test_the_age_is_from_the_end_of_the_newest_match():
    line = coin_line(steps())
    sent = np.array([START + 500 * 60.0 + 5, START + 500 * 60.0 + 5])
    got = newest_minute_age(line, sent, np.array([1489.5, 9.0]), np.zeros(2), 86400.0)
    assert got[0] == 10 * 60 + 5
    assert np.isnan(got[1])


def test_a_price_that_comes_back_looks_new():
    wave = 100 + np.sin(np.arange(600) / 5)
    line = coin_line(series(wave, low=wave - 0.3, high=wave + 0.3))
    old = wave[500 - 62]  # two waves ago
    assert newest_minute_age(line, np.array([START + 500 * 60.0]), np.array([old]), np.zeros(1), 86400.0)[0] < 600
