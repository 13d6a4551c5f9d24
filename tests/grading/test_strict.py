"""Grades under the default policy."""

from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.datasets import Asset
from monitor.grading.grade import grade
from monitor.grading.policy import load_policy
from monitor.grading.types import Cls, Rival

from .helpers import T, ask, day, item, ramp, reading, reference

STRICT = load_policy("strict")
MSFT = item()
BTC = item("BTC", Asset.CRYPTO)
EUR = item("EUR/USD", Asset.FX)


def cls(price, rows=None, what=MSFT, offset_s=5.0, ref=None, **more):
    ref = ref or reference(rows or ramp(), what, daily=[day(3, 49.0), day(1, 50.0)])
    return grade(ask(what, offset_s), reading(price, **more), ref, STRICT)


def test_the_price_at_t_is_the_close_of_the_bar_before_and_lies_in_the_target():
    got = cls(100.0)
    assert (got.cls, got.correct) == (Cls.TARGET, True)
    assert got.target_low == pytest.approx(99.99 - 0.02)  # 2 bps of 100 is more than one tick
    assert got.target_high == pytest.approx(100.01 + 0.02)


def test_the_minute_after_the_target_is_not_part_of_it():
    assert cls(100.04, offset_s=1).cls is Cls.OTHER
    assert cls(100.05, offset_s=300).cls is Cls.CURRENT


def test_classes_follow_the_order_of_the_policy():
    hour_later = 100.01 + 60 * 0.01
    assert cls(hour_later, offset_s=3600).cls is Cls.CURRENT
    assert cls(99.0, offset_s=3600).cls is Cls.STALE
    assert cls(50.0, offset_s=3600).cls is Cls.PRIOR_CLOSE
    assert cls(70.0, offset_s=3600).cls is Cls.OTHER
    assert cls(None).cls is Cls.NONE
    assert cls(100.0, currency="EUR").cls is Cls.WRONG_CURRENCY
    assert cls(100.0, currency="US$").cls is Cls.TARGET


def test_no_response_is_an_error_whatever_else_is_known():
    assert grade(ask(error=True), None, reference({}, why="sources disagree"), STRICT).cls is Cls.ERROR


@pytest.mark.parametrize("gone", [-1, 0])
def test_a_missing_target_minute_gives_no_grade(gone):
    rows = ramp()
    del rows[gone]
    got = cls(100.0, rows)
    assert got.cls is Cls.NO_REFERENCE
    assert not got.correct
    assert got.target_low is None
    assert got.power is None
    assert "no final bar" in got.why


def test_sources_that_disagree_give_no_grade_and_say_why():
    ref = reference(ramp(), why="sources disagree by 40 bps")
    got = cls(100.0, ref=ref)
    assert (got.cls, got.why) == (Cls.NO_REFERENCE, "sources disagree by 40 bps")


def test_a_reference_in_another_currency_gives_no_grade():
    assert cls(100.0, ref=reference(ramp(), currency="GBP")).cls is Cls.NO_REFERENCE


def test_the_minute_before_the_opening_is_not_needed():
    rows = ramp(first=0)
    early = ask(session_opened_at=T)
    assert grade(early, reading(100.0), reference(rows), STRICT).cls is Cls.TARGET
    assert grade(ask(), reading(100.0), reference(rows), STRICT).cls is Cls.NO_REFERENCE


def test_bands_are_those_of_the_policy():
    cases = [(item("BTC", Asset.CRYPTO), 100.0, 0.05), (item("LINK", Asset.CRYPTO), 100.0, 0.10),
             (item("ALGO", Asset.CRYPTO), 100.0, 0.30), (item("EUR/USD", Asset.FX), 1.1, 0.0001),
             (item("AUD/JPY", Asset.FX), 95.0, 0.02), (item("USD/JPY", Asset.FX), 150.0, 0.01),
             (item("EUR/SEK", Asset.FX), 11.0, 0.0002), (item("F"), 10.0, 0.01), (item(), 500.0, 0.1)]
    for what, level, band in cases:
        flat = dict.fromkeys(range(-5, 5), (level, level, level))
        assert grade(ask(what), reading(level), reference(flat, what), STRICT).band == pytest.approx(band), what


def test_measured_disagreement_widens_up_to_the_limit():
    def band(spread, sources=2):
        ref = reference(ramp(), BTC, spread=spread, sources=sources)
        return grade(ask(BTC), reading(100.0), ref, STRICT).band
    assert band(0.01) == pytest.approx(0.05, rel=1e-3)
    assert band(0.10) == pytest.approx(0.10, rel=1e-3)
    assert band(5.0) == pytest.approx(0.15, rel=1e-3)
    assert band(5.0, sources=1) == pytest.approx(0.05, rel=1e-3)


def test_half_a_unit_of_the_last_digit_widens_and_may_be_too_coarse():
    fine, rough = cls(100.0, unit=0.01), cls(100.0, unit=1.0)
    assert fine.target_high == pytest.approx(100.03 + 0.005)
    assert not fine.coarse
    assert rough.coarse
    assert rough.target_high == pytest.approx(100.53)


