"""Perplexity's search."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, token
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply, text_reply

_ERRORS = {
    "account": (
        429,
        "You exceeded your current quota, please check your plan: insufficient_quota",
        "insufficient_quota",
    ),
    "rate_limit": (429, "Request rate limit exceeded, please try again later.", "request_rate_limit_exceeded"),
    "server": (500, "Internal server error", "internal_server_error"),
    "timeout": (504, "Gateway timeout", "timeout"),
    "invalid": (400, "query is required", "invalid_request"),
}


@FORMATS.add
class Perplexity(Format):
    """``POST /search``; a bad key is refused by the proxy in front, in HTML."""

    name = "perplexity"
    like = "perplexity"

    def query(self, request: Request) -> str:
        """Give the query, or the first of a list."""
        query = request.json.get("query")
        return str(query[0]) if isinstance(query, list) and query else super().query(request)

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``results`` with days as dates."""
        results = [
            {
                "title": page.title,
                "url": page.url,
                "snippet": page.text,
                "date": f"{page.published:%Y-%m-%d}" if page.published else None,
                "last_updated": f"{page.published:%Y-%m-%d}" if page.published and n % 2 else None,
            }
            for n, page in enumerate(pages)
        ]
        return json_reply({"id": token(seen.query, seen.received_at), "results": results, "server_time": None})

    def error(self, kind: str) -> Reply:
        """Give ``error.message``, ``type`` and a number as code."""
        if kind == "key":
            return text_reply(
                "<html><head><title>401 Authorization Required</title></head><body><center><h1>401 "
                "Authorization Required</h1></center><hr><center>openresty</center></body></html>",
                401,
            )
        status, text, name = _ERRORS[kind]
        return json_reply({"error": {"message": text, "type": name, "code": status}}, status)
