"""Sources that are wrong together: told by the fixing, the day's close or the prior close; then no reference."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from monitor.datasets import Asset, Item
from monitor.grading.policy import load_policy
from monitor.grading.target import make_frame
from monitor.grading.types import Ask
from monitor.market.agreement import limit_for, near_release
from monitor.market.fixings import FIXING, fixed_at
from monitor.market.reference import Examined, Known, examine
from monitor.market.series import Bar, Bars
from tests.market.loopback import at
from tests.market.walks import as_bars, scaled, venues, walk

PAIR = Item("f", Asset.FX, "Euro", "EUR/USD", "")
COIN = Item("c", Asset.CRYPTO, "Bitcoin", "BTC", "")
STOCK = Item("e", Asset.EQUITY, "Apple", "AAPL", "")
MONDAY = at("2026-03-23 00:00")
FIXED = fixed_at(MONDAY.date())


def quotes(count: int, start: datetime = MONDAY, minutes: int = 2880, factor: float = 1.0) -> list[Bars]:
    """Give a pair's honest quotes from several sources, all `factor` too high."""
    views = venues(walk(start, minutes, 1.16, step=5e-5), count, noise=1e-5)
    return [as_bars(scaled([replace(b, volume=None, count=None) for b in view], factor), f"s{n}", role="mid")
            for n, view in enumerate(views)]


def true_at(moment: datetime) -> float:
    return next(b.close for b in walk(MONDAY, 2880, 1.16, step=5e-5) if b.start == moment)


def fixing(rate: float, day: datetime = MONDAY, source: str = "ecb") -> Bars:
    bar = Bar(day, rate, rate, rate, rate, None, None, 86_400)
    return Bars(source, "EUR/USD", "USD", (bar,), day + timedelta(days=1), b"", "t 1", FIXING)


def with_fixing(bars: list[Bars], *fixings: Bars) -> Examined:
    return examine(PAIR, bars, known=Known(fixings=fixings))


@pytest.mark.parametrize("pips", [-9, -3, 0, 3, 9])
def test_a_fixing_near_the_minutes_around_it_is_no_objection(pips: int) -> None:
    found = with_fixing(quotes(2), fixing(true_at(FIXED) + pips * 1e-4))
    assert (len(found.reference.minutes), found.doubts) == (2880, ())


@pytest.mark.parametrize("factor", [1.003, 0.997, 0.86, 0.01])
def test_two_that_agree_on_a_wrong_rate_are_named_and_are_no_reference(factor: float) -> None:
    found = with_fixing(quotes(2, factor=factor), fixing(true_at(FIXED)))
    gone, doubt = found.reference.left_out[0], found.doubts[0]
    assert "s0 and s1" in doubt
    assert "ecb fixing of 2026-03-23" in doubt
    assert ("below" in doubt) == (factor < 1)
    assert gone.alarm
    assert gone.start_s == int(MONDAY.timestamp())
    frame = make_frame(Ask(PAIR, FIXED, 5.0, FIXED), found.reference, load_policy("strict"))
    assert not frame.has_reference
    assert "ecb fixing" in frame.why
    assert found.report.sources[0].used == 2880, "the sources agreed with each other: the report says so"


def test_only_the_minutes_nearest_to_the_contradicted_fixing_are_left_out() -> None:
    tuesday = MONDAY + timedelta(days=1)
    found = with_fixing(quotes(2), fixing(true_at(FIXED) + 0.01), fixing(true_at(FIXED + timedelta(days=1)), tuesday))
    between = int((FIXED + timedelta(hours=12)).timestamp())
    assert abs(int(found.reference.minutes.start_s[0]) - between) <= 600
    assert int(found.reference.minutes.start_s[-1]) == int((tuesday + timedelta(hours=23, minutes=59)).timestamp())


def test_three_that_agree_are_believed_against_a_fixing_with_a_doubt() -> None:
    found = with_fixing(quotes(3), fixing(true_at(FIXED) + 0.01))
    assert len(found.reference.minutes) == 2880
    assert "kept" in found.doubts[0]
    assert found.reference.notes == found.doubts


