"""Sets from the Hugging Face hub: one on loopback is asked; without it there is a clear error or the cached copy."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from monitor.datasets import load_live
from monitor.errors import DataError

COMMIT = "0123456789abcdef0123456789abcdef01234567"
ITEM = {"id": "a", "asset": "equity", "name": "Acme", "ticker": "ACM", "query_template": "Acme {{date}} {{time}}"}
# A process of its own, since the library reads its settings once, when it is imported. Only loopback may be reached.
SCRIPT = """
import socket, sys
resolve = socket.getaddrinfo
def loopback_only(host, *args, **kwargs):
    if host not in ("127.0.0.1", b"127.0.0.1"):
        print("NETWORK", host)
        raise OSError("no network in this test")
    return resolve(host, *args, **kwargs)
socket.getaddrinfo = loopback_only
from monitor.datasets import load_live
from monitor.errors import DataError
try:
    print("ROWS", [item.id for item in load_live(sys.argv[1])])
except DataError as error:
    print("WHERE", error.where)
    print("ERROR", error)
"""


class Hub(BaseHTTPRequestHandler):
    """The part of the hub's protocol that fetching one file needs."""

    def do_HEAD(self) -> None:
        self.answer(body=False)

    def do_GET(self) -> None:
        self.answer(body=True)

    def answer(self, *, body: bool) -> None:
        data = json.dumps(ITEM).encode()
        owner, name, _, revision, file = self.path.removeprefix("/datasets/").split("/", 4)
        missing = ("RepoNotFound" if (owner, name) != ("someone", "somewhere") else
                   "RevisionNotFound" if revision not in ("main", "v1", COMMIT) else
                   "EntryNotFound" if file != "live-lookup.jsonl" or revision == "v1" else None)
        if missing:
            data = b""
        self.send_response(404 if missing else 200)
        self.send_header("X-Error-Code" if missing else "X-Repo-Commit", missing or COMMIT)
        self.send_header("ETag", '"etag-1"')
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test's output clean."""


@pytest.fixture
def hub() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Hub) as server:
        threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def load(spec: str, home: Path, **settings: str) -> str:
    """Load a live set in a process with these settings of the hub library, and give what it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGINGFACE_"))}
    done = subprocess.run([sys.executable, "-c", SCRIPT, spec], env={**environment, "HF_HOME": str(home), **settings},
                          capture_output=True, text=True, timeout=60, check=True, cwd=Path(__file__).parents[2])
    assert "NETWORK" not in done.stdout
    return done.stdout


def test_offline_error_names_the_cache_and_the_remedy(tmp_path: Path) -> None:
    said = load("hf:someone/somewhere@main", tmp_path, HF_HUB_OFFLINE="1")
    assert "WHERE hf:someone/somewhere@main" in said
    assert "HF_HUB_OFFLINE is set" in said
    assert str(tmp_path / "hub") in said
    assert "name a local folder or file" in said


def test_fetched_once_it_works_offline_and_where_nobody_answers(hub: str, tmp_path: Path) -> None:
    assert "ROWS ['a']" in load("hf:someone/somewhere", tmp_path, HF_ENDPOINT=hub)
    assert "ROWS ['a']" in load("hf:someone/somewhere", tmp_path, HF_HUB_OFFLINE="1")
    assert "ROWS ['a']" in load(f"hf:someone/somewhere@{COMMIT}", tmp_path, HF_HUB_OFFLINE="1")
    assert "ROWS ['a']" in load("hf:someone/somewhere@main", tmp_path, HF_ENDPOINT="http://127.0.0.1:9")


def test_hub_that_cannot_be_reached_is_named_with_the_cache(tmp_path: Path) -> None:
    said = load("hf:someone/somewhere", tmp_path, HF_ENDPOINT="http://127.0.0.1:9")
    assert "the hub at http://127.0.0.1:9 gave no file" in said
    assert str(tmp_path / "hub") in said


@pytest.mark.parametrize(("spec", "says"), [
    ("hf:someone/else", "the hub has no such data set, or it is private"),
    ("hf:someone/somewhere@v2", "the data set has no revision 'v2'"),
    ("hf:someone/somewhere@v1", "the data set has no file live-lookup.jsonl"),
])
def test_what_the_hub_lacks_is_said(hub: str, tmp_path: Path, spec: str, says: str) -> None:
    said = load(spec, tmp_path, HF_ENDPOINT=hub)
    assert f"WHERE {spec}" in said
    assert says in said
    assert str(tmp_path / "hub") in said


@pytest.mark.parametrize("spec", ["hf:", "hf:name", "hf:a/b/c", "hf:a/b@", "hf:a b/c", "hf:../x/y"])
def test_malformed_name_is_refused_at_once(spec: str) -> None:
    with pytest.raises(DataError, match="write hf:<owner>/<name>"):
        load_live(spec)
