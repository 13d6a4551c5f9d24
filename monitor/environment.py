"""Where keys come from: the environment, `.env` beside the settings, and a command that prints them."""

import functools
import io
import os
import stat
import subprocess
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from monitor.config import Settings
from monitor.errors import ConfigError

__all__ = ["dotenv_lines", "environment", "forget_secrets", "open_to_others"]

COMMAND_S = 30.0


def environment(settings: Settings) -> dict[str, str]:
    """Give the variables that keys are taken from: the command's, under those of `.env`, under the real environment.

    Raises ConfigError where the command fails; what it printed is in no message.
    """
    dotenv = settings.base / ".env"
    kept = _named(_text(dotenv)) if dotenv.is_file() else {}
    told = _told(settings.secret_command, str(settings.base)) if settings.secret_command else {}
    return {**told, **kept, **os.environ}


def forget_secrets() -> None:
    """Have the command asked anew at the next need; a reload does, since a key may have been replaced."""
    _told.cache_clear()


def open_to_others(settings: Settings) -> str | None:
    """Give what is wrong with the permissions of `.env`, or None: others of this host must not read keys."""
    dotenv = settings.base / ".env"
    try:
        mode = dotenv.stat().st_mode
    except OSError:
        return None
    if not mode & (stat.S_IRWXG | stat.S_IRWXO):
        return None
    return f"{dotenv} can be used by other users of this host (mode {stat.S_IMODE(mode):04o})"


def dotenv_lines(settings: Settings) -> list[tuple[int, str | None]]:
    """Give number and variable of each line of `.env` that says something; None for one that is no NAME=value."""
    dotenv = settings.base / ".env"
    said = parse_stream(io.StringIO(_text(dotenv))) if dotenv.is_file() else ()
    return [(one.original.line, None if one.error else one.key) for one in said if one.error or one.key]


def _text(dotenv: Path) -> str:
    try:
        return dotenv.read_text("utf-8-sig")
    except OSError as err:
        raise ConfigError(f"cannot be read: {err.strerror}", str(dotenv), "let the monitor's user read it") from err
    except UnicodeDecodeError:
        raise ConfigError("is not UTF-8", str(dotenv), "save it as UTF-8") from None  # the bytes may hold keys


def _named(text: str) -> dict[str, str]:
    return {name: value for name, value in dotenv_values(stream=io.StringIO(text)).items() if value}


@functools.lru_cache(maxsize=4)
def _told(command: tuple[str, ...], folder: str) -> dict[str, str]:
    """Run the command in the settings' folder; once, until `forget_secrets`."""
    where, remedy = "secret_command", "run it by hand: it must print NAME=value lines and end with status 0"
    try:
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=COMMAND_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as err:
        what = f"gave nothing within {COMMAND_S:g} s" if isinstance(err, subprocess.TimeoutExpired) else err.strerror
        raise ConfigError(f"{command[0]}: {what}", where, remedy) from None  # its output may hold keys
    if ran.returncode != 0:
        raise ConfigError(f"{command[0]} ended with status {ran.returncode}", where, remedy)
    return _named(ran.stdout)
