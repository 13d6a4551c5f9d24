"""What each provider's documentation shows: answers with their hits, empty answers, failures with their class.

A hit is (url, words of the snippet, published, as_of).
Keys are providers; an api that differs from its provider has its own entry, tried first.
"""

from typing import Any

A = "https://x.example/a"
N = "https://x.example/n"

Expected = list[tuple[str, str, str | None, str | None]]

SKETCHES: dict[str, tuple[Any, Expected]] = {
    "exa": (
        {"requestId": "53eb", "resolvedSearchType": "",
         "results": [{"id": A, "url": A, "title": "AAPL at 231.10", "publishedDate": "2026-08-12T14:24:50.000Z",
                      "author": "X", "highlights": ["AAPL traded at 231.10", "again"]},
                     {"id": N, "url": N, "title": "", "highlights": ["undated"]}],
         "searchTime": 381.2, "costDollars": {"total": 0.007, "search": {"neural": 0.007}}},
        [(A, "231.10", "2026-08-12T14:24:50.000Z", None), (N, "undated", None, None)],
    ),
    "parallel": (
        {"search_id": "search_4d", "results": [
            {"url": A, "title": "BTC", "publish_date": "2026-08-12", "excerpts": ["BTC 64,000"]},
            {"url": N, "title": None, "publish_date": None, "excerpts": []}], "warnings": None},
        [(A, "64,000", "2026-08-12", None), (N, "", None, None)],
    ),
    "you": (
        {"results": {
            "web": [{"url": A, "title": "NVDA", "description": "about", "snippets": ["NVDA 227.17"],
                     "page_age": "2026-09-21T00:00:00"}],
            "news": [{"url": N, "title": "t", "description": "news words", "page_age": "2026-09-21T13:05:00"}],
            "knowledge": [{"type": "answer", "title": "NVDA stock price",
                           "description": "NVDA stock price is $227.17 as of Sep 21, 2026 2:12 PM EDT",
                           "as_of": "2026-09-21"}]}, "metadata": {"search_uuid": "u"}},
        [("", "2:12 PM EDT", None, "2026-09-21"), (A, "NVDA 227.17", "2026-09-21T00:00:00", None),
         (N, "news words", "2026-09-21T13:05:00", None)],
    ),
    "tavily": (
        {"query": "q", "answer": None, "images": [], "results": [
            {"url": A, "title": "Nvidia after the bell", "content": "at 227.17", "score": 0.955, "raw_content": None,
             "published_date": "Mon, 01 Dec 2025 21:29:54 GMT"}], "response_time": 3.12, "usage": {"credits": 1}},
        [(A, "227.17", "Mon, 01 Dec 2025 21:29:54 GMT", None)],
    ),
    "nimble": (
        {"results": [{"title": "t", "url": A, "description": "short", "content": "long 5.5",
                      "additional_data": {"publish_date": "2026-09-21", "publish_date_raw": "1 day ago"}},
                     {"title": "t", "url": N, "description": "short",
                      "additional_data": {"publish_date_raw": "1 day ago"}}]},
        [(A, "long 5.5", "2026-09-21", None), (N, "short", "1 day ago", None)],
    ),
    "firecrawl": (
        {"success": True, "id": "01a0", "creditsUsed": 2, "data": {
            "web": [{"url": A, "title": "t", "description": "five 5.5", "position": 1}, {"url": A, "title": "again"}],
            "news": [{"url": N, "title": "t", "snippet": "news", "date": "2 hours ago"}]}},
        [(A, "5.5", None, None), (A, "", None, None), (N, "news", "2 hours ago", None)],
    ),
    "tako": (
        {"request_id": "r", "cards": [
            {"title": "Tesla stock price", "description": "d", "semantic_description": "Tesla closed at 400.5",
             "webpage_url": A, "data_freshness": {"coverage_end": "2026-09", "last_updated": "2026-09-21"}}],
         "web_results": [{"url": N, "title": "t", "snippet": "web", "publish_date": "2026-09-21T09:00:00.000Z"}],
         "usage": {"total_cost_usd": 0.007}},
        [(A, "400.5", None, "2026-09-21"), (N, "web", "2026-09-21T09:00:00.000Z", None)],
    ),
    "tinyfish": (
        {"query": "q", "total_results": 1, "results": [
            {"position": 1, "title": "t", "snippet": "s 5.5", "url": A, "date": "2026-09-21"}]},
        [(A, "5.5", "2026-09-21", None)],
    ),
    "perplexity": (
        {"id": "i", "results": [{"title": "t", "url": A, "snippet": "s 5.5", "date": "2026-09-21",
                                 "last_updated": "2026-09-22"}], "server_time": None},
        [(A, "5.5", "2026-09-21", None)],
    ),
    "brave": (
        {"type": "search", "query": {"original": "q"}, "web": {"results": [
            {"title": "t", "url": A, "description": "at <strong>231.10</strong> &#39;now&#39;",
             "page_age": "2026-08-13T12:00:00", "age": "4 days ago", "extra_snippets": ["more"]}]},
         "news": {"results": [{"title": "n", "url": N, "description": "news"}]}},
        [(A, "at 231.10 'now'\nmore", "2026-08-13T12:00:00", None), (N, "news", None, None)],
    ),
    "brave_rich": (
        {"type": "search", "query": {"original": "q"}, "rich": {"type": "rich", "hint": {"callback_key": "abc"}},
         "web": {"results": [{"title": "t", "url": A, "description": "web", "page_age": "2026-08-13T12:00:00"}]},
         "rich_results": {"type": "rich", "results": [
             {"type": "rich", "subtype": "stock", "stock": {"quote": {
                 "latest_price": 231.1, "symbol": "AAPL", "company_name": "Apple Inc.", "currency": "USD"}}},
             {"subtype": "cryptocurrency", "cryptocurrency": {
                 "vs_currency": "usd", "quote": {"current_price": 64000.5, "symbol": "btc", "name": "Bitcoin"}}},
             {"subtype": "currency", "currency": {"conversion": {
                 "amount": 1, "result": 1.0843,
                 "query": {"from_currency": {"code": "EUR"}, "to_currency": {"code": "USD"}}}}},
             {"subtype": "weather", "weather": {"degrees": 7}}]}},
        [("", "Apple Inc. (AAPL) price 231.1 USD", None, None), ("", "Bitcoin (btc) price 64000.5 usd", None, None),
         ("", "1 EUR = 1.0843 USD", None, None), (A, "web", "2026-08-13T12:00:00", None)],
    ),
    "google_serp": (
        {"search_term": "q", "knowledge_panel": None, "results": [
            {"url": A, "title": "t", "description": "d 5.5", "timestamp": 1786544690},
            {"url": N, "title": "t", "description": "d", "timestamp": None}]},
        [(A, "5.5", "1786544690", None), (N, "d", None, None)],
    ),
    "serper": (
        {"searchParameters": {"q": "q"}, "credits": 1,
         "answerBox": {"title": "t", "answer": "231.10", "snippet": "of Apple", "link": A},
         "organic": [{"title": "t", "link": N, "snippet": "s", "date": "2 hours ago", "position": 1}],
         "topStories": [{"title": "story", "link": A, "date": "1 hour ago"}]},
        [(A, "231.10\nof Apple", None, None), (N, "s", "2 hours ago", None), (A, "", "1 hour ago", None)],
    ),
    "serpapi": (
        {"search_metadata": {"status": "Success"},
         "answer_box": {"type": "finance_results", "title": "NVIDIA Corp", "currency": "USD", "price": 227.17},
         "organic_results": [{"title": "t", "link": A, "snippet": "s", "date": "2 hours ago"}]},
        [("", "227.17", None, None), (A, "s", "2 hours ago", None)],
    ),
    "serpapi_finance": (
        {"summary": {"title": "Alphabet Inc", "price": "$231.10", "extracted_price": 231.1, "currency": "USD",
                     "date": "Apr 28 2026, 04:00:00 PM UTC-04:00"}},
        [("", "$231.10\nUSD", None, "Apr 28 2026, 04:00:00 PM UTC-04:00")],
    ),
    "linkup": (
        {"results": [{"type": "text", "name": "t", "url": A, "content": "c 5.5"},
                     {"type": "image", "name": "i", "url": N}]},
        [(A, "5.5", None, None)],
    ),
    "jina": (
        {"code": 200, "status": 20000, "data": [
            {"title": "t", "url": A, "description": "d 5.5", "date": "Sep 21, 2026", "content": "# long",
             "publishedTime": "2026-09-21T09:00:00Z"}], "meta": {"usage": {"tokens": 10000}}},
        [(A, "d 5.5", "2026-09-21T09:00:00Z", None)],
    ),
    "kagi": (
        {"meta": {"ms": 210}, "data": {"search": [{"url": A, "title": "t", "snippet": "It&#39;s 231.10",
                                                   "time": "2026-09-21T00:00:00Z"}], "news": [], "direct_answer": []}},
        [(A, "It's 231.10", "2026-09-21T00:00:00Z", None)],
    ),
    "google_cse": (
        {"kind": "customsearch#search", "items": [
            {"title": "t", "link": A, "snippet": "s 5.5",
             "pagemap": {"metatags": [{"article:published_time": "2026-09-21T09:00:00Z"}]}},
            {"title": "t", "link": N}]},
        [(A, "5.5", "2026-09-21T09:00:00Z", None), (N, "", None, None)],
    ),
    "searxng": (
        {"query": "100 eur in usd", "results": [{"url": A, "title": "t", "content": "c 5.5", "publishedDate": None}],
         "answers": [{"answer": "1.0 EUR = 1.08 USD", "url": N}, "a plain one"], "unresponsive_engines": []},
        [(N, "1.08 USD", None, None), (A, "5.5", None, None)],
    ),
    "ddgs": ([{"title": "t", "href": A, "body": "b 5.5"}], [(A, "5.5", None, None)]),
}  # fmt: skip

