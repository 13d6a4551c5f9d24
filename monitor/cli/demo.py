"""``monitor demo``: the whole system against the sandbox, with what it measured beside what is true."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.options import AsJson

if TYPE_CHECKING:
    from monitor.demo.history import History

__all__ = ["demo"]


def demo(
    serve: Annotated[
        bool | None, typer.Option("--serve/--no-serve", help="Keep the page open afterwards. Default: on a terminal.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same market and engines.")] = 1,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port of the page; 0: any free.")] = 0,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="DIR", help="Keep the files there. Default: a temporary folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run the whole system against the sandbox in a minute or so.

    It needs no key and no network. A day of history in virtual time, all over HTTP; beside it the real daemon asks at
    its next instant. Prints the measured lag beside the true one, which only the sandbox knows.
    """
    import shutil
    import tempfile

    from monitor.cli.output import print_json

    os.environ.setdefault("SANDBOX_API_KEY", "demo")
    kept = folder is not None
    place = (folder or Path(tempfile.mkdtemp(prefix="monitor-demo-"))).resolve()
    if kept and place.exists() and any(place.iterdir()):
        from monitor.errors import ConfigError

        raise ConfigError("is not empty", str(place), "name a new folder: nothing is overwritten")
    try:
        result, history = _measure(place, seed, quiet=as_json)
        if as_json:
            print_json(result)
        else:
            _print(result)
        if serve if serve is not None else (sys.stdout.isatty() and not as_json):
            _serve(history, port)
    finally:
        if not kept:
            shutil.rmtree(place, ignore_errors=True)


def _measure(place: Path, seed: int, *, quiet: bool) -> "tuple[dict[str, Any], History]":
    from monitor.cli.output import progress
    from monitor.clock import SystemClock
    from monitor.datasets import load_live
    from monitor.demo.history import run_history
    from monitor.demo.live import Live
    from monitor.demo.report import report

    clock = SystemClock()
    began = clock.monotonic()
    items = load_live()
    with Live(place / "live", seed) as live:
        os.nice(10)  # the daemon's seconds are real, the history's are not
        with progress("History", None) as bar:

            def step(stage: str, done: int, of: int) -> None:
                bar.to(done, of, f"History: {stage}")
                live.give_way()

            history = run_history(place / "history", items, seed, clock.now(), step)
        found = live.result()
    return report(history, found, clock.monotonic() - began), history


def _print(result: dict[str, Any]) -> None:
    from monitor.cli.output import print_table, say

    graded = sum(result["graded"].values())
    say(f"{result['probes']:,} probes at {result['instants']} instants in virtual time, all over HTTP:")
    say(f"{result['answered']:,} answered, {result['missed']:,} missed, {graded:,} graded.")
    live = result["live"]
    late = "?" if live["lateness_p99_ms"] is None else f"{live['lateness_p99_ms']:.1f} ms"
    say(f"The daemon beside it sent {live['probes']} probes at its next instant.")
    say(f"99 % of them left within {late} of their slots.")
    say("")
    say("How old are the prices that each engine serves? Median age;")
    say("only the sandbox knows the true one.")
    say("")
    rows = [
        [
            cell["api"].removeprefix("sbx_"),
            cell["asset"],
            _age(cell["true_median_s"]),
            _age(cell["measured"]["est"]),
            "-" if "asked_moment" in cell else _span(cell["measured"]),
            _age(cell["newest_minute_rule"]),
            _verdict(cell),
        ]
        for cell in result["engines"]
    ]
    columns = ["engine", "asset", "true", "measured", "95 % interval", "usual*", "truth"]
    print_table(columns, rows, right=columns[2:4] + columns[5:6])
    say("")
    say("* what the usual rule gives, the newest minute whose range holds the price:")
    say("  too new, since a price crosses its own past.")
    if any(cell["true_median_s"] is not None and cell["measured"]["est"] is None for cell in result["engines"]):
        say("  Where nothing is measured, the prices tell no more than the interval.")
    shares = {cell["api"].removeprefix("sbx_"): cell["asked_moment"]
              for cell in result["engines"] if cell.get("asked_moment") is not None}  # fmt: skip
    for engine, share in shares.items():
        say(f"  {engine} gives the price of the asked moment ({share:.0%} of answers): that is no age.")
    say(f"{result['seconds']:.0f} s in all.")


def _age(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.1f} min"


def _span(measured: dict[str, Any]) -> str:
    if measured["lo"] is None or measured["hi"] is None:
        return str(measured.get("why", "-"))
    low, high = _age(measured["lo"]), _age(measured["hi"])
    unit = high.partition(" ")[2]
    return f"{low.removesuffix(' ' + unit)} to {high}"


def _verdict(cell: dict[str, Any]) -> str:
    if "asked_moment" in cell:
        return "-"
    return {True: "held", False: "MISSED", None: ""}[cell["covered"]]


def _serve(history: "History", port: int) -> None:
    import asyncio

    from monitor.cli.output import say
    from monitor.clock import SystemClock
    from monitor.daemon.world import database_path
    from monitor.store.database import open_database
    from monitor.web.app import create_app
    from monitor.web.serving import listen, server, url_of

    database = open_database(database_path(history.settings), create=False)
    listener = listen("127.0.0.1", port)
    say("")
    say(f"The page with this history is at {url_of(listener)}; Ctrl-C ends the demo.")
    say("It says that nothing is running: the history is at its end.")
    try:
        asyncio.run(server(create_app(database, history.settings, SystemClock()), "127.0.0.1", port, listener))
    except KeyboardInterrupt:
        say("")
    finally:
        database.close()
