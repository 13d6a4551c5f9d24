"""Child processes that end with their parent, however that ends."""

import ctypes
import os
import signal
import sys

__all__ = ["die_with_parent"]

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Ask the kernel (Linux) to end this process with the one that started it, also when that was killed.

    Elsewhere nothing is done. The kernel goes by the thread that started the child: it must live as long as the
    parent is to.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == 1:
            sys.exit(0)
