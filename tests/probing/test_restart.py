"""What a key group was told survives a restart: a stopped account, a cool-down, and the hour's trial."""

import json
from datetime import timedelta

from monitor.search.clients import open_clients
from monitor.search.limiter import limiter_of
from monitor.search.models import ApiConfig
from monitor.search.outcome import SearchApi
from tests.probing.conftest import NOON, World
from tests.search.wire import ANSWER, ENV, Wire, http, local_api, wire

REFUSED = http({"error": "slow down"}, 429, retry_after="40")
BROKE = http({"error": "no credits"}, 402)
GOOD = http(ANSWER)


def scripted(*answers: bytes):
    """Give a script that answers in order, then with the last for ever."""
    left = list(answers)

    async def script(writer, _arrival) -> None:
        writer.write(left.pop(0) if len(left) > 1 else left[0])

    return script


def configured(server: Wire) -> dict[str, ApiConfig]:
    return {"sbx_fast": local_api(server.url)}


async def fire(world: World, clients: dict[str, SearchApi], at_s: float) -> dict[str, int]:
    """Fire the batch due at `at_s` seconds after noon, as the scheduler does."""
    due = NOON + timedelta(seconds=at_s)
    world.clock.set(max(world.clock.now(), due - timedelta(seconds=4)))
    return dict((await world.clock.run(world.prober(clients).fire(due))).states)


def opened(world: World, server: Wire) -> dict[str, SearchApi]:
    """Give clients as a process has them that has just started."""
    return dict(open_clients(configured(server), ENV, clock=world.clock))


async def closed(clients: dict[str, SearchApi]) -> None:
    for client in clients.values():
        await client.close()


async def test_a_cool_down_is_obeyed_by_the_process_after_it(world: World) -> None:
    first, held, free = (world.add("sbx_fast", offset_s=at_s) for at_s in (5, 10, 60))
    async with wire(scripted(REFUSED, GOOD)) as server:
        before = opened(world, server)
        assert await fire(world, before, 5) == {"failed": 1}
        await closed(before)
        after = opened(world, server)
        assert await fire(world, after, 10) == {"failed": 1}
        limiter = limiter_of(after["sbx_fast"])
        assert limiter is not None
        assert limiter.cooling is not None
        assert len(server.arrivals) == 1
        assert await fire(world, after, 60) == {"answered": 1}
        await closed(after)
        assert len(server.arrivals) == 2
    assert world.get(first).error_class == world.get(held).error_class == "rate_limit"
    assert "no place within the limits" in (world.get(held).reason or "")
    assert world.get(held).sent_at is None
    assert world.get(free).state == "answered"


async def test_a_stop_is_obeyed_by_the_process_after_it_and_tried_at_each_hour_of_an_hourly_schedule(
    world: World,
) -> None:
    hours = [3600.0 * hour + 5 for hour in range(4)]
    ids = [world.add("sbx_fast", offset_s=at_s) for at_s in (hours[0], 35, *hours[1:])]
    async with wire(scripted(BROKE, BROKE, GOOD)) as server:
        clients = opened(world, server)
        assert await fire(world, clients, hours[0]) == {"failed": 1}
        await closed(clients)
        clients = opened(world, server)
        assert await fire(world, clients, 35) == {"skipped": 1}
        assert await fire(world, clients, hours[1]) == {"failed": 1}
        assert await fire(world, clients, hours[2]) == {"answered": 1}
        assert await fire(world, clients, hours[3]) == {"answered": 1}
        assert len(server.arrivals) == 4
        await closed(clients)
    assert world.get(ids[1]).reason == "account_stopped"


async def test_a_key_that_another_process_found_to_work_again_is_asked_by_this_one(world: World) -> None:
    world.add("sbx_fast", offset_s=5)
    world.add("sbx_fast", offset_s=3605)
    world.add("sbx_fast", offset_s=3725)
    async with wire(scripted(BROKE, GOOD)) as server:
        here, there = opened(world, server), opened(world, server)
        assert await fire(world, here, 5) == {"failed": 1}
        assert await fire(world, there, 3605) == {"answered": 1}
        assert await fire(world, here, 3725) == {"answered": 1}
        await closed(here)
        await closed(there)


async def test_a_connection_dropped_after_the_request_is_one_arrival_for_each_probe(world: World) -> None:
    for method in ("POST", "GET"):
        dropped: set[int] = set()

        async def drops_each_first(writer, _arrival, dropped: set[int] = dropped) -> None:
            if id(writer) not in dropped:
                dropped.add(id(writer))
                writer.close()
            else:
                writer.write(GOOD)

        async with wire(drops_each_first) as server:
            api = local_api(server.url)
            if method == "GET":
                api = api.model_copy(update={"method": "GET", "body": None, "query": {"q": "{query}"}})
            clients = dict(open_clients({"sbx_fast": api}, ENV, clock=world.clock))
            at_s = 100 if method == "POST" else 200
            ids = [world.add("sbx_fast", item=f"i{n}", offset_s=at_s) for n in range(20)]
            assert await fire(world, clients, at_s) == {"failed": 20}
            await closed(clients)
        assert len(server.arrivals) == 20
        assert {one.method for one in server.arrivals} == {method}
        asked = {one.query["q"] if method == "GET" else json.loads(one.body)["query"] for one in server.arrivals}
        assert asked == {f"i{n} price?" for n in range(20)}
        assert {world.get(one).error_class for one in ids} == {"network"}
