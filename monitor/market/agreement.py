"""When two sources agree: the limits of `agreement.toml`, as price differences for one item."""

import tomllib
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from monitor.datasets import Asset, Item
from monitor.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Limit", "Release", "Rules", "limit_for", "load_agreement", "near_release", "pip_of"]

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
    release_min: int
    edge_factor: float
    offset_floor_bps: float
    offset_factor: float
    shift_max_min: int
    shift_pairs: int
    sure_sources: int
    close_factor: float
    stock_close_bps: float


@dataclass(frozen=True, slots=True)
class Release:
    """Local times at which figures come out on weekdays."""

    zone: ZoneInfo
    times: tuple[time, ...]


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
    fixing: float = 0.0
    """How far, in price units, the daily fixing may lie from the minutes around it; 0: there is none."""
    releases: tuple[Release, ...] = ()


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
        releases = tuple(_release(row) for row in table.get("releases", ()))
        if item.asset is Asset.EQUITY:
            own = table["equity"]
            return Limit(rules, version, float(own["bps"]), float(own["extended_bps"]), float(own["tick"]),
                         releases=releases)
        if item.asset is Asset.CRYPTO:
            bps = float(_first(table["crypto"], "coins", item.ticker.upper().partition("/")[0])["bps"])
            return Limit(rules, version, bps, bps, releases=releases)
        row, pip = _first(table["fx"], "pairs", item.ticker.upper()), pip_of(item.ticker)
        return Limit(rules, version, absolute=float(row["pips"]) * pip, unlike=float(row["half_spread_pips"]) * pip,
                     fixing=float(row["fixing_pips"]) * pip, releases=releases)
    except (KeyError, TypeError, ValueError) as err:
        where = str(path or "agreement.toml")
        raise ConfigError(f"lacks or has a wrong {err}", where, "compare the shipped one") from err


def near_release(start_s: "NDArray[np.int64]", limit: Limit) -> "NDArray[np.bool_]":
    """Tell which minutes (unix seconds of their starts, ascending) lie near a scheduled release."""
    import numpy as np

    near = np.zeros(len(start_s), np.bool_)
    if not len(start_s):
        return near
    day, last = (datetime.fromtimestamp(int(s), UTC).date() for s in (start_s[0], start_s[-1]))
    moments: list[float] = []
    while day <= last + timedelta(days=1):
        moments += _moments(limit.releases, day)
        day += timedelta(days=1)
    within_s = 60 * limit.rules.release_min
    firsts = np.searchsorted(start_s, [moment - within_s for moment in moments])
    ends = np.searchsorted(start_s, [moment + within_s for moment in moments], side="right")
    for first, end in zip(firsts.tolist(), ends.tolist(), strict=True):
        near[first:end] = True
    return near


@lru_cache(maxsize=256)
def _moments(releases: tuple[Release, ...], day: date) -> tuple[float, ...]:
    """Give the releases of one day in unix seconds; there are none on weekends."""
    if day.weekday() >= 5:
        return ()
    return tuple(datetime.combine(day, at, one.zone).timestamp() for one in releases for at in one.times)


def _release(row: dict[str, Any]) -> Release:
    return Release(ZoneInfo(row["zone"]), tuple(time.fromisoformat(text) for text in row["times"]))


def _first(rows: list[dict[str, Any]], key: str, name: str) -> dict[str, Any]:
    """Give the first row that names `name`, else the one that names nothing."""
    for row in rows:
        if name in row[key]:
            return row
    return next(row for row in rows if not row[key])
