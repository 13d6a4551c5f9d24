"""SerpApi's Google results."""

from collections.abc import Sequence

from monitor.datasets import Asset
from monitor.sandbox.formats._base import FORMATS, Format, Seen, google_date, token
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "Invalid API key. Your API key should be here: https://serpapi.example/manage-api-key"),
    "account": (429, "Your account has run out of searches."),
    "rate_limit": (429, "Your account exceeded its hourly throughput limit."),
    "server": (500, "Internal server error"),
    "timeout": (503, "Timed out"),
    "invalid": (400, "Missing query `q` parameter."),
}


@FORMATS.add
class Serpapi(Format):
    """``GET /search.json``; the key stands in the address; nothing found is a 200 with ``error``."""

    name = "serpapi"
    like = "serpapi"
    methods = ("GET",)
    path = "/search.json"

    def query(self, request: Request) -> str:
        """Give ``q``."""
        return request.params.get("q", "")

    def key(self, request: Request) -> str:
        """Give ``api_key``."""
        return request.params.get("api_key", "")

    def live(self, request: Request) -> bool:
        """Tell whether the cache is to be passed by."""
        return request.params.get("no_cache") == "true"

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give organic rows and, for a stock, an answer box whose price is sometimes blank."""
        stamp = f"{seen.received_at:%Y-%m-%d %H:%M:%S} UTC"
        body: dict[str, object] = {
            "search_metadata": {
                "id": token(seen.query, seen.received_at)[:24],
                "status": "Success",
                "created_at": stamp,
                "processed_at": stamp,
                "total_time_taken": round(seen.latency_s + 0.4, 2),
            },
            "search_parameters": {"engine": "google", "q": seen.query},
        }
        if not pages:
            body["search_information"] = {"organic_results_state": "Fully empty"}
            body["error"] = "Google hasn't returned any results for this query."
            return json_reply(body)
        body["search_information"] = {"organic_results_state": "Results for exact spelling"}
        if seen.item is not None and seen.item.asset is Asset.EQUITY:
            blank = len(seen.query) % 5 == 0
            body["answer_box"] = {
                "type": "finance_results",
                "title": seen.item.name,
                "stock": seen.item.ticker,
                "exchange": "NYSE",
                "currency": "USD",
                "price": "" if blank else seen.price,
                "table": [],
            }
        rows: list[dict[str, object]] = []
        for n, page in enumerate(pages, 1):
            row: dict[str, object] = {
                "position": n,
                "title": page.title,
                "link": page.url,
                "snippet": page.text,
                "source": "Web",
            }
            if date := google_date(page, seen):
                row["date"] = date
            rows.append(row)
        body["organic_results"] = rows
        return json_reply(body)

    def error(self, kind: str) -> Reply:
        """Give ``error``."""
        status, text = _ERRORS[kind]
        return json_reply({"error": text}, status)
