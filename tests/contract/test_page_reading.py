"""What every api that reads pages must pass: its request, its answer, a page that cannot be read, its failures."""

import asyncio
import json
from typing import Any

import pytest

from monitor.clock import VirtualClock
from monitor.errors import Mistakes
from monitor.sandbox.formats import FORMATS
from monitor.sandbox.lookup import SAID, generated_questions
from monitor.sandbox.server import SandboxServer
from monitor.search.clients import close_clients, open_clients, redactor_for
from monitor.search.config import load_apis
from monitor.search.fake import FakeApi, Scripted, fake_config
from monitor.search.hits import Hit
from monitor.search.judging import judge
from monitor.search.limiter import limiter_of
from monitor.search.outcome import ErrorClass, Outcome, SentRequest, Timings
from monitor.search.reading_pages import PAGE_CHARS, page_table, pages_hash, reads_pages
from monitor.search.redact import Redactor
from monitor.search.templating import render
from tests.leaks.canary import CANARY, KEY
from tests.sandbox.conftest import NOW

A = "https://x.example/a?b={c}&d=é"
APIS = load_apis()
TABLES = {name: table for name, api in APIS.items() if (table := page_table(api)) is not None}
FORMATS_THAT_READ = {name: kind for name, kind in FORMATS.all().items() if kind.extract_path}
QUESTIONS = generated_questions(6, 3)

PAGES: dict[str, tuple[Any, Any]] = {
    "exa": (
        {"requestId": "r", "results": [{"id": A, "url": A, "title": "t", "text": "the whole 5.5"}],
         "statuses": [{"id": A, "status": "success"}], "costDollars": {"total": 0.001}},
        {"requestId": "r", "results": [], "statuses": [{"id": A, "status": "error", "error": {"tag": "CRAWL_TIMEOUT"}}],
         "costDollars": {"total": 0}},
    ),
    "parallel": (
        {"extract_id": "e", "results": [{"url": A, "title": "t", "excerpts": ["5"], "full_content": "the whole 5.5"}],
         "errors": [], "session_id": "s"},
        {"extract_id": "e", "results": [], "errors": [{"url": A, "error_type": "fetch_error", "content": "no"}]},
    ),
    "you": (
        [{"url": A, "title": "t", "markdown": "the whole 5.5", "metadata": {"site_name": "x"}}],
        [{"url": A, "title": None, "markdown": None}],
    ),
    "tavily": (
        {"results": [{"url": A, "raw_content": "the whole 5.5", "images": []}], "failed_results": [],
         "response_time": 1.2},
        {"results": [], "failed_results": [{"url": A, "error": "no"}], "response_time": 1.2},
    ),
    "firecrawl": (
        {"success": True, "data": {"markdown": "the whole 5.5", "metadata": {"title": "t", "sourceURL": A,
                                                                            "statusCode": 200, "creditsUsed": 1}}},
        {"success": True, "data": {"markdown": "", "metadata": {"sourceURL": A, "statusCode": 404}}},
    ),
    "linkup": ({"markdown": "the whole 5.5"}, {"markdown": ""}),
    "jina": (
        {"code": 200, "status": 20000, "data": {"title": "t", "url": A, "content": "the whole 5.5",
                                                "usage": {"tokens": 100}}},
        {"code": 200, "status": 20000, "data": {"title": "", "url": A, "content": "", "usage": {"tokens": 0}}},
    ),
}  # fmt: skip
"""What each provider's documentation shows of a page: one that was read, and one that could not be."""

UNREAD = [
    ("exa", 400, {"requestId": "r", "error": "no", "tag": "INVALID_URLS"}),
    ("firecrawl", 500, {"success": False, "code": "SCRAPE_DNS_RESOLUTION_ERROR", "error": "no such host"}),
    ("linkup", 400, {"error": {"code": "FETCH_ERROR", "message": "no", "details": []}}),
    ("jina", 422, {"data": None, "code": 422, "status": 42203, "name": "AssertionFailureError", "message": "no"}),
]

every_table = pytest.mark.parametrize("name", TABLES)


