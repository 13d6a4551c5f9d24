"""``monitor check``: what works here, a line each, with the remedy where something does not."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db

if TYPE_CHECKING:
    from collections.abc import Iterator

    from monitor.cli.checks.finding import Finding
    from monitor.config import Settings

__all__ = ["CheckCommand", "check"]


class CheckCommand(TyperCommand):
    """Takes ``--config`` without a file for ``--effective``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put ``--effective`` in the place of a ``--config`` that nothing follows."""
        bare = [one == "--config" and (place + 1 == len(args) or args[place + 1].startswith("-"))
                for place, one in enumerate(args)]  # fmt: skip
        return super().parse_args(ctx, ["--effective" if bare[place] else one for place, one in enumerate(args)])


def check(
    as_json: AsJson = False,
    show: Annotated[
        bool,
        typer.Option("--effective", help="Print the settings that hold, without secrets; --config alone does too."),
    ] = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Check what works here; each finding comes with its remedy.

    Keys, every api and market source that would be asked, symbols, clock, disk, database, plan and cost. Nothing is
    asked of an api: a connection is opened and closed again. Market sources that can be reached are asked which items
    they know, which costs nothing. Exit status 1 when there is a finding.
    """
    from dataclasses import asdict

    from monitor.cli.context import settings_for
    from monitor.cli.output import print_json, progress

    settings = settings_for(config, db, whole=True)
    if show:
        _print_effective(settings, as_json)
        return
    with progress("Checking"):
        found = list(_findings(settings))
    if as_json:
        print_json([asdict(one) for one in found])
    else:
        _print(found)
    raise typer.Exit(DONE if all(one.ok for one in found) else FINDING)


def _findings(settings: "Settings") -> "Iterator[Finding]":
    import threading

    from monitor.cli.checks.answers import checks_of_answers
    from monitor.cli.checks.here import checks_of_host, checks_of_store
    from monitor.cli.checks.network import ClockCheck, api_targets, checks_of_reach, source_targets
    from monitor.cli.checks.plan import checks_of_keys, checks_of_plan
    from monitor.cli.checks.reach import Reached, Target, reach_all
    from monitor.cli.checks.secrets import checks_of_addresses, checks_of_names, checks_of_secrets
    from monitor.cli.checks.symbols import checks_of_symbols
    from monitor.cli.context import clock_of
    from monitor.clock import SystemClock
    from monitor.daemon.world import load_world

    world, host = load_world(settings), SystemClock()
    apis, sources = api_targets(world.usable), source_targets(settings.market)
    clock = ClockCheck(host.now)
    clock.start()
    reached: dict[Target, Reached] = {}
    # The network is waited for while the calendars, which are slow to import, are read.
    reaching = threading.Thread(
        target=lambda: reached.update(reach_all([*apis.values(), *sources.values()], host.monotonic)), daemon=True
    )
    reaching.start()
    yield from checks_of_host(settings, world)
    yield from checks_of_store(settings)
    yield from checks_of_answers(settings, world, clock_of(settings).now())
    yield from checks_of_keys(settings, world)
    yield from checks_of_names(settings, world)
    yield from checks_of_secrets(settings, world)
    yield from checks_of_addresses(world)
    yield from checks_of_plan(settings, world, clock_of(settings).now())
    reaching.join()
    yield from checks_of_reach("api", apis, reached)
    yield from checks_of_reach("source", sources, reached)
    there = {name for name, target in sources.items() if reached[target].ms is not None}
    yield from checks_of_symbols(settings.market, world.items, there, clock_of(settings).now(), host.monotonic)
    if settings.market.files is not None and not settings.path(settings.market.files).is_dir():
        from monitor.cli.checks.finding import Finding

        yield Finding(
            "source", f"files at {settings.market.files}: no such folder", False, "make it, or unset market.files"
        )
    yield clock.finish([one.target for one in reached.values() if one.ms is not None])


def _print_effective(settings: "Settings", as_json: bool) -> None:
    import json
    from dataclasses import asdict

    from monitor.cli.output import print_json, say
    from monitor.config_effective import effective
    from monitor.daemon.world import load_world, secret_values

    rows = effective(settings, secret_values(load_world(settings)))
    if as_json:
        print_json([asdict(one) for one in rows])
        return
    table = ""
    say(f"# The settings that hold, from {settings.source or 'the defaults'}. Keys are never among them.")
    for one in rows:
        if one.table != table:
            table = one.table
            say()
            say(f"[{table}]")
        value = "" if one.value is None else json.dumps(one.value, ensure_ascii=False)
        origin = "" if one.origin == "default" else f"  # {one.origin}"
        say(f"{one.key} = {value}{origin}" if value else f"# {one.key} is not set")


def _print(found: "list[Finding]") -> None:
    from monitor.cli.output import print_table, say

    print_table(
        ("", "check", "what"),
        [
            ("ok" if one.ok else "FAIL", one.check, one.what + (f" -> {one.remedy}" if one.remedy else ""))
            for one in found
        ],
    )
    wrong = sum(not one.ok for one in found)
    say()
    need = "lines needs" if wrong == 1 else "lines need"
    say("Everything works." if not wrong else f"{wrong} of {len(found)} {need} attention.")
