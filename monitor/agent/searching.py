"""The searches of one run: a query enters; hits leave, through the client, pacing, budgets and store of the probes."""

from dataclasses import dataclass

from monitor.agent.fetching import Fetcher
from monitor.agent.tries import WAIT_S, Asking, Tries
from monitor.search.hits import Hit

__all__ = ["Found", "Searcher"]


@dataclass(frozen=True, slots=True)
class Found:
    """What one search gave: hits, or why there are none."""

    hits: tuple[Hit, ...] = ()
    fault: str = ""


@dataclass
class Searcher:
    """Asks one api for one run, at most `budget` times; the counter is here, so that no model can pass it."""

    tries: Tries
    budget: int
    pages: Fetcher | None = None
    """Reads pages of the results; None in the mode that only searches."""
    used: int = 0
    denied: int = 0
    """Searches asked for past the budget."""

    @property
    def run_id(self) -> int:
        """The run's number."""
        return self.tries.run_id

    @property
    def left(self) -> int:
        """How many searches are left."""
        return self.budget - self.used

    @property
    def refused(self) -> int:
        """How many searches and pages were asked for in vain."""
        return self.denied + (self.pages.denied if self.pages is not None else 0)

    async def search(self, query: str) -> Found | None:
        """Search once, with further tries where that may help; None past the budget.

        A search that fails by the api's fault is told as such, and has been used. Raises RunEnded where the fault is
        ours, or nobody's that is known: budget, account, pacing, network.
        """
        if self.used >= self.budget:
            self.denied += 1
            return None
        self.used += 1
        api = self.tries.api
        asking = Asking(
            "search", self.used, query, api.api.price_usd, api.api.calls, lambda: api.ask(query, wait_s=WAIT_S)
        )  # fmt: skip
        outcome = await self.tries.make(asking)
        if outcome.state != "answered":
            return Found(fault=f"the search failed: {outcome.reason}")
        if self.pages is not None:
            self.pages.saw(outcome.hits)
        return Found(outcome.hits)
