"""Brave's web search."""

import gzip
import html
from collections.abc import Sequence
from urllib.parse import urlsplit

from monitor.datasets import Asset
from monitor.sandbox.formats._base import BAD_KEYS, FORMATS, Format, Seen, cut, token
from monitor.sandbox.pages import Page
from monitor.sandbox.pages.words import ago, day_month
from monitor.sandbox.wire import Reply, Request, json_reply

_RATE = {
    "X-RateLimit-Limit": "50, 0",
    "X-RateLimit-Policy": "50;w=1, 0;w=2592000",
    "X-RateLimit-Remaining": "49, 0",
    "X-RateLimit-Reset": "1, 1398406",
}
_ERRORS = {
    "key": (422, "SUBSCRIPTION_TOKEN_INVALID", "The provided subscription token is invalid.", "authentication"),
    "account": (429, "QUOTA_LIMITED", "Quota limit exceeded for plan", "rate_limiter"),
    "rate_limit": (429, "RATE_LIMITED", "Request rate limit exceeded for plan", "rate_limiter"),
    "server": (500, "INTERNAL", "Internal server error", "search"),
    "timeout": (504, "INTERNAL", "Upstream timed out", "search"),
    "invalid": (422, "VALIDATION", "Unable to validate request parameter(s)", "search"),
}


_BLOCKS = 1000


def _block(seen: Seen) -> dict[str, object] | None:
    """Give the rich block of the served price; None where the query names nothing known, or has no price."""
    item, price = seen.item, seen.price
    if item is None or price is None:
        return None
    if item.asset is Asset.EQUITY:
        quote = {"symbol": item.ticker, "company_name": item.name, "latest_price": price, "currency": item.currency}
        return {"type": "rich", "subtype": "stock", "provider": {"name": "FMP"}, "stock": {"quote": quote}}
    if item.asset is Asset.CRYPTO:
        coin = {"symbol": item.ticker.lower(), "name": item.name, "current_price": price}
        inner: dict[str, object] = {"vs_currency": item.currency.lower(), "quote": coin}
        return {"type": "rich", "subtype": "cryptocurrency", "provider": {"name": "CoinGecko"}, "cryptocurrency": inner}
    base, _, quoted = item.ticker.partition("/")
    conversion = {
        "amount": 1,
        "result": price,
        "info": {"rate": price},
        "query": {"from_currency": {"code": base}, "to_currency": {"code": quoted}},
    }
    inner = {"conversion": conversion}
    return {"type": "rich", "subtype": "currency", "provider": {"name": "Fixer"}, "currency": inner}


