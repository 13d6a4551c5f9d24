"""What the schedules come to: calls and dollars a day, by api, before anything is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from monitor.datasets import Item
from monitor.probing.which import choose
from monitor.schedules import LiveSchedule, instants_per_day, select_items
from monitor.search.models import ApiConfig

__all__ = ["Estimate", "estimate"]


@dataclass
class Estimate:
    """Calls and dollars a day, by api and in all, at list prices; averages over four weeks."""

    calls: dict[str, float] = field(default_factory=dict)
    usd: dict[str, float] = field(default_factory=dict)

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
        }


def estimate(
    schedules: Sequence[LiveSchedule], items: Sequence[Item], apis: Mapping[str, ApiConfig], now: datetime
) -> Estimate:
    """Give what the enabled schedules cost a day, on average over the four weeks from `now`."""
    found = Estimate()
    for schedule in schedules:
        if not schedule.enabled:
            continue
        each = instants_per_day(schedule, now) * len(select_items(schedule, items)) * len(schedule.offsets)
        for name in choose(schedule.apis, apis):
            found.calls[name] = found.calls.get(name, 0.0) + each * apis[name].calls
            found.usd[name] = found.usd.get(name, 0.0) + each * apis[name].price_usd
    return found
