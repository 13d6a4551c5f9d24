"""Brave's second step: asked where there is a key for it, priced as two calls, and its failure is the probe's."""

import asyncio
import json
from typing import Any

import pytest

from monitor.clock import VirtualClock
from monitor.datasets import Item, load_live
from monitor.reading.rules import RulesReader
from monitor.sandbox.server import SandboxServer
from monitor.search.brave_rich import BraveRich
from monitor.search.budget import settled_usd
from monitor.search.clients import close_clients, open_clients
from monitor.search.config import load_apis
from monitor.search.outcome import ErrorClass, Outcome
from tests.sandbox.conftest import NOW, query_for
from tests.search.wire import ENV, Arrival, Wire, http, wire

HINT = {"rich": {"type": "rich", "hint": {"vertical": "stocks", "callback_key": "abc/1"}}}
FIRST = {"type": "search", "query": {"original": "q"}, "web": {"results": [{"url": "https://x.example/"}]}}
STOCK = {"type": "rich", "results": [{"stock": {"quote": {"latest_price": 231.1, "currency": "USD"}}}]}


async def asked(server_url: str, path: str = "", **fields: Any) -> Outcome:
    url = f"{server_url}{path}/res/v1/web/search"
    table = {"like": "brave_rich", "url": url, "env": ["SANDBOX_API_KEY"], "key_group": "k", **fields}
    apis = load_apis({"rich": table}, {"k": {"rps": 1000, "concurrent": 50}})
    clients = open_clients({"rich": apis["rich"]}, ENV)
    assert isinstance(clients["rich"], BraveRich)
    try:
        return await clients["rich"].ask("Apple Inc. (AAPL) price")
    finally:
        await close_clients(clients)


async def scripted(second: bytes, first: dict[str, Any] | None = None, **fields: Any) -> tuple[Outcome, Wire]:
    async def script(writer: asyncio.StreamWriter, arrival: Arrival) -> None:
        rich = arrival.path.endswith("/rich")
        writer.write(second if rich else http(FIRST | HINT if first is None else first))

    async with wire(script) as server:
        return await asked(server.url, **fields), server


async def test_both_steps_make_one_answer() -> None:
    outcome, server = await scripted(http(STOCK))
    assert [arrival.path for arrival in server.arrivals] == ["/res/v1/web/search", "/res/v1/web/rich"]
    assert server.arrivals[0].query["enable_rich_callback"] == "true"
    assert server.arrivals[1].query == {"callback_key": "abc/1"}
    assert all("x-subscription-token" in arrival.headers for arrival in server.arrivals)
    assert [hit.snippet for hit in outcome.hits] == ["price 231.1 USD", ""]
    assert outcome.cost_usd == pytest.approx(0.01)
    assert json.loads(outcome.body or b"")["rich_results"] == STOCK
    assert outcome.sent_at is not None
    assert outcome.received_at is not None
    assert outcome.timings.first_byte_ms is not None
    assert outcome.timings.total_ms > outcome.timings.first_byte_ms


async def test_without_a_hint_the_search_is_the_answer_at_the_price_of_one_call() -> None:
    outcome, server = await scripted(http(STOCK), FIRST)
    assert len(server.arrivals) == 1
    assert (outcome.state, outcome.cost_usd) == ("answered", pytest.approx(0.005))


@pytest.mark.parametrize(
    ("second", "kind"),
    [
        (http({"error": {"code": "RATE_LIMITED"}}, 429), "rate_limit"),
        (http({"error": {"code": "RESOURCE_NOT_ALLOWED"}}, 403), "account"),
        (http({"error": {"code": "PAYMENT_REQUIRED"}}, 402), "account"),
        (http({"error": {"code": "SUBSCRIPTION_TOKEN_INVALID"}}, 422), "account"),
        (http("<html>busy</html>"), "api"),
        (http({"type": "rich"}), "api"),
    ],
)
async def test_a_second_step_that_fails_is_the_failure_and_what_was_spent_stays_spent(second: bytes, kind: str) -> None:
    outcome, server = await scripted(second)
    assert len(server.arrivals) == 2
    assert (outcome.state, outcome.error_class, outcome.hits) == ("failed", ErrorClass(kind), ())
    assert outcome.reason.startswith("rich block: ")
    assert settled_usd(outcome, 0.01) == pytest.approx(0.005)
    assert json.loads(outcome.body or b"") == FIRST | HINT


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 422, 429, 500])
@pytest.mark.parametrize("code", ["RESOURCE_NOT_ALLOWED", "SUBSCRIPTION_TOKEN_INVALID", "QUOTA_LIMITED", "OTHER"])
async def test_both_steps_are_classed_by_the_same_table(status: int, code: str) -> None:
    refusal = http({"error": {"code": code}}, status)

    async def refuse(writer: asyncio.StreamWriter, arrival: Arrival) -> None:
        writer.write(refusal)

    async with wire(refuse) as server:
        first = await asked(server.url)
    second, _ = await scripted(refusal)
    assert first.error_class is not None
    assert (second.error_class, second.status) == (first.error_class, status)


async def test_both_steps_have_one_deadline() -> None:
    async def script(writer: asyncio.StreamWriter, arrival: Arrival) -> None:
        if arrival.path.endswith("/rich"):
            await asyncio.sleep(30)
        writer.write(http(FIRST | HINT))

    async with wire(script) as server:
        outcome = await asked(server.url, total_s=0.4)
        assert outcome.error_class is ErrorClass.TIMEOUT


@pytest.mark.parametrize("asset", ["equity", "crypto", "fx"])
def test_the_sandbox_s_block_is_read_as_the_price_it_serves(asset: str) -> None:
    items = load_live()
    item: Item = next(one for one in items if one.asset == asset)
    with SandboxServer(VirtualClock(NOW), 7, items) as server:
        table = {"like": "brave_rich", "url": f"{server.base_url}/e/fast/brave/res/v1/web/search",
                 "env": ["SANDBOX_API_KEY"]}  # fmt: skip
        api = load_apis({"rich": table}, {"brave": {"rps": 1000}})["rich"]

        async def once() -> Outcome:
            clients = open_clients({"rich": api}, ENV)
            try:
                return await clients["rich"].ask(query_for(item, NOW))
            finally:
                await close_clients(clients)

        outcome = asyncio.run(once())
        served = server.world.ledger.truth("fast")[0].price
    assert outcome.state == "answered", outcome.reason
    assert outcome.hits[0].url == ""
    reading = RulesReader().read(item, outcome.hits[:1], NOW, NOW)
    assert reading.newest.price == pytest.approx(served, rel=1e-6)
    assert reading.newest.stated_time is None
