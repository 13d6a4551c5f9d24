"""The server counts what arrives, tells the truth about what it served, and fails as it is told."""

import asyncio
import json
import socket
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from monitor.clock import SystemClock, VirtualClock
from monitor.datasets import Item
from monitor.sandbox.faults import BODY_FAULTS, CUT_CHARS, ENGINE_FAULTS, FAULTS, ONE_IN, REQUEST_FAULTS
from monitor.sandbox.server import SandboxServer
from tests.leaks.canary import KEY as FAKE_KEY
from tests.sandbox.conftest import NOW, SEED, query_for

KEY = {"x-api-key": FAKE_KEY}


def post(server: SandboxServer, query: str, engine: str = "fast", timeout: float = 3) -> httpx.Response:
    return httpx.post(f"{server.base_url}/e/{engine}/exa/search", json={"query": query}, headers=KEY, timeout=timeout)


def own(server: SandboxServer, path: str, **body: Any) -> Any:
    url = f"{server.base_url}/_sandbox/{path}"
    return (httpx.post(url, json=body) if body else httpx.get(url)).json()


async def test_arrivals_are_counted_exactly_under_load(server: SandboxServer, items: tuple[Item, ...]) -> None:
    server.world.fail("fast", "drop", 25)
    async with httpx.AsyncClient(limits=httpx.Limits(max_connections=40), timeout=10) as client:
        calls = [
            client.post(
                f"{server.base_url}/e/fast/exa/search", json={"query": query_for(items[n % 10], NOW)}, headers=KEY
            )
            for n in range(200)
        ]
        results = await asyncio.gather(*calls, return_exceptions=True)
    dropped = [one for one in results if isinstance(one, httpx.RemoteProtocolError)]
    assert len(dropped) == 25
    counted = own(server, "arrivals")
    assert counted["total"] == 200
    assert counted["by_engine"] == {"fast": 200}
    assert set(counted["by_query"].values()) == {20}
    assert sum(one["fault"] == "drop" for one in counted["requests"]) == 25
    assert len(server.true_lags("fast")) == 175


def test_arrivals_and_truth_can_be_forgotten(server: SandboxServer, items: tuple[Item, ...]) -> None:
    post(server, query_for(items[0], NOW))
    httpx.post(f"{server.base_url}/_sandbox/arrivals")
    assert own(server, "arrivals")["total"] == 0
    assert server.true_lags("fast") == []


def test_the_truth_is_told_by_engine_and_asset(
    server: SandboxServer, clock: VirtualClock, items: tuple[Item, ...]
) -> None:
    for n in range(5):
        clock.set(clock.now() + timedelta(seconds=30))
        post(server, query_for(items[0], NOW), "delayed15")
        post(server, query_for(items[6], NOW), "delayed15")
        post(server, query_for(items[n], NOW), "fast")
    told = own(server, "truth?engine=delayed15&asset=fx")
    assert [group["engine"] for group in told["groups"]] == ["delayed15"]
    assert told["groups"][0]["served"] == 5
    assert 900 <= told["groups"][0]["median_s"] <= 990
    first = told["served"][0]
    moment, received = datetime.fromisoformat(first["moment"]), datetime.fromisoformat(first["received_at"])
    assert first["lag_s"] == (received - moment).total_seconds()
    assert first["price"] == round(server.world.market.price("EUR/USD", moment), 5)
    assert len(server.true_lags("delayed15")) == 10
    assert len(server.true_lags("delayed15", "equity")) == 5


def test_an_engine_that_fails_does_so_until_it_is_healed(server: SandboxServer, items: tuple[Item, ...]) -> None:
    query = query_for(items[0], NOW)
    assert own(server, "fail", target="fast", fault="429") == {"failing": ["fast"]}
    assert [post(server, query).status_code for _ in range(3)] == [429] * 3
    assert post(server, query, "slow").status_code == 200
    own(server, "fail", target="fast", fault=None)
    assert post(server, query).status_code == 200
    own(server, "fail", target="fast", fault="500", times=2)
    assert [post(server, query).status_code for _ in range(4)] == [500, 500, 200, 200]


def test_an_unknown_target_or_fault_is_refused_with_the_known_names(server: SandboxServer) -> None:
    assert "five_min" in own(server, "fail", target="nobody", fault="429")["error"]
    assert "slow_drip" in own(server, "fail", target="fast", fault="nothing")["error"]


