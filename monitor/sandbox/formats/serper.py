"""Serper.dev's Google results."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, google_date
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (403, "Unauthorized."),
    "account": (400, "Not enough credits"),
    "rate_limit": (429, "Too many requests"),
    "server": (500, "Internal server error"),
    "timeout": (504, "Gateway timeout"),
    "invalid": (400, "Missing query parameter"),
}


@FORMATS.add
class Serper(Format):
    """``POST /search``; dates are text, and no header tells a limit."""

    name = "serper"
    like = "serper"

    def query(self, request: Request) -> str:
        """Give ``q``."""
        return str(request.json.get("q") or "")

    def key(self, request: Request) -> str:
        """Give ``X-API-KEY``."""
        return request.headers.get("x-api-key", "")

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give organic rows, and news as top stories."""
        news = [page for page in pages if "news" in page.url]
        organic: list[dict[str, object]] = []
        for page in pages:
            if page in news:
                continue
            row: dict[str, object] = {
                "title": page.title,
                "link": page.url,
                "snippet": page.text,
                "position": len(organic) + 1,
            }
            if date := google_date(page, seen):
                row["date"] = date
            organic.append(row)
        body: dict[str, object] = {
            "searchParameters": {"q": seen.query, "type": "search", "engine": "google"},
            "organic": organic,
            "credits": 1,
        }
        if news:
            body["topStories"] = [
                {
                    "title": page.title,
                    "link": page.url,
                    "source": "News",
                    "snippet": page.text,
                    "date": google_date(page, seen) or "1 hour ago",
                }
                for page in news
            ]
        return json_reply(body)

    def error(self, kind: str) -> Reply:
        """Give ``message``."""
        status, text = _ERRORS[kind]
        return json_reply({"message": text, "statusCode": status}, status)
