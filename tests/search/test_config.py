"""Tables become checked apis, and a wrong one is refused with file, table, field and remedy."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from monitor.errors import ConfigError
from monitor.search.config import load_apis, load_key_groups
from monitor.search.keys import key_present, secret_names, why_not_usable
from monitor.search.models import ApiConfig

TEN_LINES = {
    "provider": "newcomer", "env": "NEWCOMER_KEY", "url": "https://api.newcomer.example/search",
    "headers": {"Authorization": "Bearer {key}"}, "query": {"q": "{query}"},
    "hits": "items[].{url: link, title: name, snippet: text}", "expect": "items", "price_usd": 0.002,
}  # fmt: skip


def test_a_new_api_is_ten_lines() -> None:
    apis = load_apis({"newcomer": TEN_LINES}, {"newcomer": {"rps": 2}})
    api = apis["newcomer"]
    assert list(apis)[-1] == "newcomer"
    assert (api.env, api.key_group, api.group.rps, api.enabled) == (("NEWCOMER_KEY",), "newcomer", 2, True)


def test_a_copy_merges_tables_and_replaces_the_rest() -> None:
    apis = load_apis({"sbx_fast": {"like": "exa_instant", "url": "http://127.0.0.1:8123/e/fast/exa/search",
                                   "env": ["SANDBOX_API_KEY"], "body": {"contents": {"text": True}}}})
    api, shipped = apis["sbx_fast"], apis["exa_instant"]
    assert api.url == "http://127.0.0.1:8123/e/fast/exa/search"
    assert api.env == ("SANDBOX_API_KEY",)
    assert api.body == {**(shipped.body or {}), "contents": {"highlights": True, "text": True}}
    assert (api.hits, api.key_group, api.provider) == (shipped.hits, "exa", "exa")


def test_a_copy_of_what_is_off_is_on_and_a_shipped_table_can_be_overridden() -> None:
    apis = load_apis({"mine": {"like": "searxng", "url": "http://10.0.0.2/search"}, "exa_instant": {"enabled": False}})
    assert apis["mine"].enabled
    assert not apis["exa_instant"].enabled
    assert apis["exa_instant"].body == load_apis()["exa_instant"].body


def test_a_copy_of_a_copy_follows_both() -> None:
    apis = load_apis({"a": {"like": "b", "price_usd": 1.0}, "b": {"like": "brave", "query": {"count": 20}}})
    assert apis["a"].query == {"q": "{query}", "count": 20}
    assert apis["a"].errors == apis["brave"].errors


@pytest.mark.parametrize(("table", "words"), [
    ({"like": "exa_instnt"}, "did you mean 'exa_instant'"),
    ({"like": "brave", "hist": "x"}, "did you mean 'hits'"),
    ({"like": "brave", "url": "ftp://x"}, "url: "),
    ({"like": "brave", "url": "https://user:pw@x.example/"}, "url: "),
    ({"like": "brave", "url": "http://[::1"}, "url: 'http://[::1' does not do"),
    ({"like": "brave", "url": "https://x.example:99999/"}, "url: "),
    ({"like": "brave", "url": "https://a..example/"}, "no such host"),
    ({"like": "brave", "headers": {"X A": "v"}}, "headers: 'X A' is no name of a header"),
    ({"like": "brave", "headers": {"X-A": "v\r\nX-B: w"}}, "headers: the value of X-A holds a line break"),
    ({"like": "brave", "hits": "results["}, "hits: not a JMESPath"),
    ({"like": "brave", "expect": "a.'"}, "expect: not a JMESPath"),
    ({"like": "brave", "query": {"q": "{question}"}}, "{question} is unknown"),
    ({"like": "brave", "query": {"q": "fixed"}}, "no part of the request holds {query}"),
    ({"like": "brave", "env": []}, "env: "),
    ({"like": "brave", "env": "sk-live-1234"}, "env"),
    ({"like": "brave", "body": {"q": "{query}"}}, "body: "),
    ({"like": "brave", "total_s": 0}, "total_s: "),
    ({"like": "brave", "errors": [{"status": 99, "class": "api"}]}, "errors.0.status"),
    ({"like": "brave", "errors": [{"status": 400, "class": "mine"}]}, "errors.0.class"),
    ({"like": "brave", "errors": [{"class": "api"}]}, "needs a condition"),
    ({"like": "brave", "errors": [{"stauts": 400, "class": "api"}]}, "did you mean 'status'"),
    ({"like": "brave", "errors": [{"headers": {"x": "("}, "class": "api"}]}, "regular expression"),
    ({"like": "wrong"}, "circle"),
    ({"url": "https://x.example", "query": {"q": "{query}"}}, "hits: this field is needed"),
    ({}, "url: this field is needed"),
    ({"name": "x"}, "named by its table"),
])  # fmt: skip
def test_a_wrong_table_is_refused_with_place_and_remedy(table: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_apis({"wrong": table}, where="/home/me/monitor.toml")
    text = str(caught.value)
    assert words in text
    assert text.startswith("/home/me/monitor.toml: [apis.wrong]")
    assert caught.value.remedy
    assert "sk-live" not in text


def test_a_wrong_key_group_and_a_name_that_is_none_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"\[key_groups.exa\].*'rps'"):
        load_key_groups({"exa": {"rsp": 3}})
    with pytest.raises(ConfigError, match="rps"):
        load_key_groups({"exa": {"rps": 0}})
    with pytest.raises(ConfigError, match="a-z"):
        load_apis({"Bad-Name": {"like": "brave"}})
    with pytest.raises(ConfigError, match="not a table"):
        load_apis({"brave": "on"})


def test_limits_of_the_user_are_merged_over_the_shipped_ones() -> None:
    groups = load_key_groups({"exa": {"concurrent": 2}})
    assert (groups["exa"].rps, groups["exa"].concurrent) == (8, 2)
    assert load_apis(None, {"exa": {"concurrent": 2}})["exa_live"].group.concurrent == 2


def test_the_hash_follows_what_is_asked_and_not_what_it_costs() -> None:
    before = load_apis()["brave"].config_hash
    same = [{"price_usd": 9.0}, {"env": ["OTHER"]}, {"notes": "n"}, {"enabled": False}, {"calls_per_day": 3}]
    other = [{"query": {"count": 5}}, {"url": "https://other.example/"}, {"hits": "[]"}, {"total_s": 9.0},
             {"headers": {"Cache-Control": "no-cache"}}]  # fmt: skip
    assert {load_apis({"brave": change})["brave"].config_hash for change in same} == {before}
    hashes = {load_apis({"brave": change})["brave"].config_hash for change in other}
    assert len(hashes | {before}) == len(other) + 1
    hashes = [api.config_hash for api in load_apis().values()]
    assert len(set(hashes)) == len(hashes)


def test_keys_come_from_the_first_variable_that_has_one() -> None:
    api = load_apis()["you_live"]
    assert not key_present(api, {})
    assert key_present(api, {"YDC_API_KEY": " ", "YOU_API_KEY": "k"})
    assert "YDC_API_KEY or YOU_API_KEY" in (why_not_usable(api, {}) or "")
    cse = load_apis()["google_cse"]
    assert "GOOGLE_CSE_ID or GOOGLE_CX" in (why_not_usable(cse, {"GOOGLE_API_KEY": "k"}) or "")
    assert why_not_usable(load_apis()["ddgs_mojeek"], {}) is None
    assert {"EXA_API_KEY", "GOOGLE_CX", "SERP_API_KEY"} <= secret_names(load_apis().values())


def test_the_page_describes_every_field_and_its_examples_load() -> None:
    page = (Path(__file__).parents[2] / "docs" / "search-apis.md").read_text("utf-8")
    fields = {field.alias or name for name, field in ApiConfig.model_fields.items()} - {"name", "group"}
    assert [field for field in sorted(fields) if f"`{field}`" not in page] == []
    blocks = re.findall(r"```toml\n(.*?)```", page, re.S)
    data = tomllib.loads("\n".join(blocks))
    apis = load_apis(data["apis"], data["key_groups"])
    assert len(blocks[0].strip().splitlines()) <= 10
    assert (apis["newcomer"].group.per_minute, len(apis["newcomer"].errors)) == (100, 1)
    assert apis["exa_news"].body == {**(apis["exa_instant"].body or {}), "category": "news"}
    assert apis["searxng"].enabled
