"""One call more keeps every limit; the limiter keeps them for calls that were not planned, in virtual time too."""

import asyncio
from datetime import UTC, datetime

import pytest

from monitor.clock import VirtualClock
from monitor.search.limiter import TRIAL_S, Hold, Limiter
from monitor.search.models import KeyGroup
from monitor.search.outcome import ErrorClass, Outcome, SentRequest, Timings
from monitor.search.pacing import earliest

START = datetime(2026, 11, 30, 14, 30, tzinfo=UTC)


def test_a_gap_between_bookings_is_used_only_when_wide_enough() -> None:
    assert earliest([0.0, 3.0], 0.2, rps=1, per_minute=None) == pytest.approx(1.0)
    assert earliest([0.0, 1.5], 0.2, rps=1, per_minute=None) == pytest.approx(2.5)


def outcome(kind: ErrorClass | None = None, retry_after_s: float | None = None) -> Outcome:
    return Outcome("x", "h", "failed" if kind else "answered", SentRequest("GET", ""), Timings(), error_class=kind,
                   reason="no money" if kind else "", retry_after_s=retry_after_s)


async def timed(clock: VirtualClock, limiter: Limiter, wait_s: float, calls: int) -> list[float | Hold]:
    """Let so many calls in at once; give when each was let through, or why not."""
    found: list[float | Hold] = []

    async def call() -> None:
        hold = await limiter.enter(wait_s)
        found.append(hold or (clock.now() - START).total_seconds())
        if hold is None:
            limiter.leave()

    async def all_of_them() -> None:
        tasks = [clock.spawn(call()) for _ in range(calls)]
        with clock.unheld():
            await asyncio.gather(*tasks)

    await clock.run(all_of_them())
    return found


async def test_the_limiter_spaces_calls_in_virtual_time() -> None:
    clock = VirtualClock(START)
    times = await timed(clock, Limiter(KeyGroup(name="x", rps=2), clock), wait_s=10, calls=4)
    assert times == pytest.approx([0, 0.5, 1.0, 1.5])


async def test_a_call_that_would_wait_too_long_is_held_at_once() -> None:
    clock = VirtualClock(START)
    times = await timed(clock, Limiter(KeyGroup(name="x", rps=None, per_minute=2), clock), wait_s=2, calls=3)
    assert [one for one in times if not isinstance(one, Hold)] == [0, 0]
    (hold,) = [one for one in times if isinstance(one, Hold)]
    assert hold.kind == "pacing"


async def test_a_rate_limit_cools_the_group_down() -> None:
    clock = VirtualClock(START)
    limiter = Limiter(KeyGroup(name="x", rps=None), clock)
    limiter.note(outcome(ErrorClass.RATE_LIMIT, retry_after_s=7))
    assert await timed(clock, limiter, wait_s=10, calls=1) == [pytest.approx(7)]
    limiter.note(outcome(ErrorClass.RATE_LIMIT, retry_after_s=30))
    (held,) = await timed(clock, limiter, wait_s=2, calls=1)
    assert isinstance(held, Hold)
    assert held.kind == "pacing"


async def test_without_a_stated_wait_pauses_grow_until_an_answer() -> None:
    clock = VirtualClock(START)
    limiter = Limiter(KeyGroup(name="x", rps=None), clock)
    pauses = []
    for _ in range(3):
        limiter.note(outcome(ErrorClass.RATE_LIMIT))
        before = (clock.now() - START).total_seconds()
        (at,) = await timed(clock, limiter, wait_s=100, calls=1)
        assert not isinstance(at, Hold)
        pauses.append(at - before)
    assert pauses == pytest.approx([2, 4, 8])
    limiter.note(outcome())
    limiter.note(outcome(ErrorClass.RATE_LIMIT))
    (at,) = await timed(clock, limiter, wait_s=100, calls=1)
    assert at == pytest.approx(sum(pauses) + 2)


async def test_an_account_error_stops_the_key_but_for_one_trial_an_hour() -> None:
    clock = VirtualClock(START)
    limiter = Limiter(KeyGroup(name="x", rps=None), clock)
    limiter.note(outcome(ErrorClass.ACCOUNT))
    (held,) = await timed(clock, limiter, wait_s=2, calls=1)
    assert isinstance(held, Hold)
    assert (held.kind, "no money" in held.reason, limiter.stopped_for) == ("account", True, "no money")
    await clock.run(clock.sleep(TRIAL_S))
    after = await timed(clock, limiter, wait_s=2, calls=3)
    assert [isinstance(one, Hold) for one in after] == [False, True, True]
    limiter.note(outcome())
    assert limiter.stopped_for == ""
    assert not any(isinstance(one, Hold) for one in await timed(clock, limiter, wait_s=2, calls=3))


async def test_calls_in_flight_are_counted_and_the_next_goes_when_one_ends() -> None:
    limiter = Limiter(KeyGroup(name="x", rps=None, concurrent=1), VirtualClock(START))
    assert await limiter.enter(0) is None
    held = await limiter.enter(0.01)
    assert held is not None
    waiting = asyncio.create_task(limiter.enter(5))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    limiter.leave()
    assert await waiting is None
    limiter.leave()
    assert limiter.in_flight == 0


