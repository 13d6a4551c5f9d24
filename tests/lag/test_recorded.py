"""Recorded bars in place of a simulated market."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from monitor.datasets import Asset
from monitor.lag.recorded import instants_in, recorded_world
from monitor.lag.simulate import PROVIDERS
from monitor.market.series import Bar
from monitor.sandbox.study import Plan, cells_of, load_notes, recorded_of, results_of, run_plan

FILES = {
    "fx_EUR-USD_mt_2020-08-27_10-15.csv": "fx", "fx_GBP-USD_fxcm_bid_2012-02-05_12.csv": "fx",
    "fx_EUR-USD_oanda_mid_2014-05-01_09.csv": "fx", "coin_BTC-USD_tiingo_2026-03-25_28.csv": "crypto",
    "coin_BTC-USD_coinbase_2018-04-04_06.csv": "crypto", "stock_AAPL_yahoo_2026-03-19_27.csv": "equity",
    "stock_SPY_yahoo_2026-03-23_31_live-end.csv": "equity",
    "stock_AAPL_alphavantage_2019-02-11_15_relabelled.csv": "equity",
}  # fmt: skip


def bars(n=3000, gap_after=1000):
    start, rng, price, out = datetime(2026, 3, 2, tzinfo=UTC), np.random.default_rng(1), 100.0, []
    for k in range(n):
        close = price + rng.normal(0, 0.05)
        low, high = min(price, close) - 0.02, max(price, close) + 0.03
        late = timedelta(hours=15) if k >= gap_after else timedelta()
        out.append(Bar(start + timedelta(minutes=k) + late, price, high, low, close))
        price = close
    return out


def test_the_price_runs_through_the_bars_and_stands_between_them():
    made = bars()
    world = recorded_world("x", Asset.EQUITY, made, np.random.default_rng(2))
    for k in (0, 500, 2000):
        at = made[k].start.timestamp() + np.arange(60) + 0.5
        path = world.price_at(at)
        assert path.min() == pytest.approx(made[k].low, abs=0.021)
        assert path.max() == pytest.approx(made[k].high, abs=0.031)
        assert ((made[k].low - 1e-9 <= path) & (path <= made[k].high + 1e-9)).all()
        assert path[-1] == pytest.approx(made[k].close)
        # Whoever asks, and whenever, the same minute runs the same way.
        assert (world.price_at(at[::-1])[::-1] == path).all()
    night = made[999].start.timestamp() + np.array([60.0, 3600.0, 50000.0])
    assert world.price_at(night) == pytest.approx(made[999].close)
    assert len(world.timeline.daily) == 2


def test_instants_have_a_day_before_them_and_room_after_them():
    starts = np.array([bar.start.timestamp() for bar in bars()])
    drawn = instants_in(starts, np.random.default_rng(3), 40)
    assert len(set(drawn)) == 40
    assert drawn.min() >= starts[0] + 90000
    assert drawn.max() <= starts[-1] - 3 * 3600
    assert set(drawn) <= set(starts)


@pytest.mark.full
def test_injected_lags_are_found_in_recorded_markets(shared):
    """The full study on recorded bars; docs/results/lag-recorded.json holds a run of it."""
    recorded = recorded_of([f"{shared / 'market' / name}={asset}" for name, asset in FILES.items()])
    plan = Plan(cells_of([], [name for name, _, _ in recorded], list(PROVIDERS)), 100, seed=6, bars=recorded)
    notes = load_notes(plan, None)
    list(run_plan(plan, notes, jobs=2))
    pooled = results_of(plan, notes)["pooled"]
    assert 0.93 <= pooled["inner"]["coverage"] <= 0.97
    assert pooled["edge"]["coverage"] >= 0.93