def judged(name: str, status: int, body: Any) -> Outcome:
    table = TABLES[name]
    base = Outcome(name, table.config_hash, "failed", SentRequest("POST", ""), Timings())
    headers = [("content-type", "application/json")]
    return judge(table, base, status, headers, json.dumps(body).encode(), None, False, Redactor([]))


def test_the_apis_that_read_pages_are_those_of_the_sandbox_and_of_the_sketches() -> None:
    providers = {APIS[name].provider for name in TABLES}
    assert providers == set(PAGES) == {APIS[kind.like].provider for kind in FORMATS_THAT_READ.values()}


@every_table
def test_a_request_holds_the_address_once_and_the_key_where_searches_have_it(name: str) -> None:
    request = render(TABLES[name], {"query": A, "key": KEY}, "test/1")
    body = json.loads(request.body or b"{}")
    assert [body.get("url"), *body.get("urls", [])].count(A) == 1
    assert A not in request.url
    search = render(APIS[name], {"query": "q", "key": KEY}, "test/1")
    assert [pair for pair in request.headers if KEY in pair[1]] == [pair for pair in search.headers if KEY in pair[1]]


@every_table
def test_the_documented_answer_is_the_page_and_an_unread_one_is_an_answer_without(name: str) -> None:
    read, unread = PAGES[APIS[name].provider]
    found = judged(name, 200, read)
    assert found.state == "answered", found.reason
    assert [hit.snippet for hit in found.hits] == ["the whole 5.5"]
    assert found.cost_usd == pytest.approx(100 * 5e-8 if name.startswith("jina") else APIS[name].extract.price_usd)  # type: ignore[union-attr]
    nothing = judged(name, 200, unread)
    assert nothing.state == "answered", nothing.reason
    assert not any(hit.snippet for hit in nothing.hits)


@pytest.mark.parametrize(("provider", "status", "body"), UNREAD)
def test_an_error_about_the_page_is_no_failure_of_the_api(provider: str, status: int, body: Any) -> None:
    for name in [one for one in TABLES if APIS[one].provider == provider]:
        outcome = judged(name, status, body)
        assert (outcome.state, outcome.hits, outcome.error_class) == ("answered", (), None), outcome.reason


@every_table
@pytest.mark.parametrize("body", [None, "text", 3, {"a": 1}, {"detail": []}])
def test_what_is_no_page_is_never_one(name: str, body: Any) -> None:
    assert (judged(name, 200, body).state, judged(name, 200, body).error_class) == ("failed", "api")


@every_table
@pytest.mark.parametrize(("status", "kind"), [(401, "account"), (402, "account"), (429, "rate_limit"), (503, "api")])
def test_statuses_have_the_same_class_as_those_of_searches(name: str, status: int, kind: str) -> None:
    assert judged(name, status, {}).error_class == kind


@every_table
def test_wrong_types_end_in_a_class(name: str) -> None:
    for wrong in (None, 7, True, "text", [], {}, [[1, None]], {"a": None}):
        for key in ("results", "data", "markdown"):
            outcome = judged(name, 200, {key: wrong})
            assert (outcome.state == "answered") == (outcome.error_class is None)


def test_a_table_for_pages_changes_nothing_about_searches_but_the_hash_of_both() -> None:
    changed = load_apis({"exa_instant": {"extract": {"body": {"text": False}}}})["exa_instant"]
    assert changed.config_hash == APIS["exa_instant"].config_hash
    assert pages_hash(changed) != pages_hash(APIS["exa_instant"])
    assert pages_hash(APIS["exa_instant"]) != APIS["exa_instant"].config_hash
    assert pages_hash(APIS["brave"]) == APIS["brave"].config_hash


@pytest.mark.parametrize(
    ("extract", "said"),
    [({"body": {"urls": "x"}}, "{url}"), ({"url": "https://{url}/"}, "host"),
     ({"body": {"urls": "{url}{nope}"}}, "nope"), ({"hits": "a["}, "JMESPath"), ({"method": "GET"}, "POST")],
)  # fmt: skip
def test_a_wrong_table_is_refused_at_the_start(extract: dict[str, Any], said: str) -> None:
    with pytest.raises(Mistakes) as refused:
        load_apis({"mine": {"like": "exa_instant", "extract": extract}})
    assert said in str(refused.value)


