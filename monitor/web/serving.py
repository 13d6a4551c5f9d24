"""Serving an app inside a loop that is already running: no signal handlers, an early word about a taken port."""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI

from monitor.errors import MonitorError
from monitor.web.patience import Impatient

__all__ = ["PageError", "listen", "server", "url_of"]

GRACE_S = 2


class PageError(MonitorError):
    """The page cannot be served there."""


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to whoever runs the loop."""
        yield


def listen(host: str, port: int) -> socket.socket:
    """Give a listening socket (port 0: any free one); PageError says what to do where the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as err:
        what = "is in use" if err.errno == errno.EADDRINUSE else f"cannot be listened on: {err.strerror or err}"
        remedy = "stop what holds it, or choose another with --port or web.port"
        if isinstance(err, socket.gaierror) or err.errno == errno.EADDRNOTAVAIL:
            remedy = "name an address of this machine: --host or web.host"
        raise PageError(f"port {port} {what}", f"page on {host}", remedy) from err


def url_of(listener: socket.socket) -> str:
    """Give the address to open in a browser."""
    host, port = listener.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


async def server(app: FastAPI, host: str, port: int, listener: socket.socket | None = None) -> None:
    """Serve `app` until cancelled; then requests in flight get two seconds to end.

    `listener` is a socket from `listen`, for a caller that must know before anything starts whether it can be had.
    """
    listener = listener or listen(host, port)
    config = uvicorn.Config(
        app,
        http=Impatient,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=30,
        limit_concurrency=100,
    )
    running = _Server(config)
    serving = asyncio.create_task(running.serve(sockets=[listener]))
    try:
        await asyncio.shield(serving)
    finally:
        running.should_exit = True
        await asyncio.wait([serving], timeout=GRACE_S + 1)
        serving.cancel()
        listener.close()
