"""Brave's page of results."""

from html import escape

from monitor.sandbox.formats._base import FORMATS
from monitor.sandbox.formats._scraped import Scraped
from monitor.sandbox.pages import Page


@FORMATS.add
class DdgsBrave(Scraped):
    """Blocks marked as web results."""

    name = "ddgs_brave"
    like = "ddgs_brave"
    host = "search.brave.com"

    def row(self, page: Page) -> str:
        """Give a block with title and text."""
        return (
            f'<div class="snippet" data-type="web"><a href="{escape(page.url)}"><div class="title">{escape(page.title)}'
            f'</div></a><div class="generic-snippet"><div class="content">{escape(page.text)}</div></div></div>'
        )
