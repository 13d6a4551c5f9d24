"""Reading one page through an api that offers it: the table of the second request, and who can be asked for it."""

import hashlib
from typing import Protocol, TypeGuard, runtime_checkable
from urllib.parse import urljoin

from monitor.search.models import ApiConfig
from monitor.search.outcome import Outcome, SearchApi
from monitor.search.templating import renamed

__all__ = ["PAGE_CHARS", "PageApi", "page_table", "pages_hash", "reads_pages"]

PAGE_CHARS = 30_000
"""Characters of a page that are kept for a reader, as in the public harness; the body is kept whole."""


@runtime_checkable
class PageApi(SearchApi, Protocol):
    """An API that can also be asked for the text of a page; the optional capability of whatever searches."""

    async def extract(self, url: str, *, deadline_s: float | None = None, wait_s: float = 2.0) -> Outcome:
        """Ask once for the text of a page; the api fetches it, never this program.

        The page is the outcome's first hit, its text the snippet. An answer without a hit says that the page cannot be
        read. Every failure is an Outcome, as with `ask`.
        """
        ...


def reads_pages(api: SearchApi) -> TypeGuard[PageApi]:
    """Tell whether an api can be asked for pages: its table says how, and what it was opened with can do so."""
    return api.api.extract is not None and isinstance(api, PageApi)


def page_table(api: ApiConfig) -> ApiConfig | None:
    """Give the table of the second request, with `query` for the page's address; None where the api reads no pages."""
    own = api.extract
    if own is None:
        return None
    held = {name: getattr(api, name) for name in ApiConfig.model_fields}
    return ApiConfig.model_validate(
        held
        | {
            "method": own.method,
            "url": renamed(urljoin(api.url, own.url), "url", "query"),
            "headers": renamed(own.headers if own.headers is not None else api.headers, "url", "query"),
            "query": renamed(own.query, "url", "query"),
            "body": renamed(own.body, "url", "query"),
            "body_format": "json",
            "hits": own.hits,
            "expect": own.expect,
            "empty": "`true`",  # a row without a text is a page that cannot be read
            "errors": (*own.errors, *api.errors),
            "price_usd": own.price_usd,
            "cost": own.cost,
            "cost_unit_usd": own.cost_unit_usd,
            "calls": 1,
            "max_text_chars": PAGE_CHARS,
            "extract": None,
        }
    )


def pages_hash(api: ApiConfig) -> str:
    """Give 16 hex digits of how an api searches and reads pages; those of searching alone where it reads none."""
    pages = page_table(api)
    if pages is None:
        return api.config_hash
    return hashlib.sha256(f"{api.config_hash} {pages.config_hash}".encode()).hexdigest()[:16]
