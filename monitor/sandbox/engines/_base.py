"""The shape that every engine has."""

import math
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from monitor.sandbox.asking import Ask
from monitor.sandbox.market import Market
from monitor.sandbox.noise import draw, normal, seconds_of
from monitor.sandbox.plugins import Registry

if TYPE_CHECKING:
    from monitor.sandbox.pages import Page

__all__ = ["ENGINES", "Engine", "lognormal_s"]


class Engine:
    """A search engine whose data are of a known age. The defaults: no fault, no delay, times stated truly."""

    name = ""
    title = ""
    """One line about how old its prices are."""

    def __init__(self, seed: int, market: Market, started_at: datetime) -> None:
        self.seed = seed
        self.market = market
        self.started_at = started_at

    def moment(self, ask: Ask) -> datetime:
        """Give the moment whose price is served; never later than `ask.received_at`."""
        raise NotImplementedError

    def stated(self, ask: Ask, moment: datetime) -> datetime:
        """Give the moment that the pages state for that price."""
        return moment

    def latency_s(self, ask: Ask) -> float:
        """Give the seconds that the engine takes to answer."""
        return 0.0

    def fault(self, ask: Ask) -> str | None:
        """Give the name of what goes wrong with this answer (a word of `faults`), or None."""
        return None

    def pages(self, ask: Ask) -> "tuple[Page, ...] | None":
        """Give pages of its own; None where it serves those of the market."""
        return None

    def draw(self, ask: Ask, label: str) -> float:
        """Give a number in [0, 1) that this engine, query and second decide."""
        return draw(self.seed, self.name, ask.query, seconds_of(ask.received_at), label)

    def normal(self, ask: Ask, label: str) -> float:
        """Give a standard normal number that this engine, query and second decide."""
        return normal(self.seed, self.name, ask.query, seconds_of(ask.received_at), label)


def lognormal_s(median_s: float, spread: float, standard_normal: float) -> timedelta:
    """Give a lag with a median; `spread` is the standard deviation of its logarithm."""
    return timedelta(seconds=median_s * math.exp(spread * standard_normal))


ENGINES: Registry[type[Engine]] = Registry(__package__)
