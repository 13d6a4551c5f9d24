"""Yahoo's page of results."""

from html import escape
from urllib.parse import quote_plus

from monitor.sandbox.formats._base import FORMATS
from monitor.sandbox.formats._scraped import Scraped
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Request


@FORMATS.add
class DdgsYahoo(Scraped):
    """Addresses go through a redirect; the path carries tokens."""

    name = "ddgs_yahoo"
    like = "ddgs_yahoo"
    host = "search.yahoo.com"
    parameter = "p"

    def accepts(self, request: Request) -> bool:
        """Tell whether this is a search: the path may go on after a semicolon."""
        return request.method == "GET" and request.path.split(";")[0] == "/search"

    def row(self, page: Page) -> str:
        """Give a result whose address is wrapped."""
        url = f"https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU={quote_plus(page.url)}/RK=2/RS=x-"
        return (
            f'<div class="dd algo relsrch"><div class="compTitle"><h3><a href="{url}">{escape(page.title)}</a></h3>'
            f'</div><div class="compText"><p>{escape(page.text)}</p></div></div>'
        )
