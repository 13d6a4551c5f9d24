"""What is printed: tables, facts, JSON. Colour and progress bars on a terminal only."""

import json
import sys
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, Protocol

from monitor.web.figures import ago, iso, money, number, span

__all__ = [
    "ago",
    "batch_progress",
    "clean",
    "iso",
    "money",
    "number",
    "print_facts",
    "print_json",
    "print_table",
    "progress",
    "say",
    "span",
    "warn",
]

WRAPPED_FROM = 24
"""Characters from which a cell of several words may wrap on a terminal; shorter ones, and single words, never do."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def clean(text: str) -> str:
    """Give `text` on one line and without control or direction characters, so that it cannot command a terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if char in "\t\n\r" else "�" if unicodedata.category(char) in _HIDDEN else char for char in text)


def say(text: str = "") -> None:
    """Print one line of our own."""
    print(clean(text))


def warn(text: str) -> None:
    """Print one line beside the output, on standard error."""
    print(clean(text), file=sys.stderr)


def print_json(value: Any) -> None:
    """Print `value` as indented JSON; moments become UTC ISO 8601, paths text."""
    print(json.dumps(value, indent=2, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, date | Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    right: Collection[str] = (),
    empty: str = "nothing",
    spare: Sequence[str] = (),
) -> None:
    """Print rows under headings; None is an empty cell. Columns named in `right` are aligned to the right.

    On a terminal long cells wrap to its width, and where that is not enough the columns in `spare` are left out, the
    first first, which is said; piped, a row is one line, however long.
    """
    cells = [["" if cell is None else clean(str(cell)) for cell in row] for row in rows]
    if not cells:
        print(empty)
    elif sys.stdout.isatty():
        _print_rich(columns, cells, right, spare)
    else:
        _print_plain(columns, cells, right)


def print_facts(facts: Iterable[tuple[str, object]]) -> None:
    """Print names and values in two columns; a fact whose value is None is left out."""
    kept = [(name, clean(str(value))) for name, value in facts if value is not None]
    width = max((len(name) for name, _ in kept), default=0)
    for name, value in kept:
        print(f"{name:<{width}}  {value}".rstrip())


def _print_plain(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str]) -> None:
    from rich.cells import cell_len

    widths = [max(cell_len(row[place]) for row in (columns, *rows)) for place in range(len(columns))]
    for row in (columns, *rows):
        padded = []
        for name, cell, width in zip(columns, row, widths, strict=True):
            fill = " " * (width - cell_len(cell))
            padded.append(fill + cell if name in right else cell + fill)
        print("  ".join(padded).rstrip())


def _print_rich(
    columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str], spare: Sequence[str] = ()
) -> None:
    """Let cells of prose wrap; a table that is too wide even so is left to the terminal to wrap, whole."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(markup=False, highlight=False, emoji=False)
    left_out: list[str] = []
    while _needed(columns, rows) > console.width and len(left_out) < len(spare):
        left_out.append(spare[len(left_out)])
        kept = [place for place, name in enumerate(columns) if name != left_out[-1]]
        columns = [columns[place] for place in kept]
        rows = [[row[place] for place in kept] for row in rows]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, name in enumerate(columns):
        justify: Literal["left", "right"] = "right" if name in right else "left"
        table.add_column(Text(name), justify=justify, overflow="fold", no_wrap=not _is_prose(rows, place))
    if _needed(columns, rows) > console.width:
        _print_plain(columns, rows, right)
    else:
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table)
    if left_out:
        console.print(f"Left out for want of room: {', '.join(left_out)}. A wider terminal or --json shows them.")


def _is_prose(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Tell whether a column holds words that may wrap."""
    return max(len(row[place]) for row in rows) > WRAPPED_FROM and any(" " in row[place] for row in rows)


def _needed(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Give the least width that the table can have."""
    widths = (
        max(len(name), WRAPPED_FROM if _is_prose(rows, place) else max(len(row[place]) for row in rows))
        for place, name in enumerate(columns)
    )
    return sum(widths) + 2 * (len(columns) - 1)


class Bar(Protocol):
    """What a piece of work tells how far it has come."""

    def advance(self, steps: int = 1) -> None:
        """So many steps more are done."""
        ...

    def to(self, done: int, total: int, what: str) -> None:
        """So many of `total` steps of `what` are done."""
        ...


class _NoBar:
    def advance(self, steps: int = 1) -> None:
        """Show nothing."""

    def to(self, done: int, total: int, what: str) -> None:
        """Show nothing."""


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Bar]:
    """Show a bar on standard error while the block runs, if that is a terminal; `total` None shows a spinner."""
    if not sys.stderr.isatty():
        yield _NoBar()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    steps = (BarColumn(), MofNCompleteColumn())
    shown = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        *steps,
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with shown:
        task = shown.add_task(what, total=total)

        class _Shown:
            def advance(self, steps: int = 1) -> None:
                shown.advance(task, steps)

            def to(self, done: int, total: int, what: str) -> None:
                shown.update(task, completed=done, total=total, description=what)

        yield _Shown()


class BatchBar(Protocol):
    """What a pass over a file tells how far it has come."""

    def add(self, rows: int, size: int) -> None:
        """So many rows and bytes more are done."""
        ...


class _NoBatchBar:
    def add(self, rows: int, size: int) -> None:
        """Show nothing."""


@contextmanager
def batch_progress(what: str, size: int, unit: str = "rows") -> Iterator[BatchBar]:
    """Show `unit` done, the rate and the time left on standard error, if that is a terminal; `size` in bytes."""
    if not sys.stderr.isatty():
        yield _NoBatchBar()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    shown = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:,} " + unit + ", {task.fields[rate]} a second, left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with shown:
        task = shown.add_task(what, total=size, rows=0, rate="?")

        class _Shown:
            rows = 0

            def add(self, rows: int, size: int) -> None:
                self.rows += rows
                took_s = shown.tasks[0].elapsed or 0.0
                rate = f"{self.rows / took_s:,.0f}" if took_s > 0.5 else "?"
                shown.update(task, advance=size, rows=self.rows, rate=rate)

        yield _Shown()
