"""What the figures say, in sentences: which API is freshest, by how much, and whether the difference is real.

Pure functions over entries of ``groups`` of `monitor lag --json`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from monitor.charts.parts import ASSETS, of_asset, shown_assets
from monitor.charts.table import figure
from monitor.web.figures import span

__all__ = ["RULE", "age_text", "findings", "untold"]

RULE = (
    "Two APIs are told apart only where the 95 % intervals of their medians do not meet, which is stricter than a test "
    "of the difference; where they meet, the report says that the data do not decide."
)


@dataclass(frozen=True, slots=True)
class _Aged:
    """An API with what is known of its median age, in seconds; `est` None where only bounds are."""

    api: str
    est: float | None
    lo: float
    hi: float | None

    @property
    def place(self) -> float:
        """Where it stands in the order: its estimate, or else the most that it may be."""
        if self.est is not None:
            return self.est
        return self.hi if self.hi is not None else self.lo


def findings(groups: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Give (asset, what was found) for each asset."""
    rows = list(groups)
    return [(ASSETS.get(asset, asset), _finding(of_asset(rows, asset))) for asset in shown_assets(rows)]


def _finding(groups: list[Mapping[str, Any]]) -> str:
    said = _said(groups)
    without = [str(group["api"]) for group in groups if _aged(group) is None]
    return f"{said} There is no median for {_names(without)}." if 0 < len(without) < len(groups) else said


def _said(groups: list[Mapping[str, Any]]) -> str:
    aged = sorted((one for group in groups if (one := _aged(group)) is not None), key=lambda one: (one.place, one.api))
    if not aged:
        whys = list(dict.fromkeys(str(group.get("why") or "nothing was graded") for group in groups))
        return f"No API has a figure: {whys[0]}."
    first, rest = aged[0], aged[1:]
    age = age_text(first.est, first.lo, first.hi)
    said = f"{first.api} serves the freshest prices: their median age is {age}."
    if not rest:
        return f"Only {first.api} has a figure: the median age of its prices is {age}."
    level = [one for one in rest if first.hi is None or one.lo <= first.hi]
    if level:
        names = _names([first.api, *(one.api for one in level)])
        said = (
            f"The data do not decide which is freshest among {names}: their intervals meet. "
            f"{first.api} stands first with a median age of {age}."
        )
        behind = [one for one in rest if one not in level]
        if behind:
            said += f" The prices of {_names([one.api for one in behind])} are older: their intervals lie above."
        return said
    second = rest[0]
    said += f" Next is {second.api} with {age_text(second.est, second.lo, second.hi)}"
    if first.est is not None and second.est is not None:
        said += f", {span(second.est - first.est)} older"
    return f"{said}. The difference is real: the intervals do not meet."


def _aged(group: Mapping[str, Any]) -> _Aged | None:
    est, lo, hi = figure(group.get("median_s"))
    if est is None and lo is None:
        return None
    low = lo if lo is not None else 0.0 if est is None else est
    return _Aged(str(group["api"]), est, low, hi)


def age_text(est: float | None, lo: float | None, hi: float | None) -> str:
    """Give an age with its interval in words."""
    if est is None:
        if hi is not None and lo:
            return f"between {span(_round(lo))} and {span(_round(hi))}, which cannot be told more exactly"
        if hi is not None:
            return f"at most {span(_round(hi))}, too short to be told more exactly"
        return f"more than {span(_round(lo or 0.0))}"
    low = span(_round(lo)) if lo is not None else "unknown"
    high = span(_round(hi)) if hi is not None else "beyond what can be told"
    return f"{span(_round(est))} (95 % interval: {low} to {high})"


def _round(seconds: float) -> float:
    """Give whole seconds from ten on: tenths of a second are never known of an age."""
    return float(round(seconds)) if seconds >= 10 else seconds


def _names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def untold(groups: Iterable[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """Give (figure, of which APIs and assets, why) of what the data do not support, or only in part."""
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for group in groups:
        figures = (("any", group),) if group.get("why") else tuple(
            (word, group.get(name) or {}) for name, word in (("median_s", "median"), ("p90_s", "90th percentile"))
        )  # fmt: skip
        for word, one in figures:
            if one.get("why"):
                of = found.setdefault((word, str(one["why"])), {})
                of.setdefault(str(group["api"]), []).append(str(group["asset"]))
    return [
        (word, "; ".join(f"{api} ({', '.join(assets)})" for api, assets in of.items()), why)
        for (word, why), of in found.items()
    ]
