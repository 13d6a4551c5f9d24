"""Which minutes are asked for, when, and how often."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.market.finality import Asked, daily_is_final, final_bars, final_until, still_wanted, urgency
from monitor.market.retry import Failure, retry_at
from monitor.market.series import Bar
from monitor.market.sources.fake import FakeSource
from monitor.market.windows import Window, coalesce, minus, pages, window_for
from tests.market.loopback import at

T = at("2026-03-24 14:30")
M = timedelta(minutes=1)


def w(first: float, last: float) -> Window:
    return Window(T + first * M, T + last * M)


def test_a_window_reaches_from_the_look_back_to_past_the_last_offset() -> None:
    window = window_for(T, [5, 30, 3600], timedelta(hours=24))
    assert window == Window(T - timedelta(hours=24, minutes=1), T + timedelta(hours=1, minutes=3))
    odd = window_for(T, [30], timedelta(hours=1))
    assert odd.end == T + 3 * M


def test_windows_are_joined_and_cut() -> None:
    assert coalesce([w(20, 30), w(0, 10), w(5, 12), w(12, 13), w(3, 3)]) == [w(0, 13), w(20, 30)]
    assert coalesce([w(0, 10), w(15, 20)], 5 * M) == [w(0, 20)]
    assert minus([w(0, 60)], [w(10, 20), w(15, 30), w(55, 90)]) == [w(0, 10), w(30, 55)]
    assert [p.length for p in pages(w(0, 700), 300, 60)] == [300 * M, 300 * M, 100 * M]


minutes = st.integers(0, 200)
some_windows = st.lists(st.tuples(minutes, minutes).map(lambda p: w(min(p), max(p))), max_size=8)


@given(some_windows, some_windows)
def test_what_is_left_is_what_was_wanted_and_not_held(wanted: list[Window], held: list[Window]) -> None:
    left = minus(wanted, held)
    for n in range(201):
        moment = T + n * M
        inside = any(x.start <= moment < x.end for x in wanted) and not any(x.start <= moment < x.end for x in held)
        assert any(x.start <= moment < x.end for x in left) == inside
    assert all(a.end < b.start for a, b in pairwise(left))


@given(some_windows, st.integers(1, 50))
def test_pages_cover_a_window_once(windows: list[Window], size: int) -> None:
    for window in windows:
        cut = list(pages(window, size, 60))
        assert sum((p.length for p in cut), timedelta()) == window.length
        assert all(p.length <= size * M for p in cut)


def test_a_bar_is_final_when_ended_settled_and_committed() -> None:
    bars = [Bar(T + n * M, 1, 1, 1, 1) for n in range(5)]
    assert final_bars(bars, T + 3 * M, 0) == tuple(bars[:3])
    assert final_bars(bars, T + 3 * M, 60) == tuple(bars[:2])
    assert final_bars(bars, T + 5 * M, 0, last_committed=T + M) == tuple(bars[:2])
    assert final_until(T + 3.5 * M, 60) == T + 2 * M


def source(settle_s: float = 60, kept_s: float | None = None) -> FakeSource:
    return FakeSource(settle_s=settle_s, kept_s=kept_s)


def wanted(now: datetime, asked: list[Asked], src: FakeSource | None = None, **more) -> list[Window]:
    return [x.window for x in still_wanted([w(0, 600)], asked, src or source(), now, **more)]


def test_only_final_minutes_are_asked_for_and_each_once() -> None:
    now = T + 100.5 * M
    assert wanted(now, []) == [w(0, 99)]
    assert wanted(now, [Asked(w(0, 99), now)]) == []
    later = T + 160 * M
    assert wanted(later, [Asked(w(0, 99), now)]) == [w(99, 159)]


def test_forgotten_minutes_are_not_asked_for() -> None:
    now = T + 800 * M
    assert wanted(now, [], source(kept_s=719 * 60)) == [w(82, 600)]


def test_small_holes_are_asked_for_in_one_request() -> None:
    now = T + 700 * M
    assert wanted(now, [Asked(w(100, 120), now)]) == [w(0, 600)]
    assert wanted(now, [Asked(w(100, 300), now)]) == [w(0, 100), w(300, 600)]
    assert wanted(now, [Asked(w(100, 300), now)], gap=timedelta(hours=18)) == [w(0, 600)]


def test_what_was_answered_is_asked_for_once_more_a_day_later_and_then_never() -> None:
    first = T + 601 * M
    asked = [Asked(w(0, 600), first)]
    day = timedelta(days=1)
    assert wanted(first + day - M, asked) == []
    assert wanted(first + day, asked) == [w(0, 600)]
    assert wanted(first + day, asked, again=False) == []
    assert wanted(first + day, asked, source(kept_s=3600)) == []
    twice = [*asked, Asked(w(0, 600), first + day)]
    assert wanted(first + day, twice) == []
    assert wanted(first + 2 * day, twice) == []
    assert wanted(first + 5 * day, asked) == []


def test_the_second_look_is_marked() -> None:
    first = T + 601 * M
    found = still_wanted([w(0, 700)], [Asked(w(0, 600), first)], source(), first + timedelta(days=1))
    assert [(x.window, x.again) for x in found] == [(w(0, 600), True), (w(600, 700), False)]


def test_what_is_forgotten_first_is_most_urgent() -> None:
    short, long, ever = source(kept_s=43_000), source(kept_s=2e6), source()
    assert urgency(short, w(0, 1), T) < urgency(long, w(0, 1), T) < urgency(ever, w(0, 1), T)


def test_waits_double_for_the_same_reason_and_start_anew_for_another() -> None:
    def row(*reasons: str) -> timedelta:
        return retry_at([Failure(T, r) for r in reasons]) - T

    assert row("rate limited") == timedelta(minutes=15)
    assert row("rate limited", "rate limited", "rate limited") == timedelta(hours=1)
    assert row(*["rate limited"] * 40) == timedelta(hours=6)
    assert row("rate limited", "rate limited", "unavailable") == timedelta(minutes=5)
    assert row("delisted") == timedelta(hours=12)


@pytest.mark.parametrize(("closed", "now", "final"), [
    ("20:00", "20:29", False), ("20:00", "20:30", True), (None, "23:00", False),
])
def test_a_days_close_is_official_half_an_hour_after_it(closed: str | None, now: str, final: bool) -> None:
    day = T.date()
    closed_at = at(f"{day} {closed}") if closed else None
    assert daily_is_final(day, closed_at, at(f"{day} {now}"), day) is final


def test_a_past_day_is_final() -> None:
    assert daily_is_final(T.date(), None, T + timedelta(days=1), T.date() + timedelta(days=1))
