"""No key survives, in any form that a key takes on; ordinary text does."""

import base64
import html
import json
import logging
import re
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.search.redact import LogFilter, Redactor
from tests.leaks.canary import CANARY
from tests.leaks.canary import PLAIN_KEY as PLAIN

KEY = f"{CANARY.first}/42+x=&'\"\\é{CANARY.second}"


@pytest.mark.parametrize("form", [
    KEY, quote(KEY), quote(KEY, safe=""), quote_plus(KEY), re.sub("%..", lambda at: at[0].lower(), quote(KEY, safe="")),
    json.dumps(KEY)[1:-1], json.dumps(KEY, ensure_ascii=False)[1:-1], html.escape(KEY),
    quote(quote(KEY, safe=""), safe=""), json.dumps(json.dumps(KEY))[3:-3], repr(KEY)[1:-1], repr(KEY.encode())[2:-1],
    base64.b64encode(f"GET /s?q=a&key={quote(KEY, safe='')}&n=1".encode()).decode(),
    base64.b64encode(json.dumps({"q": "a", "api_key": KEY}).encode()).decode(), KEY.encode().hex(),
    KEY.encode().hex().upper(),
], ids=lambda form: f"{len(form)} long")  # fmt: skip
def test_each_way_of_writing_a_key_is_found(form: str) -> None:
    redactor = Redactor([KEY])
    clean = redactor.text(f"before {form} after")
    assert CANARY.first not in clean
    assert CANARY.second not in clean
    assert redactor.text(f"before {form} after").endswith(" after")
    data, hit = redactor.bytes(f"before {form} after".encode())
    assert hit
    assert len(data) == len(f"before {form} after".encode())
    assert CANARY.forms_in(data) == []


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=12, max_size=60), st.binary(max_size=40),
       st.binary(max_size=40))
def test_a_key_inside_any_base64_is_found(key: str, before: bytes, after: bytes) -> None:
    whole = before + key.encode() + after
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        text = encode(whole).decode()
        clean = Redactor([key]).values(text)
        assert "***" in clean
        # all but the characters that the key shares with its neighbours is gone, once for each time it stood there
        assert len(text) - len(clean.replace("***", "")) >= len(key) * 4 // 3 - 3


KEYS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="*"), min_size=6, max_size=40)


@given(KEYS.filter(lambda text: len(text.strip()) >= 6), st.text(max_size=40), st.text(max_size=40))
def test_no_text_keeps_a_key(key: str, before: str, after: str) -> None:
    assert key.strip() not in Redactor([key]).values(before + key + after).replace("***", "\0")


@pytest.mark.parametrize(("text", "secret"), [
    ("GET https://x.example/s?q=a&api_key=abc123def&num=1", "abc123def"),
    ("x-api-key: abc123def", "abc123def"),
    ("Authorization: Bearer abc123def456", "abc123def456"),
    ("{'authorization': 'Bearer abc123def456'}", "abc123def456"),
    ('{"api_key": "abc123def"}', "abc123def"),
    ("[(b'x-subscription-token', b'abc123def')] X-Subscription-Token=abc123def", "=abc123def"),
    ("proxy http://user:abc123def@proxy.example:3128 refused", "abc123def"),
    ("https://x.example/?key=abc123def#x", "abc123def"),
])  # fmt: skip
def test_what_stands_where_a_key_does_is_replaced_unknown_as_it_is(text: str, secret: str) -> None:
    assert secret not in Redactor([]).text(text)


@pytest.mark.parametrize("text", [
    "Apple (AAPL) closed at 231.10; the key figure was 5.", "not set: EXA_API_KEY or OTHER_KEY (put it in .env)",
    "https://x.example/a?monkey=1&q=price", "basic facts about tokens",
])  # fmt: skip
def test_ordinary_text_stays(text: str) -> None:
    assert Redactor([PLAIN]).text(text) == text


def test_headers_are_replaced_by_name_and_by_value() -> None:
    pairs = [("Authorization", f"Bearer {PLAIN}"), ("X-API-Key", "unknown"), ("Cookie", "a=b"),
             ("Echo", f"you sent {PLAIN}"), ("Accept", "a"), ("accept", "b")]  # fmt: skip
    clean = Redactor([PLAIN]).headers(pairs)
    assert clean == {"authorization": "Bearer ***", "x-api-key": "***", "cookie": "***", "echo": "you sent ***",
                     "accept": "a, b"}  # fmt: skip


def test_nested_values_are_replaced() -> None:
    clean = Redactor([PLAIN]).json({"q": f"a {PLAIN}", "api_key": "x", "deep": [{"token": "y", PLAIN: 1}], "n": 3})
    assert clean == {"q": "a ***", "api_key": "***", "deep": [{"token": "***", "***": 1}], "n": 3}


def test_a_short_placeholder_does_not_black_out_words() -> None:
    assert Redactor(["test", "x"]).text("the latest test") == "the latest test"


def test_a_redactor_shows_no_key() -> None:
    assert PLAIN not in repr(Redactor([PLAIN]))
    assert Redactor.from_env(["A", "B"], {"A": PLAIN}).values(PLAIN) == "***"


def test_log_records_are_rewritten(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("test.redacted")
    logger.addFilter(LogFilter(Redactor([PLAIN])))
    with caplog.at_level(logging.INFO):
        logger.info("GET %s %d", f"https://x.example/?api_key={PLAIN}", 200)
    assert caplog.messages == ["GET https://x.example/?api_key=*** 200"]
