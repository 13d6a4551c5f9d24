"""Linkup's search."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, whole
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "UNAUTHORIZED", "Invalid API key."),
    "account": (429, "INSUFFICIENT_FUNDS_CREDITS", "You do not have enough credits to perform this request."),
    "rate_limit": (429, "TOO_MANY_REQUESTS", "Too many requests."),
    "server": (500, "INTERNAL_ERROR", "Internal server error."),
    "timeout": (504, "TIMEOUT", "The request timed out."),
    "invalid": (400, "VALIDATION_ERROR", "q must be a string."),
    "page": (400, "FETCH_ERROR", "The URL could not be fetched."),
    "none": (400, "SEARCH_QUERY_NO_RESULT", "The query did not yield any result."),
}


@FORMATS.add
class Linkup(Format):
    """``POST /v1/search``; no dates at all, images among the rows, an error where nothing was found."""

    name = "linkup"
    like = "linkup_standard"
    path = "/v1/search"
    extract_path = "/v1/fetch"

    def query(self, request: Request) -> str:
        """Give ``q``."""
        return str(request.json.get("q") or "")

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give text rows and one image."""
        if not pages:
            return self.error("none")
        rows: list[dict[str, object]] = [
            {"type": "text", "name": page.title, "url": page.url, "content": page.text, "favicon": ""} for page in pages
        ]
        rows.insert(2, {"type": "image", "name": "chart", "url": "https://img.example/chart.png"})
        return json_reply({"results": rows})

    def page(self, found: Page | None, url: str, request: Request) -> Reply:
        """Give ``markdown`` alone; a page that cannot be read is an error with a code."""
        return self.error("page") if found is None else json_reply({"markdown": whole(found)})

    def error(self, kind: str) -> Reply:
        """Give ``error.code``."""
        status, code, text = _ERRORS[kind]
        return json_reply({"error": {"code": code, "message": text, "details": []}}, status)
