"""Brave's rich answers, which take two calls: a web search that hands out a key, then the block behind it.

The stock, coin or currency block is what a person sees above Brave's results. The web search says in ``rich.hint``
whether there is one; fetching it is a second billable call. Both together are one probe: its body is the search's,
with the second body under ``rich_results``.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from monitor.clock import Clock, SystemClock
from monitor.search.client import SearchClient
from monitor.search.decoding import DecodeProblem, parse_json
from monitor.search.extract import parse_document
from monitor.search.limiter import Limiter
from monitor.search.models import ApiConfig
from monitor.search.outcome import Calm, ErrorClass, Outcome, Timings, Warmth
from monitor.search.redact import Redactor

__all__ = ["BraveRich"]


class BraveRich:
    """Asks both steps; the first decides when the probe was sent, the last byte of the last when it ended.

    A first step without a hint is the whole answer and costs one call. A second step that fails is the probe's
    failure: web results alone would pass for what this configuration is there to compare.
    """

    def __init__(self, api: ApiConfig, *, env: Mapping[str, str], redactor: Redactor, limiter: Limiter | None = None,
                 clock: Clock | None = None) -> None:
        self.api = api
        self._clock = clock or SystemClock()
        self.limiter = limiter or Limiter(api.group, self._clock)
        self._search = SearchClient(api, env=env, redactor=redactor, limiter=self.limiter, clock=self._clock)
        self._rich = SearchClient(_second_step(api), env=env, redactor=redactor, limiter=self.limiter,
                                  clock=self._clock)

    async def warm(self, connections: int = 1) -> Warmth:
        """Open connections for both steps."""
        first, second = await asyncio.gather(self._search.warm(connections), self._rich.warm(connections))
        return Warmth(min(first.ready, second.ready), first.opened + second.opened, first.problem or second.problem)

    async def close(self) -> None:
        """Close every connection."""
        await self._search.close()
        await self._rich.close()

    async def ask(self, query: str, *, deadline_s: float | None = None, on_sent: Callable[[], None] | None = None,
                  wait_s: float = 2.0, calm: Calm | None = None) -> Outcome:
        """Ask once, in one or two calls; every failure is an Outcome, only cancellation raises."""
        start_s = self._clock.monotonic()
        total_s = min(deadline_s or self.api.total_s, self.api.total_s)
        first = await self._search.ask(query, deadline_s=total_s, on_sent=on_sent, wait_s=wait_s, calm=calm)
        call_usd = self.api.price_usd / self.api.calls
        if first.state != "answered":
            return first
        document = _document(first)
        callback_key = _callback_key(document)
        if callback_key is None:
            return replace(first, cost_usd=call_usd)
        left_s = total_s - (self._clock.monotonic() - start_s)
        if left_s <= 0:
            return replace(first, state="failed", error_class=ErrorClass.TIMEOUT, hits=(), cost_usd=call_usd,
                           cost_source="list", reason=f"no time was left of {total_s:g} s for the rich block")
        second = await self._rich.ask(callback_key, deadline_s=left_s, wait_s=left_s)
        return self._joined(first, second, document, self._clock.monotonic() - start_s)

    def _joined(self, first: Outcome, second: Outcome, document: dict[str, Any], took_s: float) -> Outcome:
        """Make one outcome of both steps."""
        call_usd = self.api.price_usd / self.api.calls
        timings = Timings(first.timings.connect_ms, first.timings.tls_ms, first.timings.sent_ms,
                          first.timings.first_byte_ms, took_s * 1000)
        base = replace(first, timings=timings, received_at=second.received_at, raw=False,
                       key_in_body=first.key_in_body or second.key_in_body, cost_source="list")
        if second.state != "answered":
            return replace(base, state="failed", hits=(), error_class=second.error_class, status=second.status,
                           reason=f"rich block: {second.reason}", retry_after_s=second.retry_after_s, cost_usd=call_usd)
        document["rich_results"] = _document(second)
        parsed = parse_document(self.api, document)
        body = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        joined = replace(base, body=body, cost_usd=call_usd * 2)
        if parsed.problem is not None:
            return replace(joined, state="failed", hits=(), error_class=ErrorClass.API, reason=parsed.problem)
        return replace(joined, hits=parsed.hits)


def _second_step(api: ApiConfig) -> ApiConfig:
    """Give the table of the second call: the same host, key and error rows."""
    url = str(api.options.get("rich_url") or api.url.removesuffix("/web/search") + "/web/rich")
    return api.model_copy(update={"url": url, "query": {"callback_key": "{query}"}, "hits": "results[].{snippet: type}",
                                  "expect": "results", "empty": "`true`"})


def _document(outcome: Outcome) -> dict[str, Any]:
    """Give the body of an answer, which was JSON of the expected shape a moment ago."""
    try:
        found = parse_json(outcome.body or b"", outcome.headers.get("content-type", ""))
    except DecodeProblem:
        return {}
    return found if isinstance(found, dict) else {}


def _callback_key(document: Mapping[str, Any]) -> str | None:
    rich = document.get("rich")
    hint = rich.get("hint") if isinstance(rich, Mapping) else None
    found = hint.get("callback_key") if isinstance(hint, Mapping) else None
    return found if isinstance(found, str) and found else None
