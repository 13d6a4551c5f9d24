"""A network, and a resolver, of one's own: scenarios that run in a process whose namespaces nobody else is in.

Started by `scenario` in a network and mount namespace; a scenario asserts by itself, and its failure is the status.
"""

import asyncio
import contextlib
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from monitor.daemon import app
from monitor.search.clients import open_clients
from monitor.store.check import check_file
from tests.conftest import ROOT
from tests.faults.running import Running
from tests.leaks.canary import note
from tests.search.wire import ANSWER, ENV, Arrival, Wire, http, local_api

APART = ("unshare", "--net", "--mount", "--propagation", "private")
DEADLINES = {"connect_s": 2.0, "first_byte_s": 3.0, "total_s": 4.0}
SOON_S = 4.0
SILENT, SERVING = "127.0.0.8", "127.0.0.9"
"""Where a name server listens and never answers, and where one does."""
RESOLVER = Path("/etc/resolv.conf")


def scenario(name: str, folder: Path) -> None:
    """Run a scenario of this module apart; skips where this user, or this system, may not make namespaces."""
    if shutil.which("unshare") is None or subprocess.run([*APART, "true"], capture_output=True).returncode:
        pytest.skip("needs the right to make a network of its own (root, Linux)")
    words = [*APART, sys.executable, "-m", "tests.faults.apart", name, str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=240, cwd=ROOT)
    note(f"the scenario {name}", done.stdout, done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr


class Play:
    """Two APIs of two hosts, and a daemon that asks both at one moment, again and again."""

    def __init__(self, running: Running) -> None:
        self.running = running

    async def ask(self, expected: dict[str, tuple[str, str | None]]) -> None:
        """Plan a probe of each for a moment soon, and see that they end as expected once their batch is settled."""
        running = self.running
        running.zero = None
        ids = {name: running.plan(name, SOON_S, item=f"live-{len(running.rows()):03}") for name in running.apis}
        await running.run_until(*ids.values())
        for _ in range(100):
            rows = {name: running.probe(one) for name, one in ids.items()}
            if {name: (row.state, row.error_class) for name, row in rows.items()} == expected:
                break
            await running.clock.sleep(0.1)
        else:
            raise AssertionError(f"{rows} where {expected} was expected")
        told = {row.reason for row in rows.values() if row.error_class == "local"}
        assert all("our own network" in (reason or "") for reason in told), told


ANSWERED = {"a": ("answered", None), "b": ("answered", None)}
OURS = {"a": ("failed", "local"), "b": ("failed", "local")}


@contextlib.asynccontextmanager
async def playing(folder: Path, urls: dict[str, str]) -> AsyncIterator[Play]:
    """Run the daemon on APIs at `urls`; at the end the file is sound and nothing was asked twice."""
    app.ARM_EVERY_S = 1
    running = Running(folder)
    apis = {
        name: local_api(url, **DEADLINES).model_copy(update={"name": name, "key_group": name})
        for name, url in urls.items()
    }
    running.apis.update(open_clients(apis, ENV, clock=running.clock))
    running.start()
    try:
        yield Play(running)
        await running.stop()
        assert check_file(running.database.path) == []
    finally:
        await running.close()


@contextlib.asynccontextmanager
async def host(port: int = 0, *, keep: bool = True) -> AsyncIterator[Wire]:
    """Serve answers on loopback; with the block's end the host is down, its connections are cut."""

    async def answer(writer: asyncio.StreamWriter, _: Arrival) -> None:
        open_.add(writer)
        writer.write(http(ANSWER) if keep else http(ANSWER, connection="close"))
        if not keep:
            await writer.drain()
            writer.close()

    open_: set[asyncio.StreamWriter] = set()
    server = Wire(answer)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", port)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for one in open_:
            one.transport.abort()


def run(*words: str) -> None:
    subprocess.run(words, check=True)


async def network(folder: Path) -> None:
    """Take the network away and bring it back; then one host, while the other stays."""
    run("ip", "link", "set", "lo", "up")
    async with host() as b:
        async with host() as a:
            port = a.port
            async with contextlib.AsyncExitStack() as stack:
                play = await stack.enter_async_context(playing(folder, {"a": a.url, "b": b.url}))
                await play.ask(ANSWERED)
                run("ip", "link", "set", "lo", "down")
                await play.ask(OURS)
                run("ip", "link", "set", "lo", "up")
                await play.ask(ANSWERED)
                kept = stack.pop_all()
        async with kept:
            await play.ask({**ANSWERED, "a": ("failed", "network")})
            async with host(port):
                await play.ask(ANSWERED)


async def resolver(folder: Path) -> None:
    """Take the name server away, silence it, and bring it back; the system's own library really asks it."""
    run("ip", "link", "set", "lo", "up")
    setting = folder / "resolv.conf"
    setting.write_text("")
    run("mount", "--bind", str(setting), str(RESOLVER))

    def ask_at(address: str) -> None:
        setting.write_text(f"nameserver {address}\n")

    loop = asyncio.get_running_loop()
    await loop.create_datagram_endpoint(asyncio.DatagramProtocol, (SILENT, 53))
    _, names = await loop.create_datagram_endpoint(Names, (SERVING, 53))
    async with host(keep=False) as a, host(keep=False) as b:
        ask_at(SERVING)
        urls = {"a": f"http://search-a.example:{a.port}", "b": f"http://search-b.example:{b.port}"}
        async with playing(folder, urls) as play:
            await play.ask(ANSWERED)
            assert {"search-a.example", "search-b.example"} <= names.asked
            for address in ("127.0.0.7", SILENT):  # nobody listens there; somebody does, and is silent
                ask_at(address)
                await play.ask(OURS)
            setting.write_text("")  # no name server at all: the library's own default, where nobody listens
            await play.ask(OURS)
            ask_at(SERVING)
            await play.ask(ANSWERED)


class Names(asyncio.DatagramProtocol):
    """A name server that has one address for every name."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        labels, at = [], 12
        while size := data[at]:
            labels.append(data[at + 1 : at + 1 + size].decode())
            at += 1 + size
        self.asked.add(".".join(labels))
        question, kind = data[12 : at + 5], int.from_bytes(data[at + 1 : at + 3])
        answers = 1 if kind == 1 else 0  # an A record; of any other kind there is none
        head = data[:2] + bytes.fromhex("8180 0001") + answers.to_bytes(2) + bytes(4)
        record = bytes.fromhex("c00c 0001 0001 00000000 0004 7f000001") if answers else b""
        self.transport.sendto(head + question + record, addr)  # type: ignore[attr-defined]


if __name__ == "__main__":
    asyncio.run({"network": network, "resolver": resolver}[sys.argv[1]](Path(sys.argv[2])))
