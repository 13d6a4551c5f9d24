"""Words on a command line -> the items and apis that they mean."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TypeVar

from monitor.datasets import Item
from monitor.durations import parse_duration
from monitor.errors import ConfigError
from monitor.probing.which import GROUPS, choose
from monitor.search.models import ApiConfig

__all__ = ["check_name", "durations_of", "pick_apis", "pick_items", "split_names"]

T = TypeVar("T")


def split_names(words: Iterable[str]) -> list[str]:
    """Give the names of options that may be repeated and may hold commas."""
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def durations_of(words: Iterable[str]) -> list[timedelta]:
    """Give durations such as ``5s,1m``, ascending."""
    return sorted(parse_duration(word) for word in split_names(words))


def pick_items(items: Sequence[Item], words: Iterable[str]) -> tuple[Item, ...]:
    """Give the items that `words` name by id, ticker or asset, or ``all``; an unknown word raises ConfigError."""
    wanted = split_names(words)
    chosen: dict[str, Item] = {}
    for word in wanted:
        found = [item for item in items if word == "all" or word in (item.id, item.asset.value)]
        found = found or [item for item in items if item.ticker.lower() == word.lower()]
        if not found:
            known = [item.id for item in items] + [item.ticker for item in items]
            raise ConfigError(f"there is no item {word!r}", "ITEM", _hint(word, known, "monitor items"))
        chosen.update({item.id: item for item in found})
    return tuple(item for item in items if item.id in chosen)


def pick_apis(usable: Mapping[str, ApiConfig], apis: Mapping[str, ApiConfig], words: Iterable[str]) -> list[ApiConfig]:
    """Give the apis that `words` name, or all that can be asked; one that cannot be raises ConfigError."""
    wanted = split_names(words) or ["all"]
    for word in wanted:
        if word in apis and word not in usable:
            why = "its key is not set, or `enabled` does not name it"
            raise ConfigError(f"{word} cannot be asked here: {why}", "--api", "see `monitor apis`")
        if word not in GROUPS:
            check_name(word, [*apis, *GROUPS], "api", "--api", "monitor apis")
    chosen = [usable[name] for name in choose(wanted, usable)]
    if not chosen:
        raise ConfigError("no api can be asked", "--api", "set a key or enable one: see `monitor apis`")
    return chosen


def check_name(word: str, known: Sequence[str], kind: str, where: str, command: str = "") -> None:
    """Raise ConfigError unless `word` is one of `known`: with the likest of them, else `command`, else all of them."""
    if word not in known:
        raise ConfigError(f"there is no {kind} {word!r}", where, _hint(word, known, command))


def _hint(word: str, known: Sequence[str], command: str) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {str(near[0])!r}?"
    return f"see `{command}`" if command else f"there is {', '.join(known)}"
