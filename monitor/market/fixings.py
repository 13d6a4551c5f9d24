"""Daily fixings of currencies: on which days there is one, when it is made, and which one held at a moment (pure).

The European Central Bank's reference rates are fixed by concertation at about 14:15 Frankfurt time on days on which
TARGET is open, and published at about 16:00. They are for information: a check on minutes, never a minute's price.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from monitor.market.columns import SourceBars, columns_of

__all__ = ["CURRENCIES", "FIXING", "Fixing", "fixed_at", "is_fixing_day", "last_fixing", "newest_published",
           "published_at"]

FIXING = "fixing"
"""The role of bars that hold a day's fixing: open, high, low and close are the rate."""

CURRENCIES = frozenset(
    ("EUR", "USD", "JPY", "CZK", "DKK", "GBP", "HUF", "PLN", "RON", "SEK", "CHF", "ISK", "NOK", "TRY", "AUD", "BRL",
     "CAD", "CNY", "HKD", "IDR", "ILS", "INR", "KRW", "MXN", "MYR", "NZD", "PHP", "SGD", "THB", "ZAR")
)
"""What the European Central Bank gives a rate for, as of 2026."""

_FRANKFURT = ZoneInfo("Europe/Berlin")
_FIXED, _PUBLISHED = time(14, 15), time(16)
_CLOSED = ((1, 1), (5, 1), (12, 25), (12, 26))


@dataclass(frozen=True, slots=True)
class Fixing:
    """One day's rate; `carried` where the day asked about had none yet, so that an earlier one stands in."""

    source: str
    day: date
    fixed_at: datetime
    rate: float
    carried: bool


def is_fixing_day(day: date) -> bool:
    """Tell whether TARGET is open on `day`: weekdays but 1 January, Good Friday, Easter Monday, 1 May, Christmas."""
    from dateutil.easter import easter

    if day.weekday() >= 5 or (day.month, day.day) in _CLOSED:
        return False
    return (day - easter(day.year)).days not in (-2, 1)


def fixed_at(day: date) -> datetime:
    """Give the moment of a day's fixing in UTC: 14:15 in Frankfurt."""
    return datetime.combine(day, _FIXED, _FRANKFURT).astimezone(UTC)


def published_at(day: date) -> datetime:
    """Give when a day's fixing is there for all to read: 16:00 in Frankfurt."""
    return datetime.combine(day, _PUBLISHED, _FRANKFURT).astimezone(UTC)


def newest_published(now: datetime, settle: timedelta = timedelta()) -> date:
    """Give the newest day whose fixing was published at least `settle` before `now`."""
    day = now.astimezone(_FRANKFURT).date()
    while not is_fixing_day(day) or published_at(day) + settle > now:
        day -= timedelta(days=1)
    return day


def last_fixing(fixings: Sequence[SourceBars], at: datetime) -> Fixing | None:
    """Give the newest fixing made at or before `at`, of the first source that has that day; None without any.

    On a weekend, on a holiday of TARGET and in the morning that is the one before, marked `carried`.
    """
    best: Fixing | None = None
    today = at.astimezone(_FRANKFURT).date()
    for one in map(columns_of, fixings):
        for start_s, rate in zip(one.start_s.tolist(), one.close.tolist(), strict=True) if one.role == FIXING else ():
            day = datetime.fromtimestamp(start_s, UTC).date()
            if fixed_at(day) <= at and (best is None or day > best.day):
                best = Fixing(one.source, day, fixed_at(day), rate, carried=day != today)
    return best
