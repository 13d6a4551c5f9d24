"""How long a response asks to be left alone, and which of its headers are worth keeping."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from monitor.search.expressions import JMESPathError, evaluate
from monitor.search.models import ApiConfig

__all__ = ["kept_headers", "retry_after_s"]

_KEPT = re.compile(
    r"^(?:content-(?:type|encoding|length)|retry-after(?:-ms)?|x-ratelimit.*|ratelimit.*|x-should-retry|cache-control|age|date"
    r"|expires|etag|last-modified|x-cache.*|cf-cache-status|cf-ray|via|server|server-timing|(?:x-)?request-id|x-trace-id|location"
    r"|x-.*-request-id)$")  # fmt: skip
_LONGEST_S = 86_400.0


def kept_headers(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Give those headers that tell of type, limits, caches, time and identity; values cut at 500 characters."""
    return [(name.lower(), value[:500]) for name, value in pairs if _KEPT.match(name.lower())]


def _seconds(text: Any) -> float | None:
    try:
        value = float(text)
    except (TypeError, ValueError, OverflowError):
        return None
    return min(value, _LONGEST_S) if value >= 0 else None


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return found if found.tzinfo else None


def retry_after_s(api: ApiConfig, headers: Mapping[str, str], document: Any, now: datetime) -> float | None:
    """Give the seconds to wait: `Retry-After` (seconds or date), the body's own figure, then the short window's reset.

    A date counts from the response's own `Date`, so that a wrong clock here does not matter.
    """
    if (ms := _seconds(headers.get("retry-after-ms"))) is not None:
        return ms / 1000
    here = _date(headers.get("date", "")) or now
    if text := headers.get("retry-after"):
        if (seconds := _seconds(text)) is not None:
            return seconds
        if (until := _date(text)) is not None:
            return max(0.0, min((until - here).total_seconds(), _LONGEST_S))
    if api.retry_after and document is not None:
        try:
            found = evaluate(api.retry_after, document)
        except JMESPathError:
            found = None
        if not isinstance(found, bool) and (seconds := _seconds(found)) is not None:
            return seconds
    if api.reset_header and (text := headers.get(api.reset_header.lower())):
        reset = _seconds(text.split(",")[0].strip()) if api.reset_unit == "seconds" else _unix(text, here)
        if reset is not None:
            return reset
    return None


def _unix(text: str, here: datetime) -> float | None:
    try:
        left = float(text.split(",")[0]) - here.timestamp()
    except ValueError:
        return None
    return max(0.0, min(left, _LONGEST_S)) if left == left else None
