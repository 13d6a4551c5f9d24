"""An alert, the hour and the maintenance windows enter; why no message about it is sent just now leaves. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from monitor.alert_rules import SEVERITIES, Severity
from monitor.config_alerts import AlertSettings, MaintenanceSettings, hours_of

__all__ = ["Window", "held", "open_windows", "within"]

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True)
class Window:
    """A maintenance window that is open: what it covers (None: everything) and why there is one."""

    reason: str
    api: str | None = None
    rule: str | None = None
    until: datetime | None = None

    def covers(self, key: str, api: str | None) -> bool:
        """Tell whether an alert with this key, about this api, falls under it."""
        rule, _, rest = key.partition(":")
        about = {api, *rest.split(":")}
        return (self.api is None or self.api in about) and (self.rule is None or self.rule == rule)


def within(hours: str, zone: str, now: datetime, days: Iterable[str] = ()) -> bool:
    """Tell whether `now` lies in the stretch of a day; one over midnight belongs to the day on which it begins."""
    start, end = hours_of(hours)
    local = now.astimezone(ZoneInfo(zone))
    clock, today = local.time(), local.date()
    begun = today
    if start < end:
        inside = start <= clock < end
    else:
        inside = clock >= start or clock < end
        if clock < end:
            begun = today - timedelta(days=1)
    wanted = tuple(days)
    return inside and (not wanted or DAYS[begun.weekday()] in wanted)


def open_windows(settings: Iterable[MaintenanceSettings], now: datetime) -> list[Window]:
    """Give the windows of the settings that are open at `now`."""
    found = []
    for one in settings:
        if one.hours is not None:
            is_open = within(one.hours, one.zone, now, one.days)
        else:
            is_open = one.start is not None and one.end is not None and one.start <= now < one.end
        if is_open:
            found.append(Window(one.reason, one.api, one.rule, one.end))
    return found


def held(key: str, api: str | None, severity: Severity, settings: AlertSettings, windows: Iterable[Window],
         now: datetime) -> str | None:  # fmt: skip
    """Say why a message about the alert waits; None where it may go. Maintenance holds grave alerts too."""
    for window in windows:
        if window.covers(key, api):
            return f"maintenance: {window.reason}"
    if SEVERITIES.index(severity) >= SEVERITIES.index(settings.quiet_lets):
        return None
    if any(within(hours, settings.quiet_zone, now) for hours in settings.quiet):
        return "quiet hours"
    return None
