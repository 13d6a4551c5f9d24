"""Checks of keys and addresses: where they are kept, who can read them, whether anything reads them."""

import tomllib
from collections.abc import Iterator
from difflib import get_close_matches

from monitor.alerting.targets import VARIABLE, targets_of
from monitor.cli.checks.finding import Finding
from monitor.config import Settings
from monitor.daemon.world import World, secret_values, watched_files
from monitor.environment import dotenv_lines, open_to_others
from monitor.hidden import secrets_in
from monitor.models import KEYS
from monitor.search.keys import secret_names
from monitor.web.guard import TOKEN

__all__ = ["checks_of_addresses", "checks_of_names", "checks_of_secrets"]

ALIKE = 0.85
"""How alike a name must be to one that is read to count as a slip of the pen."""


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


def checks_of_names(settings: Settings, world: World) -> Iterator[Finding]:
    """Look for lines of `.env` that are no NAME=value, and for names that nothing reads but are like an unset one."""
    known = {*secret_names(world.apis.values()), *KEYS.values(), TOKEN, VARIABLE}
    unset = [name for name in known if not world.env.get(name, "").strip()]
    for number, name in dotenv_lines(settings):
        where = f"{settings.base / '.env'}:{number}"
        if name is None:
            yield Finding("keys", f"{where}: is no NAME=value, and is not read", False, "mend that line")
        elif name not in known and (near := get_close_matches(name, unset, n=1, cutoff=ALIKE)):
            yield Finding("keys", f"{where}: nothing reads {name}", False, f"did you mean {near[0]}?")


def checks_of_addresses(world: World) -> Iterator[Finding]:
    """Look at the addresses of alerts: whether each is one that can be sent to. Nothing is sent."""
    targets = targets_of(world.env)
    if not targets:
        return
    import apprise

    with apprise.LogCapture(level=apprise.logging.INFO):  # type: ignore[no-untyped-call]  # its words hold addresses
        wrong = [one.label for one in targets if not apprise.Apprise().add(one.url)]
    for label in wrong:
        what = f"{label} in {VARIABLE} is no address that Apprise knows"
        yield Finding("alerts", what, False, "correct it: https://appriseit.com/services/ lists the forms")
    if not wrong:
        yield Finding("alerts", f"{len(targets)} set: {', '.join(one.label for one in targets)}")
