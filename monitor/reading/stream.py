"""A file of JSON lines enters; rows made of it leave in order, over processes, continued where a run stopped.

Only a few pieces are held at a time, so a file of any size will do.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from monitor.errors import DataError, MonitorError
from monitor.reading.parallel import cores, ordered

__all__ = ["Done", "Piece", "Row", "in_order", "jobs_for", "lines_done", "pieces", "rows_of", "text_of"]

LINES = 64
SIZE = 1_000_000
"""A piece ends after so many lines or bytes."""

SMALL = 4_000_000
"""Bytes of a file below which starting processes would cost more than it saves."""

PACKED = {b"\x1f\x8b": "gunzip -c", b"\x28\xb5\x2f\xfd": "zstd -dc", b"\xfd7zXZ": "xz -dc", b"PK\x03\x04": "unzip -p"}
"""How a file begins that is packed, and what unpacks it. A line of JSON begins with none of these."""

LOOKED_AT = 16
"""Rows of an earlier run that are made anew, one by one, before it is continued."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring lines of a file. `first` is the number of the first one."""

    path: Path
    first: int
    lines: tuple[bytes, ...]

    @property
    def size(self) -> int:
        """Bytes of the lines."""
        return sum(map(len, self.lines))

    def numbered(self) -> Iterator[tuple[str, bytes]]:
        """Give each line with its ``file:number``."""
        for number, raw in enumerate(self.lines, self.first):
            yield f"{self.path}:{number}", raw


@dataclass(slots=True)
class Done:
    """What a piece became: a row for each good line, a message for each bad one, and the bytes it had.

    `stop` is the error (what, where, remedy) at which the work ended, where bad lines are not left out.
    """

    rows: list[Row] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)
    size: int = 0
    stop: tuple[str, str, str] | None = None


def pieces(path: Path, after: int = 0) -> Iterator[Piece]:
    """Give the lines of a file beyond the first `after`, in pieces; a file that cannot be read raises DataError."""
    try:
        with path.open("rb") as lines:
            held: list[bytes] = []
            size, first = 0, after + 1
            for number, line in enumerate(lines, 1):
                if number == 1:
                    _not_packed(line, path)
                if number <= after:
                    continue
                held.append(line)
                size += len(line)
                if len(held) >= LINES or size >= SIZE:
                    yield Piece(path, first, tuple(held))
                    held, size, first = [], 0, number + 1
            if held:
                yield Piece(path, first, tuple(held))
    except OSError as err:
        raise DataError(f"cannot be read: {err.strerror or err}", str(path), "name a JSONL file") from err


def _not_packed(line: bytes, path: Path) -> None:
    for begins, unpack in PACKED.items():
        if line.startswith(begins):
            raise DataError("is packed", str(path), f"unpack it first: {unpack} {path.name} > results.jsonl")


def rows_of(piece: Piece, make: Callable[[str, str], Row], *, skip_bad: bool) -> Done:
    """Give what `make` (of a line and its ``file:number``) makes of each line; blank lines are passed over."""
    done = Done(size=piece.size)
    for where, raw in piece.numbered():
        try:
            line = text_of(raw, where)
            if line.strip():
                done.rows.append(make(line, where))
        except MonitorError as err:
            done.bad.append(str(err))
            if not skip_bad:
                done.stop = (err.what, err.where, err.remedy)
                break
    return done


