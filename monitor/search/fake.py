"""An api that answers from a script, for tests of whatever asks apis."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from monitor.clock import Clock, SystemClock
from monitor.search.hits import Hit
from monitor.search.models import ApiConfig
from monitor.search.outcome import Calm, ErrorClass, Outcome, SentRequest, Timings, Warmth

__all__ = ["FakeApi", "Scripted", "fake_config"]


def fake_config(name: str = "fake", **fields: Any) -> ApiConfig:
    """Give a valid keyless table."""
    table = {"provider": "fake", "url": "http://127.0.0.1:9/search", "query": {"q": "{query}"},
             "hits": "results[].{url: url, title: title, snippet: snippet}", "expect": "results"}
    return ApiConfig(**{"name": name, **table, **fields})


@dataclass(frozen=True, slots=True)
class Scripted:
    """One scripted answer: hits, or a failure; `delay_s` passes on the fake's clock between sending and the answer."""

    hits: tuple[Hit, ...] = ()
    error_class: ErrorClass | None = None
    reason: str = ""
    status: int | None = 200
    body: bytes | None = b'{"results": []}'
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "application/json"})
    delay_s: float = 0.0
    cost_usd: float = 0.0
    retry_after_s: float | None = None
    held: str = ""


class FakeApi:
    """Answers the script's entries in order, then the last one for ever; or what a function of the query gives."""

    def __init__(self, script: Iterable[Scripted] | Callable[[str], Scripted] = (Scripted(),), *,
                 api: ApiConfig | None = None, clock: Clock | None = None,
                 pages: Mapping[str, Scripted] | None = None) -> None:
        self.api = api or fake_config()
        self._clock = clock or SystemClock()
        self._answer = script if callable(script) else self._in_order(list(script) or [Scripted()])
        self.queries: list[str] = []
        self.urls: list[str] = []
        self._pages = dict(pages or {})
        self.warmed = 0
        self.closed = False

    @staticmethod
    def _in_order(script: list[Scripted]) -> Callable[[str], Scripted]:
        return lambda _: script.pop(0) if len(script) > 1 else script[0]

    async def warm(self, connections: int = 1) -> Warmth:
        """Count the connections."""
        self.warmed += connections
        return Warmth(connections, connections)

    async def close(self) -> None:
        """Note that it was closed."""
        self.closed = True

    async def ask(self, query: str, *, deadline_s: float | None = None, on_sent: Callable[[], None] | None = None,
                  wait_s: float = 2.0, calm: Calm | None = None) -> Outcome:
        """Give the next scripted outcome; one whose delay exceeds `deadline_s` becomes a timeout."""
        return await self._give(self._answer(query), self.queries, query, deadline_s, on_sent, calm)

    async def extract(self, url: str, *, deadline_s: float | None = None, wait_s: float = 2.0) -> Outcome:
        """Give the scripted page of an address; of others the answer that they cannot be read."""
        return await self._give(self._pages.get(url, Scripted()), self.urls, url, deadline_s)

    async def _give(self, said: Scripted, seen: list[str], asked: str, deadline_s: float | None,
                    on_sent: Callable[[], None] | None = None, calm: Calm | None = None) -> Outcome:
        request = SentRequest("GET", self.api.url, {}, None)
        outcome = Outcome(self.api.name, self.api.config_hash, "failed", request, Timings(),
                          received_at=self._clock.now())
        if said.held:
            return replace(outcome, error_class=said.error_class or ErrorClass.RATE_LIMIT, reason=said.reason,
                           held="account" if said.held == "account" else "pacing")
        seen.append(asked)
        sent_at = self._clock.now()
        if on_sent is not None:
            on_sent()
        if calm is not None:
            await calm()
        late = deadline_s is not None and said.delay_s > deadline_s
        delay_s = min(said.delay_s, deadline_s) if deadline_s is not None else said.delay_s
        if delay_s:
            await self._clock.sleep(delay_s)
        took_ms = delay_s * 1000
        timings = Timings(sent_ms=0.1, first_byte_ms=None if late else took_ms + 0.2, total_ms=took_ms + 0.3)
        outcome = replace(outcome, timings=timings, sent_at=sent_at, received_at=self._clock.now(), connection="reused")
        if late:
            return replace(outcome, error_class=ErrorClass.TIMEOUT, reason="no response before the deadline")
        outcome = replace(outcome, status=said.status, headers=dict(said.headers), body=said.body, reason=said.reason,
                          retry_after_s=said.retry_after_s)
        if said.error_class is not None:
            return replace(outcome, error_class=said.error_class)
        return replace(outcome, state="answered", hits=said.hits, cost_usd=said.cost_usd, cost_source="list")
