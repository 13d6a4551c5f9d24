"""HTTP/1.1 by hand: bytes of a connection enter; whole requests leave, and replies go back, faults included.

A server library keeps its promises; this one must break them (half a body, a wrong encoding, a closed connection),
count every request that arrived, and cost little, so that it does not show in what is measured against it.
"""

import asyncio
import json
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, unquote

__all__ = ["Reply", "Request", "json_reply", "serve_connection", "text_reply"]

_HEAD_LIMIT = 65_536
_DRIP_S = 1.0


@dataclass
class Request:
    """One request, whole. Header names are in lower case."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""

    @cached_property
    def path(self) -> str:
        """The path, decoded, without the query."""
        return unquote(self.target.partition("?")[0])

    @cached_property
    def params(self) -> dict[str, str]:
        """The query's parameters; of a repeated one the last."""
        return dict(parse_qsl(self.target.partition("?")[2], keep_blank_values=True))

    @cached_property
    def json(self) -> dict[str, Any]:
        """The body as a JSON object, or an empty one."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @cached_property
    def form(self) -> dict[str, str]:
        """The body as a form's fields."""
        return dict(parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))

    def at(self, path: str) -> "Request":
        """Give the same request under another path; the query stays."""
        _, mark, query = self.target.partition("?")
        return Request(self.method, path + mark + query, self.headers, self.body)


@dataclass
class Reply:
    """One reply. `how` names the manner of sending: plain, or one that breaks off (see `serve_connection`)."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    how: str = "plain"


def json_reply(body: object, status: int = 200, **headers: str) -> Reply:
    """Give a reply with a JSON body; underscores in header names become hyphens."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, text, {"Content-Type": "application/json; charset=utf-8", **named})


def text_reply(body: str, status: int = 200, kind: str = "text/html; charset=utf-8") -> Reply:
    """Give a reply with a text body, HTML unless said otherwise."""
    return Reply(status, body.encode(), {"Content-Type": kind})


def _head(reply: Reply, length: int | None) -> bytes:
    try:
        phrase = HTTPStatus(reply.status).phrase
    except ValueError:
        phrase = "Unassigned"
    framing = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    named = [f"{name}: {value}" for name, value in reply.headers.items()]
    lines = [f"HTTP/1.1 {reply.status} {phrase}", *named, framing]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


async def read_request(reader: asyncio.StreamReader) -> Request | None:
    """Give the next request of a connection, or None when the client has left."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head[:-4].decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if "chunked" in headers.get("transfer-encoding", ""):
            return Request(method, target, headers, await _chunked(reader))
        length = int(headers.get("content-length") or 0)
        return Request(method, target, headers, await reader.readexactly(length) if length else b"")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
        return None


async def _chunked(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while True:
        size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
        parts.append((await reader.readexactly(size + 2))[:-2])
        if size == 0:
            return b"".join(parts)


Handler = Callable[[Request], Awaitable[Reply]]
Tunnel = Callable[[Request], tuple[ssl.SSLContext, Handler]]


async def serve_connection(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, handle: Handler, tunnel: Tunnel | None = None
) -> None:
    """Answer the requests of a connection one after another until either side closes it.

    A CONNECT goes on inside TLS, with the context and the handler that `tunnel` gives for it.
    """
    try:
        while (request := await read_request(reader)) is not None:
            if request.method == "CONNECT" and tunnel is not None:
                context, handle = tunnel(request)
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                await writer.drain()
                await writer.start_tls(context)
                continue
            reply = await handle(request)
            keep = await send(reader, writer, reply, request)
            if not keep or request.headers.get("connection", "").lower() == "close":
                break
    except (ConnectionError, ssl.SSLError):
        return  # the client went away while it was being answered; its request had been counted
    finally:
        writer.close()


async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, reply: Reply, request: Request) -> bool:
    """Send a reply in its manner; False when the connection is not to be used again.

    ``hang``: nothing, until the client leaves. ``drop``: closed before a header. ``truncated``: half of the bytes
    announced. ``chunk_cut``: chunks without the last one. ``reset``: half a body, then a TCP reset. ``drip``: a byte
    a second.
    """
    body, how = (b"" if request.method == "HEAD" else reply.body), reply.how
    if how == "plain":
        writer.write(_head(reply, len(reply.body)) + body)
        await writer.drain()
        return True
    if how == "hang":
        await reader.read(1)
    elif how == "truncated":
        writer.write(_head(reply, len(body)) + body[: len(body) // 2])
    elif how == "chunk_cut":
        half = body[: len(body) // 2]
        writer.write(_head(reply, None) + f"{len(half):x}\r\n".encode() + half + b"\r\n")
    elif how == "reset":
        writer.write(_head(reply, len(body)) + body[: len(body) // 2])
        await writer.drain()
        await asyncio.sleep(0.05)  # let the half arrive before the reset overtakes it
        sock: socket.socket | None = writer.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    elif how == "drip":
        writer.write(_head(reply, len(body)))
        for byte in body:
            writer.write(bytes((byte,)))
            await writer.drain()
            await asyncio.sleep(_DRIP_S)
    if how != "drop":
        await writer.drain()
    return False
