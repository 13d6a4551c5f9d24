"""Every table over a real connection, against each way in which a server goes wrong: one arrival, a class, no key."""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import pytest

from monitor.search.config import load_apis
from monitor.search.models import ApiConfig
from monitor.search.outcome import ErrorClass, Outcome
from tests.contract.search_sketches import SKETCHES
from tests.contract.test_search_apis import HTTP_APIS, KEY, QUERY, sketch
from tests.leaks.canary import CANARY
from tests.search.wire import Arrival, Script, Wire, client_of, drip, drop, hang, http, reset, says, wire

HTML = http(b"<!DOCTYPE html><html><title>Just a moment</title></html>", content_type="text/html")
CAP_MB = 0.05


def body(api: ApiConfig) -> bytes:
    return json.dumps(sketch(api, SKETCHES)[0]).encode()


def half_then(end: Callable[[asyncio.StreamWriter], None]) -> Callable[[ApiConfig], Script]:
    def of(api: ApiConfig) -> Script:
        async def script(writer: asyncio.StreamWriter, _: Arrival) -> None:
            whole = http(body(api))
            writer.write(whole[: len(whole) - len(body(api)) // 2])
            await writer.drain()
            await asyncio.sleep(0.02)
            end(writer)

        return script

    return of


def huge(api: ApiConfig) -> Script:
    async def script(writer: asyncio.StreamWriter, _: Arrival) -> None:
        writer.write(http(b"", length=50_000_000))
        for _ in range(50):
            writer.write(b"x" * 1_000_000)
            await writer.drain()

    return script


def fixed(make: Callable[[ApiConfig], bytes], *, close: bool = False) -> Callable[[ApiConfig], Script]:
    return lambda api: says(make(api), close=close)


def plain(script: Callable[[asyncio.StreamWriter, Arrival], Awaitable[None]]) -> Callable[[ApiConfig], Script]:
    return lambda _: script


BOMB = gzip.compress(b'{"results": ["' + b"A" * 20_000_000 + b'"]}')
TWICE = {"content_encoding": "gzip"}
UTF16 = {"content_type": "application/json; charset=utf-16"}
SCENARIOS: dict[str, tuple[Callable[[ApiConfig], Script], set[str]]] = {
    "html with status 200": (fixed(lambda _: HTML), {"api"}),
    "truncated json": (fixed(lambda api: http(body(api)[: len(body(api)) * 2 // 3])), {"api"}),
    "fewer bytes than said": (fixed(lambda api: http(body(api), length=len(body(api)) + 99), close=True), {"api"}),
    "50 MB": (huge, {"api"}),
    "gzip bomb": (fixed(lambda _: http(BOMB, content_encoding="gzip")), {"api"}),
    "brotli unasked": (fixed(lambda api: http(b"\x0b\x02\x80" + body(api), content_encoding="br")), {"api"}),
    "gzip in name only": (fixed(lambda api: http(body(api), content_encoding="gzip")), {"api"}),
    "twice gzipped": (fixed(lambda api: http(gzip.compress(gzip.compress(body(api))), **TWICE)), {"api"}),
    "slow drip": (plain(drip), {"timeout"}),
    "no answer": (plain(hang), {"timeout"}),
    "reset half way": (half_then(lambda writer: writer.transport.abort()), {"api", "network_pending"}),
    "closed half way": (half_then(lambda writer: writer.close()), {"api"}),
    "reset at once": (plain(reset), {"network_pending"}),
    "dropped": (plain(drop), {"network_pending"}),
    "redirect": (fixed(lambda _: http(b"", 302, location="http://elsewhere.invalid/")), {"api"}),
    "wrong charset": (fixed(lambda api: http(body(api), **UTF16)), {"answered", "api"}),
    "invalid utf-8": (fixed(lambda api: http(body(api).replace(b"t", b"\xff\xfe", 1) + b" ")), {"answered", "api"}),
    "a bare 202": (fixed(lambda _: http(b"", 202)), {"api", "rate_limit"}),
    "nothing at all": (fixed(lambda _: http(b"")), {"api"}),
}


async def outcome_of(name: str, script: Script, total_s: float) -> tuple[Outcome, Wire]:
    shipped = HTTP_APIS[name]
    env = dict.fromkeys([*shipped.env[:1], *(names[0] for names in shipped.vars.values())], KEY)
    async with wire(script) as server:
        table = {"url": f"{server.url}{urlsplit(shipped.url).path}", "max_body_mb": CAP_MB, "total_s": total_s}
        async with client_of(load_apis({name: table})[name], env) as client:
            return await client.ask(QUERY), server


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_each_table_gives_each_fault_its_class(scenario: str) -> None:
    script, expected = SCENARIOS[scenario]
    total_s = 1.5 if expected == {"timeout"} else 30
    outcomes = await asyncio.gather(*(outcome_of(name, script(HTTP_APIS[name]), total_s) for name in HTTP_APIS))
    assert len(outcomes) > 30
    for name, (outcome, server) in zip(HTTP_APIS, outcomes, strict=True):
        found = "answered" if outcome.state == "answered" else str(outcome.error_class)
        assert found in expected, (name, found, outcome.reason)
        assert len(server.arrivals) == 1, name
        assert (outcome.error_class is None) == (outcome.state == "answered")
        assert CANARY.forms_in_text(repr(outcome)) == []
        assert outcome.body is None or len(outcome.body) <= CAP_MB * 1_000_000
        assert outcome.error_class is not ErrorClass.LOCAL
