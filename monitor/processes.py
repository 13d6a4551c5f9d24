"""Child processes that end with their parent, however that ends."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

__all__ = ["die_with_parent", "pool"]

_PR_SET_PDEATHSIG = 1


def pool(jobs: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    """Give a pool of fresh processes, each of which calls `begin` first (picklable)."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(os.getpid(), begin))


def die_with_parent(parent: int) -> None:
    """Ask the kernel (Linux) to end this process with its parent, also when that is killed; elsewhere do nothing.

    `parent` is the process that started this one: where it is gone already, this one ends now. The kernel goes by the
    thread that started the child; it must live as long as the child is to.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


def _begin(parent: int, begin: Callable[[], None]) -> None:
    die_with_parent(parent)
    begin()
