"""Kagi's search, v1."""

import html
from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, token
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "auth.invalid", "Unauthorized"),
    "account": (429, "billing.limit", "Insufficient credit: usage limit reached"),
    "rate_limit": (429, "rate.limit", "Too many requests"),
    "server": (500, "server.error", "Internal server error"),
    "timeout": (504, "server.timeout", "Timed out"),
    "invalid": (400, "request.invalid", "query is required"),
}


@FORMATS.add
class Kagi(Format):
    """``POST /api/v1/search``; entities in titles and snippets."""

    name = "kagi"
    like = "kagi"
    path = "/api/v1/search"

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``data.search`` and ``data.news``."""
        rows: dict[str, list[dict[str, object]]] = {"search": [], "news": [], "direct_answer": [], "infobox": []}
        for page in pages:
            row: dict[str, object] = {
                "url": page.url,
                "title": html.escape(page.title),
                "snippet": html.escape(page.text),
            }
            if page.published is not None:
                row["time"] = f"{page.published:%Y-%m-%dT%H:%M:%S}Z"
            rows["news" if "news" in page.url else "search"].append(row)
        return json_reply({"meta": self._meta(seen.query), "data": rows})

    def _meta(self, words: str) -> dict[str, object]:
        return {"trace": token(words), "node": "us-east", "ms": 210}

    def error(self, kind: str) -> Reply:
        """Give a list of errors."""
        status, code, text = _ERRORS[kind]
        return json_reply(
            {
                "meta": self._meta(kind),
                "data": [],
                "error": [{"code": code, "url": "", "message": text, "location": ""}],
            },
            status,
        )
