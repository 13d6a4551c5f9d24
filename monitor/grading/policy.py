"""Policies as data: bands, classes and their order, read strictly from a versioned TOML file."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from monitor.datasets import Asset, Item
from monitor.errors import ConfigError
from monitor.grading.types import Cls

__all__ = ["Band", "Policy", "load_policy", "parse_policy"]

BANDS = ("equity", "crypto_top", "crypto_large", "crypto_other", "fx_major", "fx_other")
KEYS = {"name", "version", "rules", "order", "correct", "lookback_s", "converted", "bands", "groups", "pip"}


@dataclass(frozen=True, slots=True)
class Band:
    """How far beyond the target minutes' range a price still counts; `bps` or `pips`, the other is 0."""

    bps: float = 0.0
    pips: float = 0.0
    at_least: float = 0.0
    agree_bps: float = 0.0
    agree_pips: float = 0.0

    def fixed(self, price: float, pip: float) -> float:
        """Give the fixed band in price units around `price`."""
        return max(price * (self.bps / 1e4) + self.pips * pip, self.at_least)

    def agreement(self, price: float, pip: float) -> float:
        """Give the greatest disagreement of sources, in price units, that still is agreement."""
        return price * (self.agree_bps / 1e4) + self.agree_pips * pip


@dataclass(frozen=True)
class Policy:
    """A named, versioned set of grading rules. `hash` covers every figure in it."""

    name: str
    version: str
    rules: Literal["strict", "board"]
    order: tuple[Cls, ...]
    correct: frozenset[Cls]
    lookback_s: int
    converted: frozenset[str]
    bands: Mapping[str, Band]
    groups: Mapping[str, frozenset[str]]
    pip_default: float
    pip_quoted: Mapping[str, float]
    hash: str

    def band_name(self, item: Item, size: str | None = None) -> str:
        """Give the name of the band that an item falls under; `size` is the public harness's word on a coin."""
        ticker = item.ticker.upper()
        if item.asset is Asset.EQUITY:
            return "equity"
        if item.asset is Asset.FX:
            return "fx_major" if ticker in self.groups.get("fx_major", ()) else "fx_other"
        if self.rules == "board":
            return next((band for band, sizes in self.groups.items() if size in sizes), "crypto_large")
        return next((b for b in ("crypto_top", "crypto_large") if ticker in self.groups.get(b, ())), "crypto_other")

    def band(self, item: Item, size: str | None = None) -> Band:
        """Give the band of an item; ConfigError where the policy has none for its kind."""
        name = self.band_name(item, size)
        if name not in self.bands:
            raise ConfigError(f"policy {self.name} has no rules for {item.asset.value} items", item.id or item.ticker,
                              "grade it under the policy strict")
        return self.bands[name]

    def covers(self, item: Item) -> bool:
        """Tell whether the policy has rules for the item's kind."""
        return self.band_name(item) in self.bands

    def pip(self, item: Item) -> float:
        """Give the size of one pip in the item's price units."""
        return self.pip_quoted.get(item.currency, self.pip_default)


def load_policy(spec: str | Path = "strict") -> Policy:
    """Give a policy that ships (`strict`, `board`), or the one in a TOML file; ConfigError where it is wrong."""
    if isinstance(spec, str) and spec in {"strict", "board"}:
        return _shipped(spec)
    path = Path(spec)
    if not path.is_file():
        raise ConfigError(f"no policy {str(spec)!r}", "policy", "name strict, board or a TOML file")
    return parse_policy(path.read_text("utf-8"), str(path))


@lru_cache(maxsize=8)
def _shipped(name: str) -> Policy:
    text = (files("monitor.grading") / "policies" / f"{name}.toml").read_text("utf-8")
    return parse_policy(text, f"policies/{name}.toml")


def parse_policy(text: str, where: str = "policy") -> Policy:
    """Give the policy that a TOML text describes; ConfigError names the file and the field at fault."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not TOML: {error}", where) from error
    unknown = set(raw) - KEYS
    missing = {"name", "version", "rules", "order", "correct", "lookback_s", "bands"} - set(raw)
    if unknown or missing:
        raise ConfigError(f"unknown fields {sorted(unknown)}, missing fields {sorted(missing)}", where)
    if raw["rules"] not in {"strict", "board"}:
        raise ConfigError(f"rules = {raw['rules']!r}", where, "strict or board")
    if not isinstance(raw["lookback_s"], int) or raw["lookback_s"] < 3600:
        raise ConfigError(f"lookback_s = {raw['lookback_s']!r}", where, "whole seconds, an hour or more")
    order = _classes(raw["order"], f"{where}: order")
    correct = frozenset(_classes(raw["correct"], f"{where}: correct"))
    if not correct <= set(order) or len(set(order)) != len(order):
        raise ConfigError("order repeats a class or lacks a correct one", f"{where}: order")
    pip = raw.get("pip", {})
    return Policy(
        name=str(raw["name"]), version=str(raw["version"]), rules=raw["rules"], order=order, correct=correct,
        lookback_s=raw["lookback_s"], converted=frozenset(c.upper() for c in raw.get("converted", ())),
        bands={name: _band(value, f"{where}: bands.{name}") for name, value in raw["bands"].items()},
        groups={name: frozenset(members) for name, members in raw.get("groups", {}).items()},
        pip_default=float(pip.get("default", 0.0001)),
        pip_quoted={code: float(size) for code, size in pip.get("quoted", {}).items()},
        hash=hashlib.sha256(json.dumps(raw, sort_keys=True).encode()).hexdigest()[:12])


def _classes(names: list[str], where: str) -> tuple[Cls, ...]:
    try:
        return tuple(Cls(name) for name in names)
    except ValueError as error:
        raise ConfigError(str(error), where, f"one of {', '.join(Cls)}") from error


def _band(raw: dict[str, Any], where: str) -> Band:
    name = where.rpartition("bands.")[2]
    if name not in BANDS:
        raise ConfigError(f"unknown band {name!r}", where, f"one of {', '.join(BANDS)}")
    unknown = set(raw) - set(Band.__slots__)
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) and v >= 0 for v in raw.values())
    if unknown or not numbers or ("bps" in raw) == ("pips" in raw):
        raise ConfigError(f"{raw!r} is not a band", where, "numbers of at least 0; exactly one of bps and pips")
    return Band(**{key: float(value) for key, value in raw.items()})
