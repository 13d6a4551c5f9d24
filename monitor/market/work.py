"""The worker's job: the windows that recent probes need enter; pulled and stored bars leave, as counts."""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import func, select
from sqlmodel import col

from monitor.clock import SystemClock
from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.market.pull import PullReport, pull_item
from monitor.market.sources.base import MINUTE_S, Source, serves_minutes
from monitor.market.sources.opening import open_sources
from monitor.market.symbols import symbols_for
from monitor.market.windows import Window, coalesce, window_for
from monitor.store.database import Database
from monitor.store.tables import Probe

__all__ = ["close_sources", "in_order", "pull_due", "shared_sources", "windows_due"]

BACK = timedelta(days=8)
JOB_S = 480.0
"""A job starts no further item after so long; what is left is pulled by the next one."""

def pull_due(database: Database, items: Mapping[str, Item], settings: MarketSettings, now: datetime) -> dict[str, Any]:
    """Pull what the probes of the last eight days need and is not stored yet; give counts for the log."""
    clock = SystemClock()
    until = clock.monotonic() + JOB_S
    sources = shared_sources(settings)
    total = PullReport("")
    left = 0
    due = windows_due(database, items, settings, now)
    for item_id in in_order([items[one] for one in due], sources, settings):
        if clock.monotonic() > until:
            left += 1
            continue
        total.add(pull_item(database, items[item_id], due[item_id], sources, now, overrides=settings.symbols))
    return {
        "items": len(due),
        "asked": total.asked,
        "bars": total.bars,
        "revisions": total.revisions,
        "failures": dict(total.reasons),
        "waiting": len(total.waiting),
        "left": left,
    }


def in_order(items: Iterable[Item], sources: Sequence[Source], settings: MarketSettings) -> list[str]:
    """Give the ids of `items`, first those with a source that forgets soonest (Kraken: 12 hours, Yahoo: 30 days)."""

    def kept_s(item: Item) -> float:
        kept = [source.retention_s(MINUTE_S) for source in sources
                if serves_minutes(source) and symbols_for(item, source.name, settings.symbols)]
        return min((one for one in kept if one is not None), default=math.inf)

    return [item.id for item in sorted(items, key=lambda item: (kept_s(item), item.id))]


def windows_due(
    database: Database, items: Iterable[str], settings: MarketSettings, now: datetime
) -> dict[str, list[Window]]:
    """Give, for each of `items` that was asked about in the last eight days, the windows that grading needs."""
    with database.read() as session:
        rows = (
            session.connection()
            .execute(
                select(col(Probe.item_id), col(Probe.instant_at), func.max(col(Probe.offset_s)))
                .where(col(Probe.instant_at) >= now - BACK, col(Probe.instant_at) <= now)
                .group_by(col(Probe.item_id), col(Probe.instant_at))
            )
            .all()
        )
    known, lookback = set(items), timedelta(hours=settings.lookback_h)
    windows: dict[str, list[Window]] = {}
    for item_id, instant, last_offset_s in rows:
        if item_id in known:
            windows.setdefault(item_id, []).append(window_for(instant, [last_offset_s], lookback))
    return {item_id: coalesce(some) for item_id, some in windows.items()}


def shared_sources(settings: MarketSettings) -> list[Source]:
    """Give this process's open sources: markets are listed once a day, connections kept between jobs."""
    return _opened(settings.model_dump_json())


def close_sources() -> None:
    """Close them; the next call of `shared_sources` opens new ones."""
    for sources in _kept:
        for source in sources:
            source.close()
    _kept.clear()
    _opened.cache_clear()


_kept: list[list[Source]] = []


@lru_cache(maxsize=4)
def _opened(settings_json: str) -> list[Source]:
    sources = open_sources(MarketSettings.model_validate_json(settings_json))
    _kept.append(sources)
    return sources
