"""Connections: a pool per api for stock httpx, opened ahead of the call without sending anything.

httpx cannot open a connection without a request, and a request to warm one (HEAD of the host's root, say) is a
request: gateways count it, limiters punish it, and it is one more arrival at a server that counts them. httpcore's
pool, which httpx uses, takes a network backend; this one may hold streams that were connected, TLS included,
before the pool asks for them. Nothing but the handshakes goes over the wire.
"""

import asyncio
import functools
import select
import ssl
from collections.abc import AsyncIterator, Iterable
from typing import Any

import httpcore
import httpx

from monitor.errors import ConfigError
from monitor.search.outcome import Warmth

__all__ = ["PoolTransport", "WarmedStream", "tls_context"]

_KEEPALIVE_S = 120.0
_STASH_S = 40.0  # servers drop a connection that has sent nothing sooner than one that has


@functools.cache
def tls_context(ca_file: str | None) -> ssl.SSLContext:
    """Give the TLS settings, shared by all clients: loading the authorities takes tens of milliseconds.

    Raises ConfigError for a file that cannot be read or holds no certificate.
    """
    try:
        context = ssl.create_default_context(cafile=ca_file) if ca_file else httpx.create_ssl_context(trust_env=False)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(f"ca_file: {ca_file!r} cannot be used: {error.strerror or error}", "",
                          "name a PEM file of certificates that this user may read") from error
    context.set_alpn_protocols(["http/1.1"])
    return context


def _closed_by_peer(stream: httpcore.AsyncNetworkStream) -> bool:
    """Tell whether the other side has closed the connection.

    Being readable does not tell: a TLS 1.3 server sends session tickets unasked right after the handshake. Where
    the system cannot tell a hang-up from data, whatever is readable is taken to be closed, at the cost of a handshake.
    """
    if not hasattr(select, "POLLRDHUP"):
        return bool(stream.get_extra_info("is_readable"))
    watch = select.poll()
    watch.register(stream.get_extra_info("socket").fileno(), select.POLLRDHUP)
    return bool(watch.poll(0))


class WarmedStream(httpcore.AsyncNetworkStream):
    """A stream that was connected ahead; over TLS, the handshake is done too."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, opened_s: float) -> None:
        self._stream = stream
        self.opened_s = opened_s
        self._watch = select.poll()
        self._watch.register(stream.get_extra_info("socket").fileno(), select.POLLIN)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read what is there."""
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all of the buffer."""
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close the stream."""
        await self._stream.aclose()

    async def start_tls(self, ssl_context: ssl.SSLContext, server_hostname: str | None = None,
                        timeout: float | None = None) -> httpcore.AsyncNetworkStream:
        """Give the stream itself: it was wrapped when it was opened."""
        return self

    def get_extra_info(self, info: str) -> Any:
        """Give what the inner stream knows.

        The pool asks every idle connection of an api whether it is readable at every request and every end of one;
        the inner stream's own way costs 40 us each time, which a burst of sends would feel.
        """
        return bool(self._watch.poll(0)) if info == "is_readable" else self._stream.get_extra_info(info)


class _StashBackend(httpcore.AsyncNetworkBackend):
    """Hands out streams that stand ready, and opens one where none does."""

    def __init__(self, context: ssl.SSLContext | None) -> None:
        self._context = context
        self._inner = httpcore.AnyIOBackend()
        self._stash: list[WarmedStream] = []

    async def connect_tcp(self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
                          socket_options: Iterable[Any] | None = None) -> httpcore.AsyncNetworkStream:
        """Give a connected stream."""
        while self._stash:
            stream = self._stash.pop()
            if self._fresh(stream):
                return stream
            await stream.aclose()
        return await self._inner.connect_tcp(host, port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        """Sleep; the pool asks for it between retries, of which there are none."""
        await self._inner.sleep(seconds)

    def _fresh(self, stream: WarmedStream) -> bool:
        age_s = asyncio.get_running_loop().time() - stream.opened_s
        return age_s < _STASH_S and not _closed_by_peer(stream)

    async def prune(self) -> int:
        """Close what has gone stale and give how many stand ready."""
        stale = [stream for stream in self._stash if not self._fresh(stream)]
        self._stash = [stream for stream in self._stash if stream not in stale]
        for stream in stale:
            await stream.aclose()
        return len(self._stash)

    async def open(self, host: str, port: int, timeout: float) -> None:
        """Connect one stream more, with TLS where the api has it; raises what httpcore raises."""
        stream = await self._inner.connect_tcp(host, port, timeout)
        if self._context is not None:
            stream = await stream.start_tls(self._context, host, timeout)
        self._stash.append(WarmedStream(stream, asyncio.get_running_loop().time()))

    async def aclose(self) -> None:
        """Close what stands ready."""
        while self._stash:
            await self._stash.pop().aclose()


class _Stream(httpx.AsyncByteStream):
    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._inner:
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()


class PoolTransport(httpx.AsyncBaseTransport):
    """httpx's transport port over httpcore's pool: HTTP/1.1, no retries, no limit that would queue a request.

    Exceptions are httpcore's own, which, unlike httpx's, never hold the request and with it the key.
    """

    def __init__(self, url: str, ca_file: str | None = None) -> None:
        parsed = httpx.URL(url)
        tls = parsed.scheme == "https"
        context = tls_context(ca_file) if tls else None
        self._host = parsed.raw_host.decode("ascii")
        self._port = parsed.port or (443 if tls else 80)
        self._backend = _StashBackend(context)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=context, max_connections=None, max_keepalive_connections=None, keepalive_expiry=_KEEPALIVE_S,
            http1=True, http2=False, retries=0, network_backend=self._backend,
        )  # fmt: skip

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request and give the response once its headers are there."""
        url = request.url
        response = await self._pool.handle_async_request(httpcore.Request(
            method=request.method,
            url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw, content=request.stream, extensions=request.extensions,
        ))  # fmt: skip
        return httpx.Response(status_code=response.status, headers=response.headers, stream=_Stream(response.stream),
                              extensions=response.extensions)

    async def warm(self, connections: int, timeout_s: float) -> Warmth:
        """Have so many idle connections, whether kept from earlier calls or opened now."""
        ready = sum(one.is_idle() and not one.has_expired() for one in self._pool.connections)
        ready += await self._backend.prune()
        wanted = max(0, connections - ready)
        results = await asyncio.gather(*(self._backend.open(self._host, self._port, timeout_s) for _ in range(wanted)),
                                       return_exceptions=True)
        failed = [one for one in results if isinstance(one, BaseException)]
        for one in failed:
            if not isinstance(one, httpcore.NetworkError | httpcore.TimeoutException):
                raise one
        problem = f"{len(failed)} of {wanted} connections failed: {failed[0]}" if failed else ""
        return Warmth(ready + wanted - len(failed), wanted - len(failed), problem)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._backend.aclose()
        await self._pool.aclose()