def test_power_is_the_share_of_earlier_closes_outside_the_range():
    flat, moving = dict.fromkeys(range(-1440, 10), (100.0, 100.0, 100.0)), ramp()
    assert cls(100.0, flat).power == 0.0
    # Of the 1439 closes before the target minutes two (99.98, 99.99) lie within 99.97 .. 100.03.
    assert cls(100.0, moving).power == pytest.approx(1 - 3 / 1439, abs=1.5 / 1439)


def test_rivals_are_the_prices_that_the_range_cannot_exclude():
    flat = dict.fromkeys(range(-1440, 200), (100.0, 100.0, 100.0))
    ref = reference(flat, daily=[day(1, 100.0)])
    assert cls(100.0, ref=ref, offset_s=3600).rivals == (
        Rival.M15, Rival.H1, Rival.CURRENT, Rival.PRIOR_CLOSE)
    assert Rival.CURRENT not in cls(100.0, ref=ref, offset_s=5).rivals
    assert cls(100.0, offset_s=3600).rivals == ()


def test_contained_looks_at_every_number():
    assert cls(70.0, numbers=[1.0, 100.0]).contained is True
    assert cls(70.0, numbers=[1.0, 70.0]).contained is False
    assert cls(None, numbers=[100.0]).contained is True


def test_the_age_bounds_are_those_of_the_newest_price():
    got = cls(100.0, offset_s=3600, newest=100.305)
    # Minute 30 holds 100.305; a band of .02 lets minutes 28 to 32 in.
    assert got.cls is Cls.TARGET
    assert got.lag_low_s == pytest.approx(3600 - 33 * 60, abs=61)
    assert got.lag_high_s == pytest.approx(3600 - 28 * 60, abs=61)
    assert got.lag_low_s < 1800 < got.lag_high_s


def test_tether_is_converted_at_the_rate_of_the_minute_and_marked():
    ref = reference(ramp(), BTC)
    got = grade(ask(BTC), reading(100.0 / 0.99, currency="usdt"), ref, STRICT, {"USDT": 0.99})
    assert (got.cls, got.converted) == (Cls.TARGET, "USDT")
    assert "converted from USDT" in got.why
    unknown = grade(ask(BTC), reading(100.0, currency="USDT"), ref, STRICT)
    assert unknown.cls is Cls.NO_REFERENCE
    assert "no rate for USDT" in unknown.why


def test_at_a_close_the_target_is_the_official_close():
    at = T.replace(hour=21, minute=0)
    closes = [day(1, 80.0), day(0, 101.5)]
    closing = ask(instant=at, sent_at=at + timedelta(seconds=5), is_close=True)
    ref = reference(ramp(), daily=closes)
    assert grade(closing, reading(101.5), ref, STRICT).cls is Cls.TARGET
    assert grade(closing, reading(140.0), ref, STRICT).cls is Cls.OTHER
    assert not grade(closing, reading(101.56), ref, STRICT).correct
    assert grade(closing, reading(80.0), ref, STRICT).cls is Cls.PRIOR_CLOSE
    missing = grade(closing, reading(101.5), reference(ramp(), daily=closes[:1]), STRICT)
    assert missing.cls is Cls.NO_REFERENCE


def test_outside_the_session_the_last_official_close_is_the_target_and_the_grade_is_marked():
    shut = ask(session_open=False)
    got = grade(shut, reading(88.0), reference({}, daily=[day(1, 88.0)]), STRICT)
    assert (got.cls, got.closed) == (Cls.TARGET, True)


def test_a_closed_market_keeps_its_last_price_current():
    rows = ramp(last=30)
    got = grade(ask(offset_s=10800), reading(100.30), reference(rows), STRICT)
    assert got.cls is Cls.CURRENT
    coin = grade(ask(BTC, offset_s=10800), reading(100.30), reference(rows, BTC), STRICT)
    assert coin.cls is Cls.STALE  # coins never close: the missing minutes are an outage


@given(st.floats(99.9, 100.1), st.floats(0, 0.05), st.sampled_from([5, 60, 3600]))
def test_a_price_inside_the_range_is_target_and_one_outside_is_not(price, unit, offset_s):
    got = cls(price, offset_s=offset_s, unit=unit)
    assert (got.cls is Cls.TARGET) == (got.target_low <= price <= got.target_high)
    assert got.correct == (got.cls is Cls.TARGET)
    if got.correct:
        assert got.contained is True


@given(st.floats(0, 2), st.floats(0, 2))
def test_a_coarser_quotation_never_narrows_the_range_nor_gains_power(a, b):
    small, large = sorted((a, b))
    one, two = cls(100.0, unit=small), cls(100.0, unit=large)
    assert two.target_low <= one.target_low <= one.target_high <= two.target_high
    assert two.power <= one.power


@given(st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False)),
       st.sampled_from([None, "USD", "EUR", "USDT", "", "¥"]), st.lists(st.floats(allow_nan=False), max_size=5))
def test_any_reading_gets_a_grade(price, currency, numbers):
    got = cls(price, currency=currency, numbers=numbers)
    assert got.cls in STRICT.order
    assert got.why
    assert np.isfinite(got.target_low)
