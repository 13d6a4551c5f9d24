"""Bodies -> hits: text is cleaned but not damaged, sizes are capped, and no body whatever raises."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.search.config import load_apis
from monitor.search.decoding import BodyReader
from monitor.search.extract import CUT_MARK, MAX_HITS, clean_text, parse_body
from monitor.search.judging import judge
from monitor.search.models import ApiConfig
from monitor.search.outcome import ErrorClass, Outcome, SentRequest, Timings
from monitor.search.redact import Redactor
from tests.contract.search_sketches import SKETCHES

APIS = load_apis()
EXA = APIS["exa_instant"]
NOTHING = Redactor([])

JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4))


@pytest.mark.parametrize(("raw", "clean"), [
    ("at <strong>231.10</strong> now", "at 231.10 now"),
    ("It&#39;s &lt;5% &amp; falling", "It's <5% & falling"),
    ("p < 5 and b > 3", "p < 5 and b > 3"),
    ("a <b and c> d", "a <b and c> d"),
    ("one<br/>two<p>three</p>", "one two three"),
    ('<a href="https://x/?a=1>2">link</a>', "link"),
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ("\ud800lone", "?lone"),
    ("  nul\0  ", "nul"),
])  # fmt: skip
def test_text_loses_its_decoration_and_nothing_else(raw: str, clean: str) -> None:
    assert clean_text(raw) == clean


def exa(*rows: Any) -> bytes:
    return json.dumps({"results": list(rows)}).encode()


def test_rows_without_url_and_text_are_left_out_and_positions_stay_dense() -> None:
    parsed = parse_body(EXA, exa({"title": "t"}, {"url": "u"}, None, 3, {"highlights": ["x"]}, {"url": "u"}))
    assert [(hit.position, hit.url, hit.snippet) for hit in parsed.hits] == [(0, "u", ""), (1, "", "x"), (2, "u", "")]


def test_hits_and_snippets_are_capped() -> None:
    rows = [{"url": f"u{n}", "highlights": ["x" * 30_000]} for n in range(150)]
    parsed = parse_body(EXA, exa(*rows))
    assert len(parsed.hits) == MAX_HITS
    assert parsed.hits[0].snippet == "x" * 20_000 + CUT_MARK


def test_a_body_in_another_charset_or_with_broken_utf8_is_still_read() -> None:
    text = '{"results": [{"url": "u", "title": "Zürich", "highlights": ["12.5 €"]}]}'
    assert parse_body(EXA, text.encode("utf-16")).hits[0].title == "Zürich"
    assert parse_body(EXA, b"\xef\xbb\xbf" + text.encode()).hits[0].title == "Zürich"
    latin = text.replace(" €", "").encode("latin-1")
    assert parse_body(EXA, latin, "application/json; charset=ISO-8859-1").hits[0].title == "Zürich"
    assert parse_body(EXA, latin, "application/json; charset=utf-8").hits[0].snippet == "12.5"
    assert parse_body(EXA, latin, "application/json; charset=no-such").hits[0].snippet == "12.5"


def test_nan_and_lone_surrogates_do_no_harm() -> None:
    body = b'{"results": [{"url": "u", "title": "\\ud800", "score": NaN, "publishedDate": -Infinity}]}'
    parsed = parse_body(EXA, body)
    assert parsed.problem is None
    parsed.hits[0].title.encode("utf-8")
    assert parsed.hits[0].published is None


@pytest.mark.parametrize("cost", [None, "0.007", True, -1, 10**400, float("inf"), [1]])
def test_a_cost_that_is_none_leaves_the_list_price(cost: Any) -> None:
    body = json.dumps({"results": [{"url": "u"}], "costDollars": {"total": cost}}).encode()
    assert parse_body(EXA, body).cost_usd is None


def judged(api: ApiConfig, status: int, body: bytes, content_type: str = "application/json") -> Outcome:
    base = Outcome(api.name, api.config_hash, "failed", SentRequest("GET", ""), Timings())
    return judge(api, base, status, [("content-type", content_type)], body, None, False, NOTHING)


def check_well_formed(outcome: Outcome) -> None:
    assert (outcome.state == "answered") == (outcome.error_class is None)
    assert outcome.error_class is None or isinstance(outcome.error_class, ErrorClass)
    for hit in outcome.hits:
        "".join([hit.url, hit.title, hit.snippet, hit.published or "", hit.as_of or ""]).encode("utf-8")


@given(st.sampled_from(sorted(APIS)), st.sampled_from([200, 200, 400, 422, 429, 503]), JSON)
def test_any_json_ends_in_a_class(name: str, status: int, document: Any) -> None:
    check_well_formed(judged(APIS[name], status, json.dumps(document).encode()))


@given(st.sampled_from(sorted(APIS)), st.integers(100, 599), st.binary(max_size=200), st.text(max_size=40))
def test_any_bytes_end_in_a_class(name: str, status: int, body: bytes, content_type: str) -> None:
    check_well_formed(judged(APIS[name], status, body, content_type))


def mutated(document: Any, chance: random.Random) -> bytes:
    """Give the documented answer with a value replaced somewhere, or bytes changed, cut or doubled."""
    def walk(value: Any) -> Any:
        if chance.random() < 0.06:
            return chance.choice([None, 0, -1e308, "", "x" * 50, [], {}, True, [None], {"url": 3}, "\ud83d", 10**400])
        if isinstance(value, dict):
            return {key: walk(one) for key, one in value.items() if chance.random() > 0.04}
        return [walk(one) for one in value] * chance.choice([1, 1, 2]) if isinstance(value, list) else value

    data = bytearray(json.dumps(walk(document)).encode())
    for _ in range(chance.choice([0, 0, 1, 4])):
        if data:
            place = chance.randrange(len(data))
            data[place : place + chance.choice([0, 1, 9])] = chance.randbytes(chance.choice([0, 1, 3]))
    return bytes(data)


def check_mutated_answers(count: int, seed: int) -> None:
    chance = random.Random(seed)
    names = sorted(APIS)
    for number in range(count):
        api = APIS[names[number % len(names)]]
        document = SKETCHES.get(api.name, SKETCHES[api.provider])[0]
        check_well_formed(judged(api, chance.choice([200, 200, 200, 400, 429, 500]), mutated(document, chance)))


def test_mutated_answers_end_in_a_class() -> None:
    check_mutated_answers(400, seed=1)


@pytest.mark.slow
def test_ten_thousand_mutated_answers_end_in_a_class() -> None:
    check_mutated_answers(10_000, seed=2)


@given(st.binary(max_size=400), st.sampled_from(["gzip", "", "identity", "br", "GZIP"]), st.integers(1, 100),
       st.integers(1, 64))
def test_a_reader_keeps_to_its_cap_whatever_comes(data: bytes, encoding: str, cap: int, step: int) -> None:
    reader = BodyReader(encoding, cap)
    for start in range(0, len(data), step):
        reader.feed(data[start : start + step])
    body = reader.finish(whole=True)
    assert len(body) <= cap
    if encoding in ("", "identity"):
        assert body == data[:cap]
        assert reader.truncated == (len(data) > cap)
