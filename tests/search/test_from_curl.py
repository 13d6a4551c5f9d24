"""A curl command becomes the table that sends the same request, and its key stays out of the table."""

import tomllib
from typing import Any

import pytest

from monitor.errors import ConfigError
from monitor.search.config import load_apis
from monitor.search.extract import parse_document
from monitor.search.from_curl import draft_table, parse_curl
from monitor.search.guess import guess_hits, table_text
from monitor.search.templating import render
from tests.leaks.canary import PLAIN_KEY as KEY

POST = f"""curl --request POST \\
  --url https://api.newcomer.example/v1/search \\
  -H 'Authorization: Bearer {KEY}' -H "Content-Type: application/json" \\
  --data '{{"query": "gold price", "search_queries": ["gold price"], "options": {{"depth": "fast", "n": 10, "x": null}},
            "pattern": "a{{1}}"}}'"""
GET = f"curl -sS 'https://api.newcomer.example/res/search?q=gold%20price&count=10&api_key={KEY}'"


def draft(command: str, **options: Any) -> Any:
    return draft_table(parse_curl(command), "newcomer", **options)


def sent(found: Any, query: str = "silver {key} price") -> tuple[Any, dict[str, str]]:
    """Give the request that the table makes, through TOML and the checks of every table."""
    table = found.table | {"hits": "results[].{url: url}", "expect": "results"}
    read = tomllib.loads(table_text("newcomer", table))["apis"]
    api = load_apis(read)["newcomer"]
    request = render(api, {"query": query, "key": KEY} | dict.fromkeys(api.vars, "other"), "test/1")
    return request, dict(request.headers)


def test_a_post_with_json() -> None:
    found = draft(POST)
    assert KEY not in repr(found) + repr(found.table)
    assert (found.table["env"], found.query) == ("NEWCOMER_API_KEY", "gold price")
    assert found.secrets == {"NEWCOMER_API_KEY": KEY}
    request, headers = sent(found)
    assert (request.method, request.url) == ("POST", "https://api.newcomer.example/v1/search")
    assert headers["authorization"] == f"Bearer {KEY}"
    assert request.body == (b'{"query":"silver {key} price","search_queries":["silver {key} price"],'
                            b'"options":{"depth":"fast","n":10},"pattern":"a{1}"}')  # fmt: skip


def test_a_get_with_the_key_in_the_address() -> None:
    found = draft(GET)
    assert KEY not in str(found.table)
    assert found.table["query"] == {"q": "{query}", "count": "10", "api_key": "{key}"}
    request, _ = sent(found, "silver")
    assert request.url == f"https://api.newcomer.example/res/search?q=silver&count=10&api_key={KEY}"


@pytest.mark.parametrize(
    ("command", "part", "expected"),
    [
        ("curl https://n.example/s -G -d q=gold -d n=3", "query", {"q": "{query}", "n": "3"}),
        ("curl https://n.example/s --get --data-urlencode 'q=gold & silver'", "query", {"q": "{query}"}),
        ("curl -d 'q=gold' -d n=3 https://n.example/s", "body", {"q": "{query}", "n": "3"}),
        ("curl https://n.example/s?q=gold -H 'X-Api-Key: $MY_KEY'", "env", "MY_KEY"),
        ("curl https://n.example/s?q=gold -H 'X-Api-Key: ${MY_KEY}'", "headers", {"X-Api-Key": "{key}"}),
        ("curl https://n.example/s?q=gold -H 'X-Api-Key: YOUR_API_KEY'", "env", "NEWCOMER_API_KEY"),
        ("curl https://n.example/s?q=gold -u 'me:secret'", "headers", {"Authorization": "Basic {key}"}),
        ("curl https://n.example/s?q=gold -H 'x-app: 0a1b2c3d4e5f60718293a4b5'", "headers", {"x-app": "{key}"}),
        ("curl -XPOST n.example/s --json '{\"q\": \"gold\"}'", "url", "https://n.example/s"),
        ("curl https://n.example/s?q=gold -H 'accept: */*' -A me -H 'x-mode: fast'", "headers", {"x-mode": "fast"}),
    ],
)
def test_ways_of_saying_it(command: str, part: str, expected: Any) -> None:
    assert draft(command).table[part] == expected


