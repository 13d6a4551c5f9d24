"""Every format is read by the shipped tables: what the sandbox says, the real client understands."""

import asyncio
from typing import Any

import pytest

from monitor.datasets import Item
from monitor.sandbox.faults import ONE_IN
from monitor.sandbox.formats import FORMATS
from monitor.sandbox.server import SandboxServer
from monitor.search.client import SearchClient
from monitor.search.config import load_apis
from monitor.search.outcome import ErrorClass, Outcome
from monitor.search.redact import Redactor
from tests.leaks.canary import KEY
from tests.sandbox.conftest import NOW, query_for

NAMES = sorted(name for name, kind in FORMATS.all().items() if not kind.host)
KEYED = sorted(set(NAMES) - {"searxng"})


def ask(
    server: SandboxServer,
    name: str,
    query: str,
    *,
    key: str = KEY,
    over: dict[str, Any] | None = None,
    engine: str = "five_min",
) -> Outcome:
    """Ask one engine through the client, in one format."""
    speaks = FORMATS.all()[name]
    url = f"{server.base_url}/e/{engine}/{name}{speaks.path}"
    table = {
        "like": speaks.like,
        "url": url,
        "env": ["SANDBOX_API_KEY"],
        "total_s": 5,
        "first_byte_s": 2,
        **(over or {}),
    }
    if name == "google_cse":
        table["vars"] = {"cx": ["SANDBOX_API_KEY"]}
    api = load_apis({"sbx": table})["sbx"]

    async def once() -> Outcome:
        client = SearchClient(api, env={"SANDBOX_API_KEY": key}, redactor=Redactor([key]))
        try:
            return await client.ask(query)
        finally:
            await client.close()

    return asyncio.run(once())


def test_every_api_of_the_table_has_its_format() -> None:
    spoken = {kind.like for kind in FORMATS.all().values()}
    providers = {api.provider for api in load_apis().values()}
    assert {load_apis()[like].provider for like in spoken} == providers


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_gives_the_pages_that_were_served(server: SandboxServer, items: tuple[Item, ...], name: str) -> None:
    for item in (items[0], items[5], items[7]):
        outcome = ask(server, name, query_for(item, NOW))
        assert outcome.state == "answered", outcome.reason
        assert len(outcome.hits) >= 5
        assert all(hit.title for hit in outcome.hits)
        assert all(hit.url for hit in outcome.hits[1:])  # an answer box may stand first, without an address
        truth = server.world.ledger.truth("five_min")[-1]
        assert truth.item_id == item.id
        text = " ".join(hit.snippet for hit in outcome.hits).replace(",", "")
        assert f"{truth.price:.{server.world.market.instrument(item.ticker).decimals}f}" in text


@pytest.mark.parametrize("name", NAMES)
def test_cut_texts_are_still_an_answer_of_the_same_pages(
    server: SandboxServer, items: tuple[Item, ...], name: str
) -> None:
    whole = ask(server, name, query_for(items[0], NOW))
    server.world.fail("five_min", "text_cut", 1)
    cut = ask(server, name, query_for(items[0], NOW))
    assert cut.state == "answered", cut.reason
    assert [hit.url for hit in cut.hits] == [hit.url for hit in whole.hits]
    assert sum(len(hit.snippet) for hit in cut.hits) < sum(len(hit.snippet) for hit in whole.hits)


def test_a_500_now_and_then_is_the_api_s_fault(server: SandboxServer, items: tuple[Item, ...]) -> None:
    server.world.fail("five_min", "some_500")
    told = [ask(server, "google_serp", query_for(items[0], NOW)) for _ in range(ONE_IN)]
    assert [outcome.error_class for outcome in told] == [*[None] * (ONE_IN - 1), ErrorClass.API]
    assert told[-1].status == 500


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_answer_is_an_answer(server: SandboxServer, items: tuple[Item, ...], name: str) -> None:
    server.world.fail("five_min", "empty", 1)
    outcome = ask(server, name, query_for(items[0], NOW))
    assert (outcome.state, outcome.hits) == ("answered", ())


