"""The reader `llm` as commands use it: opened from the settings, and a file read with it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from monitor.cli.batches import Tally
    from monitor.cli.output import BatchBar
    from monitor.config import Settings
    from monitor.reading.llm import LlmReader

__all__ = ["model_reader", "read_with_model"]


@contextmanager
def model_reader(settings: "Settings") -> Iterator["LlmReader"]:
    """Give the reader that the settings name; what it was paid for is kept beside the database."""
    from monitor.cli.context import clock_of
    from monitor.daemon.world import database_path
    from monitor.environment import environment
    from monitor.reading.llm import LlmReader
    from monitor.reading.paid import Paid

    paid = Paid(database_path(settings).with_suffix(".paid.sqlite"))
    try:
        yield LlmReader(settings.reader, environment(settings), paid, clock_of(settings))
    finally:
        paid.close()


def read_with_model(
    settings: "Settings", file: Path, after: int, names: tuple[str, ...], target: IO[str], tally: "Tally",
    bar: "BatchBar", *, skip_bad: bool,
) -> None:  # fmt: skip
    """Read the lines of a file beyond the first `after` with the model (and the rules), and write them in order."""
    from monitor.cli.batches import parsed, write_each
    from monitor.cli.output import warn
    from monitor.reading.batch import parse_row
    from monitor.reading.both import ModelReport, read_rows

    report = ModelReport()

    rows = parsed(file, after, parse_row, tally, bar, skip_bad=skip_bad)
    with model_reader(settings) as model:
        try:
            asyncio.run(write_each(read_rows(rows, names, model, report), target, tally, bar))
        finally:
            for fault in report.faults:
                warn(f"fault: {fault}")
            warn(
                f"{report.read} responses read by {settings.reader.model} ({report.again} paid for before),"
                f" {len(report.faults)} faults, {report.input_tokens:,} tokens in, {report.output_tokens:,} out,"
                f" {report.cost_usd:.4f} USD"
            )
