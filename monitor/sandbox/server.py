"""The sandbox as a server on loopback: in a thread beside the code under test, or alone until it is stopped."""

import asyncio
import base64
import signal
import ssl
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

from monitor.clock import Clock, VirtualClock
from monitor.datasets import Item, Question
from monitor.sandbox.authority import Authority
from monitor.sandbox.wire import Handler, Request, serve_connection
from monitor.sandbox.world import World

__all__ = ["SandboxServer"]


class SandboxServer:
    """A simulated market, its search engines and scripted models behind one port of 127.0.0.1.

    As a context manager it runs in a thread with a loop of its own; `base_url` is known inside. The clock is read
    for every request and may be moved by another thread. `latency_scale` multiplies the seconds that engines take;
    left out, it is 1, but 0 under a VirtualClock, whose time stands still meanwhile.
    """

    def __init__(
        self, clock: Clock, seed: int, items: Iterable[Item], *, port: int = 0, latency_scale: float | None = None,
        questions: Iterable[Question] = (),
    ) -> None:  # fmt: skip
        scale = latency_scale if latency_scale is not None else 0.0 if isinstance(clock, VirtualClock) else 1.0
        self.world = World(clock, seed, items, latency_scale=scale, questions=questions)
        self._port = port
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stop: asyncio.Event | None = None
        self._failed: BaseException | None = None
        self._authority: Authority | None = None
        self._authority_lock = threading.Lock()

    @property
    def base_url(self) -> str:
        """The address, without a final slash; known once the server runs."""
        return f"http://127.0.0.1:{self._port}"

    def true_lags(self, engine: str, asset: str | None = None) -> list[float]:
        """Give the true age, in seconds, of every price that an engine served."""
        return [one.lag_s for one in self.world.ledger.truth(engine, asset)]

    def __enter__(self) -> "SandboxServer":
        ready = threading.Event()

        def work() -> None:
            try:
                asyncio.run(self._run(lambda _: ready.set()))
            except OSError as problem:  # the port is taken
                self._failed = problem
                ready.set()

        self._thread = threading.Thread(target=work, name="sandbox", daemon=True)
        self._thread.start()
        ready.wait()
        if self._failed is not None:
            raise self._failed
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._loop is not None and self._stop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
        if self._thread is not None:
            self._thread.join(timeout=10)
        if self._authority is not None:
            self._authority.close()

    def serve(self, announce: Callable[[str], None] | None = None) -> None:
        """Serve until SIGINT or SIGTERM; `announce` gets the address once the port is open."""

        async def until_signal() -> None:
            loop = asyncio.get_running_loop()
            for name in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(name, self._finish)
            await self._run(announce)

        asyncio.run(until_signal())

    @property
    def ca_file(self) -> Path:
        """The file of the authority to trust, for clients that reach sites through this server as their proxy."""
        with self._authority_lock:
            if self._authority is None:
                self._authority = Authority()
            return self._authority.ca_file

    def proxy_url(self, engine: str) -> str:
        """Give the proxy address at which sites are played by an engine."""
        return f"http://{engine}:sandbox@127.0.0.1:{self._port}"

    def _tunnel(self, request: Request) -> tuple[ssl.SSLContext, Handler]:
        """Play the host of a CONNECT; the proxy's user name names the engine."""
        host = request.target.rpartition(":")[0]
        credentials = request.headers.get("proxy-authorization", "").removeprefix("Basic ").encode()
        engine = base64.b64decode(credentials + b"==").partition(b":")[0].decode("utf-8", "replace") or "fast"
        assert self.ca_file  # makes the authority on first use
        assert self._authority is not None
        return self._authority.context(host), self.world.site(host, engine)

    def _finish(self) -> None:
        if self._stop is not None:
            self._stop.set()

    async def _run(self, ready: Callable[[str], None] | None) -> None:
        stop = asyncio.Event()
        self._loop, self._stop = asyncio.get_running_loop(), stop
        talking: set[asyncio.Task[None]] = set()

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            if task is not None:
                talking.add(task)
                task.add_done_callback(talking.discard)
            try:
                await serve_connection(reader, writer, self.world.handle, self._tunnel)
            except asyncio.CancelledError:
                if not stop.is_set():
                    raise  # only the end of the server may cut an answer short without a trace

        server = await asyncio.start_server(connected, "127.0.0.1", self._port, backlog=1024)
        self._port = server.sockets[0].getsockname()[1]
        if ready is not None:
            ready(self.base_url)
        await stop.wait()
        server.close()
        for task in list(talking):
            task.cancel()
        await asyncio.gather(*talking, return_exceptions=True)
