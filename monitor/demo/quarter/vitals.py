"""What a simulated quarter uses: processor time, memory, open files, log lines, bytes of the database."""

import os
import resource
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import structlog

__all__ = ["Cpu", "LogLines", "counting", "open_files", "resident_mb", "worker_a_day"]

LogLines = Counter[str]
"""Event names of lines at level info and above -> how many."""


@dataclass(frozen=True, slots=True)
class Cpu:
    """Seconds of processor time used so far: by this process, by the sandbox, by workers and their like."""

    monitor: float
    sandbox: float
    worker: float

    @classmethod
    def used(cls, sandbox: int | None, worker: int | None) -> "Cpu":
        """Give what was used until now; the workers that have ended count too."""
        own, ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        gone = ended.ru_utime + ended.ru_stime
        return cls(own.ru_utime + own.ru_stime, _cpu_s(sandbox), gone + _cpu_s(worker))

    def since(self, before: "Cpu") -> dict[str, float]:
        """Give what was used after `before`."""
        return {name: round(getattr(self, name) - getattr(before, name), 2) for name in self.__slots__}


def worker_a_day(days: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Give the worker's seconds of processor time on the middle one of some days, early and late.

    The longest window that figures are kept of is full after 30 days; from then on a day must cost the same.
    """
    stretches = {"days 1 to 7": days[:7], "days 31 to 37": days[30:37], "the last 7 days": days[37:][-7:]}
    return {name: round(median(day["cpu_s"]["worker"] for day in some), 2)
            for name, some in stretches.items() if len(some) == 7}  # fmt: skip


def _cpu_s(pid: int | None) -> float:
    """Give the processor time of a process that runs; 0 where there is no such process."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