COSTS = {"exa": 0.007, "tavily": 0.008, "firecrawl": 0.005, "tako": 0.007, "serper": 0.001, "jina": 0.0005}
"""What the sketches say that they cost, USD."""

EMPTY: dict[str, Any] = {
    "exa": {"results": []}, "parallel": {"results": []}, "you": {"results": {}}, "tavily": {"results": []},
    "nimble": {"results": []}, "firecrawl": {"success": True, "data": {}}, "tako": {"request_id": "r"},
    "tinyfish": {"results": []}, "perplexity": {"results": []}, "brave": {"type": "search", "query": {"original": "q"}},
    "google_serp": {"results": []}, "serper": {"searchParameters": {"q": "q"}, "organic": []},
    "serpapi": {"error": "Google hasn't returned any results for this query."},
    "serpapi_finance": {"error": "Google hasn't returned any results for this query."},
    "linkup": {"results": []}, "jina": {"code": 200, "data": []}, "kagi": {"meta": {}, "data": {"search": []}},
    "google_cse": {"kind": "customsearch#search", "searchInformation": {"totalResults": "0"}},
    "searxng": {"results": [], "answers": [], "unresponsive_engines": []}, "ddgs": [],
}  # fmt: skip
"""Each provider's answer that there is nothing."""

BRAVE = {"X-RateLimit-Limit": "1, 2000"}

