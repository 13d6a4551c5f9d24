"""Sets from the Hugging Face hub: without a network there is a clear error, and a cached copy works."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from monitor.datasets import load_live
from monitor.errors import DataError

COMMIT = "0123456789abcdef0123456789abcdef01234567"
ITEM = {"id": "a", "asset": "equity", "name": "Acme", "ticker": "ACM", "query_template": "Acme {{date}} {{time}}"}
# A process of its own, since the library reads its settings once, when it is imported. Sockets are refused there.
SCRIPT = """
import socket, sys
def refuse(*args, **kwargs):
    print("NETWORK", args)
    raise OSError("no network in this test")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from monitor.datasets import load_live
from monitor.errors import DataError
try:
    print("ROWS", [item.id for item in load_live(sys.argv[1])])
except DataError as error:
    print("WHERE", error.where)
    print("ERROR", error)
"""


def offline(spec: str, home: Path) -> str:
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(home)}
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        environment.pop(name, None)
    done = subprocess.run([sys.executable, "-c", SCRIPT, spec], env=environment, capture_output=True, text=True,
                          timeout=60, check=True, cwd=Path(__file__).parents[2])
    assert "NETWORK" not in done.stdout
    return done.stdout


def test_offline_error_names_the_cache_and_the_remedy(tmp_path: Path) -> None:
    said = offline("hf:someone/somewhere@main", tmp_path)
    assert "WHERE hf:someone/somewhere@main" in said
    assert "HF_HUB_OFFLINE is set" in said
    assert str(tmp_path / "hub") in said
    assert "name a local folder or file" in said


def test_cached_copy_works_offline(tmp_path: Path) -> None:
    folder = tmp_path / "hub" / "datasets--someone--somewhere"
    (folder / "refs").mkdir(parents=True)
    (folder / "refs" / "main").write_text(COMMIT)
    (folder / "snapshots" / COMMIT).mkdir(parents=True)
    (folder / "snapshots" / COMMIT / "live-lookup.jsonl").write_text(json.dumps(ITEM))
    assert "ROWS ['a']" in offline("hf:someone/somewhere", tmp_path)
    assert "ROWS ['a']" in offline(f"hf:someone/somewhere@{COMMIT}", tmp_path)


@pytest.mark.parametrize("spec", ["hf:", "hf:name", "hf:a/b/c", "hf:a/b@", "hf:a b/c", "hf:../x/y"])
def test_malformed_name_is_refused_at_once(spec: str) -> None:
    with pytest.raises(DataError, match="write hf:<owner>/<name>"):
        load_live(spec)
