"""The daemon's memory over months: collections pass over what lives on, and what was freed goes back to the host."""

import ctypes
import gc

__all__ = ["freeze_anew", "freeze_loaded", "give_back"]


def freeze_loaded() -> None:
    """Take what is loaded by now out of garbage collections, once a process.

    Before each batch there is a full one, which held up the loop by a tenth of a second: most of it went over modules
    that live as long as the process.
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()


def freeze_anew() -> None:
    """Take what lives by now out of garbage collections, and collect what died of that since the last time.

    What is loaded or kept after the start would otherwise be gone over before each batch: 55 ms of one in a simulated
    quarter. It takes about as long itself, so it is for quiet moments.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def give_back() -> bool:
    """Return freed memory to the host; gives whether any could be, False where the C library has no such call.

    A burst of large responses leaves holes that glibc's malloc keeps (malloc_trim(3)). In a simulated quarter they came
    to 12 MB of 156 MB by day 38. It takes some milliseconds, so it is for quiet moments.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim is not None and bool(trim(0))
