"""Exa's search."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, cut, token, whole
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "Invalid API key", "INVALID_API_KEY"),
    "account": (402, "You have exceeded your credits limit. Please top up your account.", "NO_MORE_CREDITS"),
    "server": (500, "An unexpected error occurred", "INTERNAL_ERROR"),
    "timeout": (504, "The request timed out", "TIMEOUT"),
    "invalid": (400, "Invalid request body", "INVALID_REQUEST_BODY"),
}


@FORMATS.add
class Exa(Format):
    """``POST /search``; a page without a date lacks the key."""

    name = "exa"
    like = "exa_instant"
    extract_path = "/contents"

    def key(self, request: Request) -> str:
        """Give the key of ``x-api-key`` or a bearer token."""
        return request.headers.get("x-api-key", "") or super().key(request)

    def live(self, request: Request) -> bool:
        """Tell whether ``contents.maxAgeHours`` is 0."""
        contents = request.json.get("contents")
        return isinstance(contents, dict) and contents.get("maxAgeHours") == 0

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``results`` with ids, highlights and cost."""
        results = []
        for n, page in enumerate(pages):
            row: dict[str, object] = {"id": page.url, "title": page.title, "url": page.url}
            if page.published is not None:
                row["publishedDate"] = f"{page.published:%Y-%m-%dT%H:%M:%S}.000Z"
            if n % 2:
                row["author"] = "Staff"
            row["highlights"] = [part for part in cut(page.text, 260) if part]
            results.append(row)
        deep = str(request.json.get("type", "")).startswith("deep")
        cost = {"total": 0.012} if deep else {"total": 0.007, "search": {"neural": 0.007}}
        return json_reply(
            {
                "requestId": token(seen.query, seen.received_at),
                "resolvedSearchType": "",
                "results": results,
                "searchTime": round(seen.latency_s * 1000 + 4.2, 1),
                "costDollars": cost,
            }
        )

    def page(self, found: Page | None, url: str, request: Request) -> Reply:
        """Give ``results`` with the text and ``statuses``, which tell of a page that cannot be read."""
        status: dict[str, object] = {"id": url, "status": "success", "source": "crawled"}
        rows: list[dict[str, object]] = []
        if found is None:
            status |= {"status": "error", "error": {"tag": "CRAWL_NOT_FOUND", "httpStatusCode": 404}}
        else:
            rows.append({"id": url, "title": found.title, "url": found.url, "text": whole(found)})
        cost = {"total": 0.001 * len(rows), "contents": {"text": 0.001 * len(rows)}}
        return json_reply({"requestId": token(url), "results": rows, "statuses": [status], "costDollars": cost})

    def error(self, kind: str) -> Reply:
        """Give Exa's error: an id, a text and mostly a tag."""
        if kind == "rate_limit":
            return json_reply({"error": "rate limit exceeded"}, 429)
        status, text, tag = _ERRORS[kind]
        return json_reply({"requestId": token(kind), "error": text, "tag": tag}, status)
