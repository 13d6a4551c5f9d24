"""Exit statuses and messages: one clear line, no traceback."""

import errno

import pytest

from monitor import __version__
from monitor.cli import entry
from monitor.errors import ConfigError, DataError, LeaseError, MonitorError, StoreError


def test_help_and_version(command):
    assert "Usage: monitor" in command("--help").out
    assert command("--version").out == f"monitor {__version__}\n"


@pytest.mark.parametrize(
    "words", [["nonsense"], ["items", "--nonsense"], ["items", "--asset", "bonds"], ["show"], ["show", "x"]]
)
def test_wrong_usage_is_2(command, words):
    ran = command(*words)
    assert ran.code == entry.WRONG_USAGE
    assert ran.out == ""
    assert "Error" in ran.err


@pytest.mark.parametrize(("error", "code"), [
    (ConfigError("bad", "monitor.toml"), 2), (DataError("bad", "x:1"), 2), (MonitorError("no"), 3),
    (StoreError("no"), 3), (LeaseError("held"), 3), (ZeroDivisionError("division by zero"), 3),
    (KeyboardInterrupt(), 130), (OSError(errno.ENOSPC, "No space left on device"), 3),
    (ModuleNotFoundError("No module named 'rich'", name="rich"), 3),
])  # fmt: skip
def test_errors_become_a_status_and_one_message(command, monkeypatch, error, code):
    def fail(_argv):
        raise error

    monkeypatch.setattr(entry, "_run", fail)
    ran = command("items")
    assert ran.code == code
    assert "Traceback" not in ran.err
    assert ran.err.startswith("error: ") or isinstance(error, KeyboardInterrupt)
    assert "fault of this program" not in ran.err or isinstance(error, ZeroDivisionError)


def test_debugging_shows_the_error_itself(command, monkeypatch):
    def fail(_argv):
        raise StoreError("broken")

    monkeypatch.setattr(entry, "_run", fail)
    monkeypatch.setenv("MONITOR_DEBUG", "1")
    with pytest.raises(StoreError):
        command("items")


def test_a_message_cannot_command_the_terminal(command, monkeypatch):
    def fail(_argv):
        raise DataError("bad \x1b[2J value", "file:3")

    monkeypatch.setattr(entry, "_run", fail)
    assert "\x1b" not in command("items").err


def test_a_wrong_setting_names_the_file(command, config):
    ran = command("items", "--config", config("[web]\nprot = 1\n"))
    assert ran.code == 2
    assert "settings.toml" in ran.err
    assert "did you mean 'port'" in ran.err


def test_a_settings_file_may_be_named_before_the_command(command, config):
    ran = command("--config", config("[web]\nprot = 1\n"), "items")
    assert ran.code == 2
