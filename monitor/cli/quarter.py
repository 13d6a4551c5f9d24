"""``monitor sandbox quarter``: the daemon through a simulated quarter, a fault every day."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["quarter"]

KEY = "sandbox"


def quarter(
    days: Annotated[int, typer.Option("--days", min=1, max=366, help="Days to live through.")] = 90,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same market.")] = 1,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="DIR", help="Keep the files there. Default: a temporary folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let the daemon live through a quarter in virtual time.

    360 probes a day over real HTTP to a sandbox, and every day another fault: an API out of credit, a source down, the
    worker killed, the daemon stopped, the clock stepped. Then every planned probe is accounted for, and memory, open
    files and the page's totals are held against the raw rows. 90 days take some ten minutes on two idle cores. Exit
    status 1: something was lost, or grew.
    """
    import shutil
    import tempfile

    from monitor.cli.output import batch_progress, print_json
    from monitor.datasets import load_live
    from monitor.demo.quarter import problems, run_quarter
    from monitor.errors import ConfigError
    from monitor.sandbox.settings import KEY_VARIABLE

    os.environ.setdefault(KEY_VARIABLE, KEY)
    place = (folder or Path(tempfile.mkdtemp(prefix="monitor-quarter-"))).resolve()
    if folder is not None:
        place.mkdir(parents=True, exist_ok=True)
        if any(place.iterdir()):
            raise ConfigError("is not empty", str(place), "name a new folder: nothing is overwritten")
    try:
        with batch_progress("Days", days, "probes") as bar:
            found = run_quarter(place, days, seed, load_live(), lambda _day, sent: bar.add(sent, 1))
    finally:
        if folder is None:
            shutil.rmtree(place, ignore_errors=True)
    broken = problems(found)
    if as_json:
        print_json({**found, "problems": broken})
    else:
        _print(found, broken)
    if broken:
        raise typer.Exit(1)


def _print(found: "Mapping[str, Any]", broken: list[str]) -> None:
    from monitor.cli.output import print_facts, print_table, say

    days = found["by_day"]
    warm, last = days[min(2, len(days) - 1)], days[-1]
    rows = [
        (one["day"], one["fault"], f"{one['left']:,}", f"{one['arrived']:,}", f"{one['resident_mb']:.0f}",
         one["open_files"], f"{one['database_mb']:.0f}", sum(one["log_lines"].values()))
        for one in days
    ]  # fmt: skip
    columns = ("day", "fault", "left", "sent", "MB", "files", "DB MB", "lines")
    print_table(columns, rows, right=set(columns[2:]))
    say()
    print_facts([
        ("probes", f"{found['planned']:,}: " + ", ".join(f"{n:,} {state}" for state, n in found["states"].items())),
        ("memory", f"{warm['resident_mb']} MB after day {days.index(warm) + 1}, {last['resident_mb']} MB at the end"),
        ("open files", f"{warm['open_files']} after day {days.index(warm) + 1}, {last['open_files']} at the end"),
        ("database", f"{last['database_mb']} MB, {last['database_mb'] / len(days):.2f} MB a day"),
        ("took", f"{found['seconds']:,.0f} s; processor: "
                 + ", ".join(f"{n:,.0f} s the {who}" for who, n in found["cpu_s"].items())),
        *([("worker a day", ", ".join(f"{n:.1f} s ({when})" for when, n in found["worker_s_a_day"].items()))]
          if found["worker_s_a_day"] else []),
    ])  # fmt: skip
    for one in broken:
        say(f"BROKEN: {one}")
    if not broken:
        say("Every planned probe is accounted for; the page's totals are those of the raw rows.")
