"""SearXNG, one's own server: no key."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from monitor.sandbox.formats._base import FORMATS, Format, Seen
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply, text_reply


@FORMATS.add
class Searxng(Format):
    """``GET`` or ``POST /search?format=json``; a failure shows only in ``unresponsive_engines``."""

    name = "searxng"
    like = "searxng"
    methods = ("GET", "POST")

    def query(self, request: Request) -> str:
        """Give ``q``."""
        return request.params.get("q", "")

    def refused(self, request: Request) -> Reply | None:
        """Refuse another format than JSON, and an empty query."""
        if request.params.get("format") != "json":
            return text_reply("<html><body><h1>Forbidden</h1></body></html>", 403)
        return None if self.query(request) else self.error("invalid")

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``results`` and the empty blocks beside them."""
        results = []
        for n, page in enumerate(pages):
            parts = urlsplit(page.url)
            results.append(
                {
                    "url": page.url,
                    "title": page.title,
                    "content": page.text,
                    "engine": "bing",
                    "engines": ["bing", "brave"],
                    "category": "general",
                    "score": round(2 - 0.1 * n, 2),
                    "positions": [n + 1],
                    "template": "default.html",
                    "publishedDate": f"{page.published:%Y-%m-%dT%H:%M:%S}" if page.published else None,
                    "pubdate": "",
                    "parsed_url": [parts.scheme, parts.netloc, parts.path, "", parts.query, ""],
                }
            )
        return json_reply(
            {
                "query": seen.query,
                "results": results,
                "answers": [],
                "corrections": [],
                "infoboxes": [],
                "suggestions": [],
                "unresponsive_engines": [],
            }
        )

    def error(self, kind: str) -> Reply:
        """Give what SearXNG answers: text for its limiter, an empty list where its engines fail."""
        if kind == "rate_limit":
            return text_reply("Too Many Requests", 429, "text/plain")
        if kind in ("key", "account"):
            return text_reply("<html><body><h1>Forbidden</h1></body></html>", 403)
        if kind == "timeout":
            return json_reply(
                {
                    "query": "",
                    "results": [],
                    "answers": [],
                    "corrections": [],
                    "infoboxes": [],
                    "suggestions": [],
                    "unresponsive_engines": [["bing", "timeout"], ["brave", "timeout"]],
                }
            )
        return (
            json_reply({"error": "No query"}, 400) if kind == "invalid" else json_reply({"error": "search error"}, 500)
        )
