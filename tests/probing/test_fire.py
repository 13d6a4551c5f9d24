"""A batch: claimed once, sent at its slots, recorded as it came, and whose fault a failure was."""

import asyncio
from datetime import timedelta

import pytest
import zstandard
from sqlmodel import select

from monitor.probing.claim import BY_HAND
from monitor.probing.fire import Prober
from monitor.probing.recover import recover
from monitor.search.budget import Limits
from monitor.search.fake import FakeApi, Scripted, fake_config
from monitor.search.outcome import ErrorClass, Outcome
from monitor.store import alerts
from monitor.store.tables import Body, Probe, Response
from tests.probing.conftest import NOON, World

DUE = NOON + timedelta(seconds=5)


def api(world: World, name: str, *script: Scripted, group: str = "", price: float = 0.0) -> FakeApi:
    config = fake_config(name, key_group=group or name, price_usd=price)
    return FakeApi(script or (Scripted(),), api=config, clock=world.clock)


async def fire(world: World, prober: Prober, due=DUE) -> dict[str, int]:
    world.clock.set(max(world.clock.now(), due - timedelta(seconds=4)))  # as the scheduler does
    return dict((await world.clock.run(prober.fire(due))).states)


async def test_each_probe_leaves_at_its_slot_and_is_recorded_with_its_body(world: World) -> None:
    ids = [world.add("a", item=f"live-{n:03}", slot_ms=2 * n) for n in range(5)]
    asked = api(world, "a", Scripted(body=b'{"results": [1]}', delay_s=0))
    assert await fire(world, world.prober({"a": asked})) == {"answered": 5}
    for n, probe_id in enumerate(ids):
        probe = world.get(probe_id)
        assert (probe.state, probe.sent_at) == ("answered", DUE + timedelta(milliseconds=2 * n))
        assert probe.lateness_ms == pytest.approx(0, abs=1)
    with world.database.read() as session:
        body = session.exec(select(Body)).first()
        assert body is not None
        assert zstandard.ZstdDecompressor().decompress(body.zstd) == b'{"results": [1]}'
        assert len(session.exec(select(Response)).all()) == 5


async def test_firing_again_asks_nothing(world: World) -> None:
    world.add("a")
    asked = api(world, "a")
    prober = world.prober({"a": asked})
    await fire(world, prober)
    assert await fire(world, prober) == {}
    assert len(asked.queries) == 1


async def test_two_processes_share_a_batch_without_asking_twice(world: World) -> None:
    for n in range(20):
        world.add("a", item=f"i{n}")
    asked = api(world, "a")
    one, other = world.prober({"a": asked}), world.prober({"a": asked})

    async def both() -> None:
        tasks = [world.clock.spawn(one.fire(DUE)), world.clock.spawn(other.fire(DUE))]
        with world.clock.unheld():
            await asyncio.gather(*tasks)

    await world.clock.run(both())
    assert len(asked.queries) == 20


async def test_what_cannot_leave_in_time_is_missed_and_not_sent(world: World) -> None:
    probe_id = world.add("a")
    world.clock.set(DUE + timedelta(seconds=3))
    asked = api(world, "a")
    assert await fire(world, world.prober({"a": asked})) == {"missed": 1}
    assert asked.queries == []
    assert "could not be sent in time" in str(world.get(probe_id).reason)


@pytest.mark.parametrize(
    ("broken", "fine", "fault"), [(1, 3, "network"), (3, 1, "local"), (2, 5, "network"), (4, 0, "local")]
)
async def test_a_broken_connection_is_ours_when_most_hosts_broke(
    world: World, broken: int, fine: int, fault: str
) -> None:
    down = Scripted(error_class=ErrorClass.NETWORK_PENDING, reason="refused", status=None, body=None)
    apis = {f"b{n}": api(world, f"b{n}", down) for n in range(broken)} | {
        f"f{n}": api(world, f"f{n}") for n in range(fine)
    }
    ids = {name: world.add(name) for name in apis}
    await fire(world, world.prober(apis))
    assert {world.get(ids[name]).error_class for name in apis if name.startswith("b")} == {fault}
    assert all(world.get(ids[name]).error_class is None for name in apis if name.startswith("f"))


@pytest.mark.parametrize(
    ("silent", "broken", "heard", "fault"),
    [(2, 0, 0, "local"), (1, 1, 0, "local"), (1, 0, 0, "timeout"), (3, 0, 1, "timeout"), (1, 2, 1, "timeout")],
)
async def test_silence_is_ours_only_where_no_host_of_the_batch_was_heard(
    world: World, silent: int, broken: int, heard: int, fault: str
) -> None:
    script = {
        "s": (silent, Scripted(error_class=ErrorClass.TIMEOUT, reason="no response", status=None, body=None)),
        "b": (broken, Scripted(error_class=ErrorClass.NETWORK_PENDING, reason="refused", status=None, body=None)),
        "h": (heard, Scripted(error_class=ErrorClass.API, reason="it fell over", status=500)),
    }
    apis = {f"{kind}{n}": api(world, f"{kind}{n}", one) for kind, (count, one) in script.items() for n in range(count)}
    ids = {name: world.add(name) for name in apis}
    await fire(world, world.prober(apis))
    assert {world.get(ids[name]).error_class for name in apis if name.startswith("s")} == {fault}


