"""Google results through the RapidAPI gateway (google-search74)."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (403, "You are not subscribed to this API."),
    "account": (429, "You have exceeded the MONTHLY quota for Requests on your current plan, BASIC."),
    "rate_limit": (429, "Too many requests"),
    "server": (500, "Internal Server Error"),
    "timeout": (504, "The request to the API has timed out"),
    "invalid": (400, "query is required"),
}
_LIMITS = {
    "x-ratelimit-requests-limit": "10000",
    "x-ratelimit-requests-remaining": "9874",
    "x-ratelimit-requests-reset": "1900800",
}


@FORMATS.add
class GoogleSerp(Format):
    """``GET /``; dates are seconds since 1970, a fifth of them null; the gateway words the errors."""

    name = "google_serp"
    like = "google_serp"
    methods = ("GET",)
    path = "/"

    def query(self, request: Request) -> str:
        """Give ``query``."""
        return request.params.get("query", "")

    def key(self, request: Request) -> str:
        """Give the gateway's key; without the host header it counts for nothing."""
        return request.headers.get("x-rapidapi-key", "") if request.headers.get("x-rapidapi-host") else ""

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``results``."""
        rows = [
            {
                "position": n,
                "url": page.url,
                "title": page.title,
                "description": page.text,
                "timestamp": int(page.published.timestamp()) if page.published else None,
            }
            for n, page in enumerate(pages[: int(request.params.get("limit") or 10)], 1)
        ]
        reply = json_reply({"search_term": seen.query, "next_cursor": "CAo=", "knowledge_panel": None, "results": rows})
        reply.headers.update(_LIMITS)
        return reply

    def error(self, kind: str) -> Reply:
        """Give ``message``; a wrong key and a missing plan read the same."""
        status, text = _ERRORS[kind]
        reply = json_reply({"message": text}, status)
        reply.headers.update(_LIMITS)
        return reply
