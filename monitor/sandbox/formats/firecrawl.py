"""Firecrawl's search."""

from collections.abc import Sequence

from monitor.sandbox.formats._base import FORMATS, Format, Seen, cut, google_date, token, whole
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "Unauthorized: Invalid token"),
    "account": (402, "Payment Required: Insufficient credits"),
    "rate_limit": (429, "Rate limit exceeded"),
    "server": (500, "An unexpected error occurred"),
    "timeout": (408, "Request timed out"),
    "invalid": (400, "Bad Request: query is required"),
}


@FORMATS.add
class Firecrawl(Format):
    """``POST /v2/search``; web rows have no date, and the same address may come twice."""

    name = "firecrawl"
    like = "firecrawl"
    path = "/v2/search"
    extract_path = "/v2/scrape"

    def live(self, request: Request) -> bool:
        """Tell whether pages are to be read afresh."""
        options = request.json.get("scrapeOptions")
        return isinstance(options, dict) and options.get("maxAge") == 0

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``data.web`` and ``data.news``; with scraping, the text as markdown."""
        scraped = "scrapeOptions" in request.json
        news = [page for page in pages if "news" in page.url]
        rows: list[dict[str, object]] = []
        for page in pages:
            if page in news:
                continue
            row: dict[str, object] = {
                "url": page.url,
                "title": page.title,
                "position": len(rows) + 1,
                "description": cut(page.text, 160)[0] if scraped else page.text,
            }
            if scraped:
                row["markdown"] = f"# {page.title}\n\n{page.text}"
                row["metadata"] = {"title": page.title, "sourceURL": page.url, "url": page.url, "statusCode": 200}
            rows.append(row)
        if len(rows) > 3 and len(seen.query) % 4 == 0:
            rows.append({**rows[0], "position": len(rows) + 1})
        data: dict[str, object] = {"web": rows}
        if news:
            data["news"] = [
                {
                    "url": page.url,
                    "title": page.title,
                    "snippet": page.text,
                    "position": n,
                    "date": google_date(page, seen) or "1 hour ago",
                }
                for n, page in enumerate(news, 1)
            ]
        return json_reply(
            {
                "success": True,
                "id": token(seen.query, seen.received_at),
                "warning": None,
                "data": data,
                "creditsUsed": 2 + (len(rows) if scraped else 0),
            }
        )

    def page(self, found: Page | None, url: str, request: Request) -> Reply:
        """Give ``data.markdown``; a page that cannot be read is an error with a code."""
        if found is None:
            said = {"success": False, "code": "SCRAPE_ALL_ENGINES_FAILED", "error": "All scraping engines failed!"}
            return json_reply(said, 500)
        about = {"title": found.title, "sourceURL": url, "url": found.url, "statusCode": 200, "creditsUsed": 1}
        return json_reply({"success": True, "data": {"markdown": whole(found), "metadata": about}})

    def error(self, kind: str) -> Reply:
        """Give ``success: false``; a rate limit says how long to wait."""
        status, text = _ERRORS[kind]
        reply = json_reply({"success": False, "error": text}, status)
        if kind == "rate_limit":
            reply.headers["Retry-After"] = "7"
        return reply
