"""A loopback server that speaks raw bytes, so that it can misbehave in any way; and what tests send through it."""

import asyncio
import contextlib
import gzip
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from monitor.search.client import SearchClient
from monitor.search.config import load_apis
from monitor.search.models import ApiConfig
from monitor.search.redact import Redactor
from tests.leaks.canary import KEY

ENV = {"SANDBOX_API_KEY": KEY}


@dataclass
class Arrival:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query))


Script = Callable[[asyncio.StreamWriter, Arrival], Awaitable[None]]


@dataclass
class Wire:
    """The server: `script` says what happens after a request has arrived."""

    script: Script
    arrivals: list[Arrival] = field(default_factory=list)
    connections: int = 0
    port: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a request has arrived."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                first, *lines = head.strip().split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                method, target, _ = first.split(" ")
                self.arrivals.append(Arrival(method, target, headers, body))
                self.arrived.set()
                await self.script(writer, self.arrivals[-1])
                await writer.drain()
                if writer.is_closing():
                    return
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            return  # the other side is done, or the test is
        finally:
            writer.close()


@contextlib.asynccontextmanager
async def wire(script: Script, tls: ssl.SSLContext | None = None) -> AsyncIterator[Wire]:
    """Run the server for as long as the block lasts."""
    server = Wire(script)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()


def http(body: bytes | str | Any, status: int = 200, *, content_type: str = "application/json",
         length: int | None = None, **headers: str) -> bytes:
    """Give a response's bytes; a body that is neither bytes nor str becomes JSON."""
    if not isinstance(body, bytes):
        body = (body if isinstance(body, str) else json.dumps(body)).encode()
    lines = [f"HTTP/1.1 {status} Whatever", f"content-type: {content_type}",
             f"content-length: {len(body) if length is None else length}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def gzipped(body: Any) -> bytes:
    return http(gzip.compress(json.dumps(body).encode()), content_encoding="gzip")


def says(data: bytes, *, close: bool = False) -> Script:
    """Give a script that answers every request with the same bytes."""
    async def script(writer: asyncio.StreamWriter, _: Arrival) -> None:
        writer.write(data)
        await writer.drain()
        if close:
            writer.close()

    return script


async def drop(writer: asyncio.StreamWriter, _: Arrival) -> None:
    """Close without a word."""
    writer.close()


async def reset(writer: asyncio.StreamWriter, _: Arrival) -> None:
    """Reset the connection."""
    writer.transport.abort()


async def hang(writer: asyncio.StreamWriter, _: Arrival) -> None:
    """Never answer."""
    await asyncio.sleep(60)


async def drip(writer: asyncio.StreamWriter, _: Arrival) -> None:
    """Send headers, then a byte now and then, for ever."""
    writer.write(http(b"", length=100_000))
    for _ in range(10_000):
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.02)


def local_api(url: str, **fields: Any) -> ApiConfig:
    """Give an api of Exa's format at the given server."""
    table = {"like": "exa_instant", "url": f"{url}/e/fast/exa/search", "env": ["SANDBOX_API_KEY"],
             "key_group": "sandbox"}
    apis = load_apis({"sbx_fast": {**table, **fields}}, {"sandbox": {"rps": 1000, "concurrent": 50}})
    return apis["sbx_fast"]


@contextlib.asynccontextmanager
async def client_of(api: ApiConfig, env: dict[str, str] | None = None, **options: Any) -> AsyncIterator[SearchClient]:
    """Give a client, closed afterwards."""
    env = ENV if env is None else env
    client = SearchClient(api, env=env, redactor=Redactor(env.values()), **options)
    try:
        yield client
    finally:
        await client.close()


ANSWER = {"requestId": "r", "results": [{"id": "1", "url": "https://x.example/a", "title": "AAPL at 231.10",
                                        "highlights": ["AAPL traded at <b>231.10</b> &amp; more"]}],
          "costDollars": {"total": 0.007}}
