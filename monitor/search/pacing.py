"""When each probe of a batch may be sent: planned beforehand, pure, the same for the same seed."""

import bisect
import math
import random
from collections.abc import Mapping, Sequence

from monitor.search.models import KeyGroup

__all__ = ["SLOT_S", "earliest", "plan_slots"]

SLOT_S = 0.002
"""Slots of a whole batch are this far apart, so that the loop's own queue never shows as an API's latency."""

_MINUTE_S = 60.0
_MARGIN = 1.02  # the plan keeps a little more distance than the limit demands: sending jitters by milliseconds


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


def plan_slots(groups: Sequence[str], limits: Mapping[str, KeyGroup], seed: int, *,
               history: Mapping[str, Sequence[float]] | None = None, spacing_s: float = SLOT_S) -> list[float]:
    """Give each probe's send time, in seconds after the batch is due, in the order of `groups`.

    `groups` holds the key group of each probe. Probes take slots `spacing_s` apart in a random order (by `seed`),
    moved to later slots where their group's `rps` or `per_minute` demands it. `history` holds, per group, earlier
    sends that still count (seconds relative to due, so negative). Concurrency cannot be planned: it depends on how
    fast the API answers.
    """
    order = list(range(len(groups)))
    random.Random(seed).shuffle(order)
    taken: set[int] = set()
    sends: dict[str, list[float]] = {name: sorted(times) for name, times in (history or {}).items()}
    slots = [0.0] * len(groups)
    for rank, probe in enumerate(order):
        name = groups[probe]
        limit = limits.get(name) or KeyGroup(name=name)
        booked = sends.setdefault(name, [])
        rps = limit.rps / _MARGIN if limit.rps else None
        number = max(rank, math.floor(booked[-1] / spacing_s)) if booked else rank  # a group's sends ascend
        while True:
            at_s = earliest(booked, number * spacing_s, rps, limit.per_minute)
            number = max(number, math.ceil(at_s / spacing_s - 1e-6))
            while number in taken:
                number += 1
            if earliest(booked, number * spacing_s, rps, limit.per_minute) <= number * spacing_s + 1e-9:
                break
        taken.add(number)
        slots[probe] = round(number * spacing_s, 6)
        bisect.insort(booked, slots[probe])
    return slots
