"""Schedule files enter; checked schedules and their instants in UTC leave."""

from monitor.schedules.fields import OFFSET_PRESETS
from monitor.schedules.instants import (
    PlannedInstant,
    instants,
    instants_per_day,
    nightly_starts,
    pick_minutes,
    upcoming,
)
from monitor.schedules.load import Schedules, SchedulesError, load_schedules, select_items
from monitor.schedules.model import LiveSchedule, NightlySchedule, RandomRule

__all__ = ["OFFSET_PRESETS", "LiveSchedule", "NightlySchedule", "PlannedInstant", "RandomRule", "Schedules",
           "SchedulesError", "instants", "instants_per_day", "load_schedules", "nightly_starts", "pick_minutes",
           "select_items", "upcoming"]
