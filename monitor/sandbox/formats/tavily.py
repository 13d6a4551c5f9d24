"""Tavily's search."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, token, whole
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "Unauthorized: missing or invalid API key."),
    "account": (432, "This request exceeds your plan's set usage limit. Please upgrade your plan."),
    "rate_limit": (429, "Your request has been blocked due to excessive requests."),
    "server": (500, "Internal Server Error"),
    "timeout": (504, "Request timed out."),
    "invalid": (400, "Query is missing."),
}


@FORMATS.add
class Tavily(Format):
    """``POST /search``; dates on topic news only."""

    name = "tavily"
    like = "tavily_basic"
    extract_path = "/extract"

    def live(self, request: Request) -> bool:
        """Tell whether ``max_hours`` is 0."""
        return request.json.get("max_hours") == 0

    def refused(self, request: Request) -> Reply | None:
        """Refuse a query of more than 400 characters too."""
        if len(self.query(request)) > 400:
            return json_reply({"detail": {"error": "Query is too long. Max query length is 400 characters."}}, 400)
        return super().refused(request)

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``results`` with scores."""
        news = request.json.get("topic") == "news"
        results = []
        for n, page in enumerate(pages):
            row: dict[str, object] = {
                "url": page.url,
                "title": page.title,
                "content": page.text,
                "score": round(0.96 - 0.037 * n, 6),
                "raw_content": None,
            }
            if news and page.published is not None:
                row["published_date"] = f"{page.published:%a, %d %b %Y %H:%M:%S} GMT"
            results.append(row)
        body: dict[str, object] = {
            "query": seen.query,
            "follow_up_questions": None,
            "answer": None,
            "images": [],
            "results": results,
            "response_time": round(seen.latency_s + 0.01, 2),
            "request_id": token(seen.query, seen.received_at),
        }
        if request.json.get("include_usage"):
            body["usage"] = {"credits": 2 if request.json.get("search_depth") == "advanced" else 1}
        return json_reply(body)

    def page(self, found: Page | None, url: str, request: Request) -> Reply:
        """Give ``results``, or the address among ``failed_results``."""
        rows = [] if found is None else [{"url": found.url, "raw_content": whole(found), "images": []}]
        failed = [{"url": url, "error": "Failed to fetch url"}] if found is None else []
        body = {"results": rows, "failed_results": failed, "response_time": 0.4, "request_id": token(url)}
        return json_reply(body)

    def error(self, kind: str) -> Reply:
        """Give ``detail.error``; 432 when the plan is used up."""
        status, text = _ERRORS[kind]
        return json_reply({"detail": {"error": text}}, status)
