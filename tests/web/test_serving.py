"""Serving beside other work in one loop: it starts, answers, and ends when cancelled; signals stay the caller's."""

import asyncio
import signal
import socket

import httpx
import pytest

from monitor.config import Settings
from monitor.web import patience
from monitor.web.app import create_app
from monitor.web.live import MOST
from monitor.web.serving import PageError, listen, server, url_of
from tests.web.conftest import StillClock


@pytest.fixture
def app(filled):
    return create_app(filled.database, Settings(), StillClock())


async def ask(url: str) -> httpx.Response:
    async with httpx.AsyncClient(trust_env=False) as client:
        for _ in range(100):
            try:
                return await client.get(url)
            except httpx.ConnectError:
                await asyncio.sleep(0.02)
    raise AssertionError("it never answered")


async def test_it_answers_and_ends_when_cancelled(app):
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    listener = listen("127.0.0.1", 0)
    url = url_of(listener)
    task = asyncio.create_task(server(app, "127.0.0.1", 0, listener))
    assert (await ask(f"{url}healthz")).text == "ok\n"
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(httpx.ConnectError):
        async with httpx.AsyncClient(trust_env=False) as client:
            await client.get(url)
    assert listener.fileno() == -1


async def test_it_ends_though_a_browser_keeps_its_connection(app):
    listener = listen("127.0.0.1", 0)
    task = asyncio.create_task(server(app, "127.0.0.1", 0, listener))
    reader, writer = await asyncio.open_connection(*listener.getsockname()[:2])
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b"200" in await reader.readline()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 10)
    writer.close()


async def test_connections_that_ask_nothing_are_closed_and_lock_nobody_out(app, monkeypatch):
    """Silent ones, ones with half a head, and ones that asked once and then begin a head that has no end."""
    monkeypatch.setattr(patience, "HEAD_S", 0.5)
    listener = listen("127.0.0.1", 0)
    address = listener.getsockname()[:2]
    task = asyncio.create_task(server(app, "127.0.0.1", 0, listener))
    whole, half = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nX: "
    lines = []
    for said in (*[b""] * 35, *[half] * 35, *[whole] * 30):  # as many as are served at once
        reader, writer = await asyncio.open_connection(*address)
        writer.write(said)
        lines.append((reader, writer))
        if said == whole and b"200" in await reader.readline():
            writer.write(half)
    for reader, writer in lines:
        await asyncio.wait_for(reader.read(), 20)
        writer.close()
    assert (await ask(f"{url_of(listener)}healthz")).text == "ok\n"
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_of_many_who_listen_at_once_only_so_many_are_let_in(app):
    listener = listen("127.0.0.1", 0)
    task = asyncio.create_task(server(app, "127.0.0.1", 0, listener))
    opened = await asyncio.gather(*(asyncio.open_connection(*listener.getsockname()[:2]) for _ in range(60)))
    for _, writer in opened:
        writer.write(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    heads = [await asyncio.wait_for(reader.readline(), 20) for reader, _ in opened]
    assert sum(b"200" in head for head in heads) == MOST
    assert sum(b"503" in head for head in heads) == 60 - MOST
    for _, writer in opened:
        writer.close()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 10)


async def test_cancelled_before_it_began(app):
    task = asyncio.create_task(server(app, "127.0.0.1", 0))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 10)


async def test_a_taken_port_is_said_before_anything_starts(app):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PageError, match=f"port {port} is in use .*--port"):
            await server(app, "127.0.0.1", port)


def test_an_address_that_is_not_ours_is_said():
    with pytest.raises(PageError, match=r"cannot be listened on.*name an address of this machine"):
        listen("203.0.113.7", 0)


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://127.0.0.1:")])
def test_the_address_is_one_to_open(host, shown):
    with listen(host, 0) as listener:
        assert url_of(listener).startswith(shown)
