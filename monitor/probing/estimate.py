"""What the schedules come to: calls and dollars a day, by api, before anything is asked."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from monitor.datasets import Item
from monitor.probing.slots import SlotPlanner, Wanted
from monitor.probing.which import choose, offsets_of
from monitor.schedules import LiveSchedule, instants_per_day, select_items
from monitor.search.models import ApiConfig

__all__ = ["Estimate", "estimate"]


@dataclass
class Estimate:
    """Calls and dollars a day, by api and in all, at list prices; averages over four weeks."""

    calls: dict[str, float] = field(default_factory=dict)
    usd: dict[str, float] = field(default_factory=dict)
    too_late: dict[str, int] = field(default_factory=dict)
    """Probes of one instant, of the schedule that has most of them, that their key's limits keep from being in time."""

    @property
    def total_usd(self) -> float:
        """Dollars a day of all apis."""
        return sum(self.usd.values())

    @property
    def total_calls(self) -> float:
        """Calls a day of all apis."""
        return sum(self.calls.values())

    def as_dict(self) -> dict[str, Any]:
        """Give plain values."""
        return {
            "apis": {
                name: {"calls_per_day": round(self.calls[name], 1), "usd_per_day": round(self.usd[name], 4)}
                for name in self.calls
            },
            "calls_per_day": round(self.total_calls, 1),
            "usd_per_day": round(self.total_usd, 4),
            "too_late_per_instant": dict(self.too_late),
        }


def estimate(
    schedules: Sequence[LiveSchedule], items: Sequence[Item], apis: Mapping[str, ApiConfig], now: datetime
) -> Estimate:
    """Give what the enabled schedules cost a day, on average over the four weeks from `now`."""
    found = Estimate()
    for schedule in schedules:
        if not schedule.enabled:
            continue
        asked = len(select_items(schedule, items))
        each = instants_per_day(schedule, now) * asked
        chosen = choose(schedule.apis, apis)
        for name, late in _too_late(schedule, asked, [apis[name] for name in chosen], now).items():
            found.too_late[name] = max(late, found.too_late.get(name, 0))
        for name in chosen:
            probes = each * len(schedule.offsets_at(apis[name].group.rps))
            found.calls[name] = found.calls.get(name, 0.0) + probes * apis[name].calls
            found.usd[name] = found.usd.get(name, 0.0) + probes * apis[name].price_usd
    return found


def _too_late(schedule: LiveSchedule, asked: int, apis: Sequence[ApiConfig], now: datetime) -> dict[str, int]:
    """Give how many probes of one instant of the schedule have no slot in time, by api."""
    planner = SlotPlanner({api.key_group: api.group for api in apis}, now)
    wanted: list[Wanted] = []
    names: list[str] = []
    for offset_s, at_it in offsets_of(schedule, apis):
        for api in [one for one in at_it for _ in range(asked)]:
            due_at = now + timedelta(seconds=offset_s)
            wanted.append(Wanted(len(wanted), api.key_group, due_at, offset_s, api.calls))
            names.append(api.name)
    slots = planner.assign(wanted, seed=0)
    return dict(Counter(name for key, name in enumerate(names) if slots[key] is None))
