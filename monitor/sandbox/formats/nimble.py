"""Nimble's search."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, cut, token
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "Unauthorized"),
    "account": (402, "Payment required"),
    "rate_limit": (429, "Rate limit exceeded"),
    "server": (500, "Internal server error"),
    "timeout": (504, "Task timed out"),
}


@FORMATS.add
class Nimble(Format):
    """``POST /v2/search``; errors say ``success: "false"``, a string."""

    name = "nimble"
    like = "nimble_standard"
    path = "/v2/search"

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``results``; a publication date is a day."""
        results = [
            {
                "title": page.title,
                "url": page.url,
                "description": cut(page.text, 160)[0],
                "content": page.text,
                "additional_data": {"publish_date": f"{page.published:%Y-%m-%d}"} if page.published else {},
                "metadata": {"position": n},
            }
            for n, page in enumerate(pages, 1)
        ]
        return json_reply({"task_id": token(seen.query, seen.received_at), "results": results})

    def error(self, kind: str) -> Reply:
        """Give the message of a task that failed; a bad parameter is ``detail``."""
        if kind == "invalid":
            return json_reply({"detail": [{"loc": ["body", "query"], "msg": "field required"}]}, 422)
        status, text = _ERRORS[kind]
        return json_reply({"success": "false", "task_id": token(kind), "message": text}, status)
