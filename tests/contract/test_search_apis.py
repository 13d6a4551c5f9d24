"""What every table of apis.toml must pass: its request, its answer, its emptiness, its failures."""

import base64
import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from monitor.search.config import load_apis
from monitor.search.extract import parse_body
from monitor.search.judging import judge
from monitor.search.models import ApiConfig
from monitor.search.outcome import Outcome, SentRequest, Timings
from monitor.search.redact import Redactor
from monitor.search.templating import render
from tests.contract.search_sketches import COSTS, EMPTY, ERRORS, SKETCHES
from tests.leaks.canary import CANARY, KEY
from tests.search.wire import client_of, drop, http, says, wire

APIS = load_apis()
HTTP_APIS = {name: api for name, api in APIS.items() if api.class_ is None}
QUERY = 'Chainlink (LINK) price November 30, 2026 14:30 UTC "é"'

every_api = pytest.mark.parametrize("name", APIS)
every_http_api = pytest.mark.parametrize("name", HTTP_APIS)


def sketch(api: ApiConfig, of: dict[str, Any]) -> Any:
    return of[api.name] if api.name in of else of[api.provider]


def judged(api: ApiConfig, status: int, body: Any, headers: dict[str, str] | None = None) -> Outcome:
    raw = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
    pairs = {"content-type": "application/json"} | {key.lower(): value for key, value in (headers or {}).items()}
    base = Outcome(api.name, api.config_hash, "failed", SentRequest("GET", ""), Timings())
    return judge(api, base, status, list(pairs.items()), raw, None, False, Redactor([]))


def test_the_shipped_tables_are_the_apis_that_are_promised() -> None:
    assert len(APIS) >= 30
    assert len({api.provider for api in APIS.values()}) == 19
    keyless = [api.name for api in APIS.values() if api.enabled and not api.needs_key()]
    assert sorted(keyless) == [f"ddgs_{name}" for name in ("brave", "duckduckgo", "mojeek", "startpage", "yahoo")]
    providers = {api.provider for api in APIS.values()}
    assert providers == set(SKETCHES) - {"serpapi_finance", "brave_rich"} == set(EMPTY) - {"serpapi_finance"}


@every_http_api
def test_a_request_holds_the_query_and_the_key_where_the_table_puts_them(name: str) -> None:
    api = HTTP_APIS[name]
    values = {"query": QUERY} | ({"key": KEY} if api.env else {}) | dict.fromkeys(api.vars, "other")
    request = render(api, values, "test/1")
    url = urlsplit(request.url)
    params = parse_qs(url.query)
    body = json.loads(request.body) if request.body else {}
    places = [params.get(one, [None])[0] for one in ("q", "query")] + [body.get(one) for one in ("q", "query")]
    places += body.get("search_queries", [])
    assert QUERY in places
    headers = dict(request.headers)
    held = [value for value in headers.values() if KEY in value]
    if api.provider == "serpapi":
        assert params["api_key"] == [KEY]
        assert held == []
    else:
        assert len(held) == (1 if api.env else 0)
        assert quote(KEY, safe="") not in request.url
    assert headers["accept-encoding"] == "gzip"
    assert "{" not in url.query.replace("%7B", "")
    assert (request.method == "POST") == (request.body is not None)


@every_api
def test_the_documented_answer_becomes_its_hits(name: str) -> None:
    api = APIS[name]
    document, expected = sketch(api, SKETCHES)
    outcome = judged(api, 200, document)
    assert outcome.state == "answered", outcome.reason
    found = [(hit.url, hit.published, hit.as_of) for hit in outcome.hits]
    assert found == [(url, published, as_of) for url, _, published, as_of in expected]
    for hit, (_, words, _, _) in zip(outcome.hits, expected, strict=True):
        assert words in hit.snippet
        assert "<" not in hit.snippet
    if api.provider in COSTS and api.name != "serpapi_finance":
        assert outcome.cost_usd == pytest.approx(COSTS[api.provider])
        assert outcome.cost_source == "response"
    else:
        assert (outcome.cost_usd, outcome.cost_source) == (api.price_usd, "list")


@every_api
def test_nothing_found_is_an_answer(name: str) -> None:
    outcome = judged(APIS[name], 200, sketch(APIS[name], EMPTY))
    assert (outcome.state, outcome.hits, outcome.error_class) == ("answered", (), None), outcome.reason


@every_http_api
@pytest.mark.parametrize("body", ["<html>no</html>", "", "{", "null", '"text"', "3", '{"a": 1}', '{"detail": []}'])
def test_what_is_not_a_search_answer_is_never_one(name: str, body: str) -> None:
    outcome = judged(APIS[name], 200, body)
    assert (outcome.state, outcome.error_class) == ("failed", "api"), outcome
    assert outcome.body == body.encode()


@every_http_api
@pytest.mark.parametrize(("status", "kind"), [(401, "account"), (402, "account"), (408, "timeout"), (429, "rate_limit"),
                                              (500, "api"), (502, "api"), (504, "timeout"), (301, "api"), (404, "api")])
