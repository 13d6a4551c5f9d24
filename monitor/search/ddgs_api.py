"""Keyless engines through the `ddgs` package: one api per named engine, its rows standing in for a body.

The package is synchronous and speaks HTTP by itself, so calls run in a small pool of their own with our deadline; the
deadline frees the caller, not the thread, which the package's own timeout ends. What it does with an engine's answer
is left as it is; only the engine's status is noted on the way, because the package turns a refusal (202, 403, 429)
into "No results found." without a word.
"""

import asyncio
import contextlib
import json
import math
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from monitor.clock import Clock, SystemClock
from monitor.errors import ConfigError
from monitor.search.classify import Reply, first_row
from monitor.search.config import shared_rows
from monitor.search.extract import parse_document
from monitor.search.limiter import Limiter
from monitor.search.models import ApiConfig
from monitor.search.outcome import Calm, ErrorClass, Outcome, SentRequest, Timings, Warmth
from monitor.search.redact import Redactor

__all__ = ["DdgsApi", "check_engine", "engine_names"]

_OPTIONS = {"proxy", "verify", "category", "region", "safesearch", "timelimit", "max_results"}


def engine_names(category: str = "text") -> list[str]:
    """Give the engines that the installed version has; imports the package."""
    from ddgs.engines import ENGINES

    return sorted(ENGINES.get(category, {}))


def check_engine(api: ApiConfig) -> None:
    """Refuse, with a ConfigError, an engine or option that the installed version does not know.

    It would not: an unknown engine silently becomes `auto`, which asks encyclopedias first.
    """
    where = f"[apis.{api.name}]"
    if unknown := sorted(set(api.options) - _OPTIONS):
        raise ConfigError(f"options: unknown option {unknown[0]!r}", where, f"known are: {', '.join(sorted(_OPTIONS))}")
    known = engine_names(str(api.options.get("category", "text")))
    if api.engine not in known:
        what = f"engine: the installed ddgs has no engine {api.engine!r}"
        raise ConfigError(what, where, f"it has: {', '.join(known)}")


@dataclass(slots=True)
class _Call:
    """What the worker thread finds out; read by the loop, also when the deadline has passed."""

    sent_s: float | None = None
    sent_at: datetime | None = None
    status: int | None = None
    page: bytes = b""
    rows: list[dict[str, Any]] | None = None
    error: str = ""
    kind: str = ""


