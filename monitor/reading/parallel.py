"""Work done over processes, its results in the order of what it was done on, with few of them held at once."""

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

from monitor.processes import pool

__all__ = ["cores", "ordered"]

In = TypeVar("In")
Out = TypeVar("Out")


def ordered(work: Callable[[In], Out], found: Iterable[In], jobs: int = 1, ahead: int = 4) -> Iterator[Out]:
    """Give ``work(one)`` of each in order, over `jobs` processes; `work` must be picklable for more than one.

    At most `ahead` a process are held at once. Leaving off early cancels what has not begun.
    """
    if jobs <= 1:
        yield from map(work, found)
        return
    waiting: deque[Future[Out]] = deque()
    with pool(jobs, _give_way) as processes:
        try:
            for one in found:
                waiting.append(processes.submit(work, one))
                while len(waiting) >= ahead * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            processes.shutdown(wait=False, cancel_futures=True)
            raise


def _give_way() -> None:
    """Let whoever works beside, such as a recording daemon, go first; and look for cycles seldom, as rows make none."""
    if hasattr(os, "nice"):
        os.nice(5)
    gc.set_threshold(50_000, 20, 100)


def cores() -> int:
    """Give the number of cores that this process may use; 1 where that cannot be told."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
