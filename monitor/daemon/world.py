"""Everything that the settings name, loaded and checked: items, apis, schedules, keys, and the database's place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

from monitor.config import Settings, load_settings
from monitor.datasets import Item, load_live
from monitor.environment import environment
from monitor.errors import ConfigError, Mistakes, MonitorError
from monitor.paths import CONFIG_NAME, default_database, schedules_dir
from monitor.probing.which import GROUPS, usable
from monitor.schedules import NightlySchedule, Schedules, load_schedules
from monitor.search.config import load_apis
from monitor.search.keys import secret_names
from monitor.search.models import ApiConfig

__all__ = ["World", "database_path", "load_whole", "load_world", "nightly_schedules", "schedules_of", "secret_values",
           "watched_files"]


@dataclass(frozen=True)
class World:
    """What is configured. `usable` are the apis that can be asked here; `env` holds keys and must never be stored."""

    settings: Settings
    items: tuple[Item, ...]
    apis: Mapping[str, ApiConfig]
    usable: Mapping[str, ApiConfig]
    env: Mapping[str, str]

    @property
    def by_id(self) -> dict[str, Item]:
        """Give the items by id."""
        return {item.id: item for item in self.items}


def load_world(settings: Settings) -> World:
    """Load what the settings name; mistakes are raised together, each saying where it is."""
    found: list[MonitorError] = []
    env: Mapping[str, str] = {}
    items: tuple[Item, ...] = ()
    apis: Mapping[str, ApiConfig] = {}
    where = str(settings.source) if settings.source else "monitor.toml"
    try:
        env = environment(settings)
    except ConfigError as err:
        found.append(err)
    try:
        apis = load_apis(settings.apis, settings.key_groups, where)
    except Mistakes as err:
        found += err.problems
    except ConfigError as err:
        found.append(err)
    else:
        found += _unknown_names(settings, apis, where)
    data = settings.data
    if data is not None and not data.startswith("hf:"):
        data = str(settings.path(data))
    try:
        items = load_live(data)
    except MonitorError as err:
        found.append(err)
    if len(found) == 1:
        raise found[0]
    if found:
        raise Mistakes(found)
    return World(settings, items, apis, usable(apis, env, settings.enabled), env)


def load_whole(config: Path | None) -> World:
    """Give everything that `config` (or the default file) leads to, for a process that is to run on it for long.

    Raises Mistakes with every one in the file, the environment, the tables of apis, the items and the schedules.
    Calendars are not asked: they are the worker's business.
    """
    found: list[MonitorError] = []
    settings: Settings | None
    try:
        settings = load_settings(config)
    except Mistakes as err:
        found += err.problems
        settings = err.partial if isinstance(err.partial, Settings) else None
    world: World | None = None
    names: set[str] | None = None
    if settings is not None:
        try:
            world = load_world(settings)
            names = {*world.apis, *GROUPS}
        except Mistakes as err:
            found += err.problems
        except MonitorError as err:
            found.append(err)
        try:
            load_schedules(_schedules_at(settings), now=None, items=world.items if world else None, apis=names)
        except Mistakes as err:
            found += err.problems
    if found or world is None:
        raise Mistakes(found)
    return world


def _unknown_names(settings: Settings, apis: Mapping[str, ApiConfig], where: str) -> list[ConfigError]:
    """Find names of what is not there: a misspelt budget would bound nothing, a misspelt SLO hold nobody to it."""
    groups = {api.key_group for api in apis.values()}
    found = []
    for table, named, known in (
        ("budget.api", settings.budget.api, set(apis)),
        ("key_groups", settings.key_groups, groups),
    ):
        for name in named:
            if name not in known:
                what = f"[{table}.{name}] names nothing that is configured"
                found.append(ConfigError(what, where, _nearest(name, known)))
    for name in settings.enabled or ():
        if name not in apis:
            found.append(ConfigError(f"unknown api {name!r}", f"{where}: enabled", _nearest(name, apis)))
    for number, slo in enumerate(settings.slo, 1):
        if slo.api != "*" and slo.api not in apis:
            at = f"{where}: [[slo]] number {number}: api"
            found.append(ConfigError(f"unknown api {slo.api!r}", at, _nearest(slo.api, apis)))
    return found


def _nearest(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=1)
    return f"did you mean {near[0]!r}?" if near else "see `monitor apis` for the names"


def schedules_of(world: World, now: datetime | None) -> Schedules:
    """Load the schedules; with `now` they are also held to the calendars, which is the worker's business."""
    settings = world.settings
    return load_schedules(_schedules_at(settings), now=now, items=world.items, apis={*world.apis, *GROUPS})


def nightly_schedules(settings: Settings) -> tuple[NightlySchedule, ...]:
    """Load the nightly schedules alone, light enough for the daemon; names in them are the worker's business."""
    return load_schedules(_schedules_at(settings), now=None).nightly


def _schedules_at(settings: Settings) -> Path:
    return settings.path(settings.schedules) if settings.schedules else schedules_dir(settings.base)


def database_path(settings: Settings) -> Path:
    """Give the database's file: the settings', else the working folder's, the checkout's or the user's."""
    return settings.path(settings.store.path) if settings.store.path else default_database(settings.base)


def watched_files(settings: Settings) -> tuple[Path, ...]:
    """Give the files that the configuration was read from; a folder of schedules stands for its files."""
    schedules = _schedules_at(settings)
    more = sorted(schedules.glob("*.toml")) if schedules.is_dir() else [schedules]
    source = settings.source or settings.base / CONFIG_NAME
    if settings.data is not None and not settings.data.startswith("hf:"):
        data = settings.path(settings.data)
        more += sorted(data.glob("*.jsonl")) if data.is_dir() else [data]
    return (source, settings.base / ".env", *more)


def secret_values(world: World) -> set[str]:
    """Give the keys that are set here, to search for or to hide; never to store."""
    named = {name for name in world.env if name.endswith(("_KEY", "_TOKEN", "_SECRET", "_PASSWORD"))}
    return {value for name in named | secret_names(world.apis.values()) if len(value := world.env.get(name, "")) >= 6}
