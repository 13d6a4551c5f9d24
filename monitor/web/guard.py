"""Who may read: the Host header, the token, and the headers that keep a page from doing what it should not."""

import base64
import binascii
import hmac
import ipaddress
import socket
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["ANY", "HEADERS", "TOKEN", "Guard", "allowed_hosts", "is_loopback"]

TOKEN = "MONITOR_WEB_TOKEN"
"""The variable that the token is taken from."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANY = ("0.0.0.0", "::", "")

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


def allowed_hosts(host: str) -> frozenset[str]:
    """Give the names under which a page that listens on `host` may be asked for."""
    own = {socket.gethostname().lower()} if host in ANY else {host.lower()}
    return frozenset({*LOOPBACK, *own})


class Guard:
    """ASGI middleware: a wrong Host is 421, a missing token 401, and every answer carries `HEADERS`.

    A page elsewhere on the web can have a browser ask a name that resolves to this machine; the Host header is then
    that name, and it gets nothing. `token` None asks for none; with one, only ``/healthz`` is free.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], token: str | None, *, any_address: bool = False) -> None:
        self._app = app
        self._hosts = hosts
        self._token = token
        self._any_address = any_address

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

        headers = Headers(scope=scope)
        if not self._known(headers.get("host", "")):
            refusal = PlainTextResponse("This monitor does not answer to that host name.\n", 421)
            await refusal(scope, receive, with_headers)
        elif self._token is not None and scope["path"] != "/healthz" and not self._holds_token(headers):
            refusal = PlainTextResponse(
                "The token is needed: as a bearer token, or as the password.\n",
                401,
                {"WWW-Authenticate": 'Basic realm="monitor", charset="UTF-8"'},
            )
            await refusal(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)

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

    def _holds_token(self, headers: Headers) -> bool:
        kind, _, value = headers.get("authorization", "").partition(" ")
        given = value.strip()
        if kind.lower() == "basic":
            try:
                given = base64.b64decode(given, validate=True).decode("utf-8").partition(":")[2]
            except (binascii.Error, UnicodeDecodeError):
                return False
        elif kind.lower() != "bearer":
            return False
        return hmac.compare_digest(given.encode(), (self._token or "").encode())


def _without_port(host: str) -> str:
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host
