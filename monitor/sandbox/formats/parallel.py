"""Parallel's search."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, cut, token, whole
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "Unauthorized: invalid or missing API key"),
    "account": (402, "Payment required: insufficient credit in account"),
    "rate_limit": (429, "Too many requests"),
    "server": (500, "Internal server error"),
    "timeout": (504, "Request timed out"),
    "invalid": (422, "Request validation error"),
}


@FORMATS.add
class Parallel(Format):
    """``POST /v1/search``; dates are days, a third of them missing; fields of the old shape are refused."""

    name = "parallel"
    like = "parallel_advanced"
    path = "/v1/search"
    extract_path = "/v1/extract"

    def query(self, request: Request) -> str:
        """Give the first of ``search_queries``."""
        queries = request.json.get("search_queries")
        return str(queries[0]) if isinstance(queries, list) and queries else ""

    def key(self, request: Request) -> str:
        """Give ``x-api-key``."""
        return request.headers.get("x-api-key", "")

    def _policy(self, request: Request) -> dict[str, object]:
        settings = request.json.get("advanced_settings")
        policy = settings.get("fetch_policy") if isinstance(settings, dict) else None
        return policy if isinstance(policy, dict) else {}

    def live(self, request: Request) -> bool:
        """Tell whether a fetch policy is given."""
        return bool(self._policy(request))

    def refused(self, request: Request) -> Reply | None:
        """Refuse settings at the top level and a policy below 600 s too."""
        age = self._policy(request).get("max_age_seconds")
        old = {"max_results", "source_policy", "fetch_policy"} & set(request.json)
        found = super().refused(request)
        return found or (self.error("invalid") if old or (isinstance(age, int) and age < 600) else None)

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``results`` with excerpts."""
        results = [
            {
                "url": page.url,
                "title": page.title,
                "publish_date": f"{page.published:%Y-%m-%d}" if page.published else None,
                "excerpts": [part for part in cut(page.text, 320) if part],
            }
            for page in pages
        ]
        return json_reply(
            {
                "search_id": f"search_{token(seen.query, seen.received_at)}",
                "results": results,
                "session_id": f"session_{token(seen.query)}",
                "warnings": None,
                "usage": [{"name": "sku_search", "count": 1}],
            }
        )

    def page(self, found: Page | None, url: str, request: Request) -> Reply:
        """Give ``results`` with the full content where it is asked for, or the address among ``errors``."""
        settings = request.json.get("advanced_settings")
        full = isinstance(settings, dict) and bool(settings.get("full_content"))
        rows, errors = [], []
        if found is None:
            errors.append({"url": url, "error_type": "fetch_error", "http_status_code": 404, "content": "Not found"})
        else:
            rows.append(
                {
                    "url": found.url,
                    "title": found.title,
                    "publish_date": f"{found.published:%Y-%m-%d}" if found.published else None,
                    "excerpts": [cut(found.whole or found.text, 320)[0]],
                    "full_content": whole(found) if full else None,
                }
            )
        return json_reply({"extract_id": f"extract_{token(url)}", "results": rows, "errors": errors, "warnings": None})

    def error(self, kind: str) -> Reply:
        """Give ``error.message`` with a reference."""
        status, text = _ERRORS[kind]
        return json_reply({"type": "error", "error": {"ref_id": token(kind), "message": text, "detail": None}}, status)
