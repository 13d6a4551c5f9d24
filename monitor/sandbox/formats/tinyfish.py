"""TinyFish's search."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from monitor.sandbox.formats._base import FORMATS, Format, Seen
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "Invalid API key"),
    "account": (402, "Billing required"),
    "rate_limit": (429, "Rate limit exceeded"),
    "server": (500, "Internal server error"),
    "timeout": (504, "Timed out"),
    "invalid": (400, "query is required"),
}


@FORMATS.add
class Tinyfish(Format):
    """``GET /?query=``; ``recency_minutes`` leaves out what is older or undated."""

    name = "tinyfish"
    like = "tinyfish"
    methods = ("GET",)
    path = "/"

    def query(self, request: Request) -> str:
        """Give ``query``."""
        return request.params.get("query", "")

    def key(self, request: Request) -> str:
        """Give ``X-API-Key``."""
        return request.headers.get("x-api-key", "")

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``results``, dated by the day where a date is known."""
        minutes = int(request.params.get("recency_minutes") or 0)
        young = [
            page
            for page in pages
            if not minutes
            or (page.published is not None and (seen.received_at - page.published).total_seconds() <= 60 * minutes)
        ]
        rows: list[dict[str, object]] = []
        for n, page in enumerate(young, 1):
            row: dict[str, object] = {
                "position": n,
                "site_name": urlsplit(page.url).hostname,
                "title": page.title,
                "snippet": page.text,
                "url": page.url,
            }
            if page.published is not None:
                row["date"] = f"{page.published:%Y-%m-%d}"
            rows.append(row)
        return json_reply({"query": seen.query, "results": rows, "total_results": len(rows), "page": 0})

    def error(self, kind: str) -> Reply:
        """Give ``error.message``."""
        status, text = _ERRORS[kind]
        return json_reply({"error": {"message": text}}, status)
