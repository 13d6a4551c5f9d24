"""Who may read: the Host header, the token, and the headers that keep a page from doing what it should not."""

import base64
import binascii
import ipaddress
import math
import socket
from collections.abc import Collection, Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from monitor.config import WebSettings
from monitor.web.access import Rates, Tokens

__all__ = ["ANY", "HEADERS", "TOKEN", "Guard", "allowed_hosts", "is_loopback"]

TOKEN = "MONITOR_WEB_TOKEN"
"""The variable that the token is taken from."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANY = ("0.0.0.0", "::", "")
SAFE = ("GET", "HEAD", "OPTIONS")
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""What comes with one of these was passed on by a proxy, whether or not the settings know it."""

COSTLY = ("/charts/",)
"""Paths that cost work; so does what ends in ``.csv``, and all that changes something."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach what listens on `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def allowed_hosts(host: str, more: Iterable[str] = ()) -> frozenset[str]:
    """Give the names under which a page that listens on `host` may be asked for; `more` are the settings' own."""
    own = {socket.gethostname().lower()} if host in ANY else {host.lower()}
    return frozenset({*LOOPBACK, *own, *(name.lower() for name in more)})


class Guard:
    """ASGI middleware: a wrong Host is 421, a missing token 401, too many tries 429; every answer carries `HEADERS`.

    A page elsewhere on the web can have a browser ask a name that resolves to this machine; the Host header is then
    that name, and it gets nothing. Where the page listens on loopback, reading is free, but not for what a proxy
    passes on: that comes from elsewhere. From elsewhere only ``/healthz`` is free. What changes something needs the
    token in a header that no browser sends by itself, and no other origin.
    """

    def __init__(
        self, app: ASGIApp, hosts: Collection[str], tokens: Tokens, rates: Rates, web: WebSettings, host: str
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._tokens = tokens
        self._rates = rates
        self._web = web
        self._proxies = [ipaddress.ip_network(one) for one in web.proxies]
        self._loopback = is_loopback(host)
        self._any_address = host in ANY

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope, Headers(scope=scope))
        await (refusal or self._app)(scope, receive, with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Give the answer to a request that is not let in."""
        path, method = scope["path"], scope["method"]
        if not self._known(headers.get("host", "")):
            return _said(path, 421, "This monitor does not answer to that host name.")
        if path == "/healthz" and method in SAFE:
            return None
        peer = (scope.get("client") or ("", 0))[0]
        proxied = self._is_proxy(peer)
        address = _last(headers.get(self._web.address_header, "")) or peer if proxied else peer
        changes = method not in SAFE
        if changes and not _same_origin(headers):
            return _said(path, 403, "Another site's page asked for this.")
        if (changes or path.startswith(COSTLY) or path.endswith(".csv")) and (wait_s := self._costs(address)):
            return _busy(path, wait_s, "too many requests")
        if not changes and self._free_to_read(headers, proxied):
            return None
        return self._without_token(path, headers, address, changes)

    def _without_token(self, path: str, headers: Headers, address: str, changes: bool) -> Response | None:
        if changes and not self._tokens.any():
            return _said(path, 403, f"This needs a token: make one with `monitor token new`, or set {TOKEN}.")
        given = _given(headers, bearer_only=changes)
        if given is None:
            kind = "Bearer" if changes else "Basic"
            words = "as a bearer token" if changes else "as a bearer token, or as the password"
            return _said(path, 401, f"The token is missing or wrong; give it {words}.",
                         {"WWW-Authenticate": f'{kind} realm="monitor", charset="UTF-8"'})  # fmt: skip
        if wait_s := self._rates.wrong.wait_s(address):
            return _busy(path, wait_s, "too many wrong tokens")
        if self._tokens.holds(given):
            return None
        self._rates.wrong.count(address)
        return self._without_token(path, Headers({}), address, changes)

    def _free_to_read(self, headers: Headers, proxied: bool) -> bool:
        if proxied:
            return bool(self._web.user_header and headers.get(self._web.user_header, "").strip())
        return self._loopback and not any(name in headers for name in FORWARDED)

    def _costs(self, address: str) -> float:
        wait_s = self._rates.costly.wait_s(address)
        if not wait_s:
            self._rates.costly.count(address)
        return wait_s

    def _is_proxy(self, peer: str) -> bool:
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in one for one in self._proxies)

    def _known(self, host: str) -> bool:
        name = _without_port(host)
        if name in self._hosts:
            return True
        if not self._any_address:
            return False
        try:
            ipaddress.ip_address(name)  # an address is no name that somebody else's DNS could point here
        except ValueError:
            return False
        return True


def _given(headers: Headers, *, bearer_only: bool) -> str | None:
    """Give the token of the request, or None where it has none."""
    kind, _, value = headers.get("authorization", "").partition(" ")
    given = value.strip()
    if kind.lower() == "basic" and not bearer_only:
        try:
            given = base64.b64decode(given, validate=True).decode("utf-8").partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return None
    elif kind.lower() != "bearer":
        return None
    return given or None


def _same_origin(headers: Headers) -> bool:
    """Tell whether no other site's page asks; a program sends neither header."""
    origin = headers.get("origin")
    try:
        elsewhere = origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").strip().lower()
    except ValueError:  # an address that is none, such as http://[x
        return False
    if elsewhere:
        return False
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def _last(forwarded: str) -> str:
    """Give the address that the nearest proxy added; those before it are the client's own word."""
    return forwarded.rpartition(",")[2].strip()[:64]


def _said(path: str, status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    if path.startswith("/api/"):
        return JSONResponse({"error": text}, status, dict(headers or {}))
    return PlainTextResponse(text + "\n", status, dict(headers or {}))


def _busy(path: str, wait_s: float, what: str) -> Response:
    wait = math.ceil(wait_s)
    return _said(path, 429, f"Refused: {what} from this address; try again in {wait} s.", {"Retry-After": str(wait)})


def _without_port(host: str) -> str:
    host = host.strip().lower()
    if host.startswith("["):
        name, _, port = host[1:].partition("]")
        return name if not port or port.startswith(":") else ""
    return host.rpartition(":")[0] if host.count(":") == 1 else host
