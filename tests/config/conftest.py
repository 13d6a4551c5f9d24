"""Commands run here as they are among the tests of commands."""

from tests.cli.conftest import command, config

__all__ = ["command", "config"]