@pytest.mark.parametrize("fault", sorted(set(FAULTS) - {"hang", "slow_drip", "huge", "gzip_bomb", *ENGINE_FAULTS}))
def test_every_fault_spoils_one_answer_and_leaves_the_next_whole(
    server: SandboxServer, items: tuple[Item, ...], fault: str
) -> None:
    query = query_for(items[0], NOW)
    good = post(server, query).content
    server.world.fail("fast", fault, 1)
    try:
        found = post(server, query)
        spoiled = found.status_code != 200 or found.content != good or "utf-16" in found.headers["content-type"]
    except httpx.HTTPError:
        spoiled = True
    assert spoiled
    assert post(server, query).content == good
    assert own(server, "arrivals")["total"] == 3


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("drop", httpx.RemoteProtocolError),
        ("truncated", httpx.RemoteProtocolError),
        ("chunk_cut", httpx.RemoteProtocolError),
        ("reset", httpx.ReadError),
        ("bad_gzip", httpx.DecodingError),
        ("hang", httpx.ReadTimeout),
    ],
)
def test_connections_break_as_named(
    server: SandboxServer, items: tuple[Item, ...], fault: str, error: type[Exception]
) -> None:
    server.world.fail("fast", fault, 1)
    with pytest.raises(error):
        post(server, query_for(items[0], NOW), timeout=0.3)
    assert own(server, "arrivals")["total"] == 1


def test_a_slow_drip_sends_a_byte_and_waits(server: SandboxServer, items: tuple[Item, ...]) -> None:
    server.world.fail("fast", "slow_drip", 1)
    with httpx.stream(
        "POST", f"{server.base_url}/e/fast/exa/search", json={"query": query_for(items[0], NOW)}, headers=KEY
    ) as found:
        assert next(found.iter_raw()) == b"{"


def test_a_bomb_is_small_on_the_wire_and_a_huge_body_is_not(server: SandboxServer, items: tuple[Item, ...]) -> None:
    sizes = {}
    for fault in ("gzip_bomb", "huge"):
        server.world.fail("fast", fault, 1)
        with httpx.stream(
            "POST",
            f"{server.base_url}/e/fast/exa/search",
            json={"query": query_for(items[0], NOW)},
            headers=KEY,
            timeout=20,
        ) as found:
            sizes[fault] = int(found.headers["content-length"])
    assert sizes["gzip_bomb"] < 100_000
    assert sizes["huge"] > 50_000_000


def test_the_clock_is_read_for_every_request(
    server: SandboxServer, clock: VirtualClock, items: tuple[Item, ...]
) -> None:
    query = query_for(items[3], NOW)
    first = post(server, query).json()
    assert post(server, query).json()["results"] == first["results"]
    clock.set(clock.now() + timedelta(minutes=1))
    assert post(server, query).json()["results"] != first["results"]
    assert own(server, "health")["now"] == clock.now().isoformat()


def test_a_slow_engine_takes_no_time_in_virtual_time_and_some_in_real(
    clock: VirtualClock, items: tuple[Item, ...]
) -> None:
    with SandboxServer(clock, SEED, items) as virtual:
        assert virtual.world._latency_scale == 0
    with SandboxServer(SystemClock(), SEED, items, latency_scale=0.05) as real:
        start = time.perf_counter()
        assert post(real, query_for(items[0], NOW), "slow").status_code == 200
        assert time.perf_counter() - start >= 0.05 * 2.7


def test_paths_that_nobody_has_are_a_quick_404(server: SandboxServer) -> None:
    for path in (
        "/e/nobody/exa/search",
        "/e/fast/nothing/search",
        "/e/fast/exa/other",
        "/consent",
        "/",
        "/_sandbox/nothing",
        "/kraken/0/public/Nothing",
    ):
        found = httpx.get(server.base_url + path)
        assert found.status_code == 404
        json.loads(found.content)


def test_a_taken_port_is_an_error_at_once(server: SandboxServer, items: tuple[Item, ...]) -> None:
    port = int(server.base_url.rpartition(":")[2])
    with pytest.raises(OSError), SandboxServer(SystemClock(), SEED, items, port=port):
        pass


