"""The client over real connections: what is sent, what is understood, and that nothing is ever sent twice."""

import asyncio
import gzip
import json
import logging
import resource
import socket
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from monitor.search.clients import guard_logs
from monitor.search.outcome import ErrorClass, Outcome, SearchApi
from monitor.search.redact import Redactor
from tests.leaks.canary import CANARY
from tests.search.authority import server_tls, write_authority
from tests.search.wire import (
    ANSWER,
    KEY,
    Arrival,
    client_of,
    drip,
    drop,
    gzipped,
    hang,
    http,
    local_api,
    reset,
    says,
    wire,
)

DEEP = b'{"results": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"


async def one(script: object, **fields: object) -> Outcome:
    async with wire(script) as server, client_of(local_api(server.url, **fields)) as client:  # type: ignore[arg-type]
        outcome = await client.ask("AAPL price")
        assert len(server.arrivals) == 1
        return outcome


async def test_an_answer_becomes_hits_with_times_and_cost() -> None:
    sent: list[str] = []
    script = says(http(ANSWER, date="Mon, 30 Nov 2026 14:30:05 GMT", server="x", x_custom="no"))
    async with wire(script) as server, client_of(local_api(server.url)) as client:
        outcome = await client.ask("AAPL price", on_sent=lambda: sent.append("sent"))
        assert isinstance(client, SearchApi)
    assert (outcome.state, outcome.error_class, outcome.status) == ("answered", None, 200)
    (hit,) = outcome.hits
    assert (hit.url, hit.title) == ("https://x.example/a", "AAPL at 231.10")
    assert hit.snippet == "AAPL traded at 231.10 & more"
    assert (outcome.cost_usd, outcome.cost_source) == (0.007, "response")
    assert outcome.body == json.dumps(ANSWER).encode()
    assert sent == ["sent"]
    assert outcome.connection == "new"
    times = outcome.timings
    assert times.connect_ms is not None
    assert times.tls_ms is None
    assert 0 < (times.sent_ms or 0) < (times.first_byte_ms or 0) <= times.total_ms
    assert outcome.sent_at is not None
    assert outcome.received_at is not None
    assert outcome.sent_at <= outcome.received_at
    assert set(outcome.headers) == {"content-type", "content-length", "date", "server"}
    arrival = server.arrivals[0]
    assert (arrival.method, arrival.path, arrival.headers["x-api-key"]) == ("POST", "/e/fast/exa/search", KEY)
    assert arrival.headers["accept-encoding"] == "gzip"
    assert json.loads(arrival.body)["query"] == "AAPL price"


async def test_gzip_is_undone_and_a_kept_connection_is_used_again() -> None:
    async with wire(says(gzipped(ANSWER))) as server, client_of(local_api(server.url)) as client:
        first, second = await client.ask("a"), await client.ask("b")
    assert first.body == second.body == json.dumps(ANSWER).encode()
    assert (first.connection, second.connection, server.connections) == ("new", "reused", 1)
    assert second.reused_connection
    assert second.timings.connect_ms is None


async def test_warming_opens_connections_and_sends_nothing() -> None:
    async with wire(says(http(ANSWER))) as server, client_of(local_api(server.url)) as client:
        warmth = await client.warm(3)
        assert (warmth.ready, warmth.opened, warmth.problem) == (3, 3, "")
        assert (await client.warm(3)).opened == 0
        assert server.arrivals == []
        outcomes = await asyncio.gather(*(client.ask(str(n)) for n in range(3)))
        assert (await client.warm(3)).opened == 0  # those that carried a call count too
    assert "new" not in {one.connection for one in outcomes}
    assert server.connections == 3


