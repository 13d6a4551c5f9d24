"""Jina's search."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, cut, google_date, whole
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (40103, "AuthenticationRequiredError", "Authentication is required to use this endpoint."),
    "account": (40203, "InsufficientBalanceError", "Account balance not enough to run this query, please recharge."),
    "rate_limit": (42903, "RateLimitTriggeredError", "Per UID rate limit exceeded."),
    "server": (50000, "InternalServerError", "Internal server error"),
    "timeout": (50400, "DownstreamServiceFailureError", "Timed out"),
    "invalid": (40001, "ParamValidationError", "Validation failed: q"),
    "page": (42203, "AssertionFailureError", "Failed to goto the page"),
    "none": (42206, "AssertionFailureError", "No search results available for query"),
}


@FORMATS.add
class Jina(Format):
    """``GET`` or ``POST /``; the status stands at the front of a code of five digits."""

    name = "jina"
    like = "jina"
    methods = ("GET", "POST")
    path = "/"
    extract_path = "/reader"

    def query(self, request: Request) -> str:
        """Give ``q``."""
        return request.params.get("q") or str(request.json.get("q") or "")

    def live(self, request: Request) -> bool:
        """Tell whether the caches are to be passed by."""
        return request.headers.get("x-no-cache", "").lower() == "true"

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``data`` with descriptions and page contents."""
        if not pages:
            return self.error("none")
        rows: list[dict[str, object]] = []
        for page in pages:
            row: dict[str, object] = {
                "title": page.title,
                "url": page.url,
                "usage": {"tokens": 1000},
                "description": cut(page.text, 600)[0],
                "content": f"# {page.title}\n\n{page.text}",
            }
            if date := google_date(page, seen):
                row["date"] = date
            rows.append(row)
        return json_reply({"code": 200, "status": 20000, "data": rows, "meta": {"usage": {"tokens": 1000 * len(rows)}}})

    def page(self, found: Page | None, url: str, request: Request) -> Reply:
        """Give ``data`` with the content, as the reader at a host of its own does."""
        if found is None:
            return self.error("page")
        data = {"title": found.title, "url": found.url, "content": whole(found), "usage": {"tokens": 800}}
        return json_reply({"code": 200, "status": 20000, "data": data, "meta": {"usage": {"tokens": 800}}})

    def error(self, kind: str) -> Reply:
        """Give the envelope with name and readable message."""
        code, name, text = _ERRORS[kind]
        return json_reply(
            {
                "data": None,
                "code": code // 100,
                "status": code,
                "name": name,
                "message": text,
                "readableMessage": f"{name}: {text}",
            },
            code // 100,
        )