def text_of(raw: bytes, where: str) -> str:
    """Give a line as text; DataError where it is not UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as err:
        raise DataError(f"byte {err.start + 1} is not UTF-8", where, "save the file as UTF-8") from err


def in_order(work: Callable[[Piece], Done], found: Iterable[Piece], jobs: int = 1) -> Iterator[Done]:
    """Give ``work(piece)`` of each piece in order, over `jobs` processes; `work` must be picklable for more than one.

    At most four pieces a process are held at once. A piece that says `stop` is the last one.
    """
    for done in ordered(work, found, jobs):
        yield done
        if done.stop:
            return


def jobs_for(wanted: int | None, size: int) -> int:
    """Give the number of processes for a file of `size` bytes: what was asked for, else one a core for a big file."""
    if wanted is not None:
        return max(1, wanted)
    return 1 if size < SMALL else cores()


def written_rows(out: Path) -> Iterator[Row]:
    """Give the rows that an earlier run wrote to `out`, without a last line that it did not finish.

    A first line that is whole but for its end is somebody else's: no run of ours would be believed to have begun it.
    """
    with out.open("rb") as lines:
        for number, raw in enumerate(lines, 1):
            begun = not raw.endswith(b"\n") and raw.startswith(b"{")
            try:
                row = json.loads(raw)
            except (ValueError, RecursionError) as err:
                if begun:
                    return
                raise DataError("is not a line of an earlier run", f"{out}:{number}", "remove it") from err
            if not isinstance(row, dict) or (begun and number == 1):
                raise DataError("is not a line of an earlier run", f"{out}:{number}", "remove it")
            if begun:
                return
            yield row


def cut_unfinished(out: Path) -> None:
    """Cut off a last line that an earlier run did not finish."""
    with out.open("r+b") as held:
        end = keep = held.seek(0, os.SEEK_END)
        while keep > 0:
            start = max(0, keep - 65536)
            held.seek(start)
            at = held.read(keep - start).rfind(b"\n")
            keep = start + at + 1 if at >= 0 else start
            if at >= 0:
                break
        if keep < end:
            held.truncate(keep)


def looked_at(count: int) -> bool:
    """Tell whether the row behind `count` others is made anew: the first ones, then ever fewer."""
    return count < LOOKED_AT or count & (count - 1) == 0


def remade(done: Done, row: Row) -> bool:
    """Tell whether what a line becomes now is what was written."""
    return [json.dumps(made) for made in done.rows] == [json.dumps(row)]


def lines_done(
    paths: Sequence[Path],
    out: Path,
    make: Callable[[str, str], Any],
    same: Callable[[Any, Row], bool],
    bad: list[str],
    again: Callable[[Piece], Done] | None = None,
) -> tuple[int, int, int]:
    """Give how far `out` is already: (place of the file among `paths`, lines of it that are done, rows in `out`).

    `make` (of a line and its ``file:number``) gives what identifies a line, raising MonitorError for a bad one (added
    to `bad`), and `same` says whether it is a written row's. A row of some other file raises DataError: nothing is
    written over; nor is anything added to what was made in another way, so `again` makes some rows anew. What an
    earlier run did not finish is cut off.
    """
    rows = written_rows(out)
    row = next(rows, None)
    place = lines = count = 0
    if row is None:
        cut_unfinished(out)
        return place, lines, count
    if pipe := next((path for path in paths if not path.is_file()), None):
        raise DataError("holds rows already, and what comes from a pipe cannot be taken up again", str(out),
                        f"save {pipe} as a file, or name another output")
    found: list[str] = []
    for at, path in enumerate(paths):
        for piece in pieces(path):
            for number, (where, raw) in enumerate(piece.numbered(), piece.first):
                if row is None:
                    cut_unfinished(out)
                    return place, lines, count
                try:
                    line = text_of(raw, where)
                    key = make(line, where) if line.strip() else None
                except MonitorError as err:
                    found.append(str(err))
                    continue
                if key is None:
                    continue
                if not same(key, row):
                    raise DataError(f"its row {count + 1} is not of {where}", str(out), "remove it or name another")
                if again is not None and looked_at(count) and not remade(again(Piece(path, number, (raw,))), row):
                    raise DataError(f"its row {count + 1} is not what {where} gives now", str(out),
                                    "it was made by another reader, policy, key or input: name another file")
                bad += found
                found = []
                place, lines, count = at, number, count + 1
                row = next(rows, None)
    if row is not None:
        raise DataError("holds more rows than there are to write", str(out), "remove it or name another")
    cut_unfinished(out)
    return place, lines, count
