"""What every page stands on, made once for an application."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment

from monitor.clock import Clock
from monitor.config import Settings
from monitor.datasets import Item, load_live
from monitor.environment import environment
from monitor.errors import MonitorError
from monitor.probing.which import usable
from monitor.search.config import load_apis
from monitor.search.models import ApiConfig
from monitor.store.database import Database

__all__ = ["Configured", "Draw", "Site"]

Draw = Callable[[str, Mapping[str, Any]], Awaitable[dict[str, Any]]]
"""Has the worker draw a chart of a name from arguments, as its job ``chart`` gives it; raises MonitorError."""


@dataclass(frozen=True, slots=True)
class Configured:
    """What the settings name; `problem` says why something is missing."""

    items: Mapping[str, Item]
    apis: Mapping[str, ApiConfig]
    asked: frozenset[str]
    """The apis whose key is there and that are enabled."""
    keyed: frozenset[str]
    problem: str = ""


@dataclass(frozen=True)
class Site:
    """A store, the settings as they hold at any time, a clock and templates."""

    database: Database
    current: Callable[[], Settings]
    clock: Clock
    pages: Environment
    draw: Draw | None = None
    _known: dict[int, tuple[Settings, Configured]] = field(default_factory=dict, repr=False)

    @property
    def settings(self) -> Settings:
        """The settings that hold now."""
        return self.current()

    @property
    def configured(self) -> Configured:
        """Give what is configured; it is read anew when other settings hold, and no secret is in it."""
        settings = self.settings
        known = self._known.get(0)
        if known is None or known[0] is not settings:
            known = self._known[0] = (settings, _configured(settings))
        return known[1]

    def render(self, template: str, **values: Any) -> str:
        """Give a page; every template knows `now`."""
        return self.pages.get_template(template).render(now=self.clock.now(), **values)


def _configured(settings: Settings) -> Configured:
    from monitor.search.keys import key_present

    env = environment(settings)
    data = settings.data
    if data is not None and not data.startswith("hf:"):
        data = str(settings.path(data))
    try:
        apis = load_apis(settings.apis, settings.key_groups, Path(settings.source or "monitor.toml").name)
        asked = frozenset(usable(apis, env, settings.enabled))
        keyed = frozenset(name for name, api in apis.items() if key_present(api, env))
        items = {one.id: one for one in load_live(data)}
    except MonitorError as err:
        return Configured({}, {}, frozenset(), frozenset(), str(err))
    return Configured(items, apis, asked, keyed)
