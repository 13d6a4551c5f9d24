"""The exchanges that the installed ccxt knows, found without importing it (that takes half a second and 67 MB)."""

from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from monitor.errors import ConfigError

__all__ = ["exchange_ids", "require_exchange", "require_source"]

OTHER_SOURCES = ("yahoo", "files", "ecb", "frankfurter")
"""Sources of bars that are no exchanges and come with the program; others come as plug-ins."""
PLUG_INS = "monitor.market_sources"


@lru_cache(maxsize=1)
def exchange_ids() -> frozenset[str]:
    """Give the ids: ccxt has one module for each."""
    spec = find_spec("ccxt")
    folders = spec.submodule_search_locations if spec is not None else None
    return frozenset(path.stem for folder in folders or () for path in Path(folder).glob("[a-z]*.py"))


def require_exchange(name: str) -> str:
    """Give `name` back; one that ccxt does not know raises ConfigError with the nearest that it does."""
    known = exchange_ids()
    if name in known:
        return name
    near = get_close_matches(name.lower().replace(" ", ""), known, n=3, cutoff=0.5)
    raise ConfigError(f"no exchange {name!r}", "market.exchanges",
                      f"did you mean {' or '.join(near)}?" if near else "use one of ccxt's ids, such as kraken")


def require_source(name: str) -> str:
    """Give `name` back; one that is no source of bars raises ValueError with the nearest that are."""
    own = {*OTHER_SOURCES, *(point.name for point in entry_points(group=PLUG_INS))}
    if name in own or name in exchange_ids():
        return name
    near = get_close_matches(name.lower(), own, n=1) or get_close_matches(name.lower(), exchange_ids(), n=2, cutoff=0.5)
    remedy = f"did you mean {' or '.join(near)}?" if near else f"use {', '.join(sorted(own))} or an exchange's id"
    raise ValueError(f"no source {name!r}, {remedy}")