async def test_a_warmed_connection_that_the_server_closed_is_not_used() -> None:
    closed = asyncio.Event()
    async with wire(says(http(ANSWER))) as server:

        async def close_the_first(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if closed.is_set():
                await server.serve(reader, writer)
                return
            writer.close()
            await writer.wait_closed()
            closed.set()

        front = await asyncio.start_server(close_the_first, "127.0.0.1", 0)
        async with client_of(local_api(f"http://127.0.0.1:{front.sockets[0].getsockname()[1]}")) as client:
            assert (await client.warm(1)).opened == 1
            await closed.wait()
            await asyncio.sleep(0.02)
            outcome = await client.ask("x")
        front.close()
    assert (outcome.state, outcome.connection) == ("answered", "new")


async def test_warming_a_host_that_refuses_is_only_reported() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        async with client_of(local_api(f"http://127.0.0.1:{free.getsockname()[1]}")) as client:
            warmth = await client.warm(2)
    assert warmth.ready == 0
    assert "2 of 2" in warmth.problem


async def test_no_cookie_is_kept_from_one_call_to_the_next() -> None:
    script = says(http(ANSWER, set_cookie="session=abc; Path=/"))
    async with wire(script) as server, client_of(local_api(server.url)) as client:
        for _ in range(2):
            assert (await client.ask("x")).state == "answered"
    assert [arrival.headers.get("cookie") for arrival in server.arrivals] == [None, None]


async def test_over_tls_a_warmed_connection_has_its_handshake_behind_it(tmp_path: Path) -> None:
    authority, host = write_authority(tmp_path, "localhost")
    async with wire(says(http(ANSWER)), tls=server_tls(host)) as server:
        api = local_api(f"https://localhost:{server.port}", ca_file=str(authority))
        async with client_of(api) as client:
            cold = await client.ask("x")
            assert (await client.warm(2)).opened == 1
            await asyncio.sleep(0.05)  # by now the session tickets of the server have come
            both = await asyncio.gather(client.ask("y"), client.ask("z"))
        async with client_of(local_api(f"https://localhost:{server.port}")) as stranger:
            refused = await stranger.ask("x")
            warmth = await stranger.warm(1)
    assert (cold.state, cold.connection) == ("answered", "new")
    assert (cold.timings.tls_ms or 0) > 0
    assert {one.state for one in both} == {"answered"}
    assert "new" not in {one.connection for one in both}
    assert all(one.timings.tls_ms is None for one in both)
    assert (refused.error_class, "certificate" in refused.reason) == (ErrorClass.NETWORK_PENDING, True)
    assert (warmth.opened, "certificate" in warmth.problem) == (0, True)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_server_that_drops_after_the_request_sees_it_once(method: str) -> None:
    get = {"method": "GET", "query": {"q": "{query}"}} if method == "GET" else {}
    for script in (drop, reset):
        async with wire(script) as server:
            api = local_api(server.url, **get) if not get else local_api(server.url, like="brave", **get)
            async with client_of(api) as client:
                outcome = await client.ask("x")
                assert len(server.arrivals) == 1
        assert server.arrivals[0].method == method
        assert (outcome.state, outcome.error_class) == ("failed", ErrorClass.NETWORK_PENDING)
        assert outcome.sent_at is not None


async def test_a_reused_connection_that_breaks_is_not_tried_again() -> None:
    async def once(writer: asyncio.StreamWriter, _: Arrival) -> None:
        if len(server.arrivals) == 1:
            writer.write(http(ANSWER))
        else:
            writer.close()

    async with wire(once) as server, client_of(local_api(server.url)) as client:
        assert (await client.ask("x")).state == "answered"
        outcome = await client.ask("y")
        await asyncio.sleep(0.05)
        assert len(server.arrivals) == 2
    assert (outcome.connection, outcome.error_class) == ("reused", ErrorClass.NETWORK_PENDING)


@pytest.mark.parametrize(
    ("data", "close", "kind", "words"),
    [
        (http(b'{"results": []}'[:9], length=500), True, ErrorClass.API, "cut short"),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"res\r\n", True, ErrorClass.API, "cut short"),
        (http(ANSWER, content_encoding="gzip"), False, ErrorClass.API, "labelled gzip"),
        (http(ANSWER, content_encoding="br"), False, ErrorClass.API, "not asked for"),
        (http(gzip.compress(b'{"results": []}' * 9)[:-12], content_encoding="gzip"), False, ErrorClass.API, "too soon"),
        (http("<!doctype html><title>Just a moment</title>", content_type="text/html"), False, ErrorClass.API, "HTML"),
        (http('{"results": [{"url": "https://x"'), False, ErrorClass.API, "not JSON"),
        (http(DEEP), False, ErrorClass.API, "deep"),
        (http(b""), False, ErrorClass.API, "empty"),
        (http({"result": []}), False, ErrorClass.API, "lacks"),
        (http([1, 2]), False, ErrorClass.API, "lacks"),
        (http({"results": [{"id": 1}]}), False, ErrorClass.API, "shape"),
        (http({"results": "many"}), False, None, ""),
        (http(b"", 302, location="https://elsewhere.example/?x=1"), False, ErrorClass.API, "redirect"),
        (http({"error": "slow down"}, 429, retry_after="7"), False, ErrorClass.RATE_LIMIT, "slow down"),
        (http("<h1>401</h1>", 401, content_type="text/html"), False, ErrorClass.ACCOUNT, "key"),
        (http({"tag": "NO_MORE_CREDITS"}, 402), False, ErrorClass.ACCOUNT, "money"),
        (http({}, 504), False, ErrorClass.TIMEOUT, "504"),
        (http({"error": "boom"}, 500), False, ErrorClass.API, "boom"),
        (http({}, 204), False, ErrorClass.API, "204"),
        (b"SSH-2.0-OpenSSH_9.9\r\n\r\n", True, ErrorClass.API, "not HTTP"),
    ],
)  # fmt: skip
async def test_every_misbehaviour_has_a_class(data: bytes, close: bool, kind: ErrorClass | None, words: str) -> None:
    outcome = await one(says(data, close=close))
    assert outcome.error_class is kind, outcome.reason
    assert words in outcome.reason
    assert outcome.state == ("answered" if kind is None else "failed")
    assert (outcome.hits == ()) is True


