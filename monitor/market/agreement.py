"""When two sources agree: the limits of `agreement.toml`, as price differences for one item."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from monitor.datasets import Asset, Item
from monitor.errors import ConfigError

__all__ = ["Limit", "Rules", "limit_for", "load_agreement", "pip_of"]

_PIP_OF_HUNDREDTH = frozenset({"JPY", "HUF", "KRW", "CLP", "ISK"})


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of the ``[rules]`` table; see the comments there."""

    mad_factor: float
    min_trades: int
    frozen_min: int
    lone_frozen_min: int
    basis_max_age_min: int
    unconverted_extra_bps: float
    edge_min: int
    edge_factor: float
    offset_floor_bps: float
    offset_factor: float
    shift_max_min: int
    shift_pairs: int


@dataclass(frozen=True, slots=True)
class Limit:
    """How far sources of one item may differ: ``max(bps of the price, absolute)``."""

    rules: Rules
    version: str
    bps: float = 0.0
    extended_bps: float = 0.0
    absolute: float = 0.0
    unlike: float = 0.0
    """Added, in price units, where a book's last trades are compared with quotes."""


def pip_of(pair: str) -> float:
    """Give the size of one pip of a pair ``A/B``: 0.01 where B is the yen (and its like), else 0.0001."""
    return 0.01 if pair.upper().partition("/")[2] in _PIP_OF_HUNDREDTH else 0.0001


@lru_cache(maxsize=4)
def load_agreement(path: Path | None = None) -> dict[str, Any]:
    """Give the table of limits: the shipped one, or that of `path`. A broken file raises ConfigError."""
    where = str(path or "agreement.toml")
    try:
        source = path or files("monitor.market").joinpath("agreement.toml")
        return tomllib.loads(source.read_text("utf-8"))
    except OSError as err:
        raise ConfigError(f"cannot be read: {err.strerror}", where, "name another file") from err
    except tomllib.TOMLDecodeError as err:
        raise ConfigError(f"is not TOML: {err}", where, "mend that line") from err


def limit_for(item: Item, path: Path | None = None) -> Limit:
    """Give the limit that holds for `item`."""
    table = load_agreement(path)
    try:
        rules, version = Rules(**table["rules"]), str(table["version"])
        if item.asset is Asset.EQUITY:
            own = table["equity"]
            return Limit(rules, version, float(own["bps"]), float(own["extended_bps"]), float(own["tick"]))
        if item.asset is Asset.CRYPTO:
            bps = float(_first(table["crypto"], "coins", item.ticker.upper().partition("/")[0])["bps"])
            return Limit(rules, version, bps, bps)
        row, pip = _first(table["fx"], "pairs", item.ticker.upper()), pip_of(item.ticker)
        return Limit(rules, version, absolute=float(row["pips"]) * pip, unlike=float(row["half_spread_pips"]) * pip)
    except (KeyError, TypeError, ValueError) as err:
        where = str(path or "agreement.toml")
        raise ConfigError(f"lacks or has a wrong {err}", where, "compare the shipped one") from err


def _first(rows: list[dict[str, Any]], key: str, name: str) -> dict[str, Any]:
    """Give the first row that names `name`, else the one that names nothing."""
    for row in rows:
        if name in row[key]:
            return row
    return next(row for row in rows if not row[key])
