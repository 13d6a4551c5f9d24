"""Time comes from a Clock; a virtual one runs weeks in no time and never moves under a busy task."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from freezegun import freeze_time

from monitor.clock import ShiftedClock, SystemClock, VirtualClock, require_utc

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_sleepers_wake_in_the_order_of_their_times() -> None:
    async def main() -> list[tuple[str, datetime]]:
        clock = VirtualClock(NOON)
        seen: list[tuple[str, datetime]] = []

        async def sleeper(name: str, hours: int) -> None:
            await clock.sleep(hours * 3600)
            seen.append((name, clock.now()))

        async def work() -> None:
            tasks = [clock.spawn(sleeper(name, hours)) for name, hours in (("late", 9), ("early", 1), ("mid", 5))]
            with clock.unheld():
                await asyncio.gather(*tasks)

        await clock.run(work())
        return seen

    assert asyncio.run(main()) == [
        (name, NOON + timedelta(hours=h)) for name, h in (("early", 1), ("mid", 5), ("late", 9))
    ]


def test_time_stands_still_while_a_task_waits_for_real_io() -> None:
    async def main() -> datetime:
        clock = VirtualClock(NOON)

        async def request() -> datetime:
            await clock.sleep(1)
            await asyncio.sleep(0.05)  # a round trip in real time
            return clock.now()

        async def tick() -> None:
            for _ in range(1000):
                await clock.sleep(1)

        async def work() -> datetime:
            asked, ticking = clock.spawn(request()), clock.spawn(tick())
            with clock.unheld():
                answered = await asked
                await ticking
            return answered

        return await clock.run(work())

    assert asyncio.run(main()) == NOON + timedelta(seconds=1)


def test_an_error_in_virtual_time_reaches_the_caller() -> None:
    async def main() -> None:
        clock = VirtualClock(NOON)

        async def fails() -> None:
            await clock.sleep(60)
            raise KeyError("mine")

        await clock.run(fails())

    with pytest.raises(KeyError, match="mine"):
        asyncio.run(main())


def test_a_stalled_virtual_world_is_reported_rather_than_hung() -> None:
    async def main() -> None:
        clock = VirtualClock(NOON)

        async def waits_for_nothing() -> None:
            with clock.unheld():
                await asyncio.get_running_loop().create_future()

        await clock.run(waits_for_nothing())

    with pytest.raises(RuntimeError, match="stalled"):
        asyncio.run(main())


def test_cancelling_a_sleeper_does_not_hold_time_for_the_others() -> None:
    async def main() -> datetime:
        clock = VirtualClock(NOON)

        async def work() -> datetime:
            victim = clock.spawn(clock.sleep(10))
            await asyncio.sleep(0.01)
            victim.cancel()
            await asyncio.gather(victim, return_exceptions=True)
            await clock.sleep(3600)
            return clock.now()

        return await clock.run(work())

    assert asyncio.run(main()) == NOON + timedelta(hours=1)


def test_virtual_time_cannot_go_back() -> None:
    with pytest.raises(ValueError, match="cannot go back"):
        VirtualClock(NOON).set(NOON - timedelta(seconds=1))


def test_a_shifted_clock_tells_the_host_when_its_moment_comes() -> None:
    clock = ShiftedClock(timedelta(hours=-3))
    with freeze_time(NOON):
        assert clock.now() == NOON - timedelta(hours=3)
        assert clock.host_time(clock.now()) == NOON
        assert SystemClock().now() == NOON


async def test_the_system_clock_never_returns_early() -> None:
    clock = SystemClock()
    until = clock.now() + timedelta(milliseconds=60)
    await clock.sleep_until(until)
    assert clock.now() >= until


def test_a_naive_time_is_refused() -> None:
    with pytest.raises(ValueError, match="naive"):
        require_utc(datetime(2026, 11, 30, 12))  # noqa: DTZ001 - that is the point
