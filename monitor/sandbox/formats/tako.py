"""Tako's search."""

from collections.abc import Sequence

from monitor.datasets import Asset
from monitor.sandbox.formats._base import FORMATS, Format, Seen, token
from monitor.sandbox.pages import Page
from monitor.sandbox.wire import Reply, Request, json_reply

_ERRORS = {
    "key": (401, "AUTHENTICATION_ERROR", "Invalid API key"),
    "account": (402, "PAYMENT_REQUIRED", "Your balance is used up"),
    "rate_limit": (529, "SERVICE_OVERLOADED", "The service is overloaded"),
    "server": (500, "INTERNAL_SERVER_ERROR", "Internal server error"),
    "timeout": (408, "REQUEST_TIMEOUT", "The request timed out"),
    "invalid": (400, "BAD_REQUEST", "query is required"),
    "none": (404, "RELEVANT_RESULTS_NOT_FOUND", "No relevant results found"),
}


@FORMATS.add
class Tako(Format):
    """``POST /api/v3/search``; a card for a stock, dated to the day; overload is 529, not to be tried again."""

    name = "tako"
    like = "tako"
    path = "/api/v3/search"

    def key(self, request: Request) -> str:
        """Give ``X-API-Key``."""
        return request.headers.get("x-api-key", "")

    def live(self, request: Request) -> bool:
        """Tell whether another effort than cached embeddings is asked for."""
        return request.json.get("effort") in ("fast", "deep")

    def refused(self, request: Request) -> Reply | None:
        """Refuse fields that the API does not know too."""
        known = {
            "query",
            "effort",
            "sources",
            "country_code",
            "locale",
            "timezone",
            "location",
            "include_related",
            "output_settings",
        }
        return super().refused(request) or (self.error("invalid") if set(request.json) - known else None)

    def render(self, pages: Sequence[Page], seen: Seen, request: Request) -> Reply:
        """Give ``web_results``, and a card where the item is a stock."""
        if not pages:
            return self.error("none")
        rows = [
            {
                "url": page.url,
                "title": page.title,
                "snippet": page.text,
                "source_name": "Web",
                "publish_date": f"{page.published:%Y-%m-%dT%H:%M:%S}.000Z" if page.published else None,
            }
            for page in pages
        ]
        body: dict[str, object] = {"request_id": token(seen.query, seen.received_at), "web_results": rows, "cards": []}
        if seen.item is not None and seen.moment is not None and seen.item.asset is Asset.EQUITY:
            day = f"{seen.moment:%Y-%m-%d}"
            words = f"{seen.item.name} ({seen.item.ticker}) stock price: {seen.price} USD on {day}."
            body["cards"] = [
                {
                    "card_id": token(seen.item.id),
                    "title": f"{seen.item.name} Stock Price",
                    "description": words,
                    "semantic_description": words,
                    "webpage_url": f"https://cards.example/{seen.item.ticker}",
                    "sources": [],
                    "card_type": "chart",
                    "relevance": "High",
                    "content": None,
                    "nodes": [],
                    "data_freshness": {"coverage_end": day[:7], "data_as_of": day, "last_updated": day},
                }
            ]
        if len(seen.query) % 2:
            body["usage"] = {"total_cost_usd": 0.007}
        return json_reply(body)

    def error(self, kind: str) -> Reply:
        """Give ``error_type``."""
        status, name, text = _ERRORS[kind]
        reply = json_reply({"error_type": name, "error_message": text}, status)
        if status == 529:
            reply.headers["x-should-retry"] = "false"
        return reply