def test_a_second_secret_gets_a_variable_of_its_own() -> None:
    command = "curl https://n.example/s?q=gold -H 'X-Api-Key: aaaa1111bbbb' -H 'X-App-Token: cccc2222dddd'"
    found = draft(command)
    assert found.table["vars"] == {"x_app_token": ["NEWCOMER_X_APP_TOKEN"]}
    assert found.table["headers"] == {"X-Api-Key": "{key}", "X-App-Token": "{x_app_token}"}
    assert found.secrets == {"NEWCOMER_API_KEY": "aaaa1111bbbb", "NEWCOMER_X_APP_TOKEN": "cccc2222dddd"}


def test_words_in_the_path_and_words_that_are_named() -> None:
    found = draft("curl https://n.example/s/gold%20price/10", query="gold price")
    assert found.table["url"] == "https://n.example/s/{query}/10"
    assert sent(found, "a/b")[0].url == "https://n.example/s/a%2Fb/10"
    said = draft("curl -d '{\"say\": \"gold price\"}' n.example", query="gold")
    assert said.table["body"] == {"say": "{query} price"}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("wget https://n.example", "no curl command"),
        ("curl https://n.example/'", "quotes"),
        ("curl -H 'a: b'", "0 addresses"),
        ("curl https://n.example/?count=3", "--query"),
        ("curl -X PUT https://n.example/?q=a", "PUT"),
        ("curl -F q=a https://n.example/", "-F"),
        ("curl https://n.example -d @file", "in a file"),
        ("curl https://n.example -d '[1]'", "no object"),
        ("curl https://n.example -d", "no value"),
    ],
)
def test_what_a_table_cannot_say_is_refused(command: str, words: str) -> None:
    with pytest.raises(ConfigError) as refused:
        draft(command)
    assert words in str(refused.value)


ROW = {"link": "https://x.example/a", "name": "t", "text": "gold 2,400", "date": "2026-11-30"}


@pytest.mark.parametrize(
    ("document", "hits", "expect"),
    [
        ({"results": [ROW]}, "results[].{url: link, title: name, snippet: text, published: date}", "results"),
        ([ROW], "[].{url: link, title: name, snippet: text, published: date}", "@"),
        ({"data": {"web-pages": [ROW], "images": [{"url": "u"}], "n": 1}}, 'data."web-pages"[].', "data"),
        ({"a": [{"url": "u"}, {"url": "v"}, {"url": "w"}], "b": [ROW, ROW]}, "b[].", "b"),
        ({"r": [{"url": "u", "snippet": "s", "extra_snippets": ["t"]}]}, "snippet: [snippet, extra_snippets][]", "r"),
    ],
)
def test_the_list_of_pages_is_found(document: Any, hits: str, expect: str) -> None:
    found = guess_hits(document)
    assert found is not None
    assert hits in found[0]
    assert found[1] == expect
    api = load_apis({"n": {"url": "http://n.example/?q={query}", "hits": found[0], "expect": found[1]}})["n"]
    assert parse_document(api, document).hits


@pytest.mark.parametrize("document", [{}, [], {"results": []}, {"results": ["x"]}, {"rows": [{"id": 1}]}, None, 3])
def test_where_there_is_none_nothing_is_guessed(document: Any) -> None:
    assert guess_hits(document) is None


def test_any_text_survives_toml() -> None:
    table = {"hits": 'a."b-c"', "headers": {"x y": "tab\there", "z": "back\\slash 'and' \"quotes\"", "é": "\x7f☃"}}
    assert tomllib.loads(table_text("n", table))["apis"]["n"] == table
