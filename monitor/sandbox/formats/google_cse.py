"""Google's Programmable Search."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from monitor.sandbox.formats._base import FORMATS, Format, Seen, cut
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (400, "API key not valid. Please pass a valid API key.", "badRequest", "INVALID_ARGUMENT"),
    "account": (
        429,
        "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service "
        "'customsearch.googleapis.com'.",
        "rateLimitExceeded",
        "RESOURCE_EXHAUSTED",
    ),
    "rate_limit": (
        429,
        "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service "
        "'customsearch.googleapis.com'.",
        "rateLimitExceeded",
        "RESOURCE_EXHAUSTED",
    ),
    "server": (500, "Internal error encountered.", "backendError", "INTERNAL"),
    "timeout": (504, "Deadline exceeded.", "backendError", "DEADLINE_EXCEEDED"),
    "invalid": (400, "Request contains an invalid argument.", "badRequest", "INVALID_ARGUMENT"),
}


@FORMATS.add
class GoogleCse(Format):
    """``GET /customsearch/v1``; ``items`` is absent when nothing was found."""

    name = "google_cse"
    like = "google_cse"
    methods = ("GET",)
    path = "/customsearch/v1"

    def query(self, request: Request) -> str:
        """Give ``q``."""
        return request.params.get("q", "")

    def key(self, request: Request) -> str:
        """Give the key of the header or the address."""
        return request.headers.get("x-goog-api-key", "") or request.params.get("key", "")

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``items`` with the publication time among the page's meta tags."""
        body: dict[str, object] = {"kind": "customsearch#search", "queries": {"request": [{"searchTerms": seen.query}]}}
        if not pages:
            return json_reply(body)
        items: list[dict[str, object]] = []
        for page in pages[:10]:
            tags = (
                {"article:published_time": f"{page.published:%Y-%m-%dT%H:%M:%S}Z"}
                if page.published
                else {"og:type": "page"}
            )
            items.append(
                {
                    "kind": "customsearch#result",
                    "title": page.title,
                    "htmlTitle": f"<b>{page.title}</b>",
                    "link": page.url,
                    "displayLink": urlsplit(page.url).hostname,
                    "snippet": page.text,
                    "htmlSnippet": cut(page.text, 200)[0],
                    "pagemap": {"metatags": [tags]},
                }
            )
        body["searchInformation"] = {"searchTime": 0.3, "totalResults": str(len(items))}
        body["items"] = items
        return json_reply(body)

    def error(self, kind: str) -> Reply:
        """Give ``error`` with a list of reasons."""
        status, text, reason, name = _ERRORS[kind]
        errors = [{"message": text, "domain": "global", "reason": reason}]
        return json_reply({"error": {"code": status, "message": text, "errors": errors, "status": name}}, status)
