"""Bars are what the seconds were, as a venue saw them."""

from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from monitor.sandbox.bars import BarMaker, VenueHabits
from monitor.sandbox.market import Market
from monitor.sandbox.noise import seconds_of
from tests.sandbox.conftest import NOW

HOUR = timedelta(hours=1)


@pytest.mark.parametrize("ticker", ["MSFT", "BTC", "EUR/USD"])
def test_a_bar_holds_the_seconds_of_its_minute(market: Market, bars: BarMaker, ticker: str) -> None:
    made = bars.minute_bars(ticker, NOW - HOUR, NOW)
    assert len(made) == 60
    for n in (0, 17, 59):
        seconds = [market.price_at(ticker, int(made.start_s[n]) + k) for k in range(60)]
        assert (made.open[n], made.high[n], made.low[n], made.close[n]) == (
            seconds[0],
            max(seconds),
            min(seconds),
            seconds[-1],
        )


def test_a_bar_is_labelled_by_its_start(market: Market, bars: BarMaker) -> None:
    at = NOW.replace(second=0)
    made = bars.minute_bars("BTC", at - timedelta(minutes=1), at)
    assert list(made.start_s) == [seconds_of(at) - 60]
    assert made.close[0] == market.price_at("BTC", seconds_of(at) - 1)


def test_the_running_minute_grows_and_the_future_is_unknown(market: Market, bars: BarMaker) -> None:
    made = bars.minute_bars("BTC", NOW - timedelta(minutes=3), NOW + HOUR, now=NOW)
    start = seconds_of(NOW.replace(second=0))
    seen = [market.price_at("BTC", start + k) for k in range(NOW.second)]
    assert made.start_s[-1] == start
    assert (made.high[-1], made.low[-1], made.close[-1]) == (max(seen), min(seen), seen[-1])
    later = bars.minute_bars("BTC", NOW - timedelta(minutes=3), NOW + HOUR, now=NOW + timedelta(minutes=1))
    assert later.start_s[-2] == start
    assert later.close[-2] == market.price_at("BTC", start + 59)


def test_a_thin_coin_has_minutes_without_a_trade(bars: BarMaker) -> None:
    thin = bars.minute_bars("ALGO", NOW - 24 * HOUR, NOW, VenueHabits("thin", share=0.1))
    thick = bars.minute_bars("BTC", NOW - 24 * HOUR, NOW, VenueHabits("thin", share=0.1))
    assert 700 < len(thin) < 1300
    assert len(thick) == 1440
    assert (thin.low <= thin.open).all()
    assert (thin.high >= thin.close).all()
    assert (thin.count >= 1).all()


def test_a_days_bars_do_not_depend_on_how_they_are_asked_for(bars: BarMaker) -> None:
    habits = VenueHabits("asked", slow_bps=1.5, noise_bps=1.0, share=0.1)
    whole = bars.minute_bars("LINK", NOW - 30 * HOUR, NOW, habits)
    parts = [bars.minute_bars("LINK", NOW - (30 - n) * HOUR, NOW - (29 - n) * HOUR, habits) for n in range(30)]
    assert np.array_equal(whole.start_s, np.concatenate([part.start_s for part in parts]))
    assert np.array_equal(whole.close, np.concatenate([part.close for part in parts]))


def test_venues_differ_by_a_few_bps_and_by_their_quote(market: Market, bars: BarMaker) -> None:
    start = NOW - 24 * HOUR
    truth = bars.minute_bars("BTC", start, NOW)
    dollar = bars.minute_bars("BTC", start, NOW, VenueHabits("a", slow_bps=1.2, noise_bps=0.8))
    tether = bars.minute_bars("BTC", start, NOW, VenueHabits("b", quote="USDT"))
    apart = np.abs(dollar.close / truth.close - 1) * 1e4
    assert 0.2 < np.median(apart) < 3
    rates = [market.price_at("USDT/USD", int(second)) for second in tether.start_s]
    assert np.allclose(tether.close * rates, truth.close, rtol=1e-9)


def test_closed_hours_have_no_bars(bars: BarMaker) -> None:
    saturday = datetime(2026, 11, 28, 6, tzinfo=UTC)
    for ticker, count in (("MSFT", 0), ("EUR/USD", 0), ("BTC", 60)):
        assert len(bars.minute_bars(ticker, saturday, saturday + HOUR)) == count
    friday = datetime(2026, 11, 27, 21, 30, tzinfo=UTC)
    assert len(bars.minute_bars("EUR/USD", friday, friday + HOUR)) == 30


def test_a_stocks_day_ends_on_the_official_close(market: Market, bars: BarMaker) -> None:
    day = date(2026, 11, 27)
    final = bars.day_bar("TTC", day, NOW)
    assert final is not None
    assert final.final
    assert final.close == market.official_close("TTC", day)
    running = bars.day_bar("TTC", date(2026, 11, 30), NOW)
    assert running is not None
    assert not running.final
    assert running.close == market.price("TTC", NOW)
    assert bars.day_bar("TTC", date(2026, 11, 26), NOW) is None  # Thanksgiving
