"""What figures may be grouped by: a probe enters, its key under each name leaves."""

from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache

from monitor.calendars import require_zone
from monitor.datasets import Asset, Item
from monitor.durations import format_duration, parse_duration
from monitor.lag.rows import Row
from monitor.market.sessions import Phase, status_at
from monitor.store.types import from_micros

__all__ = ["KEYS", "key_of", "place", "session_part"]

KEYS = ("api", "asset", "item", "day", "week", "hour", "session", "offset")
"""The names. Day, week (ISO, from Monday) and hour are UTC, of the instant."""
PARTS = ("pre", "open", "mid", "last hour", "break", "after", "Asia", "London", "New York", "00-08", "08-16", "16-24",
         "closed")
"""Parts of a session, in the order in which they are shown."""
HOUR = timedelta(hours=1)
_LONDON_OPENS, _NEW_YORK_OPENS = 8, 8
"""Local hours at which currency dealing passes from Asia to London, and from London to New York."""


def key_of(name: str, row: Row, items: Mapping[str, Item]) -> str:
    """Give the key of one probe under one name of `KEYS`."""
    if name == "api":
        return row.api
    if name == "asset":
        return row.asset
    if name == "item":
        return row.item
    if name == "offset":
        return format_duration(timedelta(seconds=round(row.offset_s)))
    if name == "session":
        item = items.get(row.item) or row.as_item()
        return session_part(item.asset, str(item.extra.get("calendar") or ""), row.instant_us)
    at = from_micros(row.instant_us)
    if name == "day":
        return at.date().isoformat()
    if name == "week":
        year, week, _ = at.isocalendar()
        return f"{year}-W{week:02d}"
    return f"{at:%H}:00"


@lru_cache(maxsize=200_000)
def session_part(asset: Asset, calendar: str, instant_us: int) -> str:
    """Give the part of the market's day that an instant lies in.

    Stocks: ``pre``, ``open`` (the first hour), ``mid``, ``last hour`` (the close included), ``after``, ``break``. FX:
    ``Asia`` until London's 08:00, ``London`` until New York's 08:00, ``New York`` until its 17:00, then Asia again.
    Coins: the thirds of the UTC day. ``closed`` where the market does not trade.
    """
    at = from_micros(instant_us)
    if asset is Asset.CRYPTO:
        return PARTS[9 + at.hour // 8]
    item = Item("", asset, "", "", "", extra={"calendar": calendar} if calendar else {})
    status = status_at(item, at)
    if asset is Asset.FX:
        return "closed" if status.closed else _dealing(instant_us)
    if status.phase is Phase.CLOSE:
        return "last hour"
    if status.phase is Phase.REGULAR and status.session is not None:
        if at < status.session.open_at + HOUR:
            return "open"
        return "last hour" if at >= status.session.close_at - HOUR else "mid"
    return {Phase.PRE: "pre", Phase.POST: "after", Phase.BREAK: "break"}.get(status.phase, "closed")


def _dealing(instant_us: int) -> str:
    at = from_micros(instant_us)
    london, york = at.astimezone(require_zone("Europe/London")), at.astimezone(require_zone("America/New_York"))
    if 17 > york.hour >= _NEW_YORK_OPENS:
        return "New York"
    return "London" if london.hour >= _LONDON_OPENS and york.hour < _NEW_YORK_OPENS else "Asia"


def place(name: str, key: str) -> tuple[float, str]:
    """Give what sorts a key among its like: offsets by length, parts of a session by the day, the rest by text."""
    if name == "offset":
        return parse_duration(key).total_seconds(), ""
    if name == "session":
        return float(PARTS.index(key)), ""
    return 0.0, key
