"""The shape that every wire format has, and what several of them share."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from monitor.datasets import Item
from monitor.sandbox.pages import Page
from monitor.sandbox.pages.words import ago, short_day
from monitor.sandbox.plugins import Registry
from monitor.sandbox.wire import Reply, Request, text_reply

__all__ = ["FORMATS", "Format", "Seen", "cut", "google_date", "token", "whole"]

BAD_KEYS = ("bad", "wrong", "expired")
BROKE_KEYS = ("broke",)


@dataclass(frozen=True, slots=True)
class Seen:
    """A request as understood: what a rendering may need besides the pages."""

    query: str
    received_at: datetime
    latency_s: float
    item: Item | None = None
    price: float | None = None
    """The served price, for answers that state one in a field of its own."""
    moment: datetime | None = None
    """The time that the engine states for it."""


class Format:
    """One API's requests and answers."""

    name = ""
    like = ""
    """The api in the search package's table whose settings a sandbox api copies."""
    methods: tuple[str, ...] = ("POST",)
    path = "/search"
    """The API's own path, under ``/e/<engine>/<format>``."""

    extract_path = ""
    """The path at which the API reads a page; empty where it offers no such thing."""

    host = ""
    """Where the format is a site's that is reached through the proxy: its host name."""

    def accepts(self, request: Request) -> bool:
        """Tell whether this is a search in this format; the path starts after the sandbox's own part."""
        return request.method in self.methods and request.path.rstrip("/") == self.path.rstrip("/")

    def reads(self, request: Request) -> bool:
        """Tell whether this asks for the text of a page."""
        path = self.extract_path.rstrip("/")
        return bool(path) and request.method == "POST" and request.path.rstrip("/") == path

    def page_url(self, request: Request) -> str:
        """Give the address of the page asked for; empty where the request has none."""
        urls = request.json.get("urls")
        return str(urls[0]) if isinstance(urls, list) and urls else str(request.json.get("url") or "")

    def page(self, found: Page | None, url: str, request: Request) -> Reply:
        """Give the answer that holds a page's text; None: the page cannot be read."""
        raise NotImplementedError

    def aside(self, request: Request) -> Reply | None:
        """Give the answer to a request that is no search but belongs to one, or None."""
        return None

    def query(self, request: Request) -> str:
        """Give the words searched for; empty where the request has none."""
        return str(request.json.get("query") or "")

    def live(self, request: Request) -> bool:
        """Tell whether the request asks for live content by the API's own knob."""
        return False

    def key(self, request: Request) -> str:
        """Give the credential that the request carries, or nothing."""
        return request.headers.get("authorization", "").removeprefix("Bearer ").strip()

    def refused(self, request: Request) -> Reply | None:
        """Give the API's answer to a missing or bad key, to one without credit, or to a request without a query."""
        return self.refused_key(request) or (None if self.query(request) else self.error("invalid"))

    def refused_key(self, request: Request) -> Reply | None:
        """Give the API's answer to a missing or bad key, or to one without credit."""
        key = self.key(request)
        if not key or key in BAD_KEYS:
            return self.error("key")
        return self.error("account") if key in BROKE_KEYS else None

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give the answer that holds the pages."""
        raise NotImplementedError

    def empty(self, seen: Seen, request: Request) -> Reply:
        """Give the API's answer to a query that found nothing."""
        return self.render((), seen, request)

    def error(self, kind: str) -> Reply:
        """Give the API's own error: key, account, rate_limit, server, timeout or invalid."""
        return text_reply(f"{kind} error", 500)


def whole(page: Page) -> str:
    """Give what a page says, as markdown under its title."""
    return f"# {page.title}\n\n{page.whole or page.text}"


def token(*words: object) -> str:
    """Give 32 hexadecimal digits that the words decide, for ids."""
    return hashlib.md5("\x1f".join(map(str, words)).encode(), usedforsecurity=False).hexdigest()


def google_date(page: Page, seen: Seen) -> str:
    """Give a date as Google prints it: relative when young."""
    if page.published is None:
        return ""
    age_s = (seen.received_at - page.published).total_seconds()
    return ago(age_s) if 60 <= age_s < 7 * 86_400 else short_day(page.published.date())


def cut(text: str, length: int) -> tuple[str, str]:
    """Give a text in two parts at a blank near `length`, never inside a word or number."""
    if len(text) <= length:
        return text, ""
    at = text.rfind(" ", 0, length)
    return (text, "") if at <= 0 else (text[:at], text[at + 1 :])


FORMATS: Registry[type[Format]] = Registry(__package__)
