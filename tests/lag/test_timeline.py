"""What the market's price was at any moment, closed hours included."""

from datetime import UTC, datetime

import numpy as np
import pytest

from monitor.datasets import Asset
from monitor.lag.timeline import make_timeline
from monitor.market.series import DailyClose

from .helpers import START, coin_line, series, steps


def at(minute):
    return np.array([START + 60.0 * minute])


def held(line, from_s, to_s):
    low, high = line.window(np.array([from_s]), np.array([to_s]))
    return low[0], high[0]


def test_the_price_at_t_is_the_close_of_the_minute_before():
    line = coin_line(steps())
    assert line.price_at(at(10))[0] == 1010.0
    assert line.price_at(at(10) + 59)[0] == 1010.0
    assert np.isnan(line.price_at(at(-1))[0])


def test_a_short_gap_carries_its_last_price():
    keep = np.ones(60, dtype=bool)
    keep[20:25] = False
    line = coin_line(series(np.arange(60.0) + 1, keep=keep))
    assert line.price_at(at(23))[0] == 20.0
    assert held(line, START + 21 * 60 + 1, START + 22 * 60) == (20.0, 20.0)


def test_a_long_gap_of_a_coin_is_an_outage_and_of_a_stock_a_closed_market():
    keep = np.ones(120, dtype=bool)
    keep[30:90] = False
    bars = series(np.arange(120.0) + 1, keep=keep)
    assert np.isnan(held(coin_line(bars), START + 40 * 60, START + 80 * 60)[0])
    assert held(make_timeline(bars, Asset.EQUITY), START + 40 * 60, START + 80 * 60) == (30.0, 30.0)


def test_the_official_close_stands_beside_the_last_trade_while_the_market_is_closed():
    keep = np.ones(120, dtype=bool)
    keep[30:90] = False
    close = DailyClose(datetime(2026, 9, 21, tzinfo=UTC).date(), datetime.fromtimestamp(START + 1800, UTC), 30.5)
    line = make_timeline(series(np.arange(120.0) + 1, keep=keep), Asset.EQUITY, (close,))
    assert held(line, START + 40 * 60, START + 80 * 60) == (30.0, 30.5)
    assert line.price_at(at(60))[0] == 30.5


def test_the_last_official_close_held_until_the_first_minute():
    close = DailyClose(datetime(2026, 9, 18, tzinfo=UTC).date(), datetime.fromtimestamp(START - 230_000, UTC), 99.0)
    line = make_timeline(series(np.arange(10.0) + 1), Asset.EQUITY, (close,))
    assert line.price_at(np.array([START - 1000.0]))[0] == 99.0
    assert line.start_s[0] == START - 230_000


def test_a_closed_market_keeps_its_last_price_afterwards():
    bars, later = series(np.arange(10.0) + 1), np.array([START + 86400.0])
    close = DailyClose(datetime(2026, 9, 21, tzinfo=UTC).date(), datetime.fromtimestamp(START + 600, UTC), 10.5)
    ended = make_timeline(bars, Asset.FX, (close,))
    assert ended.price_at(later)[0] == 10.5
    assert held(ended, later[0], later[0] + 1) == (10.0, 10.5)


def test_bars_that_end_without_a_close_say_nothing_about_later():
    line = make_timeline(series(np.arange(10.0) + 1), Asset.FX)
    assert np.isnan(held(line, START + 86400.0, START + 86401.0)[0])


def test_parts_of_a_minute_lead_from_open_to_close():
    line = coin_line(steps())
    parts = line.moments
    minute = slice(6 * 10, 6 * 11)
    assert parts.mean[minute] == pytest.approx(1010 + (np.arange(6) + 0.5) / 6)
    assert parts.length_s[minute].sum() == pytest.approx(60)
    assert parts.sd[minute][2] > parts.sd[minute][0]


def test_disagreement_is_measured_where_two_sources_speak():
    assert coin_line(series(np.ones(50), spread=0.3)).widen == pytest.approx(0.3)
    assert coin_line(series(np.ones(50), spread=0.3, sources=1)).widen == pytest.approx(5e-4)
    assert coin_line(series(np.ones(50), spread=0.3, sources=1), widen=0.2).widen == 0.2


def test_no_bars_give_an_empty_timeline():
    line = coin_line(series([]))
    assert np.isnan(line.price_at(at(0))[0])
    assert len(line.moments.start_s) == 0
