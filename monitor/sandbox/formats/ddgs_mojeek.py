"""Mojeek's page of results."""

from html import escape

from monitor.sandbox.formats._base import FORMATS
from monitor.sandbox.formats._scraped import Scraped
from monitor.sandbox.pages import Page


@FORMATS.add
class DdgsMojeek(Scraped):
    """A list of results; 403 for robots."""

    name = "ddgs_mojeek"
    like = "ddgs_mojeek"
    host = "www.mojeek.com"
    refusal = 403

    def row(self, page: Page) -> str:
        """Give a list item."""
        return (
            f'<li><a class="ob" href="{escape(page.url)}"></a><h2><a class="title" href="{escape(page.url)}">'
            f'{escape(page.title)}</a></h2><p class="s">{escape(page.text)}</p></li>'
        )

    def around(self, rows: str) -> str:
        """Give the list."""
        return f'<ul class="results-standard">{rows}</ul>'