def test_the_port_is_closed_and_the_thread_gone_at_the_end(clock: VirtualClock, items: tuple[Item, ...]) -> None:
    with SandboxServer(clock, SEED, items) as running:
        port = int(running.base_url.rpartition(":")[2])
        running.world.fail("fast", "hang")
        with pytest.raises(httpx.ReadTimeout):
            post(running, query_for(items[0], NOW), timeout=0.1)
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0
    assert running._thread is not None
    assert not running._thread.is_alive()


def test_a_request_in_pieces_and_two_on_one_connection_are_read_whole(server: SandboxServer) -> None:
    head = b"POST /e/fast/exa/search HTTP/1.1\r\nHost: x\r\nx-api-key: k\r\nContent-Length: 25\r\n\r\n"
    body = b'{"query": "Bitcoin (BTC)"'
    with socket.create_connection(("127.0.0.1", int(server.base_url.rpartition(":")[2]))) as raw:
        for piece in (head[:30], head[30:], body[:5], body[5:]):
            raw.sendall(piece)
            time.sleep(0.02)
        assert b"400" in raw.recv(65_536).split(b"\r\n")[0]  # the object is not closed: no query, Exa's own error
        raw.sendall(head.replace(b"25", b"26") + body + b"}")
        assert b"200" in raw.recv(65_536).split(b"\r\n")[0]


def test_a_searched_moment_in_the_future_is_no_trouble(server: SandboxServer, items: tuple[Item, ...]) -> None:
    query = query_for(items[0], datetime(2027, 3, 1, 15, 0, tzinfo=UTC))
    assert post(server, query, "asked_moment").status_code == 200
    assert server.true_lags("asked_moment") == [20.0]


def test_faults_are_either_the_apis_own_words_or_bodies_that_break() -> None:
    assert len(FAULTS) == len(set(FAULTS)) == len(BODY_FAULTS) + len(REQUEST_FAULTS) + len(ENGINE_FAULTS) + 7


def test_a_throttled_engine_takes_one_request_a_second(
    server: SandboxServer, items: tuple[Item, ...], clock: VirtualClock
) -> None:
    query = query_for(items[0], NOW)
    server.world.fail("fast", "throttle")
    assert [post(server, query).status_code for _ in range(3)] == [200, 429, 429]
    clock.set(clock.now() + timedelta(seconds=1))
    assert [post(server, query).status_code for _ in range(2)] == [200, 429]


def test_one_request_in_twenty_is_a_500_as_behind_some_gateways(server: SandboxServer, items: tuple[Item, ...]) -> None:
    server.world.fail("fast", "some_500")
    told = [post(server, query_for(items[0], NOW)).status_code for _ in range(2 * ONE_IN)]
    assert told == [*[200] * (ONE_IN - 1), 500] * 2


def test_a_knob_for_live_content_may_be_accepted_and_do_nothing(
    server: SandboxServer, items: tuple[Item, ...], clock: VirtualClock
) -> None:
    def asked(live: bool) -> float:
        body = {"query": query_for(items[0], NOW), **({"contents": {"maxAgeHours": 0}} if live else {})}
        url = f"{server.base_url}/e/cached/exa/search"
        assert httpx.post(url, json=body, headers=KEY).status_code == 200
        return server.true_lags("cached")[-1]

    kept_s = asked(False)
    assert asked(True) == 15 < kept_s
    server.world.fail("cached", "live_ignored")
    assert asked(True) == kept_s
    assert own(server, "arrivals")["total"] == 3


def test_texts_may_be_cut_without_a_mark(server: SandboxServer, items: tuple[Item, ...]) -> None:
    body = {"query": query_for(items[0], NOW), "contents": {"highlights": True}}
    url = f"{server.base_url}/e/fast/exa/search"
    good = httpx.post(url, json=body, headers=KEY).json()["results"]
    server.world.fail("fast", "text_cut", 1)
    cut = httpx.post(url, json=body, headers=KEY).json()["results"]
    assert max(len(text) for row in good for text in row["highlights"]) > CUT_CHARS
    assert [row["highlights"] for row in cut] == [[text[:CUT_CHARS] for text in row["highlights"]] for row in good]
    assert [row["url"] for row in cut] == [row["url"] for row in good]


def test_an_echo_holds_the_key_in_several_encodings(server: SandboxServer, items: tuple[Item, ...]) -> None:
    server.world.fail("fast", "echo", 1)
    found = post(server, query_for(items[0], NOW)).json()
    assert found["results"]
    assert found["request"]["headers"]["x-api-key"] == KEY["x-api-key"]
