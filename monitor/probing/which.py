"""Which apis are asked: names, groups of names, and what can be asked here at all."""

from collections.abc import Iterable, Mapping, Sequence

from monitor.errors import ConfigError
from monitor.schedules import LiveSchedule
from monitor.search.keys import key_present
from monitor.search.models import ApiConfig

__all__ = ["GROUPS", "choose", "offsets_of", "usable"]

GROUPS = ("all", "keyless", "live")
"""Words that stand for several apis: all that are enabled, those that need no key, those that ask for live content."""


def usable(
    apis: Mapping[str, ApiConfig], env: Mapping[str, str], enabled: Iterable[str] | None = None
) -> dict[str, ApiConfig]:
    """Give the apis that are enabled and whose key, if they need one, is set; by name.

    `enabled` is the user's own list; an unknown name in it raises ConfigError. Without it, the tables say.
    """
    if enabled is not None:
        named = list(enabled)
        for name in named:
            if name not in apis:
                raise ConfigError(f"unknown api {name!r}", "enabled", "see `monitor apis` for the names")
        chosen = {name: apis[name] for name in named}
    else:
        chosen = {name: api for name, api in apis.items() if api.enabled}
    return {name: api for name, api in chosen.items() if key_present(api, env)}


def choose(names: Iterable[str], apis: Mapping[str, ApiConfig]) -> tuple[str, ...]:
    """Give the names among `apis` that `names` (api names and groups) stand for, in the order of `apis`.

    A name that is not among them (its key is not set, say) is left out.
    """
    wanted = set(names)
    return tuple(
        name
        for name, api in apis.items()
        if name in wanted or "all" in wanted or ("keyless" in wanted and not api.env) or ("live" in wanted and api.live)
    )


def offsets_of(schedule: LiveSchedule, apis: Sequence[ApiConfig]) -> list[tuple[int, list[ApiConfig]]]:
    """Give the offsets of the schedule in seconds, ascending, each with those of `apis` that are asked at it."""
    found: dict[int, list[ApiConfig]] = {}
    for api in apis:
        for offset_s in schedule.offsets_at(api.group.rps):
            found.setdefault(offset_s, []).append(api)
    return sorted(found.items())
