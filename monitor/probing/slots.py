"""When each probe may leave: planned moments that keep every limit, so that our own queue never shows as latency.

Measured (see the design): requests of many configurations due at one moment, sent at once, delay one another
by up to a second; planned 2 ms apart in random order they leave within a few milliseconds of their slot.
"""

import bisect
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from monitor.search.models import KeyGroup
from monitor.search.pacing import earliest
from monitor.store.types import to_micros

__all__ = ["SlotPlanner", "Wanted", "tolerance"]

MARGIN = 1.02
"""Planned sends keep this much more distance than the limit demands, since sending jitters by milliseconds."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A probe that wants a slot: `key` is the caller's, `group` the key group whose limits it shares."""

    key: int
    group: str
    due_at: datetime
    offset_s: float
    calls: int = 1
    """Calls of its group's limits that it uses; those after the first follow as soon as the limits let them."""


def tolerance(offset_s: float) -> timedelta:
    """Give how long after its due moment a probe may still be sent: 2 s, or a fifth of its offset if that is more."""
    return timedelta(seconds=max(2.0, 0.2 * offset_s))


@dataclass
class SlotPlanner:
    """Hands out slots. Sends already planned are told to `occupy`, so that a later plan keeps the limits too.

    `groups` are the limits by key group; `base` is any moment near those planned (times are kept as seconds from it).
    """

    groups: Mapping[str, KeyGroup]
    base: datetime
    gap: timedelta = timedelta(milliseconds=2)
    _sends: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def occupy(self, group: str, at: datetime, calls: int = 1) -> None:
        """Count a probe of so many calls that is planned already."""
        at_s = (at - self.base).total_seconds()
        bisect.insort(self._sends[group], at_s)
        self._follow(group, at_s, calls - 1)

    def _follow(self, group: str, at_s: float, calls: int) -> None:
        """Count calls that leave as soon after `at_s` as the limits let them."""
        limit, sends = self.groups.get(group, KeyGroup()), self._sends[group]
        for _ in range(calls):
            bisect.insort(sends, earliest(sends, at_s, limit.rps / MARGIN if limit.rps else None, limit.per_minute))

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

    def _slot(self, probe: Wanted, first: datetime) -> datetime | None:
        limit = self.groups.get(probe.group, KeyGroup())
        sends = self._sends[probe.group]
        wished_s = (first - self.base).total_seconds()
        at_s = earliest(sends, wished_s, limit.rps / MARGIN if limit.rps else None, limit.per_minute)
        at = self.base + timedelta(seconds=at_s)
        if at > probe.due_at + tolerance(probe.offset_s):
            return None
        bisect.insort(sends, at_s)
        self._follow(probe.group, at_s, probe.calls - 1)
        return at
