"""The one client: a query -> an Outcome, for every api that a table describes."""

import asyncio
import dataclasses
import functools
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from monitor import __version__
from monitor.clock import Clock, SystemClock
from monitor.search.classify import classify_exception
from monitor.search.decoding import BodyReader
from monitor.search.judging import judge, sent_request
from monitor.search.keys import call_values, missing_text
from monitor.search.limiter import Limiter
from monitor.search.models import ApiConfig
from monitor.search.outcome import Calm, ErrorClass, Outcome, SentRequest, Timings, Warmth
from monitor.search.reading_pages import page_table
from monitor.search.redact import Redactor
from monitor.search.templating import Rendered, TemplateError, render
from monitor.search.timeline import Timeline
from monitor.search.transport import PoolTransport

__all__ = ["USER_AGENT", "SearchClient"]

USER_AGENT = f"freshness-monitor/{__version__}"

_INLINE_BYTES = 128 * 1024  # parsing more than this would hold up the sends of other apis


@functools.cache
def _parsers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="search-parse")


def _no_cookies() -> CookieJar:
    """Give a jar that takes none: with cookies one call could change what the next is answered."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


@dataclasses.dataclass(slots=True)
class _Exchange:
    """What came back, before it is judged."""

    status: int | None = None
    headers: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    reader: BodyReader | None = None
    whole: bool = False
    failure: tuple[ErrorClass, str] | None = None


class SearchClient:
    """Asks one api over stock httpx: one attempt a call, no redirect, no retry, a deadline for the whole exchange."""

    def __init__(self, api: ApiConfig, *, env: Mapping[str, str], redactor: Redactor, limiter: Limiter | None = None,
                 clock: Clock | None = None, for_pages: bool = False) -> None:
        self.api = api
        self._for_pages = for_pages
        self._env = env
        self._redactor = redactor
        self._clock = clock or SystemClock()
        self.limiter = limiter or Limiter(api.group, self._clock)
        self._transport = PoolTransport(api.url, api.ca_file)
        self._http = httpx.AsyncClient(
            transport=self._transport, follow_redirects=False, trust_env=False, cookies=_no_cookies(),
            timeout=httpx.Timeout(None, connect=api.connect_s),
        )  # fmt: skip
        pages = page_table(api)
        self._pages = None if pages is None else SearchClient(pages, env=env, redactor=redactor, limiter=self.limiter,
                                                              clock=self._clock, for_pages=True)

    async def warm(self, connections: int = 1) -> Warmth:
        """Have so many connections open; nothing but handshakes is sent, and what fails is only reported."""
        found = await self._transport.warm(connections, self.api.connect_s)
        return dataclasses.replace(found, problem=self._redactor.text(found.problem))

    async def close(self) -> None:
        """Close every connection."""
        await self._http.aclose()
        if self._pages is not None:
            await self._pages.close()

    async def ask(self, query: str, *, deadline_s: float | None = None, on_sent: Callable[[], None] | None = None,
                  wait_s: float = 2.0, calm: Calm | None = None) -> Outcome:
        """Ask once; every failure is an Outcome, only cancellation raises."""
        values, missing = call_values(self.api, self._env)
        unsent = SentRequest(self.api.method, self._redactor.text(self.api.url))
        if missing:
            return self._failed(unsent, ErrorClass.ACCOUNT, missing_text(missing), held="account")
        try:
            request = render(self.api, {**values, "query": query}, USER_AGENT)
        except TemplateError as error:
            return self._failed(unsent, ErrorClass.LOCAL, str(error))
        hold = await self.limiter.enter(wait_s)
        if hold is not None:
            kind = ErrorClass.ACCOUNT if hold.kind == "account" else ErrorClass.RATE_LIMIT
            return self._failed(self._sent(request), kind, hold.reason, held=hold.kind)
        try:
            timeline = Timeline(self._clock, on_sent)
            exchange = await self._exchange(request, timeline, min(deadline_s or self.api.total_s, self.api.total_s))
            timings, received_at = timeline.timings(), self._clock.now()
        finally:
            self.limiter.leave()
        outcome = Outcome(self.api.name, self.api.config_hash, "failed", self._sent(request), timings,
                          connection=timeline.connection, sent_at=timeline.sent_at, received_at=received_at)
        if calm is not None:
            await calm()
        outcome = await self._judge(outcome, exchange)
        if not self._for_pages or outcome.error_class is ErrorClass.RATE_LIMIT:
            self.limiter.note(outcome)  # an account that may not read pages can still search
        return outcome

    async def extract(self, url: str, *, deadline_s: float | None = None, wait_s: float = 2.0) -> Outcome:
        """Ask once for the text of a page, which the api fetches; every failure is an Outcome."""
        if self._pages is None:
            unsent = SentRequest(self.api.method, self._redactor.text(self.api.url))
            return self._failed(unsent, ErrorClass.LOCAL, "its table does not say how it reads a page (extract)")
        return await self._pages.ask(url, deadline_s=deadline_s, wait_s=wait_s)

    def _failed(self, request: SentRequest, kind: ErrorClass, reason: str, held: Any = "") -> Outcome:
        return Outcome(self.api.name, self.api.config_hash, "failed", request, Timings(), error_class=kind,
                       reason=self._redactor.text(reason), received_at=self._clock.now(), held=held)

    def _sent(self, request: Rendered) -> SentRequest:
        return sent_request(request, self._redactor)

    async def _exchange(self, request: Rendered, timeline: Timeline, total_s: float) -> _Exchange:
        found = _Exchange()
        response: httpx.Response | None = None
        try:
            async with asyncio.timeout(total_s):
                built = self._http.build_request(request.method, request.url, headers=list(request.headers),
                                                 content=request.body, extensions={"trace": timeline.trace})
                async with asyncio.timeout(self.api.first_byte_s):
                    response = await self._http.send(built, stream=True)
                found.status = response.status_code
                found.headers = list(response.headers.multi_items())
                reader = BodyReader(response.headers.get("content-encoding", ""), self.api.max_body_bytes)
                found.reader = reader
                async for chunk in response.aiter_raw():
                    reader.feed(chunk)
                    if reader.full:
                        break
                    await asyncio.sleep(0)  # a fast and large body must not hold up other sends
                found.whole = not reader.full
        except TimeoutError:
            found.failure = self._too_late(timeline, total_s)
        except Exception as error:  # noqa: BLE001  (whatever the library raises has a class; nothing escapes with the request in it)
            found.failure = classify_exception(error, answering=timeline.answering)
        finally:
            if response is not None:
                await response.aclose()
        return found

    def _too_late(self, timeline: Timeline, total_s: float) -> tuple[ErrorClass, str]:
        if not timeline.connected:
            return ErrorClass.NETWORK_PENDING, "no connection before the deadline"
        if not timeline.answering:
            return ErrorClass.TIMEOUT, f"no response within {min(total_s, self.api.first_byte_s):g} s"
        return ErrorClass.TIMEOUT, f"the response was not whole within {total_s:g} s"

    async def _judge(self, base: Outcome, exchange: _Exchange) -> Outcome:
        """Turn what came back into an outcome; a large body is worked on outside the loop."""
        if exchange.reader is None:
            kind, reason = exchange.failure or (ErrorClass.API, "no response")
            return dataclasses.replace(base, error_class=kind, reason=self._redactor.text(reason))
        body = exchange.reader.finish(exchange.whole)
        work = functools.partial(judge, self.api, base, exchange.status or 0, exchange.headers, body,
                                 _problem(exchange), exchange.reader.truncated or not exchange.whole, self._redactor)
        if len(body) <= _INLINE_BYTES:
            return work()
        return await asyncio.get_running_loop().run_in_executor(_parsers(), work)


def _problem(exchange: _Exchange) -> tuple[ErrorClass, str] | None:
    if exchange.failure is not None:
        return exchange.failure
    reader = exchange.reader
    return (ErrorClass.API, reader.problem) if reader is not None and reader.problem else None
