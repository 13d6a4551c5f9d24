"""Startpage's page of results."""

from html import escape

from monitor.sandbox.formats._base import FORMATS
from monitor.sandbox.formats._scraped import Scraped
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, text_reply


@FORMATS.add
class DdgsStartpage(Scraped):
    """A form is posted with a token that the front page gives."""

    name = "ddgs_startpage"
    like = "ddgs_startpage"
    host = "www.startpage.com"
    methods = ("POST",)
    path = "/sp/search"
    parameter = "query"

    def aside(self, request: Request) -> Reply | None:
        """Give the front page, whose form holds the token."""
        if request.method != "GET":
            return None
        return text_reply(
            '<html><body><form id="search"><input name="query"><input name="sc" value="tok9"></form></body></html>'
        )

    def row(self, page: Page) -> str:
        """Give a result with its link before its heading."""
        return (
            f'<div class="result css-o7i03b"><a href="{escape(page.url)}"><h2>{escape(page.title)}</h2></a>'
            f'<p class="description">{escape(page.text)}</p></div>'
        )
