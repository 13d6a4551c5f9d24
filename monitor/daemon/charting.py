"""The worker's job that draws a chart: from the store's data, or as it was kept if the data have not changed since."""

from collections import OrderedDict
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from monitor.charts import Look
from monitor.charts.kept import Picture, data_version, keep_picture, kept_picture
from monitor.config import Settings
from monitor.daemon.world import database_path, load_world
from monitor.datasets import Item
from monitor.errors import ConfigError
from monitor.store.database import Database, open_database

__all__ = ["WINDOWS", "chart"]

WINDOWS = {"days": timedelta(days=30), "nights": timedelta(days=30)}
"""How far back a chart reaches by default, where that is not a week."""
WEEK = timedelta(days=7)
WIDTHS = (320, 4000)
DATA_KEPT = 4
"""Windows whose figures stay in memory: the charts of one page are drawn from the same."""

_data: OrderedDict[tuple[Any, ...], dict[str, Any]] = OrderedDict()


def chart(
    settings: Settings, now: datetime, name: str = "lag", width: int = 720, dark: bool = False,
    since: str | None = None, until: str | None = None, item: str | None = None, instant: str | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Give a picture as `monitor.charts.kept.Picture.to_json` has it, and keep it in the store.

    `since` and `until` are ISO moments; by default the midnight a week (or `WINDOWS`) before today, and the coming full
    hour. The chart ``reference`` takes `item` and `instant` instead. Raises ConfigError for a chart or an item that
    there is not.
    """
    from monitor.charts.registry import CHARTS
    from monitor.lag.rows import midnight

    if name not in CHARTS:
        raise ConfigError(f"there is no chart {name!r}", "chart", f"one of {', '.join(CHARTS)}")
    look = Look(min(max(width, WIDTHS[0]), WIDTHS[1]), dark)
    asked = {"since": since, "until": until, "item": item, "instant": instant}
    end = datetime.fromisoformat(until) if until else _coming_hour(now)
    start = datetime.fromisoformat(since) if since else midnight(end if until else now) - WINDOWS.get(name, WEEK)
    database = open_database(database_path(settings))
    try:
        with database.read() as session:
            version = f"{data_version(session)} {settings.probing.reader} {settings.probing.policy} {end.isoformat()}"
            kept = kept_picture(session, name, look, asked)
        if kept is not None and kept.version == version:
            return kept.to_json()
        picture = _drawn(settings, database, now, name, look, version, (start, end), item, instant)
        with database.write() as session:
            keep_picture(session, name, look, asked, picture, now)
    finally:
        database.close()
    return picture.to_json()


def _drawn(
    settings: Settings, database: Database, now: datetime, name: str, look: Look, version: str,
    window: tuple[datetime, datetime], item: str | None, instant: str | None,
) -> Picture:  # fmt: skip
    from monitor.charts.base import nothing, render
    from monitor.charts.registry import CHARTS

    one = CHARTS[name]
    items = load_world(settings).by_id
    if "inspection" in one.needs:
        data: dict[str, Any] = {"inspection": _inspected(settings, database, items, item, instant)}
    else:
        data = _figures(settings, database, now, items, one.needs, version, window)
    made = one.build(data, look, one.title)
    spec = nothing(look, one.title, made) if isinstance(made, str) else made
    sentence = made if isinstance(made, str) else None
    return Picture(one.title, render(spec).decode(), str(spec["description"]), sentence, one.table(data), version)


def _figures(
    settings: Settings, database: Database, now: datetime, items: Mapping[str, Item], needs: tuple[str, ...],
    version: str, window: tuple[datetime, datetime],
) -> dict[str, Any]:  # fmt: skip
    """Give the figures; those of the same version and window are made once."""
    from monitor.charts.data import Wanted, chart_data

    key = (str(database_path(settings)), version, *window)
    data = _data.pop(key, {})
    missing = [part for part in needs if part not in data]
    if missing or not data:
        said = settings.probing
        wanted = Wanted(database, *window, now, said.reader, said.policy, settings.market, items)
        data = {**data, **chart_data(wanted, missing)}
    _data[key] = data
    while len(_data) > DATA_KEPT:
        _data.popitem(last=False)
    return data


def _inspected(
    settings: Settings, database: Database, items: Mapping[str, Item], item: str | None, instant: str | None
) -> Any:
    from monitor.grading.inspecting import inspect_instant
    from monitor.grading.policy import load_policy

    if item is None or instant is None:
        return None
    if item not in items:
        raise ConfigError(f"there is no item {item!r}", "chart", "see `monitor items`")
    policy = load_policy(settings.probing.policy)
    if policy.rules == "board":
        policy = load_policy("strict")  # the public harness's rules know no look-back
    at = datetime.fromisoformat(instant).replace(second=0, microsecond=0)
    with database.read() as session:
        return inspect_instant(session, items[item], at, settings.market, policy, settings.probing.reader)


def _coming_hour(now: datetime) -> datetime:
    return (now.astimezone(UTC) + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)
