"""What several sources agree on: one wrong source among three, two that disagree, bars that are no prices."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.datasets import Asset, Item
from monitor.market.agreement import limit_for, pip_of
from monitor.market.consensus import Consensus, consensus
from monitor.market.series import Bar, Bars
from monitor.market.sessions import MinuteHours
from monitor.market.sources.bar_files import read_bars
from tests.market.loopback import at
from tests.market.walks import as_bars, frozen, moved, scaled, venues, walk

BTC = Item("c1", Asset.CRYPTO, "Bitcoin", "BTC", "")
SMALL = Item("c2", Asset.CRYPTO, "Small Coin", "SMALL", "")
EURUSD = Item("f1", Asset.FX, "Euro", "EUR/USD", "")
AAPL = Item("e1", Asset.EQUITY, "Apple", "AAPL", "")
START = at("2026-03-24 00:00")
DAY = walk(START, 1440)


def agreed(item: Item, *views: list[Bar], **more) -> Consensus:
    bars = [as_bars(view, f"s{n}", currency=item.currency) for n, view in enumerate(views)]
    return consensus(bars, item.currency, limit_for(item), **more)


def used(found: Consensus) -> list[int]:
    return [s.used for s in found.report.sources]


WRONG: dict[str, Callable[[list[Bar]], list[Bar]]] = {
    "labels shifted": lambda bars: moved(bars, 1),
    "labels shifted by an hour": lambda bars: moved(bars, -60),
    "wrong scale": lambda bars: scaled(bars, 100),
    "frozen": lambda bars: frozen(bars, 200),
    "steady offset": lambda bars: scaled(bars, 1.003),
}


@pytest.mark.parametrize("item", [BTC, SMALL])
@pytest.mark.parametrize("fault", WRONG)
@pytest.mark.parametrize("which", [0, 1, 2])
def test_one_wrong_source_of_three_is_set_aside_and_named(item: Item, fault: str, which: int) -> None:
    views = venues(DAY, 3)
    right = agreed(item, *(v for n, v in enumerate(views) if n != which))
    views[which] = WRONG[fault](views[which])
    found = agreed(item, *views)
    reason = fault.removesuffix(" by an hour")
    assert found.report.sources[which].set_aside.get(reason, 0) >= 1200
    inside = np.isin(found.series.start_s, right.series.start_s)
    assert inside.sum() == 1440
    assert np.allclose(found.series.close[inside][240:], right.series.close[240:], rtol=2e-4)
    assert {f.source for f in found.report.findings} == {f"s{which}"}


@pytest.mark.parametrize("fault", ["labels shifted", "labels shifted by an hour", "wrong scale", "steady offset"])
def test_of_two_that_disagree_neither_is_used(fault: str) -> None:
    views = venues(DAY, 2)
    views[1] = WRONG[fault](views[1])
    found = agreed(BTC, *views)
    both = {b.start for b in views[0]} & {b.start for b in views[1]}
    assert not {int(at.timestamp()) for at in both} & set(found.series.start_s.tolist())
    assert found.report.disagreed >= len(both)


def test_honest_sources_are_all_used() -> None:
    found = agreed(BTC, *venues(DAY, 4))
    assert used(found) == [1440] * 4
    assert (found.report.disagreed, found.report.single, found.report.findings) == (0, 0, ())
    assert found.series.n_sources.tolist() == [4] * 1440


def test_the_agreed_minute_is_the_median_and_its_spread_is_the_disagreement() -> None:
    bars = [Bar(START, 100, 101 + n / 100, 99 - n / 100, 100 + n / 100, 1.0, 9) for n in (0, 1, 4)]
    found = agreed(BTC, *[[b] for b in bars])
    assert found.series.close.tolist() == [100.01]
    assert found.series.low.tolist() == [98.99]
    assert found.series.high.tolist() == [101.01]
    assert found.series.spread[0] == pytest.approx(0.04)


def test_an_outlier_among_three_is_set_aside_for_that_minute_alone() -> None:
    views = venues(DAY, 3)
    bad = views[2][700]
    views[2][700] = replace(bad, high=bad.high * 1.01, close=bad.close * 1.01)
    found = agreed(BTC, *views)
    assert found.report.sources[2].set_aside == {"outlier": 1}
    assert len(found.series) == 1440
    assert found.series.n_sources[700] == 2


def test_two_sources_beyond_the_limit_give_no_minute_and_one_alone_is_marked_single() -> None:
    views = venues(DAY, 2)
    views[1][10] = scaled([views[1][10]], 1.004)[0]
    del views[1][20]
    found = agreed(BTC, *views)
    assert int(views[0][10].start.timestamp()) not in found.series.start_s
    row = found.series.start_s.tolist().index(int(views[0][20].start.timestamp()))
    assert (found.series.n_sources[row], found.series.spread[row]) == (1, 0.0)
    assert (found.report.single, found.report.disagreed) == (1, 1)


def test_a_wick_on_one_of_two_venues_does_not_widen_the_range() -> None:
    views = venues(DAY, 2)
    plain = agreed(BTC, *views).series
    views[1][10] = replace(views[1][10], low=views[1][10].low * 0.94)
    assert agreed(BTC, *views).series.low[10] == pytest.approx(plain.low[10], rel=3e-4)


@pytest.mark.parametrize(("volume", "count", "reason"), [
    (0.0, 0, "carried: flat, without volume"), (0.0, None, "carried: flat, without volume"), (1.0, 1, "single trade"),
])
def test_carried_and_single_trade_bars_are_no_prices(volume: float, count: int | None, reason: str) -> None:
    view = list(DAY)
    view[5] = Bar(view[5].start, 100.0, 100.0, 100.0, 100.0, volume, count)
    found = agreed(BTC, view)
    assert found.report.sources[0].set_aside == {reason: 1}
    assert len(found.series) == 1439


def test_a_stocks_traded_minute_without_volume_is_a_price() -> None:
    view = list(DAY)
    view[5] = replace(view[5], volume=0.0)
    assert len(agreed(BTC, view).series) == 1440


def test_point_samples_and_other_currencies_are_not_used() -> None:
    bars = [as_bars(DAY, "yahoo", role="point"), as_bars(DAY, "kraken", currency="EUR")]
    found = consensus(bars, "USD", limit_for(BTC))
    assert [s.set_aside for s in found.report.sources] == [{"point sample": 1440}, {"another currency": 1440}]
    assert len(found.series) == 0


def test_two_sources_of_one_origin_count_as_one() -> None:
    views = [as_bars(v, n) for v, n in zip(venues(DAY, 2), ("coinbase", "coinbaseexchange"), strict=True)]
    found = consensus(views, "USD", limit_for(BTC), origins={"coinbase": "cb", "coinbaseexchange": "cb"})
    assert found.report.single == 1440
    assert found.report.sources[1].set_aside == {"same origin as another source": 1440}


def _rate(value: float, minutes: int = 1440) -> dict[str, Bars]:
    return {"USDT": as_bars([Bar(START + timedelta(minutes=n), value, value * 1.0001, value, value, 5.0, 9)
                             for n in range(minutes)], "kraken")}


def test_a_tether_book_is_converted_by_that_minutes_rate() -> None:
    dollars, tether = venues(DAY, 2)
    tether = scaled(tether, 1 / 0.98)
    bars = [as_bars(dollars, "kraken"), as_bars(tether, "binance", currency="USDT")]
    assert consensus(bars, "USD", limit_for(BTC), basis=_rate(0.98)).report.disagreed == 0
    assert consensus(bars, "USD", limit_for(BTC)).report.disagreed == 1440


def test_without_a_rate_a_tether_book_confirms_but_never_speaks() -> None:
    dollars, tether = venues(DAY, 2)
    tether = scaled(tether, 1.0012)
    bars = [as_bars(dollars, "kraken"), as_bars(tether, "binance", currency="USDT")]
    found = consensus(bars, "USD", limit_for(BTC), basis=_rate(1.0, minutes=600))
    by_minute = {int(b.start.timestamp()): b.close for b in dollars}
    late = found.series.start_s >= int(dollars[700].start.timestamp())
    assert late.sum() > 600
    assert found.series.close[late].tolist() == [by_minute[s] for s in found.series.start_s[late].tolist()]
    assert found.report.unconverted > 600
    alone = consensus(bars[1:], "USD", limit_for(BTC))
    assert len(alone.series) == 0
    assert alone.report.sources[0].set_aside == {"no rate for its dollar coin": 1440}


def test_last_trades_beside_quotes_confirm_within_half_a_spread_more() -> None:
    quotes = walk(START + timedelta(hours=8), 300, 1.16, step=5e-5, volume=0)
    quotes = [replace(b, volume=None) for b in quotes]
    trades = [replace(b, volume=2.0, count=5) for b in scaled(quotes, 1 + 2.0e-4 / 1.16)]
    bars = [as_bars(quotes, "yahoo", role="mid"), as_bars(trades, "kraken")]
    found = consensus(bars, "USD", limit_for(EURUSD))
    assert found.series.close.tolist() == [b.close for b in quotes]
    assert set(found.series.n_sources.tolist()) == {2}
    far = [as_bars(quotes, "yahoo", role="mid"), as_bars(scaled(trades, 1 + 2.0e-4 / 1.16), "kraken")]
    assert len(consensus(far, "USD", limit_for(EURUSD)).series) == 0


def test_extended_hours_are_medians_and_thin_minutes_are_left_out() -> None:
    start = at("2026-03-24 12:00")
    view = walk(start, 300, 250.0)
    bad = view[30]
    view[30] = replace(bad, low=bad.low * 0.8, close=bad.close * 0.8)
    view = view[:60] + view[75:76] + view[90:]
    hours = MinuteHours(AAPL, 5)
    found = agreed(AAPL, view, extended=hours.extended, closed=hours.closed, edges=hours.edges)
    rows = dict(zip(found.series.start_s.tolist(), found.series.close.tolist(), strict=True))
    lows = dict(zip(found.series.start_s.tolist(), found.series.low.tolist(), strict=True))
    assert rows[int(bad.start.timestamp())] == pytest.approx(view[29].close, rel=0.01)
    assert lows[int(bad.start.timestamp())] == rows[int(bad.start.timestamp())]
    assert int(view[60].start.timestamp()) not in rows
    opened = int(at("2026-03-24 13:30").timestamp())
    assert lows[opened] == next(b.low for b in view if int(b.start.timestamp()) == opened)
    assert found.report.widened == 5


def test_bars_of_a_closed_market_are_left_out() -> None:
    saturday = walk(at("2026-03-28 12:00"), 60, 1.16, volume=5)
    hours = MinuteHours(EURUSD, 5)
    found = agreed(EURUSD, saturday, closed=hours.closed)
    assert found.report.sources[0].set_aside == {"market closed": 60}


def test_a_single_source_that_never_moves_is_frozen() -> None:
    found = agreed(EURUSD, [replace(b, volume=None) for b in frozen(walk(START, 120, 1.16), 60)])
    assert found.report.sources[0].set_aside == {"frozen": 60}


@pytest.mark.parametrize(("one", "other", "shift", "item"), [
    ("coin_BTC-BUSD_binance_2022-12-13.csv", "coin_BTC-USDT_bybit_2022-12-13.csv", 0, BTC),
    ("coin_BTC-BUSD_binance_2022-12-13.csv", "coin_BTC-USDT_bybit_2022-12-13.csv", 1, BTC),
    ("fx_EUR-USD_fxcm_mid_2014-05-01_09.csv", "fx_EUR-USD_oanda_mid_2014-05-01_09.csv", 0, EURUSD),
    ("fx_EUR-USD_fxcm_mid_2014-05-01_09.csv", "fx_EUR-USD_oanda_mid_2014-05-01_09.csv", 1, EURUSD),
    ("fx_EUR-USD_fxcm_mid_2014-05-01_09.csv", "fx_EUR-USD_oanda_mid_2014-05-01_09.csv", 60, EURUSD),
])
def test_real_sources_agree_and_a_minutes_shift_of_labels_is_noticed(
    shared: Path, one: str, other: str, shift: int, item: Item
) -> None:
    views = [list(read_bars(shared / "market" / name)) for name in (one, other)]
    views[1] = moved(views[1], shift)
    hours = MinuteHours(item, 5)
    found = agreed(item, *views, closed=hours.closed, edges=hours.edges)
    together = found.series.n_sources == 2
    if shift:
        assert together.sum() == 0
    else:
        assert together.sum() > 0.95 * min(len(v) for v in views)
        assert found.report.findings == ()


def test_a_third_real_source_on_another_side_is_told_apart(shared: Path) -> None:
    names = ("fxcm_mid", "oanda_mid", "oanda_ask")
    views = [scaled(list(read_bars(shared / f"market/fx_EUR-USD_{n}_2014-05-01_09.csv")), 1.0) for n in names]
    views[2] = scaled(views[2], 1.003)
    hours = MinuteHours(EURUSD, 5)
    found = agreed(EURUSD, *views, closed=hours.closed, edges=hours.edges)
    assert found.report.sources[2].used < 0.02 * len(views[2])
    assert found.report.sources[0].used > 0.95 * len(views[0])


def test_limits_are_those_of_the_items_class() -> None:
    assert (limit_for(BTC).bps, limit_for(SMALL).bps, limit_for(AAPL).bps) == (15, 100, 10)
    assert limit_for(EURUSD).absolute == pytest.approx(1.5e-4)
    assert limit_for(Item("x", Asset.FX, "x", "USD/JPY", "")).absolute == pytest.approx(0.015)
    assert limit_for(Item("x", Asset.FX, "x", "AUD/JPY", "")).absolute == pytest.approx(0.03)
    assert (pip_of("EUR/USD"), pip_of("USD/JPY")) == (0.0001, 0.01)


prices = st.floats(1e-6, 1e6, allow_nan=False)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.lists(st.tuples(st.integers(0, 30), prices, prices, prices, st.integers(0, 3)), max_size=12),
                max_size=4))
def test_whatever_comes_a_minute_lies_within_what_some_source_said(raw) -> None:
    views = []
    for rows in raw:
        bars = {m: Bar(START + timedelta(minutes=m), a, max(a, b, c), min(a, b, c), c, float(n), n)
                for m, a, b, c, n in rows}
        views.append([bars[m] for m in sorted(bars)])
    found = agreed(BTC, *[v for v in views if v])
    series = found.series
    assert np.all(np.diff(series.start_s) > 0)
    assert np.all((series.low <= series.close) & (series.close <= series.high))
    assert np.all(series.n_sources >= 1)
    for start, close in zip(series.start_s.tolist(), series.close.tolist(), strict=True):
        said = [b.close for v in views for b in v if int(b.start.timestamp()) == start]
        assert min(said) * (1 - 1e-12) <= close <= max(said) * (1 + 1e-12)
        if len(said) == 2 and not found.report.findings and all(b.count > 1 for v in views for b in v):
            assert max(said) - min(said) <= 0.0015 * max(said) * 1.0001
