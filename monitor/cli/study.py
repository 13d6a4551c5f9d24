"""``monitor sandbox study``: how right the lag figures are, over many simulated weeks."""

import json
from pathlib import Path
from typing import Annotated

import typer

from monitor.cli.options import AsJson

__all__ = ["study"]


def study(
    cells: Annotated[
        str | None,
        typer.Option("--cells", metavar="NAMES", help="Markets, providers or market/provider, by comma. Default: all."),
    ] = None,
    studies: Annotated[int, typer.Option("--studies", min=1, help="Simulated weeks a cell.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same weeks.")] = 1,
    instants: Annotated[int, typer.Option("--instants", min=1, help="Instants a week, nine probes each.")] = 24,
    bars: Annotated[
        list[str] | None,
        typer.Option("--bars", metavar="FILE=ASSET", help="Recorded bars (equity, crypto, fx) for simulated ones."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="OUT", help="Results as JSON; run again, it goes on from the notes beside it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show how right the lag figures are where the truth is known.

    Each study is a simulated week whose true lags are known. Prints bias, coverage of the 95 % intervals, their width
    over that of an oracle who sees the lags, and the newest-minute rule. Exit status 1: some figure misses what the
    method promises.
    """
    from monitor.cli.output import batch_progress, print_json, say
    from monitor.lag.simulate import MARKETS, PROVIDERS
    from monitor.lag.study_table import lines
    from monitor.sandbox.study import (
        Plan,
        cells_of,
        load_notes,
        notes_of,
        recorded_of,
        results_of,
        run_plan,
    )
    from monitor.whole import seen_to_be_writable, whole

    names = [name.strip() for name in (cells or "").split(",") if name.strip()]
    recorded = recorded_of(bars or [])
    markets = [name for name, _, _ in recorded] or list(MARKETS)
    plan = Plan(cells_of(names, markets, list(PROVIDERS)), studies, seed, instants, bars=recorded)
    file = None if out is None else notes_of(seen_to_be_writable(out))
    notes = load_notes(plan, file)
    with batch_progress("Studies", studies * len(plan.cells), "studies") as bar:
        for done in run_plan(plan, notes, jobs, file):
            bar.add(done, done)
    results = results_of(plan, notes)
    if out is not None:
        with whole(out) as part:
            part.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if as_json:
        print_json(results)
    else:
        for line in lines(results):
            say(line)
        if out is not None:
            say(f"Results: {out}; each study: {file}")
    if results["pooled"]["missing"]:
        raise typer.Exit(1)
