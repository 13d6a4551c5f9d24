"""A way to run a command in this process."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from monitor.cli import main
from tests.leaks.canary import note
from tests.web.fill import Filled, fill


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def command(request, capsys, monkeypatch, tmp_path) -> Callable[..., Ran]:
    """Run a command line in an empty folder; the settings that it leaves in the environment go afterwards."""
    monkeypatch.chdir(tmp_path)
    for name in ("MONITOR_STORE__PATH", "MONITOR_CONFIG"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)

    def run(*words: object) -> Ran:
        os.environ.pop("MONITOR_CONFIG", None)
        capsys.readouterr()
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        note(f"{request.node.nodeid}, monitor {' '.join(str(word) for word in words[:2])}", said.out, said.err)
        return Ran(code, said.out, said.err)

    return run


@pytest.fixture
def config(tmp_path: Path) -> Callable[[str], Path]:
    """Write a settings file."""

    def write(text: str) -> Path:
        path = tmp_path / "settings.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Filled]:
    """Give a database as a monitor that runs now would have it."""
    made = fill(tmp_path / "filled.sqlite", datetime.now(UTC).replace(microsecond=0))
    yield made
    made.database.close()