def test_fixings_that_contradict_each_other_say_nothing() -> None:
    found = with_fixing(quotes(2), fixing(true_at(FIXED) + 0.01), fixing(true_at(FIXED), source="frankfurter"))
    assert (len(found.reference.minutes), found.doubts) == (2880, ())


def test_a_day_without_a_fixing_is_not_judged_by_one_far_away() -> None:
    start = at("2026-03-25 22:00")
    found = with_fixing(quotes(2, start=start, minutes=300, factor=1.003), fixing(1.16))
    assert len(found.reference.minutes) == 300


def daily(price: float, day: datetime, source: str = "kraken") -> Bars:
    return Bars(source, "X", "USD", (Bar(day, price, price, price, price, 1.0, None, 86_400),), day, b"", "t 1")


def test_two_exchanges_that_stand_against_the_days_close_are_no_reference() -> None:
    bars = walk(MONDAY, 1440)
    one, two = (as_bars(scaled(view, 1.006), f"s{n}") for n, view in enumerate(venues(bars, 2)))
    found = examine(COIN, [one, two], [daily(bars[-1].close, MONDAY, "bitstamp")])
    assert len(found.reference.minutes) == 0
    assert "bps above the close of 2026-03-23" in str(found.reference.why or found.reference.left_out[0].why)
    right = examine(COIN, [as_bars(view, f"s{n}") for n, view in enumerate(venues(bars, 2))],
                    [daily(bars[-1].close, MONDAY, "bitstamp")])
    assert (len(right.reference.minutes), right.doubts) == (1440, ())


@pytest.mark.parametrize(("count", "kept"), [(1, 0), (2, 0), (3, 60)])
def test_a_price_far_from_the_prior_close_needs_three_sources(count: int, kept: int) -> None:
    start = at("2026-03-24 13:30")
    views = [as_bars(view, f"s{n}") for n, view in enumerate(venues(walk(start, 60, 140_000.0), count))]
    found = examine(COIN, views, [daily(70_000.0, MONDAY)])
    assert len(found.reference.minutes) == kept
    assert "times the prior close" in found.doubts[0]


def test_a_stocks_minutes_that_end_far_from_its_official_close_are_left_out() -> None:
    start = at("2026-03-23 13:30")
    bars = walk(start, 390, 250.0)
    fine = examine(STOCK, [as_bars(bars, "yahoo")], [daily(bars[-1].close * 1.001, MONDAY, "yahoo")])
    assert (len(fine.reference.minutes), fine.doubts) == (390, ())
    wrong = examine(STOCK, [as_bars(bars, "yahoo")], [daily(bars[-1].close * 1.05, MONDAY, "yahoo")])
    assert len(wrong.reference.minutes) == 0
    assert wrong.reference.daily, "the close itself stands"


@pytest.mark.parametrize(("moment", "near"), [
    ("2026-03-25 12:30", True), ("2026-03-25 12:28", True), ("2026-03-25 12:33", False),  # 08:30 in New York, summer
    ("2026-01-14 13:30", True), ("2026-01-14 12:30", False),  # and in winter
    ("2026-03-28 12:30", False),  # a Saturday
    ("2026-03-25 13:15", True), ("2026-03-25 18:00", True),  # Frankfurt, and New York at 14:00
])
def test_minutes_about_a_scheduled_release_are_known(moment: str, near: bool) -> None:
    import numpy as np

    assert near_release(np.array([int(at(moment).timestamp())]), limit_for(PAIR)).tolist() == [near]


def test_sources_may_drift_apart_at_a_release_and_nowhere_else() -> None:
    one, two = quotes(2)
    limit = limit_for(PAIR)
    release = at("2026-03-23 12:30")  # 08:30 in New York
    far = {release, release + timedelta(hours=1)}
    two = replace(two, bars=tuple(scaled([b], 1 + 2.5 * limit.absolute / b.close)[0] if b.start in far else b
                                  for b in two.bars))
    found = examine(PAIR, [one, two])
    held = set(found.reference.minutes.start_s.tolist())
    assert [int(m.timestamp()) in held for m in sorted(far)] == [True, False]
    assert found.report.widened > 10
    assert "sources disagree (s0, s1)" in str(found.reference.why_missing(int(max(far).timestamp())))
