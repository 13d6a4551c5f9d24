"""How long a refusal asks to wait, in each of the ways that APIs say it."""

from datetime import UTC, datetime
from typing import Any

import pytest

from monitor.search.config import load_apis
from monitor.search.waiting import kept_headers, retry_after_s

NOW = datetime(2026, 11, 30, 14, 30, tzinfo=UTC)
APIS = load_apis()
DATE = {"date": "Mon, 30 Nov 2026 15:00:00 GMT"}


@pytest.mark.parametrize(("name", "headers", "document", "seconds"), [
    ("exa_instant", {"retry-after": "7"}, None, 7),
    ("exa_instant", {"retry-after": "0.5"}, None, 0.5),
    ("exa_instant", {"retry-after-ms": "1500", "retry-after": "9"}, None, 1.5),
    ("exa_instant", {"retry-after": "Mon, 30 Nov 2026 14:31:00 GMT"}, None, 60),
    ("exa_instant", {"retry-after": "Mon, 30 Nov 2026 15:00:10 GMT"} | DATE, None, 10),
    ("exa_instant", {"retry-after": "Mon, 30 Nov 2026 14:00:00 GMT"}, None, 0),
    ("exa_instant", {"retry-after": "soon"}, None, None),
    ("exa_instant", {"retry-after": "-3"}, None, None),
    ("exa_instant", {"retry-after": "99999999"}, None, 86_400),
    ("exa_instant", {}, None, None),
    ("tavily_basic", {}, {"error": {"retry_after_seconds": 12}}, 12),
    ("tavily_basic", {}, {"error": {"retry_after_seconds": True}}, None),
    ("tavily_basic", {}, {"error": "text"}, None),
    ("brave", {"x-ratelimit-reset": "1, 1398406"}, None, 1),
    ("brave", {"x-ratelimit-reset": "nan, 3"}, None, None),
    ("you_highlights", {"x-ratelimit-reset": str(int(NOW.timestamp()) + 20)}, None, 20),
    ("you_highlights", {"x-ratelimit-reset": "never"}, None, None),
])  # fmt: skip
def test_each_way_of_saying_it(name: str, headers: dict[str, str], document: Any, seconds: float | None) -> None:
    assert retry_after_s(APIS[name], headers, document, NOW) == seconds


def test_headers_that_matter_are_kept_by_lower_case_name() -> None:
    kept = ["Content-Type", "X-RateLimit-Remaining", "Retry-After", "Age", "Server-Timing", "X-Request-Id",
            "CF-Cache-Status"]  # fmt: skip
    pairs = [(name, "v") for name in [*kept, "Set-Cookie", "X-Powered-By"]]
    assert [name for name, _ in kept_headers(pairs)] == [name.lower() for name in kept]
    assert kept_headers([("via", "x" * 900)]) == [("via", "x" * 500)]
