"""What the sites have in common whose pages the ``ddgs`` package reads: no key, HTML, reached through the proxy."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import Format, Seen
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, text_reply

__all__ = ["Scraped"]


class Scraped(Format):
    """A search site. Served under its own host name, and under ``/e/<engine>/<format>`` as well."""

    host = ""
    methods = ("GET",)
    parameter = "q"
    refusal = 429
    """The status by which the site turns a robot away."""

    def query(self, request: Request) -> str:
        """Give the words of the address or the form."""
        return request.params.get(self.parameter) or request.form.get(self.parameter, "")

    def refused(self, request: Request) -> Reply | None:
        """Refuse only a search for nothing."""
        return None if self.query(request) else self.error("invalid")

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give the site's page of results."""
        rows = "\n".join(self.row(page) for page in pages)
        return text_reply(
            f"<!DOCTYPE html><html><head><title>Search</title></head><body>{self.around(rows)}</body></html>"
        )

    def row(self, page: Page) -> str:
        """Give one result as HTML."""
        raise NotImplementedError

    def around(self, rows: str) -> str:
        """Give what the page has around the results."""
        return rows

    def error(self, kind: str) -> Reply:
        """Give a page that says no."""
        status = {"rate_limit": self.refusal, "server": 500, "timeout": 504, "invalid": 400}.get(kind, 403)
        return text_reply(
            f"<html><body><h1>{status}</h1><p>Please show that you are not a robot.</p></body></html>", status
        )
