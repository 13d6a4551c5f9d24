"""The host clock's error from ``Date`` headers: bounds that hold the truth, and a liar that does not move them."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from hypothesis import given
from hypothesis import strategies as st

from monitor.probing.hostclock import estimate

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def answer(at_s: float, error_ms: float, trip_ms: float = 40) -> tuple[datetime, datetime, str]:
    """Give an exchange that happened `at_s` after noon in truth, seen by a host that is off by `error_ms`."""
    true_sent = NOON + timedelta(seconds=at_s)
    stamp = (true_sent + timedelta(milliseconds=trip_ms / 2)).replace(microsecond=0)
    error = timedelta(milliseconds=error_ms)
    return true_sent + error, true_sent + timedelta(milliseconds=trip_ms) + error, format_datetime(stamp, usegmt=True)


@given(st.floats(-5000, 5000), st.lists(st.floats(0, 3600), min_size=1, max_size=20))
def test_the_bounds_hold_the_true_error(error_ms: float, moments: list[float]) -> None:
    found = estimate([answer(at, error_ms) for at in moments])
    assert found is not None
    assert found.low_ms - 0.01 <= error_ms <= found.high_ms + 0.01
    assert found.agreeing == len(moments)


def test_many_answers_narrow_the_bounds_to_tens_of_milliseconds() -> None:
    found = estimate([answer(n * 1.0137, 230.0) for n in range(120)])
    assert found is not None
    assert found.high_ms - found.low_ms < 80
    assert abs(found.middle_ms - 230) < 60


def test_a_server_with_a_wrong_clock_is_outvoted() -> None:
    wrong = (NOON, NOON + timedelta(milliseconds=40), format_datetime(NOON - timedelta(hours=1), usegmt=True))
    found = estimate([answer(n * 1.3, 0.0) for n in range(5)] + [wrong])
    assert found is not None
    assert (found.agreeing, found.seen) == (5, 6)
    assert found.low_ms <= 0 <= found.high_ms


def test_headers_that_are_no_dates_say_nothing() -> None:
    assert estimate([(NOON, NOON, "yesterday"), (NOON, NOON, "")]) is None
