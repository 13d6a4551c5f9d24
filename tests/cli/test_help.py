"""Every command can be understood from its own help."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from monitor.cli.app import app
from tests.conftest import ROOT


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, one in getattr(group, "commands", {}).items():
        yield (*path, name), one
        yield from commands(one, (*path, name))


ALL = dict(commands(typer.main.get_command(app)))
WANTED = {
    "demo", "init", "check", "run", "serve", "status", "probe", "reference pull", "reference show", "read",
    "grade live",
    "lag", "show", "schedules", "items", "apis", "apis parse", "sandbox", "db upgrade",
}  # fmt: skip


def test_the_commands_that_are_promised_exist():
    assert {" ".join(path) for path in ALL} >= WANTED


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_says_what_and_gives_an_example(command, path):
    ran = command(*path, "--help")
    assert ran.code == 0
    assert f"monitor {' '.join(path)}" in ran.out.partition("Example:")[2]
    first = (ALL[path].help or "").splitlines()[0]
    assert first.endswith(".")
    assert len(first) <= 60, "the list of commands would cut it off"


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_option_is_explained(path):
    for parameter in ALL[path].params:
        assert parameter.name == "help" or getattr(parameter, "help", None), f"{path}: {parameter.name}"


@pytest.mark.parametrize("path", [path for path, one in ALL.items() if not hasattr(one, "commands")], ids=" ".join)
def test_every_command_is_documented(path):
    assert f"`monitor {' '.join(path)}" in (ROOT / "docs" / "commands.md").read_text()
