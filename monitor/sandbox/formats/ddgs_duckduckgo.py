"""DuckDuckGo's page of results without scripts."""

from html import escape

from monitor.sandbox.formats._base import FORMATS
from monitor.sandbox.formats._scraped import Scraped
from monitor.sandbox.pages import Page


@FORMATS.add
class DdgsDuckduckgo(Scraped):
    """A form is posted; 202 for robots, an advertisement among the rows."""

    name = "ddgs_duckduckgo"
    like = "ddgs_duckduckgo"
    host = "html.duckduckgo.com"
    methods = ("POST",)
    path = "/html/"
    refusal = 202

    def row(self, page: Page) -> str:
        """Give the links of a result's body."""
        url = escape(page.url)
        return (
            f'<div class="result"><div class="links_main result__body"><h2 class="result__title"><a href="{url}">'
            f'{escape(page.title)}</a></h2><a class="result__snippet" href="{url}">{escape(page.text)}</a></div></div>'
        )

    def around(self, rows: str) -> str:
        """Give the advertisement before the rows."""
        advert = "https://duckduckgo.com/y.js?ad_domain=shop.example"
        return (
            f'<div class="result result--ad"><div class="result__body"><h2><a href="{advert}">Buy now</a></h2>'
            f'<a href="{advert}">Only $1.00 today</a></div></div>{rows}'
        )
