"""Budgets as the settings say them: limits of each api and of all together."""

from collections.abc import Callable, Mapping

from monitor.config import Settings
from monitor.search.budget import Limits, limits_of
from monitor.search.outcome import SearchApi

__all__ = ["limits_from"]


def limits_from(settings: Settings, apis: Mapping[str, SearchApi]) -> Callable[[str], tuple[Limits, Limits]]:
    """Give a function from an api's name to its own limits and those of all; the settings win over the api's table."""
    total = Limits(settings.budget.usd_per_day, settings.budget.calls_per_day)

    def limits(name: str) -> tuple[Limits, Limits]:
        table = limits_of(apis[name].api) if name in apis else Limits()
        own = settings.budget.api.get(name)
        if own is not None:
            table = Limits(
                own.usd_per_day if own.usd_per_day is not None else table.usd_per_day,
                own.calls_per_day if own.calls_per_day is not None else table.calls_per_day,
            )
        return table, total

    return limits
