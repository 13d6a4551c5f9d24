"""``monitor read``: the price that each response of a file would have given an agent."""

from pathlib import Path
from typing import Annotated

import typer

from monitor.cli.options import Config

__all__ = ["read"]

READERS = ("rules", "llm")


def read(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSONL: case_id, item, asked_at, results.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="OUT", help="Where to; what it holds is continued. Default: standard output."),
    ] = None,
    reader: Annotated[
        str, typer.Option("--reader", metavar="NAMES", help="rules, llm, or both as rules,llm; the first is graded.")
    ] = "rules",
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes. Default: one a core for a big file, else one.")
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad lines out; they are counted and listed.")
    ] = False,
    config: Config = None,
) -> None:
    """Read the price out of each line of search results in FILE.

    Gives a line of JSON for each, in the same order; a bad line ends it with its number, unless --skip-bad. Run
    again, it goes on where OUT ends.
    """
    from monitor.cli.batches import Tally, file_size, opened, report, take
    from monitor.cli.context import settings_for
    from monitor.cli.output import batch_progress
    from monitor.reading.batch import RulesPiece, parse_row
    from monitor.reading.stream import in_order, jobs_for, lines_done, pieces

    settings = settings_for(config)
    names = tuple(name.strip() for name in reader.split(","))
    if not set(names) <= set(READERS) or len(set(names)) != len(names):
        raise typer.BadParameter(f"{reader!r} is not made of {', '.join(READERS)}", param_hint="--reader")
    size = file_size(file)
    tally, after, work = Tally(), 0, RulesPiece(skip_bad)
    if out is not None and out.is_file():
        _, after, tally.before = lines_done(
            [file], out, parse_row,
            lambda row, written: (row.case_id, names[0]) == (written.get("case_id"), written.get("reader"))
            and set(names[1:]) <= set(written.get("readings") or ()), tally.bad, None if "llm" in names else work,
        )  # fmt: skip
    with (
        opened(out, more=tally.before > 0) as target,
        batch_progress(f"Reading {file.name}", size, lines=out is None) as bar,
    ):
        if "llm" in names:
            from monitor.cli.model import read_with_model

            read_with_model(settings, file, after, names, target, tally, bar, skip_bad=skip_bad)
        else:
            for done in in_order(work, pieces(file, after), jobs_for(jobs, size)):
                take(done, target, tally, bar)
    report(tally, "readings", out)
