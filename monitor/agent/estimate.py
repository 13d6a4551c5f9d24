"""What a night of question sets comes to: calls and dollars by api and of the models, before anything is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from monitor.agent.plan import AskedSet, apis_for
from monitor.models import list_prices
from monitor.search.models import ApiConfig

__all__ = ["NightCost", "night_cost"]

TOLD, SEEN, SAID, PAGE = 700, 4_000, 300, 8_000
"""Tokens, roughly: what a turn is told besides results, what ten hits come to, what a turn says, what a page holds."""


@dataclass
class NightCost:
    """Of one night, at list prices, where the budget of searches and pages is used up, which a night seldom does."""

    runs: int = 0
    calls: dict[str, int] = field(default_factory=dict)
    usd: dict[str, float] = field(default_factory=dict)
    model_usd: float = 0.0
    """About: how much hits hold is not known beforehand."""
    agents: dict[str, str] = field(default_factory=dict)
    """Who answers each set, with the mode where that is more than searching."""
    baseline: dict[str, str] = field(default_factory=dict)
    """Why the baseline answers a set, where it does."""
    without_pages: dict[str, list[str]] = field(default_factory=dict)
    """The apis that a set which reads pages leaves out, since they offer no such thing."""

    @property
    def total_usd(self) -> float:
        """Dollars of searches and models together."""
        return sum(self.usd.values()) + self.model_usd

    def as_dict(self) -> dict[str, Any]:
        """Give plain values."""
        return {
            "runs": self.runs,
            "apis": {name: {"calls": self.calls[name], "usd": round(self.usd[name], 4)} for name in self.calls},
            "calls": sum(self.calls.values()),
            "search_usd": round(sum(self.usd.values()), 4),
            "model_usd": round(self.model_usd, 4),
            "usd": round(self.total_usd, 4),
            "agents": dict(self.agents),
            "baseline": dict(self.baseline),
            "without_pages": {name: list(apis) for name, apis in self.without_pages.items()},
        }


def night_cost(sets: Sequence[AskedSet], apis: Mapping[str, ApiConfig], repeats: int) -> NightCost:
    """Give what one night costs at most in searches, and about what its models cost."""
    found = NightCost()
    for one in sets:
        each = len(one.questions) * repeats
        asked = apis_for(one, apis)
        found.runs += each * len(asked)
        found.agents[one.name] = one.spec.title
        if len(asked) < len(apis):
            found.without_pages[one.name] = [name for name in apis if name not in asked]
        if one.spec.baseline:
            found.baseline[one.name] = one.spec.why_baseline
        for name, api in asked.items():
            page_usd = api.extract.price_usd if api.extract is not None else 0.0
            calls = one.spec.searches * api.calls + one.spec.fetches
            usd = one.spec.searches * api.price_usd + one.spec.fetches * page_usd
            found.calls[name] = found.calls.get(name, 0) + each * calls
            found.usd[name] = found.usd.get(name, 0.0) + each * usd
        found.model_usd += each * len(asked) * _run_usd(one)
    return found


def _run_usd(one: AskedSet) -> float:
    """Give what a model costs for one run, every earlier turn being told again at each."""
    prices = None if one.spec.baseline else list_prices(one.spec.settings)
    if prices is None:
        return 0.0
    turns = one.spec.searches + one.spec.fetches + 1
    seen = (SEEN * one.spec.searches + PAGE * one.spec.fetches) / (turns - 1)
    told = turns * TOLD + seen * turns * (turns - 1) / 2
    return min(one.spec.settings.max_usd, (told * prices[0] + turns * SAID * prices[1]) / 1e6)
