"""``monitor init``: a working folder with settings, schedules, data and a list of the keys that can be set."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["env_example", "init"]


def init(
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="The folder; made where it is absent.")] = Path(),
) -> None:
    """Make a working folder with settings, schedules and data.

    It gets monitor.toml, schedules/, data/ and .env.example, which lists every key that can be set. Nothing that is
    there already is changed.
    """
    from monitor.cli.output import say

    for path, content in _files(folder):
        say(f"wrote  {path}" if _write(path, content) else f"kept   {path} (it is there already)")
    say()
    say("Next:")
    if folder != Path():
        say(f"  cd {folder}")
    say("  cp .env.example .env   and fill in the keys that you have (none is needed)")
    say("  monitor check")
    say("  monitor run")


def _write(path: Path, content: bytes) -> bool:
    """Write a file that is not there yet; tell whether it was written."""
    from monitor.errors import MonitorError

    if path.exists():
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if path.name == ".env.example":  # for its owner alone, so that a copy of it, which holds keys, is so too
            path.chmod(0o600)
    except OSError as err:
        raise MonitorError(f"cannot be written: {err.strerror or err}", str(path), "choose another folder") from err
    return True


def _files(folder: Path) -> Iterator[tuple[Path, bytes]]:
    from importlib.resources import files

    from monitor import paths

    yield folder / paths.CONFIG_NAME, files("monitor.cli").joinpath("monitor.toml.example").read_bytes()
    yield folder / ".env.example", env_example().encode()
    for kind, source, pattern in (
        ("schedules", paths.shipped_schedules_dir(), "*.toml"),
        ("data", paths.shipped_data_dir(), "*.jsonl"),
    ):
        for path in sorted(source.glob(pattern)):
            yield folder / kind / path.name, path.read_bytes()


def env_example() -> str:
    """Give a ``.env`` with every variable that a shipped api takes a key or setting from, each empty."""
    from monitor.search.config import load_apis
    from monitor.web.guard import TOKEN

    users: dict[tuple[str, ...], list[str]] = {}
    for api in load_apis().values():
        for names in (api.env, *api.vars.values()):
            if names:
                users.setdefault(names, []).append(api.name)
    lines = [
        "# Copy this file to .env and fill in the keys that you have. An api without its key is not asked.",
        "# The environment wins over .env. Keys are never stored, logged or printed.",
    ]
    for names, apis in users.items():
        others = f" (or {', '.join(names[1:])})" if len(names) > 1 else ""
        lines += ["", f"# {', '.join(apis)}{others}", f"{names[0]}="]
    lines += ["", "# Asked for by the page where web.host is not a loopback address", f"{TOKEN}=", ""]
    return "\n".join(lines)
