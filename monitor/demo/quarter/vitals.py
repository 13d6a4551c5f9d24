"""What a simulated quarter uses: memory, open files, log lines, bytes of the database."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import structlog

__all__ = ["LogLines", "counting", "open_files", "resident_mb"]

LogLines = Counter[str]
"""Event names of lines at level info and above -> how many."""


def resident_mb(pid: int | None) -> float | None:
    """Give a process's resident memory in megabytes; None where there is no such process."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files(pid: int | None) -> int | None:
    """Give how many file descriptors a process holds; None where there is no such process."""
    try:
        return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return None


@contextmanager
def counting(into: Path) -> Iterator[LogLines]:
    """Count the log lines at level info and above; they go to a file."""
    lines: LogLines = Counter()

    def count(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        lines[str(event["event"])] += 1
        return event

    before: dict[str, Any] = structlog.get_config()
    with into.open("a", encoding="utf-8") as out:
        structlog.configure(
            processors=[structlog.processors.add_log_level, count, structlog.processors.JSONRenderer()],
            wrapper_class=structlog.make_filtering_bound_logger(20),
            logger_factory=structlog.PrintLoggerFactory(out),
            cache_logger_on_first_use=False,
        )
        try:
            yield lines
        finally:
            structlog.configure(**before)
