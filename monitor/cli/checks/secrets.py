"""Checks of how keys are kept: none in a file of settings, none where other users of the host can read it."""

import tomllib
from collections.abc import Iterator

from monitor.cli.checks.finding import Finding
from monitor.config import Settings
from monitor.daemon.world import World, secret_values, watched_files
from monitor.environment import open_to_others
from monitor.hidden import secrets_in

__all__ = ["checks_of_secrets"]


def checks_of_secrets(settings: Settings, world: World) -> Iterator[Finding]:
    """Look for keys in the files of settings and schedules, and at the permissions of `.env`. No key is repeated."""
    known = secret_values(world)
    held = []
    for path in watched_files(settings):
        if path.suffix == ".toml" and path.is_file():
            document = tomllib.loads(path.read_text("utf-8-sig"))
            held += [f"{path.name}: {place}" for place in secrets_in(document, known)]
    if held:
        what = f"what looks like a key stands in {', '.join(held)}"
        yield Finding("secrets", what, False, "move it to .env, the environment or secret_command")
    wide = open_to_others(settings)
    if wide is not None:
        yield Finding("secrets", wide, False, f"chmod 600 {settings.base / '.env'}")
    if not held and wide is None:
        there = (settings.base / ".env").exists()
        who = "no other user of this host can read .env" if there else "there is no .env"
        yield Finding("secrets", f"no key in the files of settings; {who}")
