"""Ways in which an answer goes wrong: a name, and what would have been the answer, enter; a spoiled reply leaves."""

import base64
import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from monitor.sandbox.wire import Reply, Request, json_reply, text_reply

__all__ = [
    "BODY_FAULTS",
    "CUT_CHARS",
    "ENGINE_FAULTS",
    "FAULTS",
    "FORMAT_FAULTS",
    "ONE_IN",
    "REQUEST_FAULTS",
    "spoil",
    "spoil_with",
]

FORMAT_FAULTS = {
    "401": "key",
    "402": "account",
    "account": "account",
    "429": "rate_limit",
    "408": "timeout",
    "500": "server",
    "empty": "empty",
}
"""Faults that each API words in its own way, and the word by which a format knows them."""

CHALLENGE = (
    "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1>"
    "<p>Enable JavaScript and cookies to continue.</p></body></html>"
)


def _status(status: int) -> Callable[[Reply], Reply]:
    return lambda good: text_reply(f"<html><body><h1>{status}</h1></body></html>", status)


def _how(how: str) -> Callable[[Reply], Reply]:
    return lambda good: replace(good, how=how)


def _bodied(change: Callable[[bytes], bytes], **headers: str) -> Callable[[Reply], Reply]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    def spoiled(good: Reply) -> Reply:
        return Reply(good.status, change(plain(good)), {**_unencoded(good), **named}, good.how)

    return spoiled


def plain(good: Reply) -> bytes:
    """Give a reply's body without its content encoding."""
    return gzip.decompress(good.body) if good.headers.get("Content-Encoding") == "gzip" else good.body


def _unencoded(good: Reply) -> dict[str, str]:
    return {name: value for name, value in good.headers.items() if name != "Content-Encoding"}


