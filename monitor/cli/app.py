"""The command tree. Modules named here import nothing heavy until one of their commands runs."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from monitor.cli import alerts, apis, db, grade, nightly, reference, sandbox, token
from monitor.cli.annotate import annotate
from monitor.cli.check import CheckCommand, check
from monitor.cli.demo import demo
from monitor.cli.init import init
from monitor.cli.items import items
from monitor.cli.lag import lag
from monitor.cli.options import example
from monitor.cli.probe import probe
from monitor.cli.probes import probes
from monitor.cli.read import read
from monitor.cli.report import report
from monitor.cli.run import run
from monitor.cli.schedules import schedules
from monitor.cli.serve import serve
from monitor.cli.show import show
from monitor.cli.slo import slo
from monitor.cli.status import status
from monitor.cli.transfer import export, import_

__all__ = ["app"]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=example(
        "monitor demo", "monitor init here && cd here && monitor check && monitor run", "monitor lag --by api,asset"
    ),
)


def _version(wanted: bool) -> None:
    if wanted:
        from monitor import __version__

        print(f"monitor {__version__}")
        raise typer.Exit


@app.callback()
def monitor(
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Settings file, for whatever command follows.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Measure how fresh the prices are that web-search APIs serve.

    Exit status: 0 done, 1 a finding, 2 wrong usage or settings, 3 could not. Times are UTC.
    """
    if config is not None:
        os.environ["MONITOR_CONFIG"] = str(config)


def _add(work: Callable[..., None], *examples: str) -> None:
    app.command(epilog=example(*examples))(work)


_add(demo, "monitor demo", "monitor demo --no-serve --json")
_add(run, "monitor run", "monitor run --port 9000 --db /var/lib/monitor/monitor.sqlite")
app.command(cls=CheckCommand, epilog=example("monitor check", "monitor check --config", "monitor check --json"))(check)
_add(init, "monitor init", "monitor init freshness")
_add(serve, "monitor serve", "monitor serve --port 9000 --db /var/lib/monitor/monitor.sqlite")
_add(status, "monitor status", "monitor status --json | jq .lateness_ms")
_add(probes, "monitor probes --api ddgs_brave --since 6h", "monitor probes --class stale --limit 50 --json")
_add(show, "monitor show 1234")
_add(
    lag,
    "monitor lag",
    "monitor lag --by api,asset,day --since 30d",
    "monitor lag --compare exa_instant,tavily_live",
    "monitor lag --changes",
    "monitor lag --plot lag.png",
)
_add(
    annotate,
    'monitor annotate --from 2026-11-30T14:00Z --until 2026-11-30T17:00Z --api brave --reason "their outage" --exclude',
    "monitor annotate",
    "monitor annotate --remove 3",
)
_add(report, "monitor report", "monitor report --since 30d --out november.html", "monitor report --format md")
_add(slo, "monitor slo", "monitor slo --json")
_add(
    probe,
    "monitor probe MSFT",
    "monitor probe crypto --api ddgs_brave,ddgs_mojeek",
    "monitor probe BTC --at 2026-11-30T14:30Z --offset 5s,1m",
)
_add(read, "monitor read results.jsonl --out readings.jsonl")
app.command(name="import", epilog=example("monitor import runs/live --bars answers --db imported.sqlite"))(import_)
_add(export, "monitor export probes.parquet --since 30d", "monitor export --format finsearch runs")
_add(schedules, "monitor schedules", "monitor schedules --limit 10")
_add(items, "monitor items", "monitor items --asset crypto --json")
app.add_typer(sandbox.app, name="sandbox")
app.add_typer(apis.app, name="apis")
app.add_typer(reference.app, name="reference")
app.add_typer(grade.app, name="grade")
app.add_typer(nightly.app, name="nightly")
app.add_typer(alerts.app, name="alerts")
app.add_typer(db.app, name="db")
app.add_typer(token.app, name="token")