async def test_what_came_of_a_broken_body_is_kept_and_marked() -> None:
    cut = await one(says(http(b'{"results": [', length=500), close=True))
    assert (cut.body, cut.truncated, cut.status) == (b'{"results": [', True, 200)
    plain = await one(says(http(ANSWER, content_encoding="gzip")))
    assert plain.body == json.dumps(ANSWER).encode()
    other = await one(says(http(b"\x0b\x02\x80brotli", content_encoding="br")))
    assert other.body == b"\x0b\x02\x80brotli"


async def test_a_large_body_and_a_bomb_stop_at_the_cap() -> None:
    large = await one(says(http(b'{"results": [' + b" " * 2_000_000)), max_body_mb=1)
    packer = zlib.compressobj(9, wbits=31)
    packed = b"".join(packer.compress(b" " * 1_000_000) for _ in range(200)) + packer.flush()
    bomb = await one(says(http(packed, content_encoding="gzip")), max_body_mb=1)
    for outcome in (large, bomb):
        assert (outcome.error_class, outcome.truncated) == (ErrorClass.API, True)
        assert "cap" in outcome.reason
        assert len(outcome.body or b"") == 1_000_000


@pytest.mark.parametrize(("script", "words"), [(hang, "no response"), (drip, "not whole")])
async def test_a_hanging_and_a_dripping_server_meet_the_deadline(script: Callable[..., object], words: str) -> None:
    async with wire(script) as server, client_of(local_api(server.url)) as client:  # type: ignore[arg-type]
        outcome = await client.ask("x", deadline_s=0.3)
    assert (outcome.error_class, words in outcome.reason) == (ErrorClass.TIMEOUT, True)
    assert outcome.sent_at is not None


async def test_cancelling_a_call_raises_and_frees_its_place() -> None:
    async with wire(hang) as server, client_of(local_api(server.url)) as client:
        task = asyncio.create_task(client.ask("x"))
        await server.arrived.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert client.limiter.in_flight == 0