@FORMATS.add
class Brave(Format):
    """``GET /res/v1/web/search``; gzip, two rate windows in headers, ``<strong>`` and entities in text."""

    name = "brave"
    like = "brave"
    methods = ("GET", "POST")
    path = "/res/v1/web/search"

    def __init__(self) -> None:
        self._blocks: dict[str, dict[str, object]] = {}

    def aside(self, request: Request) -> Reply | None:
        """Give the rich block that an earlier answer handed out a key for."""
        if request.method != "GET" or request.path.rstrip("/") != "/res/v1/web/rich":
            return None
        if self.key(request) in BAD_KEYS:
            return self.error("key")
        block = self._blocks.get(request.params.get("callback_key", ""))
        if block is None:
            return self._problem(404, "RESOURCE_NOT_FOUND", "No such callback key", {"component": "search"})
        return self._dressed({"type": "rich", "results": [block]}, request)

    def query(self, request: Request) -> str:
        """Give ``q``."""
        return request.params.get("q") or str(request.json.get("q") or "")

    def key(self, request: Request) -> str:
        """Give the subscription token."""
        return request.headers.get("x-subscription-token", "")

    def live(self, request: Request) -> bool:
        """Tell whether the answer may not come from a cache."""
        return "no-cache" in request.headers.get("cache-control", "")

    def refused(self, request: Request) -> Reply | None:
        """Refuse a missing header as a bad parameter, a bad key as a bad token."""
        if not self.key(request):
            missing = {"type": "missing", "loc": ["header", "x-subscription-token"], "msg": "Field required"}
            meta: dict[str, object] = {"component": "authentication", "errors": [missing]}
            return self._problem(422, "VALIDATION", "Unable to validate request parameter(s)", meta)
        return super().refused(request)

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give the blocks ``query``, ``mixed`` and ``web``."""
        plain = request.params.get("text_decorations") in ("false", "0")
        results = [self._row(page, seen, plain) for page in pages[: int(request.params.get("count") or 20)]]
        mixed = {
            "type": "mixed",
            "main": [{"type": "web", "index": n, "all": False} for n in range(len(results))],
            "top": [],
            "side": [],
        }
        body: dict[str, object] = {
            "type": "search",
            "query": {"original": seen.query, "is_news_breaking": False, "more_results_available": False},
            "mixed": mixed,
        }
        if results:
            body["web"] = {"type": "search", "results": results, "family_friendly": True}
        if request.params.get("enable_rich_callback") == "true" and (block := _block(seen)) is not None:
            callback_key = token("rich", seen.query, seen.received_at)
            self._blocks[callback_key] = block
            while len(self._blocks) > _BLOCKS:
                del self._blocks[next(iter(self._blocks))]
            body["rich"] = {"type": "rich", "hint": {"vertical": block["subtype"], "callback_key": callback_key}}
        return self._dressed(body, request)

    def _dressed(self, body: dict[str, object], request: Request) -> Reply:
        """Give a body with the rate headers that every answer has, gzipped where that is welcome."""
        reply = json_reply(body)
        reply.headers.update(_RATE)
        if "gzip" in request.headers.get("accept-encoding", ""):
            reply.body = gzip.compress(reply.body, 1)
            reply.headers["Content-Encoding"] = "gzip"
        return reply

    def _row(self, page: Page, seen: Seen, plain: bool) -> dict[str, object]:
        text, more = cut(page.text, 230)
        shown = html.escape(text)
        if not plain:
            word = page.title.split(" ", 1)[0].strip("(),:")
            shown = shown.replace(html.escape(word), f"<strong>{html.escape(word)}</strong>", 1)
        host = urlsplit(page.url).hostname or ""
        row: dict[str, object] = {
            "title": html.escape(page.title),
            "url": page.url,
            "is_source_local": False,
            "description": shown,
            "language": "en",
            "family_friendly": True,
            "type": "search_result",
            "subtype": "generic",
            "is_live": False,
            "profile": {"name": host, "url": page.url, "long_name": host},
            "meta_url": {"scheme": "https", "netloc": host, "hostname": host},
        }
        if page.published is not None:
            age_s = (seen.received_at - page.published).total_seconds()
            day = page.published.date()
            row["page_age"] = f"{page.published:%Y-%m-%dT%H:%M:%S}"
            row["age"] = ago(age_s) if age_s < 7 * 86_400 else f"{day_month(day)}, {day.year}"
        if more:
            row["extra_snippets"] = [html.escape(more)]
        return row

    def error(self, kind: str) -> Reply:
        """Give Brave's ``ErrorResponse``."""
        status, code, text, component = _ERRORS[kind]
        reply = self._problem(status, code, text, {"component": component})
        reply.headers.update(_RATE)
        if kind == "rate_limit":
            reply.headers["X-RateLimit-Remaining"] = "0, 1965"
        if kind == "account":
            reply.headers.update({"X-RateLimit-Limit": "50, 2000", "X-RateLimit-Remaining": "49, 0"})
        return reply

    def _problem(self, status: int, code: str, text: str, meta: dict[str, object]) -> Reply:
        error = {"id": token(code), "status": status, "code": code, "detail": text, "meta": meta}
        return json_reply({"type": "ErrorResponse", "error": error, "time": 1_773_685_964}, status)
