"""``monitor sandbox``: the simulated market and its search engines, alone on loopback."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from monitor.cli.options import Config, example
from monitor.cli.quarter import quarter
from monitor.cli.study import study

__all__ = ["app"]

app = typer.Typer(
    rich_markup_mode=None,
    invoke_without_command=True,
    epilog=example("monitor sandbox --port 8800 --write sandbox.toml", "monitor sandbox study --studies 20",
                   "monitor sandbox quarter --days 6"),
)
app.command(
    epilog=example(
        "monitor sandbox study --studies 20",
        'monitor sandbox study --cells "stock,large coin/5 min" --studies 200 --jobs 2 --out study.json',
    )
)(study)
app.command(epilog=example("monitor sandbox quarter --days 6", "monitor sandbox quarter --json"))(quarter)

HORIZON_H = 2
"""How far ahead a monitor of the sandbox plans: at 6,000 probes an hour and more, two days of them are 300,000 rows."""

OFTEN = """\
# Often, since the sandbox costs nothing.
[[live]]
name = "often"
calendar = "always"
items = ["all"]
every = "3m"
offsets = ["5s", "1m", "2m"]
"""


@app.callback()
def sandbox(
    context: typer.Context,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0 takes any free one.")] = 0,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same market.")] = 1,
    shift: Annotated[float, typer.Option("--shift", metavar="SECONDS", help="Set its clock so far ahead.")] = 0.0,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Write settings there that ask only this sandbox.")
    ] = None,
    config: Config = None,
) -> None:
    """Serve the simulated market and search engines alone.

    How old each engine's prices are is known there. It asks nobody and costs nothing. The settings that --write
    leaves point a monitor at it.
    """
    if context.invoked_subcommand is not None:
        return
    from monitor.cli.context import settings_for
    from monitor.cli.output import say
    from monitor.clock import ShiftedClock, SystemClock
    from monitor.daemon.nightly import asked_sets
    from monitor.daemon.world import load_world
    from monitor.datasets import QUESTION_SETS
    from monitor.errors import ConfigError, MonitorError
    from monitor.sandbox.server import SandboxServer
    from monitor.sandbox.settings import KEY_VARIABLE, sandbox_config

    if write is not None and write.exists():
        raise ConfigError("is there already", str(write), "name a file that does not exist: nothing is overwritten")
    world = load_world(settings_for(config))
    questions = [one for asked in asked_sets(world, QUESTION_SETS) for one in asked.questions]
    clock = ShiftedClock(timedelta(seconds=shift)) if shift else SystemClock()
    server = SandboxServer(clock, seed, world.items, port=port, questions=questions)

    def announce(url: str) -> None:
        file = write or Path("sandbox.toml")
        if write is not None:
            shifted = f"[clock]\nshift_s = {shift:g}\n" if shift else ""
            folder = write.with_name(f"{write.stem}-schedules")
            folder.mkdir(exist_ok=True)
            (folder / "often.toml").write_text(OFTEN, encoding="utf-8")
            # JSON's strings are TOML's too. Its own database, so that every command finds it by the settings alone.
            named = f"schedules = {json.dumps(folder.name)}"
            own = f"[store]\npath = {json.dumps(f'{write.stem}.sqlite')}\n\n[probing]\nhorizon_h = {HORIZON_H}\n"
            write.write_text(sandbox_config(url, extra=named) + own + shifted, encoding="utf-8")
        else:
            say(f"(Start it with --write {file} to have settings written that ask only this sandbox.)")
        say(f"The sandbox is at {url} with seed {seed}; Ctrl-C ends it.")
        say(f"  {url}/_sandbox/health   what it plays")
        say(f"  {url}/_sandbox/arrivals what it was asked")
        say("To point a monitor at it:")
        say(f"  export {KEY_VARIABLE}=any-word")
        say(f"  monitor run --config {file}")
        say("and so with every command: its database is named in the settings.")

    try:
        server.serve(announce)
    except OSError as err:
        raise MonitorError(
            f"port {port} cannot be listened on: {err.strerror or err}", "sandbox", "choose another with --port"
        ) from err
