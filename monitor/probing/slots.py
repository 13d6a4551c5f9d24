"""When each probe may leave: planned moments that keep every limit, so that our own queue never shows as latency.

Measured (see the design): requests of many configurations due at one moment, sent at once, delay one another
by up to a second; planned 2 ms apart in random order they leave within a few milliseconds of their slot.
"""

import bisect
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from monitor.store.types import from_micros, to_micros

__all__ = ["Pace", "SlotPlanner", "Wanted", "tolerance"]

MINUTE_US = 60_000_000


@dataclass(frozen=True, slots=True)
class Pace:
    """Limits of one key group: sends a second and sends a minute; None is no limit."""

    rps: float | None = None
    per_minute: int | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A probe that wants a slot: `key` is the caller's, `group` the key group whose limits it shares."""

    key: int
    group: str
    due_at: datetime
    offset_s: float


def tolerance(offset_s: float) -> timedelta:
    """Give how long after its due moment a probe may still be sent: 2 s, or a fifth of its offset if that is more."""
    return timedelta(seconds=max(2.0, 0.2 * offset_s))


@dataclass
class SlotPlanner:
    """Hands out slots. Sends already planned are told to `occupy`, so that a later plan keeps the limits too."""

    paces: dict[str, Pace]
    gap: timedelta = timedelta(milliseconds=2)
    _sends: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def occupy(self, group: str, at: datetime) -> None:
        """Count a send that is planned already."""
        bisect.insort(self._sends[group], to_micros(at))

    def assign(self, wanted: Iterable[Wanted], seed: int) -> dict[int, datetime | None]:
        """Give each probe's slot, or None where the limits make it certain that it would be late.

        Probes due at one moment are taken in an order drawn from `seed`, so that no api and no item is
        always the late one; a probe that cannot be in time takes nothing from the limits.
        """
        by_due: dict[datetime, list[Wanted]] = defaultdict(list)
        for probe in wanted:
            by_due[probe.due_at].append(probe)
        slots: dict[int, datetime | None] = {}
        for due_at in sorted(by_due):
            batch = sorted(by_due[due_at], key=lambda probe: probe.key)
            random.Random(f"{seed}:{to_micros(due_at)}").shuffle(batch)
            for place, probe in enumerate(batch):
                slots[probe.key] = self._slot(probe, due_at + place * self.gap)
        return slots

    def _slot(self, probe: Wanted, earliest: datetime) -> datetime | None:
        latest = to_micros(probe.due_at + tolerance(probe.offset_s))
        pace = self.paces.get(probe.group, Pace())
        sends = self._sends[probe.group]
        at = to_micros(earliest)
        while at <= latest:
            later = _conflict(sends, at, pace)
            if later is None:
                bisect.insort(sends, at)
                return from_micros(at)
            at = later
        return None


def _conflict(sends: Sequence[int], at: int, pace: Pace) -> int | None:
    """Give None where a send at `at` keeps the limits, else the next moment worth trying."""
    place = bisect.bisect_right(sends, at)
    if pace.rps:
        step = int(1_000_000 / pace.rps)
        if place and at - sends[place - 1] < step:
            return sends[place - 1] + step
        if place < len(sends) and sends[place] - at < step:
            return sends[place] + step
    if pace.per_minute:
        most = pace.per_minute
        with_it = (*sends[max(0, place - most):place], at, *sends[place:place + most])
        own = min(place, most)
        for first in range(max(0, own - most), own + 1):
            last = first + most  # one more than a minute may hold
            if last < len(with_it) and with_it[last] - with_it[first] < MINUTE_US:
                return with_it[first] + MINUTE_US if first < own else with_it[own + 1] + 1
    return None