def test_plain_statuses_have_the_same_class_everywhere(name: str, status: int, kind: str) -> None:
    assert judged(HTTP_APIS[name], status, {}).error_class == kind


@pytest.mark.parametrize(("name", "status", "body", "headers", "kind"), ERRORS)
def test_a_documented_failure_has_its_class(name: str, status: int, body: Any, headers: dict[str, str],
                                            kind: str) -> None:
    outcome = judged(APIS[name], status, body, headers)
    if kind == "answered_empty":
        assert (outcome.state, outcome.error_class, outcome.hits) == ("answered", None, ())
    else:
        assert (outcome.state, outcome.error_class) == ("failed", kind), outcome.reason


def damaged(document: Any) -> list[Any]:
    """Give the documented answer with nulls, wrong types and missing keys in its rows."""
    found = []
    for wrong in (None, 7, True, "text", [], {}, [[1, None]], {"a": None}, -1.5, ["", None, 3]):
        def spoil(value: Any, wrong: Any = wrong) -> Any:
            if isinstance(value, dict):
                return {key: spoil(one) for key, one in value.items()}
            return [spoil(one) for one in value] if isinstance(value, list) else wrong

        found.append(spoil(document))
    return found


@every_api
def test_wrong_types_end_in_a_class(name: str) -> None:
    for document in damaged(sketch(APIS[name], SKETCHES)[0]):
        outcome = judged(APIS[name], 200, document)
        assert (outcome.state == "answered") == (outcome.error_class is None)
        for hit in outcome.hits:
            assert isinstance(hit.url + hit.title + hit.snippet, str)
            assert hit.url or hit.snippet


@every_http_api
async def test_over_the_wire_an_answer_a_failure_and_a_drop(name: str) -> None:
    api = HTTP_APIS[name]
    env = dict.fromkeys([*api.env[:1], *(names[0] for names in api.vars.values()), "OTHER_API_KEY"], KEY)
    document, expected = sketch(api, SKETCHES)
    encoded = base64.b64encode(b"user:" + KEY.encode()).decode()
    for script, state in ((says(http(document)), "answered"), (drop, "failed"),
                          (says(http({"error": f"bad key {KEY} {encoded}"}, 401, x_request_id=KEY)), "failed")):
        async with wire(script) as server:
            local = load_apis({name: {"url": f"{server.url}{urlsplit(api.url).path}"}})[name]
            async with client_of(local, env) as client:
                outcome = await client.ask(QUERY)
            assert len(server.arrivals) == 1
            assert outcome.state == state
            assert server.arrivals[0].path == urlsplit(api.url).path
        assert len(outcome.hits) == (len(expected) if state == "answered" else 0)
        assert CANARY.forms_in_text(repr(outcome)) == []
        assert encoded not in repr(outcome)


RECORDED = ["brave", "exa_deep", "exa_instant", "firecrawl", "linkup_fast", "linkup_standard", "parallel_advanced",
            "parallel_basic", "serp", "tavily_advanced"]  # fmt: skip


@pytest.mark.parametrize("recorded", RECORDED)
def test_recorded_responses_give_the_hits_that_a_person_would_list(recorded: str, shared: Path) -> None:
    name = {"serp": "google_serp"}.get(recorded, recorded)
    files = sorted((shared / "payloads" / "search").glob(f"*.{recorded}.json"))
    assert files
    for file in files:
        response = json.loads(file.read_text("utf-8"))["response"]
        rows = _rows(response)
        parsed = parse_body(APIS[name], json.dumps(response).encode())
        assert parsed.problem is None
        assert [hit.url for hit in parsed.hits] == [row["url"] for row in rows]
        assert [hit.published for hit in parsed.hits] == [_date(row) for row in rows]
        assert all(hit.as_of is None for hit in parsed.hits)
        for hit, row in zip(parsed.hits, rows, strict=True):
            title = row.get("title", row.get("name")) or ""
            assert bool(hit.title) == bool(title.strip())
            words = " ".join(_texts(row)).split()
            assert not words or hit.snippet
            assert "<strong>" not in hit.snippet
        if name.startswith("exa"):
            assert parsed.cost_usd == response["costDollars"]["total"]


def _rows(response: dict[str, Any]) -> list[dict[str, Any]]:
    if "web" in response:
        return list(response["web"]["results"])
    return list(response["data"]["web"] if "data" in response else response["results"])


def _date(row: dict[str, Any]) -> str | None:
    found = next((row[key] for key in ("publishedDate", "publish_date", "page_age", "timestamp") if row.get(key)), None)
    return None if found is None else str(found)


def _texts(row: dict[str, Any]) -> list[str]:
    texts = [row.get("content"), row.get("description"), *(row.get("excerpts") or []), *(row.get("highlights") or [])]
    return [text for text in texts if text]
