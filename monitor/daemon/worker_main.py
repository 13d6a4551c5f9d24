"""The worker process's main loop; started by `monitor.daemon.worker`, not by hand."""

import gc
import json
import mmap
import os
import resource
import sys
import traceback
from datetime import datetime
from typing import Any, TextIO

from monitor.config import Settings
from monitor.errors import MonitorError
from monitor.processes import die_with_parent

__all__ = ["main", "out_of_memory"]

MORE_MB = {"chart": 6000}
"""Jobs that the usual limit is too small for: the renderer's JavaScript engine reserves gigabytes that it never uses,
and aborts the process where it may not."""
SPARE = 8 * 1024 * 1024
"""Bytes that a process below its limit can still get; one that cannot failed for want of memory, whatever it said."""
NICE = 10
"""The worker gives way to the daemon, whose probes must leave on time."""
COLLECT_AFTER = (50_000, 20, 20)
"""Objects between collections of garbage, and collections between those of older objects: by Python's own figures a
fifth of a new worker's first pass went into going over what the libraries had just loaded."""


def main() -> int:
    """Answer one JSON line for each JSON line, until the input ends."""
    die_with_parent(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints must not be taken for an answer
    settings = Settings(**json.loads(sys.stdin.readline()))
    _limit_memory(settings.worker.memory_mb)
    os.nice(NICE)
    gc.set_threshold(*COLLECT_AFTER)
    for line in sys.stdin:
        if not _answer(json.loads(line), settings, answers):
            break
    return 0


def _answer(request: dict[str, Any], settings: Settings, answers: TextIO) -> bool:
    """Answer one request; gives whether this process can go on: one that ran out of memory may be half broken."""
    from monitor.daemon.jobs import JOBS  # only this process may load what the jobs stand on

    try:
        job = JOBS[request["job"]]
        if (least_mb := MORE_MB.get(request["job"])) is not None:
            _limit_memory(max(settings.worker.memory_mb, least_mb))  # it stays: what is reserved then is not given back
        value = job(settings, datetime.fromisoformat(request["now"]), **request["arguments"])
        answer: dict[str, Any] = {"value": value}
    except Exception as err:  # noqa: BLE001 - told to the daemon, which records it; the worker goes on if it can
        answer = _told(err, settings)
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
    return not answer.get("ended")


def _told(err: Exception, settings: Settings) -> dict[str, Any]:
    """Give what the daemon is told of an error; `ended` where this process must not go on."""
    if out_of_memory(err):
        limit = f"the memory limit of {settings.worker.memory_mb} MB is reached"
        return {"error": f"{limit} (raise worker.memory_mb if that repeats)", "ended": True}
    if isinstance(err, MonitorError):
        return {"error": str(err)}
    traceback.print_exc(file=sys.stderr)
    return {"error": f"{type(err).__name__}: {err}", "ended": isinstance(err, SystemError)}


def out_of_memory(err: BaseException) -> bool:
    """Whether a job failed for want of memory: a MemoryError led to the error, or the process gets no more.

    Compiled code does not always raise MemoryError when an allocation fails: it also comes as a SystemError without a
    reason, or as an error of the library (a database's "out of memory", a file's ENOMEM).
    """
    seen: BaseException | None = err
    while seen is not None:
        if isinstance(seen, MemoryError):
            return True
        seen = seen.__cause__ or seen.__context__
    try:
        # asked of the kernel, since an allocator may still hold as much that was freed meanwhile
        mmap.mmap(-1, SPARE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        return True
    return False


def _limit_memory(megabytes: int) -> None:
    """Bound private memory; address space is not bounded, since numeric libraries reserve far more than they use."""
    limit = megabytes * 1024 * 1024
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


if __name__ == "__main__":
    sys.exit(main())
