"""Everything that the settings name, loaded and checked: items, apis, schedules, keys, and the database's place."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

from monitor.config import Settings, environment
from monitor.datasets import Item, load_live
from monitor.errors import ConfigError
from monitor.paths import default_database, schedules_dir
from monitor.probing.which import GROUPS, usable
from monitor.schedules import NightlySchedule, Schedules, load_schedules
from monitor.search.config import load_apis
from monitor.search.models import ApiConfig

__all__ = ["World", "database_path", "load_world", "nightly_schedules", "schedules_of"]


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
    """Load what the settings name; every mistake is a ConfigError or DataError that says where it is."""
    env = environment(settings)
    where = str(settings.source) if settings.source else "monitor.toml"
    apis = load_apis(settings.apis, settings.key_groups, where)
    _check_names(settings, apis, where)
    data = settings.data
    if data is not None and not data.startswith("hf:"):
        data = str(settings.path(data))
    return World(settings, load_live(data), apis, usable(apis, env, settings.enabled), env)


def _check_names(settings: Settings, apis: Mapping[str, ApiConfig], where: str) -> None:
    """Refuse limits on something that is not there: a misspelt budget would bound nothing."""
    groups = {api.key_group for api in apis.values()}
    for table, named, known in (
        ("budget.api", settings.budget.api, set(apis)),
        ("key_groups", settings.key_groups, groups),
    ):
        for name in named:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                remedy = f"did you mean {near[0]!r}?" if near else "see `monitor apis` for the names"
                raise ConfigError(f"[{table}.{name}] names nothing that is configured", where, remedy)


def schedules_of(world: World, now: datetime | None) -> Schedules:
    """Load the schedules; with `now` they are also held to the calendars, which is the worker's business."""
    settings = world.settings
    source = settings.path(settings.schedules) if settings.schedules else schedules_dir(settings.base)
    return load_schedules(source, now=now, items=world.items, apis={*world.apis, *GROUPS})


def nightly_schedules(settings: Settings) -> tuple[NightlySchedule, ...]:
    """Load the nightly schedules alone, light enough for the daemon; names in them are the worker's business."""
    source = settings.path(settings.schedules) if settings.schedules else schedules_dir(settings.base)
    return load_schedules(source, now=None).nightly


def database_path(settings: Settings) -> Path:
    """Give the database's file: the settings', else the working folder's, the checkout's or the user's."""
    return settings.path(settings.store.path) if settings.store.path else default_database(settings.base)