class DdgsApi:
    """Asks one engine; the same interface as the client for HTTP apis."""

    def __init__(self, api: ApiConfig, *, env: Mapping[str, str], redactor: Redactor, limiter: Limiter | None = None,
                 clock: Clock | None = None) -> None:
        check_engine(api)
        self.api = api
        self._redactor = redactor
        self._clock = clock or SystemClock()
        self.limiter = limiter or Limiter(api.group, self._clock)
        self._pool = ThreadPoolExecutor(api.group.concurrent, thread_name_prefix=f"search-{api.name}")

    async def warm(self, connections: int = 1) -> Warmth:
        """Do nothing: the package opens a connection for each call."""
        return Warmth(0, 0, "")

    async def close(self) -> None:
        """Let the threads end by themselves; their calls time out soon."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def ask(self, query: str, *, deadline_s: float | None = None, on_sent: Callable[[], None] | None = None,
                  wait_s: float = 2.0, calm: Calm | None = None) -> Outcome:
        """Ask once; every failure is an Outcome, only cancellation raises."""
        asked = {"engine": self.api.engine, "query": query} | self.api.options
        base = Outcome(self.api.name, self.api.config_hash, "failed", raw=False, timings=Timings(),
                       request=SentRequest("ddgs", f"ddgs:{self.api.engine}",
                                           body=self._redactor.text(json.dumps(asked, ensure_ascii=False))))
        hold = await self.limiter.enter(wait_s)
        if hold is not None:
            kind = ErrorClass.ACCOUNT if hold.kind == "account" else ErrorClass.RATE_LIMIT
            return replace(base, error_class=kind, reason=hold.reason, held=hold.kind, received_at=self._clock.now())
        total_s = min(deadline_s or self.api.total_s, self.api.total_s)
        call = _Call()
        start_s = self._clock.monotonic()
        try:
            late = await self._run(query, call, total_s, on_sent)
        finally:
            self.limiter.leave()
        sent_ms = None if call.sent_s is None else (call.sent_s - start_s) * 1000
        timings = Timings(sent_ms=sent_ms, total_ms=(self._clock.monotonic() - start_s) * 1000)
        base = replace(base, timings=timings, sent_at=call.sent_at, received_at=self._clock.now(), status=call.status,
                       connection="none" if call.sent_s is None else "new")
        if calm is not None:
            await calm()
        outcome = self._late(base, total_s) if late else self._judge(base, call)
        self.limiter.note(outcome)
        return outcome

    async def _run(self, query: str, call: _Call, total_s: float, on_sent: Callable[[], None] | None) -> bool:
        """Run the call in a thread; give whether the deadline came first."""
        loop = asyncio.get_running_loop()

        def sent() -> None:
            call.sent_s, call.sent_at = self._clock.monotonic(), self._clock.now()
            if on_sent is not None:
                with contextlib.suppress(RuntimeError):  # the loop may have gone by the time a stuck thread gets here
                    loop.call_soon_threadsafe(on_sent)

        try:
            async with asyncio.timeout(total_s):
                await loop.run_in_executor(self._pool, _search, self.api, query, total_s, call, sent)
        except TimeoutError:
            return True
        return False

    def _late(self, base: Outcome, total_s: float) -> Outcome:
        if base.sent_at is None:
            reason = "all threads are busy with calls that were given up"
            return replace(base, error_class=ErrorClass.LOCAL, reason=reason)
        return replace(base, error_class=ErrorClass.TIMEOUT, reason=f"no rows within {total_s:g} s")

    def _judge(self, base: Outcome, call: _Call) -> Outcome:
        """Decide what the rows, or their absence, are."""
        if call.rows is not None:
            body, hit = self._redactor.bytes(json.dumps(call.rows, ensure_ascii=False).encode("utf-8", "replace"))
            parsed = parse_document(self.api, json.loads(body))
            kept = replace(base, body=body, key_in_body=hit)
            if parsed.problem is not None:
                return replace(kept, error_class=ErrorClass.API, reason=parsed.problem)
            return replace(kept, state="answered", hits=parsed.hits, cost_usd=self.api.price_usd, cost_source="list")
        reason = self._redactor.text(call.error)[:300]
        status = call.status
        if call.kind == "RatelimitException":
            return replace(base, error_class=ErrorClass.RATE_LIMIT, reason=reason)
        if call.kind == "TimeoutException":
            return replace(base, error_class=ErrorClass.TIMEOUT, reason=reason)
        if status is not None and status != 200:
            row = first_row((*self.api.errors, *shared_rows()), Reply(status, {}, call.page))
            kind = ErrorClass(row.class_) if row and row.class_ != "answered_empty" else ErrorClass.API
            return replace(base, error_class=kind, reason=f"status {status}: {row.why if row else reason}")
        if call.kind == "DDGSException" and "no results found" in reason.lower():
            return replace(base, state="answered", body=b"[]", reason=reason)
        if status is None and call.kind == "DDGSException":
            return replace(base, error_class=ErrorClass.NETWORK_PENDING, reason=reason, sent_at=None, connection="none")
        return replace(base, error_class=ErrorClass.API, reason=f"{call.kind}: {reason}")


def _search(api: ApiConfig, query: str, total_s: float, call: _Call, sent: Callable[[], None]) -> None:
    """Run one search to its end, in a worker thread; what it raises is noted, never passed on."""
    from ddgs.ddgs import DDGS  # what the package itself exports is a stand-in until its first use
    from ddgs.engines import ENGINES

    options = dict(api.options)
    category = str(options.pop("category", "text"))
    engine_class = ENGINES[category][str(api.engine)]

    class Watched(engine_class):  # type: ignore[misc,valid-type]
        """The engine as it is, with its status noted."""

        def request(self, *args: Any, **kwargs: Any) -> Any:
            """Make the engine's request."""
            sent()
            response = self.http_client.request(*args, **kwargs)
            call.status = response.status_code
            if response.status_code == 200:
                return response.text
            call.page = bytes(response.content[:65536])
            return None

    class OneEngine(DDGS):
        """The package's own search, over this engine alone."""

        def _get_engines(self, category: str, backend: str) -> list[Any]:
            return [Watched(proxy=self._proxy, timeout=self._timeout, verify=self._verify)]

    try:
        engine = OneEngine(options.pop("proxy", None), math.ceil(total_s), verify=options.pop("verify", True))
        call.rows = getattr(engine, category)(query, backend=api.engine, **options)
    except Exception as error:  # noqa: BLE001  (whatever an engine's parser raises is the outcome of this call)
        call.kind, call.error = type(error).__name__, str(error) or type(error).__name__