async def test_no_listener_and_no_such_name_are_settled_later() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        for url in (f"http://127.0.0.1:{free.getsockname()[1]}", "http://no-such-host.invalid"):
            async with client_of(local_api(url)) as client:
                outcome = await client.ask("x")
            assert outcome.error_class is ErrorClass.NETWORK_PENDING, outcome
            assert outcome.sent_at is None


async def test_running_out_of_file_descriptors_is_our_own_fault() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    async with wire(says(http(ANSWER))) as server, client_of(local_api(server.url)) as client:
        async with client_of(local_api(server.url)) as earlier:
            await earlier.ask("imports what it needs")
        with socket.socket() as probe:
            lowest = probe.fileno()
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
        try:
            outcome = await client.ask("x", deadline_s=2)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert (outcome.error_class, outcome.sent_at) == (ErrorClass.LOCAL, None)
    assert "limit of its own" in outcome.reason


async def test_a_redirect_is_not_followed_and_carries_no_key() -> None:
    async with wire(says(http(ANSWER))) as other:
        outcome = await one(says(http(b"", 307, location=f"{other.url}/steal")))
        assert other.arrivals == []
    assert outcome.error_class is ErrorClass.API


async def test_a_query_is_text_and_never_a_placeholder() -> None:
    async with wire(says(http(ANSWER))) as server:
        async with client_of(local_api(server.url)) as client:
            await client.ask('{key} {query} "quoted" \n ü €')
        serp = local_api(server.url, like="serpapi", query={"q": "{query}"})
        async with client_of(serp) as client:
            await client.ask("{key} & a=b # + ü")
    assert json.loads(server.arrivals[0].body)["query"] == '{key} {query} "quoted" \n ü €'
    assert server.arrivals[1].query["q"] == "{key} & a=b # + ü"
    assert server.arrivals[1].query["api_key"] == KEY


@pytest.mark.parametrize(("env", "words"), [({}, "SANDBOX_API_KEY"), ({"SANDBOX_API_KEY": " "}, "SANDBOX_API_KEY")])
async def test_without_its_key_nothing_is_sent(env: dict[str, str], words: str) -> None:
    async with wire(says(http(ANSWER))) as server, client_of(local_api(server.url), env) as client:
        outcome = await client.ask("x")
    assert server.arrivals == []
    assert (outcome.error_class, outcome.held) == (ErrorClass.ACCOUNT, "account")
    assert words in outcome.reason


@pytest.mark.parametrize(("key", "query"), [("bad\nkey-1234", "x"), ("schlüssel-123", "x"), ("fine-key-1", "\ud800")])
async def test_what_cannot_be_sent_is_our_own_fault(key: str, query: str) -> None:
    env = {"SANDBOX_API_KEY": key}
    async with wire(says(http(ANSWER))) as server, client_of(local_api(server.url), env) as client:
        outcome = await client.ask(query)
    assert server.arrivals == []
    assert outcome.error_class is ErrorClass.LOCAL
    assert key not in repr(outcome)


async def test_a_hung_api_does_not_hold_another() -> None:
    async with (wire(hang) as slow, wire(says(http(ANSWER))) as fast, client_of(local_api(slow.url)) as stuck,
                client_of(local_api(fast.url)) as free):  # fmt: skip
        waiting = [asyncio.create_task(stuck.ask("x", deadline_s=5)) for _ in range(20)]
        outcomes = [await free.ask("y") for _ in range(5)]
        assert not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    assert {one.state for one in outcomes} == {"answered"}


async def test_urls_in_the_log_of_the_http_library_are_redacted(caplog: pytest.LogCaptureFixture) -> None:
    guard_logs(Redactor([KEY]))
    with caplog.at_level(logging.DEBUG):
        script = says(http({"error": KEY}, 500, x_request_id=KEY))
        async with wire(script) as server, client_of(local_api(server.url, like="serpapi")) as client:
            await client.ask("x")
    assert "HTTP Request" in caplog.text
    assert CANARY.forms_in_text(caplog.text) == []
