"""``monitor read``: the price that each response of a file would have given an agent."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from monitor.cli.options import Config

__all__ = ["read"]

READERS = ("rules",)


def read(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSONL: case_id, item, asked_at, results.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="OUT", help="Where to. Default: standard output.")
    ] = None,
    reader: Annotated[str, typer.Option("--reader", metavar="NAME", help=f"Of {', '.join(READERS)}.")] = "rules",
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad lines out; they are counted and listed.")
    ] = False,
    config: Config = None,
) -> None:
    """Read the price out of each line of search results in FILE.

    Gives a line of JSON for each, in the same order; a bad line ends it with its number, unless --skip-bad.
    """
    import json
    from contextlib import nullcontext

    from monitor.cli.context import settings_for
    from monitor.cli.output import progress, warn
    from monitor.errors import DataError, MonitorError
    from monitor.reading.batch import Skipped, read_lines
    from monitor.reading.rules import RulesReader

    settings_for(config)
    if reader not in READERS:
        raise typer.BadParameter(f"{reader!r} is not one of {', '.join(READERS)}", param_hint="--reader")
    skipped = Skipped() if skip_bad else None
    try:
        lines = file.open(encoding="utf-8")
    except OSError as err:
        raise DataError(f"cannot be read: {err.strerror or err}", str(file), "name a JSONL file") from err
    with lines:
        try:
            written = out.open("w", encoding="utf-8") if out is not None else nullcontext(sys.stdout)
        except OSError as err:
            raise MonitorError(f"cannot be written: {err.strerror or err}", str(out), "name another file") from err
        count = 0
        with written as target, progress(f"Reading {file.name}") as bar:
            try:
                for row in read_lines(lines, RulesReader(), str(file), skipped=skipped):
                    target.write(json.dumps(row, ensure_ascii=False) + "\n")
                    count += 1
                    bar.advance()
            except UnicodeDecodeError as err:
                raise DataError(f"byte {err.start + 1} is not UTF-8", str(file), "save the file as UTF-8") from err
    for line in skipped.lines if skipped is not None else ():
        warn(f"skipped: {line}")
    if skipped is not None and skipped.lines:
        warn(f"{len(skipped.lines)} bad lines were left out of {count + len(skipped.lines)}")
    if out is not None:
        warn(f"{count} readings written to {out}")