@pytest.mark.parametrize("name", KEYED)
@pytest.mark.parametrize(
    ("key", "fault"), [("bad", None), ("broke", None), (KEY, "account")], ids=["bad", "broke", "good"]
)
def test_a_bad_key_and_an_empty_account_are_told_apart_from_no_answer(
    server: SandboxServer, items: tuple[Item, ...], name: str, key: str, fault: str | None
) -> None:
    if fault:
        server.world.fail("five_min", fault, 1)
    outcome = ask(server, name, query_for(items[0], NOW), key=key)
    assert outcome.error_class is ErrorClass.ACCOUNT, outcome.reason


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("fault", "kind"), [("429", "rate_limit"), ("500", "api"), ("html", "api"), ("408", "timeout")]
)
def test_errors_have_their_class(
    server: SandboxServer, items: tuple[Item, ...], name: str, fault: str, kind: str
) -> None:
    if name in ("searxng", "serpapi") and fault == "408":
        kind = "api"  # SearXNG hides it in unresponsive_engines, SerpApi says 503
    server.world.fail("five_min", fault, 1)
    outcome = ask(server, name, query_for(items[0], NOW))
    assert outcome.error_class == kind, outcome.reason


def test_costs_are_those_that_the_apis_report(server: SandboxServer, items: tuple[Item, ...]) -> None:
    query = query_for(items[0], NOW)
    assert ask(server, "exa", query).cost_usd == 0.007
    assert ask(server, "exa", query, over={"body": {"type": "deep"}}).cost_usd == 0.012
    assert ask(server, "tavily", query, over={"body": {"search_depth": "advanced"}}).cost_usd == 0.016
    assert ask(server, "firecrawl", query).cost_usd == 0.005


LIVE = {
    "exa": {"body": {"contents": {"maxAgeHours": 0}}},
    "tavily": {"body": {"max_hours": 0}},
    "brave": {"headers": {"Cache-Control": "no-cache"}},
    "serpapi": {"query": {"no_cache": True}},
    "jina": {"headers": {"X-No-Cache": "true"}},
    "parallel": {"body": {"advanced_settings": {"fetch_policy": {"max_age_seconds": 600}}}},
    "you": {"body": {"extraction": {"extraction_mode": "full_page", "extraction_source": "fetch"}}},
    "firecrawl": {"body": {"scrapeOptions": {"formats": ["markdown"], "maxAge": 0}}},
}


@pytest.mark.parametrize("name", sorted(LIVE))
def test_the_knob_for_live_content_makes_the_cache_young(
    server: SandboxServer, items: tuple[Item, ...], name: str
) -> None:
    query = query_for(items[0], NOW)
    ask(server, name, query, engine="cached")
    ask(server, name, query, engine="cached", over=LIVE[name])
    usual, live = server.true_lags("cached")
    assert live == 15
    assert usual > 15


def test_dates_are_missing_null_or_rounded_as_each_api_has_them(server: SandboxServer, items: tuple[Item, ...]) -> None:
    dates: dict[str, set[str | None]] = {name: set() for name in ("exa", "linkup", "parallel", "brave", "google_serp")}
    for name, found in dates.items():
        for n in range(6):
            found |= {hit.published for hit in ask(server, name, query_for(items[n], NOW)).hits}
    assert dates["linkup"] == {None}
    assert all(None in found for found in dates.values())
    assert any(date and date.endswith("Z") for date in dates["exa"])
    assert all(date is None or len(date) == 10 for date in dates["parallel"])
    assert all(date is None or "Z" not in date for date in dates["brave"])
    assert any(date and date.isdigit() for date in dates["google_serp"])


def test_a_stated_value_time_is_kept_apart_from_the_pages_date(server: SandboxServer, items: tuple[Item, ...]) -> None:
    outcome = ask(server, "you", query_for(items[0], NOW), over={"body": {"knowledge": "core"}})
    assert [hit.as_of for hit in outcome.hits if hit.as_of] == ["2026-11-30"]
    assert all(hit.as_of is None for hit in ask(server, "you", query_for(items[0], NOW)).hits)
    outcome = ask(server, "you", query_for(items[3], NOW), over={"body": {"knowledge": "core"}})
    assert all(hit.as_of is None for hit in outcome.hits)  # a bare coin finds no card


def test_parallel_refuses_the_fields_of_its_old_shape(server: SandboxServer, items: tuple[Item, ...]) -> None:
    query = query_for(items[0], NOW)
    for over in ({"max_results": 5}, {"advanced_settings": {"fetch_policy": {"max_age_seconds": 60}}}):
        assert ask(server, "parallel", query, over={"body": over}).status == 422