async def _through(
    server: SandboxServer, name: str, key: str = KEY, fault: str | None = None
) -> tuple[Outcome, Outcome]:
    """Search through a format, then read the first page of it."""
    speaks, base = FORMATS_THAT_READ[name], f"{server.base_url}/e/pages_100/{name}"
    table = {"like": speaks.like, "url": f"{base}{speaks.path}", "env": ["SANDBOX_API_KEY"], "total_s": 5,
             "key_group": "sbx", "extract": {"url": f"{base}{speaks.extract_path}"}}  # fmt: skip
    apis = {"sbx": load_apis({"sbx": table}, {"sbx": {"rps": 500}})["sbx"]}
    env = {"SANDBOX_API_KEY": key}
    clients = open_clients(apis, env, redactor_for(apis, env))
    try:
        api = clients["sbx"]
        assert reads_pages(api)
        found = await api.ask(QUESTIONS[0].question)
        if fault:
            server.world.fail("pages_100", fault, 1)
        limiter = limiter_of(api)
        assert limiter is not None
        url = next((hit.url for hit in found.hits), "https://nowhere.example/")
        page = await api.extract(url)
        assert limiter.stopped_for == "" or key == "bad"
        told = page.retry_after_s  # Firecrawl's: long enough to stand still now, however slow this host is
        assert limiter.cooling is not None or not told or told < 5
        return found, page
    finally:
        await close_clients(clients)


@pytest.mark.parametrize("name", FORMATS_THAT_READ)
def test_over_the_wire_a_page_tells_what_its_result_did_not(name: str) -> None:
    with SandboxServer(VirtualClock(NOW), 7, (), questions=QUESTIONS) as server:
        found, page = asyncio.run(_through(server, name))
        assert page.state == "answered", page.reason
        assert not any(SAID.search(hit.snippet) for hit in found.hits)
        said = SAID.search(page.hits[0].snippet)
        assert said is not None
        assert said[1] == QUESTIONS[0].answer
        assert page.body is not None
        assert QUESTIONS[0].answer in page.body.decode()
        assert CANARY.forms_in_text(repr(page)) == []
        faults = {"402": "account", "500": "api", "empty": None, "html": "api", "429": "rate_limit"}
        for fault, kind in faults.items():
            _, page = asyncio.run(_through(server, name, fault=fault))
            assert page.error_class == kind, page.reason
            assert not any(hit.snippet for hit in page.hits)
        assert asyncio.run(_through(server, name, key="bad"))[1].error_class is ErrorClass.ACCOUNT


def test_a_long_page_is_cut_and_its_body_kept_whole() -> None:
    outcome = judged("linkup_standard", 200, {"markdown": "x" * 50_000})
    assert outcome.hits[0].snippet == "x" * PAGE_CHARS + " [cut]"
    assert len(outcome.body or b"") > 50_000


async def test_who_can_read_pages_and_who_cannot() -> None:
    apis = {name: APIS[name] for name in ("exa_instant", "brave", "brave_rich", "ddgs_brave")}
    clients = open_clients(apis, {})
    try:
        assert {name for name, one in clients.items() if reads_pages(one)} == {"exa_instant"}
        refused = await clients["brave"].extract("https://x.example/")  # type: ignore[attr-defined]
        assert refused.error_class is ErrorClass.LOCAL
    finally:
        await close_clients(clients)
    pages = {"https://x.example/a": Scripted((Hit(0, "https://x.example/a", "t", "whole"),))}
    fake = FakeApi(api=fake_config(extract=APIS["exa_instant"].extract, env=("K",)), pages=pages)
    assert reads_pages(fake)
    assert not reads_pages(FakeApi(pages=pages))
    assert (await fake.extract("https://x.example/a")).hits[0].snippet == "whole"
    assert (await fake.extract("https://x.example/b")).hits == ()