def _mapped(body: bytes, change: Callable[[Any], Any]) -> bytes:
    """Change every value inside a JSON body that is neither object nor list."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: walk(inner) for key, inner in value.items()}
        return [walk(inner) for inner in value] if isinstance(value, list) else change(value)

    try:
        return json.dumps(walk(json.loads(body))).encode()
    except ValueError:
        return body


def _thinned(body: bytes) -> bytes:
    """Leave out every second key of every object but the outermost."""

    def walk(value: Any, depth: int = 0) -> Any:
        if isinstance(value, dict):
            return {
                key: walk(inner, depth + 1) for n, (key, inner) in enumerate(value.items()) if depth < 2 or n % 2 == 0
            }
        return [walk(inner, depth + 1) for inner in value] if isinstance(value, list) else value

    try:
        return json.dumps(walk(json.loads(body))).encode()
    except ValueError:
        return body


def _cut(value: Any) -> Any:
    """Give a long text without its end, and without a mark that something is missing; addresses stay whole."""
    return value[:CUT_CHARS] if isinstance(value, str) and not value.startswith("http") else value


@lru_cache(maxsize=1)
def _bomb() -> bytes:
    return gzip.compress(b'{"results":["' + b"A" * 80_000_000 + b'"]}', 9)


def _padded(body: bytes) -> bytes:
    return body[:-1] + b',"padding":"' + b"x" * 50_000_000 + b'"}' if body.endswith(b"}") else b"x" * 50_000_000


def _reshaped(body: bytes) -> bytes:
    """Give every key of the outermost object another name, as after a change of version."""
    try:
        found = json.loads(body)
    except ValueError:
        return body
    return json.dumps({f"v3_{key}": value for key, value in found.items()} if isinstance(found, dict) else {}).encode()


def _said_back(request: Request) -> dict[str, Any]:
    """Give a request as some gateways quote it in their answers: address, headers and all, in several encodings."""
    target = request.target
    key = base64.b64encode("\n".join(request.headers.values()).encode()).decode()
    return {
        "url": f"http://sandbox.example{target}",
        "headers": dict(request.headers),
        "body": request.body.decode("utf-8", "replace"),
        "trace": key,
        "target": base64.urlsafe_b64encode(target.encode()).decode(),
    }


def _echo(good: Reply, request: Request) -> Reply:
    try:
        found = json.loads(plain(good))
    except ValueError:
        found = {}
    found = found if isinstance(found, dict) else {"answer": found}
    reply = json_reply({**found, "request": _said_back(request)}, good.status)
    reply.headers["X-Request-Id"] = " ".join(request.headers.get(name, "") for name in ("authorization", "x-api-key"))
    return reply


def _echo_401(good: Reply, request: Request) -> Reply:
    told = _said_back(request)
    return json_reply({"error": f"this key is not valid: {told['headers']} {told['url']}", "request": told}, 401)


REQUEST_FAULTS: dict[str, Callable[[Reply, Request], Reply]] = {"echo": _echo, "echo_401": _echo_401}
"""Faults that repeat the request, and with it the key: in an answer, and in a refusal."""

ENGINE_FAULTS = ("throttle", "some_500", "live_ignored")
"""Faults of an engine, not of an answer, in the API's own words: more than one request a second is refused; one in
ONE_IN is a 500, as behind some gateways; and the knob for live content is accepted and changes nothing."""

ONE_IN = 20
CUT_CHARS = 60

BODY_FAULTS: dict[str, Callable[[Reply], Reply]] = {
    "html": lambda good: text_reply(CHALLENGE),
    "202": lambda good: text_reply(CHALLENGE, 202),
    "401_html": lambda good: text_reply("<html><head><title>401</title></head><body>Authorization</body></html>", 401),
    "reshaped": _bodied(_reshaped),
    "double_gzip": _bodied(lambda body: gzip.compress(gzip.compress(body)), Content_Encoding="gzip"),
    "502": _status(502),
    "503": _status(503),
    "504": _status(504),
    "403": _status(403),
    "404": _status(404),
    "no_body": _bodied(lambda body: b""),
    "null_fields": _bodied(lambda body: _mapped(body, lambda value: None)),
    "wrong_types": _bodied(lambda body: _mapped(body, lambda value: [value] if isinstance(value, str) else str(value))),
    "missing_keys": _bodied(_thinned),
    "text_cut": _bodied(lambda body: _mapped(body, _cut)),
    "not_object": _bodied(lambda body: b'"ok"'),
    "json_cut": _bodied(lambda body: body[: len(body) * 2 // 3]),
    "nan": _bodied(lambda body: _mapped(body, lambda value: float("nan") if isinstance(value, int | float) else value)),
    "surrogate": _bodied(lambda body: body.replace(b':"', b':"\\ud800', 3)),
    "deep": _bodied(lambda body: b'{"results":' * 20_000 + b"1" + b"}" * 20_000),
    "bad_utf8": _bodied(lambda body: body.replace(b"e", b"\xff\xfe", 5)),
    "wrong_charset": _bodied(lambda body: body, Content_Type="application/json; charset=utf-16"),
    "bad_gzip": _bodied(lambda body: body, Content_Encoding="gzip"),
    "brotli": _bodied(lambda body: b"\x0b\x02\x80" + body[:40], Content_Encoding="br"),
    "gzip_bomb": _bodied(lambda body: _bomb(), Content_Encoding="gzip"),
    "huge": _bodied(_padded),
    "redirect": lambda good: Reply(302, b"", {"Location": "http://elsewhere.invalid/search"}),
    "hang": _how("hang"),
    "drop": _how("drop"),
    "reset": _how("reset"),
    "truncated": _how("truncated"),
    "chunk_cut": _how("chunk_cut"),
    "slow_drip": _how("drip"),
}
"""Faults that look alike whatever the API."""

FAULTS = (*FORMAT_FAULTS, *BODY_FAULTS, *REQUEST_FAULTS, *ENGINE_FAULTS)


def spoil(fault: str, good: Reply) -> Reply:
    """Give what a fault of BODY_FAULTS makes of a good reply."""
    return BODY_FAULTS[fault](good)


def spoil_with(fault: str, good: Reply, request: Request) -> Reply:
    """Give what a fault of BODY_FAULTS or REQUEST_FAULTS makes of the good reply to a request."""
    if fault in REQUEST_FAULTS:
        return REQUEST_FAULTS[fault](good, request)
    return spoil(fault, good)
