"""Routes: a request enters; the reply of an engine, of a venue or of the sandbox itself leaves."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from monitor.clock import Clock
from monitor.datasets import Item, Question
from monitor.sandbox.asking import AskReader
from monitor.sandbox.bar_faults import BAR_FAULTS, spoil_bars
from monitor.sandbox.bars import BarMaker
from monitor.sandbox.engines import ENGINES, Engine
from monitor.sandbox.faults import BODY_FAULTS, ENGINE_FAULTS, FAULTS, FORMAT_FAULTS, ONE_IN, spoil, spoil_with
from monitor.sandbox.formats import FORMATS, Format, Seen
from monitor.sandbox.ledger import Arrival, Ledger, ServedTruth
from monitor.sandbox.lookup import Lookup
from monitor.sandbox.market import Market
from monitor.sandbox.pages import Page, pages_for
from monitor.sandbox.playing import Stage
from monitor.sandbox.venues import VENUES, Venue
from monitor.sandbox.wire import Reply, Request, json_reply

__all__ = ["World"]

PAGES = 20_000
"""Pages of answers that can still be asked for, the latest ones."""


class World:
    """Everything behind the server's socket: market, engines, formats, venues, models, faults and the ledger."""

    def __init__(
        self,
        clock: Clock,
        seed: int,
        items: Iterable[Item],
        *,
        latency_scale: float,
        questions: Iterable[Question] = (),
    ) -> None:
        self.clock = clock
        self.seed = seed
        self.market = Market(seed, items)
        self.bars = BarMaker(self.market)
        self.ledger = Ledger()
        self.models = Stage(seed)
        self.questions = tuple(questions)
        started_at = clock.now()
        self.engines: dict[str, Engine] = {
            name: kind(seed, self.market, started_at) for name, kind in ENGINES.all().items()
        }
        self.formats: dict[str, Format] = {name: kind() for name, kind in FORMATS.all().items()}
        self.venues: dict[str, Venue] = {name: kind(self.market, self.bars) for name, kind in VENUES.all().items()}
        self._latency_scale = latency_scale
        self._asks = AskReader(self.market.items)
        self._failing: dict[str, tuple[str, int | None]] = {}
        self._last_at: dict[str, datetime] = {}
        self._asked_since: dict[str, int] = {}
        self._shown: OrderedDict[tuple[str, str], Page] = OrderedDict()
        self._prefixed = {venue.prefix.strip("/"): venue for venue in self.venues.values() if venue.prefix}
        self._root = next((venue for venue in self.venues.values() if not venue.prefix), None)

    async def handle(self, request: Request) -> Reply:
        """Give the reply to any request."""
        first, _, rest = request.path.lstrip("/").partition("/")
        if first == "e":
            return await self._search(request, rest)
        if first == "m":
            return await self.models.answer(request, rest)
        if first == "_sandbox":
            return self._own(request, rest)
        venue = self._prefixed.get(first)
        if venue is not None:
            return await self._venue(venue, request.at("/" + rest))
        return await self._venue(self._root, request) if self._root is not None else json_reply({}, 404)

    def fail(self, target: str, fault: str, times: int | None = None) -> None:
        """Make an engine or venue fail in a named way, `times` times or until `heal`; ValueError: unknown name."""
        if self.engine(target) is None and target not in self.venues:
            raise ValueError(
                f"nothing here is called {target!r}; engines: {', '.join(self.engines)}; "
                f"venues: {', '.join(self.venues)}"
            )
        known = (*FAULTS, *BAR_FAULTS)
        if fault not in known:
            raise ValueError(f"no fault is called {fault!r}; known: {', '.join(known)}")
        if fault in BAR_FAULTS and target not in self.venues:
            raise ValueError(f"only venues know {fault!r}; venues: {', '.join(self.venues)}")
        if fault in ENGINE_FAULTS and target not in self.engines:
            raise ValueError(f"only engines know {fault!r}; engines: {', '.join(self.engines)}")
        self._failing[target] = (fault, times)
        self._asked_since[target] = 0

    def engine(self, name: str) -> Engine | None:
        """Give an engine by name; a look-up engine is made when it is first named."""
        accuracy = Lookup.accuracy_of(name)
        if name not in self.engines and accuracy is not None:
            self.engines[name] = Lookup(name, accuracy, self.seed, self.market, self.clock.now(), self.questions)
        return self.engines.get(name)

    def heal(self, target: str | None = None) -> None:
        """End the failure of one engine or venue, or of all."""
        if target is None:
            self._failing.clear()
        else:
            self._failing.pop(target, None)

    def _due_fault(self, target: str) -> str | None:
        fault, times = self._failing.get(target, (None, None))
        if fault is None:
            return None
        if times is not None:
            if times <= 1:
                del self._failing[target]
            else:
                self._failing[target] = (fault, times - 1)
        return fault

    def _this_time(self, target: str, fault: str | None, at: datetime) -> str | None:
        """Give what a fault that does not meet every request does to this one.

        A throttled engine refuses what came within a second of the last that it did not refuse.
        """
        if fault == "some_500":
            self._asked_since[target] += 1
            return "500" if self._asked_since[target] % ONE_IN == 0 else None
        if fault != "throttle":
            return fault
        last = self._last_at.get(target)
        if last is not None and timedelta() <= at - last < timedelta(seconds=1):
            return "429"
        self._last_at[target] = at
        return None

    async def _search(self, request: Request, rest: str) -> Reply:
        received_at = self.clock.now()
        engine_name, _, rest = rest.partition("/")
        format_name, _, own_path = rest.partition("/")
        engine, speaks = self.engine(engine_name), self.formats.get(format_name)
        if engine is None or speaks is None:
            return json_reply({"error": f"no engine {engine_name!r} or format {format_name!r} here"}, 404)
        return await self._answer(engine, speaks, request.at("/" + own_path), received_at)

    def site(self, host: str, engine_name: str) -> Callable[[Request], Awaitable[Reply]]:
        """Give what answers in the name of a host, for requests that came through the proxy."""
        speaks = next((one for one in self.formats.values() if one.host == host), None)
        engine = self.engine(engine_name)

        async def answer(request: Request) -> Reply:
            if speaks is None or engine is None:
                return json_reply({"error": f"no host {host!r} or engine {engine_name!r} here"}, 502)
            return await self._answer(engine, speaks, request, self.clock.now())

        return answer

    async def _answer(self, engine: Engine, speaks: Format, request: Request, received_at: datetime) -> Reply:
        if speaks.reads(request):
            return self._page(engine, speaks, request, received_at)
        if not speaks.accepts(request):
            return speaks.aside(request) or json_reply(
                {"error": f"{speaks.name} has no {request.method} {request.path}"}, 404
            )
        query = speaks.query(request)
        fault = self._this_time(engine.name, self._due_fault(engine.name), received_at)
        ask = self._asks.read(query, received_at, speaks.live(request) and fault != "live_ignored")
        refused = speaks.refused(request)
        fault = fault or (engine.fault(ask) if refused is None else None)
        self.ledger.arrived(Arrival(received_at, engine.name, speaks.name, query, fault))
        if refused is not None and fault is None:
            return refused
        fault = None if fault == "live_ignored" else fault
        latency_s = engine.latency_s(ask)
        if latency_s and self._latency_scale:
            await asyncio.sleep(latency_s * self._latency_scale)
        seen = Seen(query, received_at, latency_s)
        if fault in FORMAT_FAULTS:
            return speaks.empty(seen, request) if fault == "empty" else speaks.error(FORMAT_FAULTS[fault])
        if (own := engine.pages(ask)) is not None:
            self._keep(engine, own)
            reply = speaks.render(own, seen, request)
            return reply if fault is None else spoil_with(fault, reply, request)
        served = pages_for(engine, ask)
        self._keep(engine, served.pages)
        seen = replace(seen, item=ask.item, price=served.price, moment=served.stated)
        reply = speaks.render(served.pages, seen, request)
        if fault is not None:
            return spoil_with(fault, reply, request)
        if ask.item is not None and served.moment is not None and served.price is not None:
            self.ledger.served(
                ServedTruth(
                    received_at, engine.name, ask.item.asset.value, ask.item.id, query, served.moment, served.price
                )
            )
        return reply

    def _keep(self, engine: Engine, pages: Iterable[Page]) -> None:
        """Have pages at hand for who asks to read one; only what an engine has shown can be read through it."""
        for page in pages:
            self._shown[engine.name, page.url] = page
            self._shown.move_to_end((engine.name, page.url))
        while len(self._shown) > PAGES:
            self._shown.popitem(last=False)

    def _page(self, engine: Engine, speaks: Format, request: Request, received_at: datetime) -> Reply:
        url = speaks.page_url(request)
        fault = self._this_time(engine.name, self._due_fault(engine.name), received_at)
        self.ledger.arrived(Arrival(received_at, engine.name, speaks.name, url, fault, "page"))
        fault = None if fault in ENGINE_FAULTS else fault
        refused = speaks.refused_key(request) or (None if url else speaks.error("invalid"))
        if refused is not None and fault is None:
            return refused
        if fault == "empty":
            return speaks.page(None, url, request)
        if fault in FORMAT_FAULTS:
            return speaks.error(FORMAT_FAULTS[fault])
        reply = speaks.page(self._shown.get((engine.name, url)), url, request)
        return reply if fault is None else spoil_with(fault, reply, request)

    async def _venue(self, venue: Venue, request: Request) -> Reply:
        self.ledger.asked(venue.name, request.path)
        fault = self._due_fault(venue.name)
        if fault in FORMAT_FAULTS:
            return venue.error(FORMAT_FAULTS[fault])
        now = self.clock.now()
        reply = await asyncio.to_thread(venue.answer, request, now) if venue.busy else venue.answer(request, now)
        if fault in BAR_FAULTS and fault is not None:
            return spoil_bars(fault, reply)
        return spoil(fault, reply) if fault in BODY_FAULTS and fault is not None else reply

    def _own(self, request: Request, path: str) -> Reply:
        post = request.method == "POST"
        if path == "arrivals":
            if post:
                self.ledger.reset()
            return json_reply(self.ledger.arrivals_report())
        if path == "truth":
            return json_reply(self.ledger.truth_report(request.params.get("engine"), request.params.get("asset")))
        if path == "models":
            return json_reply(self.models.report())
        if path == "fail" and post:
            return self._set_fault(request)
        if path == "health":
            return json_reply(
                {
                    "status": "ok",
                    "now": self.clock.now().isoformat(),
                    "seed": self.seed,
                    "engines": list(self.engines),
                    "formats": list(self.formats),
                    "venues": list(self.venues),
                    "faults": list(FAULTS),
                    "venue_faults": list(BAR_FAULTS),
                }
            )
        return json_reply({"error": f"no {request.method} /_sandbox/{path}"}, 404)

    def _set_fault(self, request: Request) -> Reply:
        body = request.json
        target, fault, times = body.get("target"), body.get("fault"), body.get("times")
        if fault is None:
            self.heal(target)
            return json_reply({"failing": sorted(self._failing)})
        try:
            self.fail(str(target), str(fault), None if times is None else int(times))
        except ValueError as problem:
            return json_reply({"error": str(problem)}, 400)
        return json_reply({"failing": sorted(self._failing)})
