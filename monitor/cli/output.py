"""What is printed: tables, facts, JSON. Colour and progress bars on a terminal only."""

import json
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, Protocol

from monitor.web.figures import ago, did, iso, money, number, span

__all__ = [
    "ago",
    "batch_progress",
    "clean",
    "did",
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
"""Characters from which a cell of several words may wrap on a terminal; shorter ones, and single words, do not."""
SQUEEZED = ((16, 2), (12, 1))
"""The same, and the blanks between columns, where a table is still too wide; then long words (addresses) break too."""

_INSTANT = re.compile(r"(\d{4})-(\d\d-\d\d)T(\d\d:\d\d)(:\d\d)(\.\d+)?Z")

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def clean(text: str) -> str:
    """Give `text` on one line and without control or direction characters, so that it cannot command a terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if char in "\t\n\r" else "�" if unicodedata.category(char) in _HIDDEN else char for char in text)


def say(text: str = "") -> None:
    """Print one line of our own; on a terminal it breaks between words."""
    print(_broken(clean(text)) if sys.stdout.isatty() else clean(text))


def warn(text: str) -> None:
    """Print one line beside the output, on standard error; on a terminal it breaks between words."""
    print(_broken(clean(text)) if sys.stderr.isatty() else clean(text), file=sys.stderr)


def _broken(line: str, hang: int | None = None) -> str:
    """Break a line between words where the terminal ends; what follows is indented as it is, or by `hang`."""
    width = shutil.get_terminal_size().columns
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) if hang is None else hang)
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


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

    On a terminal long cells wrap to its width. Where that is not enough, instants lose the year, then the columns in
    `spare` are left out, the first first, which is said, then cells become narrower. Piped, a row is one line, however
    long.
    """
    cells = [["" if cell is None else clean(str(cell)) for cell in row] for row in rows]
    if not cells:
        say(empty)
    elif sys.stdout.isatty():
        _print_rich(columns, cells, right, spare)
    else:
        _print_plain(columns, cells, right)


def print_facts(facts: Iterable[tuple[str, object]]) -> None:
    """Print names and values in two columns; a fact whose value is None is left out."""
    kept = [(name, clean(str(value))) for name, value in facts if value is not None]
    width = max((len(name) for name, _ in kept), default=0)
    for name, value in kept:
        line = f"{name:<{width}}  {value}".rstrip()
        print(_broken(line, width + 2) if sys.stdout.isatty() else line)


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
    if _needed(columns, rows) > console.width:
        columns, rows = _shortened(columns, rows)
    left_out: list[str] = []
    while _needed(columns, rows) > console.width and len(left_out) < len(spare):
        left_out.append(spare[len(left_out)])
        kept = [place for place, name in enumerate(columns) if name.removesuffix(" (UTC)") != left_out[-1]]
        columns = [columns[place] for place in kept]
        rows = [[row[place] for place in kept] for row in rows]
    tries = ((WRAPPED_FROM, 2), *SQUEEZED)
    least, gap = next((one for one in tries if _needed(columns, rows, *one) <= console.width), (0, 0))
    if not gap:
        _print_plain(columns, rows, right)
    else:
        table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
        for place, name in enumerate(columns):
            justify: Literal["left", "right"] = "right" if name in right else "left"
            prose = _is_prose(rows, place, least)
            width = max(len(name), least) if prose else None
            table.add_column(Text(name), justify=justify, overflow="fold", no_wrap=not prose, min_width=width)
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table)
    if left_out:
        console.print(f"Left out for want of room: {', '.join(left_out)}. A wider terminal or --json shows them.")


def _shortened(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Give the table with instants as ``11-30 15:27``, in columns that hold only such of one year."""
    names, cells = list(columns), [list(row) for row in rows]
    for place, name in enumerate(names):
        found = [_INSTANT.fullmatch(row[place]) for row in cells if row[place] not in ("", "-")]
        sure = [one for one in found if one is not None]
        if not sure or len(sure) < len(found) or len({one[1] for one in sure}) > 1:
            continue
        to_minutes = all(one[4] == ":00" and not one[5] for one in sure)
        names[place] = name if "UTC" in name else f"{name} (UTC)"
        for row in cells:
            row[place] = _INSTANT.sub(r"\2 \3" if to_minutes else r"\2 \3\4", row[place])
    return names, cells


def _is_prose(rows: Sequence[Sequence[str]], place: int, least: int = WRAPPED_FROM) -> bool:
    """Tell whether a column's cells may wrap."""
    longest = max(len(row[place]) for row in rows)
    if least < WRAPPED_FROM and longest > WRAPPED_FROM:
        return True
    return longest > least and any(" " in row[place] for row in rows)


def _needed(columns: Sequence[str], rows: Sequence[Sequence[str]], least: int = WRAPPED_FROM, gap: int = 2) -> int:
    """Give the least width that the table can have."""
    widths = (
        max(len(name), least if _is_prose(rows, place, least) else max(len(row[place]) for row in rows))
        for place, name in enumerate(columns)
    )
    return sum(widths) + gap * (len(columns) - 1)


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
def batch_progress(what: str, size: int, unit: str = "rows", *, lines: bool = False) -> Iterator[BatchBar]:
    """Show `unit` done, the rate and the time left on standard error, if that is a terminal; `size` in bytes.

    `lines`: the work itself goes to standard output; where that is a terminal too, the bar would stand among it.
    """
    if not sys.stderr.isatty() or (lines and sys.stdout.isatty()):
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
