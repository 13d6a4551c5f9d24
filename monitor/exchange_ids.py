"""The exchanges that the installed ccxt knows, found without importing it (that takes half a second and 67 MB)."""

from difflib import get_close_matches
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from monitor.errors import ConfigError

__all__ = ["exchange_ids", "require_exchange"]


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
