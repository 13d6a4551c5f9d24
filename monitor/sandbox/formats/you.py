"""You.com's search."""

from collections.abc import Sequence

from monitor.datasets import Asset
from monitor.sandbox.formats._base import FORMATS, Format, Seen, cut, token, whole
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "Invalid or missing API key"),
    "account": (402, "Payment required: your free trial has ended."),
    "rate_limit": (429, "Too Many Requests"),
    "server": (500, "Internal server error"),
    "timeout": (504, "Gateway timeout"),
    "invalid": (422, "query is required"),
}


@FORMATS.add
class You(Format):
    """``POST`` or ``GET /v1/search``; blocks that have nothing are left out; rate headers on every answer."""

    name = "you"
    like = "you_highlights"
    methods = ("POST", "GET")
    path = "/v1/search"
    extract_path = "/v1/contents"

    def query(self, request: Request) -> str:
        """Give the query of the body or the address."""
        return super().query(request) or request.params.get("query", "")

    def key(self, request: Request) -> str:
        """Give ``X-API-Key``."""
        return request.headers.get("x-api-key", "")

    def live(self, request: Request) -> bool:
        """Tell whether pages are to be fetched."""
        extraction = request.json.get("extraction")
        return isinstance(extraction, dict) and extraction.get("extraction_source") == "fetch"

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give web rows, news rows, and a card where one is asked for on POST and the query fits one."""
        news = [page for page in pages if "news" in page.url]
        blocks: dict[str, object] = {"web": [self._row(page) for page in pages if page not in news]}
        if news:
            blocks["news"] = [self._row(page) for page in news]
        if request.json.get("knowledge") == "core" and (card := self._card(seen)):
            blocks["knowledge"] = [card]
        meta = {
            "search_uuid": token(seen.query, seen.received_at),
            "query": seen.query,
            "latency": round(seen.latency_s + 0.02, 3),
        }
        return self._limits(json_reply({"results": {k: v for k, v in blocks.items() if v}, "metadata": meta}), seen)

    def _row(self, page: Page) -> dict[str, object]:
        text, more = cut(page.text, 150)
        row: dict[str, object] = {
            "url": page.url,
            "title": page.title,
            "description": text,
            "snippets": [more] if more else [],
            "authors": [],
        }
        if page.published is not None:
            row["page_age"] = f"{page.published:%Y-%m-%dT%H:%M:%S}"
        return row

    def _card(self, seen: Seen) -> dict[str, object] | None:
        item, price, moment = seen.item, seen.price, seen.moment
        if item is None or price is None or moment is None:
            return None
        if item.asset is Asset.CRYPTO and " to " not in seen.query.lower():
            return None  # a bare coin finds other entries
        words = f"{item.ticker} {'stock price' if item.asset is Asset.EQUITY else 'rate'}"
        return {
            "type": "answer",
            "title": words,
            "attribution": [{"name": "Data House"}],
            "as_of": f"{moment:%Y-%m-%d}",
            "description": f"{words} is {price} {item.currency} as of {moment:%b} {moment.day}, {moment:%Y %H:%M} UTC.",
        }

    def page(self, found: Page | None, url: str, request: Request) -> Reply:
        """Give a bare list; a page that cannot be read has no text."""
        row = {"url": url, "title": found.title if found else None, "markdown": whole(found) if found else None}
        return self._limits(json_reply([row]), None)

    def _limits(self, reply: Reply, seen: Seen | None) -> Reply:
        reset = int(seen.received_at.timestamp()) + 1 if seen else 1
        reply.headers.update(
            {"X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "9" if seen else "0", "X-RateLimit-Reset": str(reset)}
        )
        return reply

    def error(self, kind: str) -> Reply:
        """Give ``detail``."""
        status, text = _ERRORS[kind]
        return self._limits(json_reply({"detail": text}, status), None)
