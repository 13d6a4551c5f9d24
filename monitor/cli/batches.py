"""What commands over a file of lines share: the output, continued where a run stopped, progress, and what was bad."""

import json
import sys
from collections.abc import AsyncIterable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from monitor.errors import DataError, MonitorError

if TYPE_CHECKING:
    from monitor.cli.output import BatchBar
    from monitor.reading.stream import Done

__all__ = ["Tally", "file_size", "opened", "parsed", "report", "take", "write_each"]

Row = TypeVar("Row")


@dataclass
class Tally:
    """How far a batch came."""

    rows: int = 0
    before: int = 0
    """Rows that an earlier run had written."""
    bad: list[str] = field(default_factory=list)


def file_size(path: Path) -> int:
    """Give the size of a file in bytes; DataError where it cannot be read."""
    try:
        with path.open("rb"):
            return path.stat().st_size
    except OSError as err:
        raise DataError(f"cannot be read: {err.strerror or err}", str(path), "name a JSONL file") from err


@contextmanager
def opened(out: Path | None, *, more: bool) -> Iterator[IO[str]]:
    """Give what rows are written to: `out` (at its end with `more`), or standard output."""
    if out is None:
        yield sys.stdout
        return
    try:
        target = out.open("a" if more else "w", encoding="utf-8")
    except OSError as err:
        raise MonitorError(f"cannot be written: {err.strerror or err}", str(out), "name another file") from err
    with target:
        yield target


def take(
    done: "Done",
    target: IO[str],
    tally: Tally,
    bar: "BatchBar",
    see: Callable[[dict[str, Any]], None] | None = None,
) -> None:
    """Write a piece's rows and count them; the error that ended it is raised once they are written."""
    for row in done.rows:
        target.write(json.dumps(row) + "\n")
        if see is not None:
            see(row)
    target.flush()
    tally.rows += len(done.rows)
    tally.bad += done.bad
    bar.add(len(done.rows), done.size)
    if done.stop is not None:
        raise DataError(*done.stop)


def parsed(
    file: Path, after: int, parse: Callable[[str, str], Row], tally: Tally, bar: "BatchBar", *, skip_bad: bool
) -> Iterator[Row]:
    """Give what the lines of a file beyond the first `after` say; a bad one ends it, or is counted with `skip_bad`."""
    from monitor.reading.stream import pieces, text_of

    for piece in pieces(file, after):
        for where, raw in piece.numbered():
            try:
                if raw.strip():
                    yield parse(text_of(raw, where), where)
            except MonitorError as err:
                if not skip_bad:
                    raise
                tally.bad.append(str(err))
        bar.add(0, piece.size)


async def write_each(
    lines: AsyncIterable[dict[str, Any]],
    target: IO[str],
    tally: Tally,
    bar: "BatchBar",
    see: Callable[[dict[str, Any]], None] | None = None,
) -> None:
    """Write each line as soon as it is there, since it may have been paid for."""
    async for line in lines:
        target.write(json.dumps(line) + "\n")
        target.flush()
        if see is not None:
            see(line)
        tally.rows += 1
        bar.add(1, 0)


def report(tally: Tally, what: str, out: Path | None) -> None:
    """Say on standard error what was left out and what was written where."""
    from monitor.cli.output import warn

    for line in tally.bad:
        warn(f"skipped: {line}")
    total = tally.before + tally.rows
    if tally.bad:
        warn(f"{len(tally.bad)} bad lines were left out of {total + len(tally.bad)}")
    if out is not None:
        kept = f", {tally.before} of them by an earlier run" if tally.before else ""
        warn(f"{total} {what} written to {out}{kept}")