ERRORS: list[tuple[str, int, Any, dict[str, str], str]] = [
    ("exa_instant", 401, {"error": "x", "tag": "INVALID_API_KEY"}, {}, "account"),
    ("exa_instant", 402, {"error": "exceeded your credits", "tag": "NO_MORE_CREDITS"}, {}, "account"),
    ("exa_instant", 429, {"error": "rate limit exceeded"}, {}, "rate_limit"),
    ("exa_instant", 403, {"error": "feature not in plan"}, {}, "api"),
    ("exa_instant", 503, {"tag": "SERVICE_OVERLOADED"}, {}, "api"),
    ("exa_instant", 400, {"tag": "INVALID_REQUEST_BODY"}, {}, "api"),
    ("exa_instant", 504, {}, {}, "timeout"),
    ("exa_instant", 407, "", {}, "local"),
    ("parallel_advanced", 402, {"type": "error", "error": {"message": "m"}}, {}, "account"),
    ("parallel_advanced", 422, {"type": "error", "error": {"message": "m"}}, {}, "api"),
    ("you_highlights", 402, {"detail": "d"}, {}, "account"),
    ("you_highlights", 403, {"detail": "Forbidden: your API key lacks this"}, {}, "account"),
    ("tavily_basic", 432, {"detail": {"error": "plan limit"}}, {}, "account"),
    ("tavily_live", 433, {"detail": {"error": "limit"}}, {}, "account"),
    ("tavily_basic", 429, {"detail": {"error": "slow"}}, {}, "rate_limit"),
    ("nimble_lite", 400, {"success": "false", "message": "m"}, {}, "api"),
    ("firecrawl", 408, {"success": False, "error": "Request timed out"}, {}, "timeout"),
    ("firecrawl", 402, {"success": False, "error": "Insufficient credits"}, {}, "account"),
    ("firecrawl", 502, "bad gateway", {}, "api"),
    ("tako", 529, {"error_type": "SERVICE_OVERLOADED"}, {"x-should-retry": "false"}, "rate_limit"),
    ("tako", 400, {"error_type": "RELEVANT_RESULTS_NOT_FOUND"}, {}, "answered_empty"),
    ("tako", 408, {"error_type": "REQUEST_TIMEOUT"}, {}, "timeout"),
    ("tinyfish", 402, {"error": {"message": "billing"}}, {}, "account"),
    ("perplexity", 401, "<html>401 Authorization Required</html>", {"content-type": "text/html"}, "account"),
    ("perplexity", 429, {"error": {"type": "insufficient_quota"}}, {}, "account"),
    ("perplexity", 429, {"error": {"type": "request_rate_limit_exceeded", "code": 429}}, {}, "rate_limit"),
    ("brave", 422, {"error": {"code": "SUBSCRIPTION_TOKEN_INVALID"}}, {}, "account"),
    ("brave", 422, {"errors": [{"code": "SUBSCRIPTION_TOKEN_INVALID"}]}, {}, "account"),
    ("brave", 422, {"error": {"code": "VALIDATION", "meta": {"errors": [{"loc": ["header", "x-subscription-token"]}]}}},
     {}, "account"),
    ("brave", 422, {"error": {"code": "VALIDATION", "meta": {"errors": [{"loc": ["query", "q"]}]}}}, {}, "api"),
    ("brave", 429, {"error": {"code": "QUOTA_LIMITED"}}, {}, "account"),
    ("brave", 429, {"error": {"code": "RATE_LIMITED"}}, BRAVE | {"X-RateLimit-Remaining": "0, 1965"}, "rate_limit"),
    ("brave_no_cache", 429, {}, BRAVE | {"X-RateLimit-Remaining": "0, 0"}, "account"),
    ("brave", 429, {"error": {"code": "RATE_LIMITED"}},
     {"X-RateLimit-Limit": "50, 0", "X-RateLimit-Remaining": "0, 0"}, "rate_limit"),
    ("google_serp", 403, {"message": "You are not subscribed to this API."}, {}, "account"),
    ("google_serp", 429, {"message": "Too many requests"}, {}, "rate_limit"),
    ("google_serp", 429, {"message": "You have exceeded the MONTHLY quota"}, {}, "account"),
    ("google_serp", 200, {"message": "error with 200"}, {}, "api"),
    ("google_serp", 500, {"message": "x"}, {}, "api"),
    ("serper", 400, {"message": "Not enough credits", "statusCode": 400}, {}, "account"),
    ("serper", 403, {"message": "Unauthorized."}, {}, "account"),
    ("serpapi", 429, {"error": "Your account has run out of searches."}, {}, "account"),
    ("serpapi", 429, {"error": "hourly throughput"}, {}, "rate_limit"),
    ("serpapi", 401, {"error": "Invalid API key"}, {}, "account"),
    ("serpapi", 200, {"error": "Something else"}, {}, "api"),
    ("linkup_standard", 400, {"error": {"code": "SEARCH_QUERY_NO_RESULT"}}, {}, "answered_empty"),
    ("linkup_fast", 429, {"error": {"code": "INSUFFICIENT_FUNDS_CREDITS"}}, {}, "account"),
    ("linkup_fast", 429, {"error": {"code": "TOO_MANY_REQUESTS"}}, {}, "rate_limit"),
    ("linkup_fast", 403, {"error": {"code": "IP_NOT_WHITELISTED"}}, {}, "account"),
    ("jina", 422, {"data": None, "code": 422, "status": 42206, "name": "AssertionFailureError",
                   "message": "No search results available for query x"}, {}, "answered_empty"),
    ("jina", 422, {"data": None, "name": "ParamValidationError"}, {}, "api"),
    ("jina", 402, {"name": "InsufficientBalanceError"}, {}, "account"),
    ("kagi", 429, {"error": [{"message": "usage limit reached"}]}, {}, "account"),
    ("kagi", 429, {"error": [{"message": "slow down"}]}, {}, "rate_limit"),
    ("google_cse", 429, {"error": {"message": "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'",
                                   "errors": [{"reason": "rateLimitExceeded"}]}}, {}, "account"),
    ("google_cse", 429, {"error": {"message": "Queries per minute"}}, {}, "rate_limit"),
    ("google_cse", 403, {"error": {"errors": [{"reason": "dailyLimitExceeded"}]}}, {}, "account"),
    ("google_cse", 400, {"error": {"message": "API key not valid. Please pass a valid API key."}}, {}, "account"),
    ("searxng", 200, {"results": [], "unresponsive_engines": [["brave", "Suspended"]]}, {}, "api"),
    ("searxng", 403, "<html>403</html>", {"content-type": "text/html"}, "local"),
    ("searxng", 429, "too many", {"content-type": "text/plain"}, "rate_limit"),
    ("searxng", 400, {"error": "No query"}, {}, "api"),
]  # fmt: skip
"""(api, status, body, headers, class)."""
