"""A server on loopback that takes messages, and fails when told to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Posts:
    """What came in; `status` is what it answers, `hang` holds answers back."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str]] = []
        self.headers: list[dict[str, str]] = []
        self.status = 200
        self.hang: threading.Event | None = None
        self.port = 0

    def url(self, kind: str = "json", user: str = "") -> str:
        return f"{kind}://{user}127.0.0.1:{self.port}/alerts"


@contextmanager
def serving() -> Iterator[Posts]:
    """Serve while the block runs."""
    posts = Posts()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
            if posts.hang is not None:
                posts.hang.wait(20)
            if posts.status == 200:
                posts.got.append((self.path, body))
                posts.headers.append(dict(self.headers))
            self.send_response(posts.status)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    posts.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield posts
    finally:
        if posts.hang is not None:
            posts.hang.set()
        server.shutdown()
        server.server_close()
        thread.join()
