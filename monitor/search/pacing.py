"""When one call more may be sent without breaking a limit: pure, used for planned slots and for calls at once alike."""

import bisect
from collections.abc import Sequence

__all__ = ["earliest"]

_MINUTE_S = 60.0


def earliest(sends: Sequence[float], at_s: float, rps: float | None, per_minute: int | None) -> float:
    """Give the first moment from `at_s` on at which one call more keeps the limits.

    `sends` are the moments of earlier and already booked calls, ascending, in any unit-consistent seconds.
    """
    gap_s = 1 / rps if rps else 0.0
    while True:
        moved = at_s
        place = bisect.bisect_left(sends, moved)
        if gap_s:
            if place and moved - sends[place - 1] < gap_s - 1e-9:
                moved = sends[place - 1] + gap_s
            elif place < len(sends) and sends[place] - moved < gap_s - 1e-9:
                moved = sends[place] + gap_s
        if moved == at_s and per_minute and (after := _minute_full(sends, at_s, per_minute)) is not None:
            moved = after
        if moved == at_s:
            return at_s
        at_s = moved


def _minute_full(sends: Sequence[float], at_s: float, per_minute: int) -> float | None:
    """Give the moment to try next where a minute that holds `at_s` is full already; None where none is.

    Any 60 s that hold `at_s` and `per_minute` others are one too many; with calls booked in ascending order only
    the minute that ends at `at_s` matters, but bookings may lie ahead too.
    """
    first = bisect.bisect_right(sends, at_s - _MINUTE_S + 1e-9)
    last = bisect.bisect_left(sends, at_s + _MINUTE_S - 1e-9)
    near = sends[first:last]
    for start in range(len(near) - per_minute + 1):
        window = [*near[start : start + per_minute], at_s]
        if max(window) - min(window) < _MINUTE_S - 1e-9:
            return near[start] + _MINUTE_S
    return None