async def test_an_account_error_stops_its_key_and_is_tried_once_an_hour(world: World) -> None:
    broke = Scripted(error_class=ErrorClass.ACCOUNT, reason="out of credit", status=402)
    first, other = api(world, "a", broke, Scripted(), group="k"), api(world, "a2", group="k")
    prober = world.prober({"a": first, "a2": other})
    hours = [NOON + timedelta(hours=h) for h in (0, 0.5, 1.1, 1.2)]
    ids = [[world.add(name, instant=at) for name in ("a", "a2")] for at in hours]
    await fire(world, prober, hours[0] + timedelta(seconds=5))
    with world.database.read() as session:
        assert [alert.key for alert in alerts.open_alerts(session)] == ["account:k"]
    assert await fire(world, prober, hours[1] + timedelta(seconds=5)) == {"skipped": 2}
    assert {world.get(i).reason for i in ids[1]} == {"account_stopped"}
    states = await fire(world, prober, hours[2] + timedelta(seconds=5))
    assert states == {"answered": 1, "skipped": 1}
    with world.database.read() as session:
        assert alerts.open_alerts(session) == []
    assert await fire(world, prober, hours[3] + timedelta(seconds=5)) == {"answered": 2}


async def test_the_budget_is_hard_and_the_rest_is_skipped(world: World) -> None:
    for n in range(10):
        world.add("a", item=f"i{n}")
    asked = api(world, "a", price=0.01)
    states = await fire(world, world.prober({"a": asked}, (Limits(), Limits(usd_per_day=0.04))))
    assert states == {"answered": 4, "skipped": 6}
    assert len(asked.queries) == 4


async def test_an_api_that_is_gone_has_its_rows_cancelled(world: World) -> None:
    world.add("gone")
    assert await fire(world, world.prober({})) == {"cancelled": 1}


async def test_a_plugin_that_raises_costs_its_own_probe_only(world: World) -> None:
    class Bad(FakeApi):
        async def ask(self, query: str, **_: object) -> Outcome:  # type: ignore[override]
            raise ZeroDivisionError

    bad = world.add("bad")
    good = world.add("good")
    apis = {"bad": Bad(api=fake_config("bad"), clock=world.clock), "good": api(world, "good")}
    assert await fire(world, world.prober(apis)) == {"failed": 1, "answered": 1}
    assert (world.get(bad).error_class, world.get(good).state) == ("local", "answered")
    assert "ZeroDivisionError" in str(world.get(bad).reason)


@pytest.mark.parametrize("answer", ["none", "cancels"])
async def test_a_plugin_that_gives_no_outcome_costs_its_own_probe_only(world: World, answer: str) -> None:
    class Odd(FakeApi):
        async def ask(self, query: str, **_: object) -> Outcome:  # type: ignore[override]
            if answer == "cancels":
                raise asyncio.CancelledError
            return None  # type: ignore[return-value]

    odd, good = world.add("odd"), world.add("good")
    apis = {"odd": Odd(api=fake_config("odd"), clock=world.clock), "good": api(world, "good")}
    assert await fire(world, world.prober(apis)) == {"failed": 1, "answered": 1}
    assert (world.get(odd).error_class, world.get(good).state) == ("local", "answered")


async def test_probes_asked_by_hand_and_the_daemons_are_left_to_their_own(world: World) -> None:
    planned, by_hand = world.add("a"), world.add("b", schedule=BY_HAND)
    apis = {"a": api(world, "a"), "b": api(world, "b")}
    assert await fire(world, world.prober(apis)) == {"answered": 1}
    assert (world.get(planned).state, world.get(by_hand).state) == ("answered", "planned")
    report = await world.clock.run(world.prober({"b": apis["b"]}).fire(DUE, only=[by_hand]))
    assert dict(report.states) == {"answered": 1}
    assert world.get(planned).state == "answered"


def test_a_restart_settles_what_was_left(world: World) -> None:
    claimed = world.add("a", item="x", state="claimed")
    late = world.add("a", item="y", instant=NOON - timedelta(hours=2))
    in_time = world.add("a", item="z", offset_s=300)
    done = world.add("a", item="w", state="answered")
    with world.database.write() as session:
        found = recover(session, NOON + timedelta(seconds=310))
    assert (found.interrupted, found.missed) == (1, 1)
    assert [world.get(i).state for i in (claimed, late, in_time, done)] == [
        "interrupted",
        "missed",
        "planned",
        "answered",
    ]
    with world.database.read() as session:
        assert session.exec(select(Probe).where(Probe.state == "claimed")).all() == []
