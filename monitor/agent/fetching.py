"""The pages of one run: an address among its results enters; the page's text leaves, read by the api itself.

Only what this run's results showed can be asked for, at the address that they gave; nothing that is private, or leads
to a private network, is handed on. The program itself opens no page.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from monitor.agent.prompt import HITS, URL
from monitor.agent.tries import WAIT_S, Asking, Tries
from monitor.search.hits import Hit
from monitor.search.public_urls import ODD, Resolve, resolve_host, why_not_public, why_not_public_here
from monitor.search.reading_pages import PageApi

__all__ = ["Fetcher", "PageFound"]

UNREAD = "the page could not be read"


@dataclass(frozen=True, slots=True)
class PageFound:
    """What one fetch gave: the page, or why there is none."""

    page: Hit | None = None
    fault: str = ""


@dataclass
class Fetcher:
    """Reads pages for one run, at most `budget`; the counter is here, so that no model can pass it."""

    tries: Tries
    api: PageApi
    budget: int
    resolve: Resolve = resolve_host
    used: int = 0
    denied: int = 0
    """Pages asked for past the budget, or that must not be asked for."""
    _shown: dict[str, str] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """How many pages are left."""
        return self.budget - self.used

    def saw(self, hits: Iterable[Hit]) -> None:
        """Note what a search showed."""
        for hit in tuple(hits)[:HITS]:
            if hit.url:
                self._shown.setdefault(_key(hit.url[:URL]), hit.url)

    async def fetch(self, url: str) -> PageFound | None:
        """Read one page, with further tries where those may help; None past the budget.

        An address that must not be asked for is told as such and uses nothing. A page that cannot be read has been
        used. Raises RunEnded as a search does.
        """
        if self.used >= self.budget:
            self.denied += 1
            return None
        known = self._shown.get(_key(url))
        why = "it is not among the results" if known is None else await why_not_public_here(known, self.resolve)
        if known is None or why:
            self.denied += 1
            return PageFound(fault=f"this page cannot be asked for: {why}")
        if self.used >= self.budget:  # others were asked for while the name was looked up
            self.denied += 1
            return None
        self.used += 1
        table = self.tries.api.api.extract
        price_usd = table.price_usd if table is not None else 0.0
        asking = Asking("fetch", self.used, known, price_usd, 1, lambda: self.api.extract(known, wait_s=WAIT_S))
        outcome = await self.tries.make(asking)
        page = next((hit for hit in outcome.hits if hit.snippet), None)
        if outcome.state != "answered":
            return PageFound(fault=f"{UNREAD}: {outcome.reason}")
        if page is None:
            return PageFound(fault=UNREAD)
        if (why := why_not_public(page.url)) not in ("", ODD):
            return PageFound(fault=f"{UNREAD}: it leads elsewhere, and {why}")
        return PageFound(page)


def _key(url: str) -> str:
    """Give what two writings of one address have in common: the fragment, a last slash and the host's case are left."""
    try:
        parts = urlsplit(url.strip())
        host = parts.netloc.lower()
    except ValueError:
        return url
    return f"{parts.scheme.lower()}://{host}{parts.path.rstrip('/')}?{parts.query}"
