"""Numbers and times as web pages write them."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from monitor.datasets import MONTHS

__all__ = [
    "ago",
    "amount",
    "change",
    "day_month",
    "eastern",
    "eastern_long",
    "eastern_zone",
    "short_day",
    "short_money",
    "utc_minute",
    "weekday",
]

_NEW_YORK = ZoneInfo("America/New_York")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def amount(value: float, decimals: int) -> str:
    """``1234.5`` with two decimals is ``1,234.50``."""
    return f"{value:,.{decimals}f}"


def change(value: float, before: float, decimals: int) -> str:
    """``+1.25 (+0.41%)``."""
    return f"{value - before:+,.{decimals}f} ({100 * (value / before - 1):+.2f}%)"


def short_money(value: float) -> str:
    """``12.3B``, ``4.56M``."""
    for size, letter in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")):
        if value >= size:
            return f"{value / size:.2f}{letter}"
    return f"{value:.0f}"


def eastern(at: datetime, seconds: bool = True) -> str:
    """``10:44:57 AM``, New York."""
    local = at.astimezone(_NEW_YORK)
    text = f"{(local.hour - 1) % 12 + 1}:{local.minute:02d}" + (f":{local.second:02d}" if seconds else "")
    return f"{text} {'AM' if local.hour < 12 else 'PM'}"


def eastern_zone(at: datetime) -> str:
    """``EST`` or ``EDT``."""
    return at.astimezone(_NEW_YORK).strftime("%Z")


def eastern_offset(at: datetime) -> str:
    """``UTC-5`` or ``UTC-4``."""
    offset = at.astimezone(_NEW_YORK).utcoffset()
    return f"UTC{int(offset.total_seconds() // 3600):+d}" if offset else "UTC"


def eastern_long(at: datetime) -> str:
    """``Nov 30, 2026 10:44 a.m. EST``."""
    local = at.astimezone(_NEW_YORK)
    half = "a.m." if local.hour < 12 else "p.m."
    return f"{short_day(local.date())} {(local.hour - 1) % 12 + 1}:{local.minute:02d} {half} {local:%Z}"


def eastern_day(at: datetime) -> date:
    """Give the date in New York."""
    return at.astimezone(_NEW_YORK).date()


def utc_minute(at: datetime) -> str:
    """``Nov 30, 2026, 15:43 UTC``."""
    return f"{short_day(at.date())}, {at:%H:%M} UTC"


def short_day(day: date) -> str:
    """``Nov 30, 2026``."""
    return f"{MONTHS[day.month - 1][:3]} {day.day}, {day.year}"


def day_month(day: date) -> str:
    """``November 30``."""
    return f"{MONTHS[day.month - 1]} {day.day}"


def weekday(day: date) -> str:
    """``Monday``."""
    return _DAYS[day.weekday()]


def ago(seconds: float) -> str:
    """``3 minutes ago``, rounded down."""
    for size, unit in ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
