"""Firing one batch: every probe that is due at one moment, each sent at its own slot and recorded as it ends."""

import asyncio
import gc
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from monitor.clock import Clock
from monitor.probing.claim import Batch, Claimed, claim
from monitor.probing.record import Finished, fail_local, miss, record, settle_network
from monitor.probing.slots import tolerance
from monitor.search.budget import Limits
from monitor.search.limiter import limiter_of
from monitor.search.outcome import ErrorClass, Outcome, SearchApi
from monitor.store.database import Database
from monitor.store.writer import Writer

__all__ = ["BatchReport", "Prober"]

WARM_AHEAD_S = 0.5
"""Warming ends this long before the first slot, whatever it has reached."""

HOLD = timedelta(milliseconds=400)
"""How long the work on a response (parsing, storing) waits at the most while others of its batch must still leave:
it would take the interpreter from the loop that sends them."""

TAIL = timedelta(milliseconds=100)
"""How long after the last slot that work goes on waiting: begun at the slot itself, all at once, it would delay the
last probe and the answers of those before it."""

PLUGIN_MARGIN_S = 15.0

SPOILED_MS = 100.0
"""A wake-up this late means that our own loop, not the api, decided when the probe left."""


@dataclass(slots=True)
class BatchReport:
    """What became of one batch."""

    due_at: datetime
    states: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    lateness_ms: list[float] = field(default_factory=list)
    server_dates: list[tuple[datetime, datetime, str]] = field(default_factory=list)
    """Sent, received, and the ``Date`` header of each uncached answer: bounds on the host clock's error."""

    @property
    def asked(self) -> int:
        """The number of probes in the batch."""
        return sum(self.states.values())


@dataclass
class Prober:
    """Sends planned probes. `apis` may be asked from one event loop only."""

    database: Database
    writer: Writer
    clock: Clock
    apis: Mapping[str, SearchApi]
    limits: Callable[[str], tuple[Limits, Limits]]
    holder: str
    clock_error_ms: float | None = None
    heed_stops: bool = True
    """Whether probes of a key whose account failed are skipped; a person who asks by hand wants to know now."""
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)
    in_flight: set["asyncio.Task[Finished]"] = field(default_factory=set)

    def stop_claiming(self) -> None:
        """Let no further probe leave; those in flight go on."""
        self._stopping.set()

    async def fire(self, due_at: datetime, only: Collection[int] | None = None) -> BatchReport:
        """Claim the batch that is due at `due_at`, send each probe at its slot, record each as it ends.

        `only` names the probes of one who asks by hand; without it those are left to whoever planned them.
        """
        report = BatchReport(due_at)
        if self._stopping.is_set():
            return report
        batch = await self.writer.write(
            lambda s: claim(
                s,
                due_at,
                self.clock.now(),
                self.holder,
                self.limits,
                self._group_of,
                {name: api.api.price_usd for name, api in self.apis.items()},
                {name: api.api.calls for name, api in self.apis.items()},
                heed_stops=self.heed_stops,
                only=only,
            )
        )
        report.states.update(batch.settled)
        if not batch.claimed:
            return report
        self._take_up(batch)
        await self._warm(batch.claimed)
        gc.collect()
        gc.disable()  # a collection in the middle of the sends would delay them
        try:
            last = max(claimed.slot_at for claimed in batch.claimed)
            tasks = [self.clock.spawn(self._probe(claimed, last)) for claimed in batch.claimed]
            self.in_flight.update(tasks)
            with self.clock.unheld():
                done = await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            gc.enable()
            self.in_flight.difference_update(tasks)
        finished = [one for one in done if isinstance(one, Finished)]
        await self._settle(finished)
        for one in done:
            if isinstance(one, Finished):
                report.states[one.state] += 1
                if one.lateness_ms is not None:
                    report.lateness_ms.append(one.lateness_ms)
                if one.server_date is not None:
                    report.server_dates.append(one.server_date)
            else:
                report.states["interrupted"] += 1  # its row is settled by whoever stops the monitor
                if not isinstance(one, asyncio.CancelledError):
                    raise one
        return report

    def _group_of(self, api: str) -> str:
        return self.apis[api].api.key_group if api in self.apis else api

    def _take_up(self, batch: Batch) -> None:
        """Tell the limiters what the store knows: cool-downs of earlier processes, and stops that are over or tried."""
        for api in {claimed.api for claimed in batch.claimed}:
            limiter = limiter_of(self.apis[api])
            if limiter is None:
                continue
            limiter.lift()  # what is claimed is not stopped, or is the hour's trial
            if (cooling := batch.cooling.get(self._group_of(api))) is not None:
                limiter.resume(cooling[0].timestamp(), cooling[1])

    async def _warm(self, batch: Sequence[Claimed]) -> None:
        """Open the connections that the batch will need, until shortly before its first slot."""
        wanted: dict[str, int] = defaultdict(int)
        for claimed in batch:
            wanted[claimed.api] += 1
        first = min(claimed.slot_at for claimed in batch)
        left_s = (first - self.clock.now()).total_seconds() - WARM_AHEAD_S
        if left_s <= 0:
            return
        warming = [asyncio.create_task(self.apis[name].warm(count)) for name, count in wanted.items()]
        _, late = await asyncio.wait(warming, timeout=left_s)
        for task in late:
            task.cancel()
        await asyncio.gather(*warming, return_exceptions=True)

    async def _probe(self, claimed: Claimed, last: datetime) -> Finished:
        """Sleep to the slot, ask once, record what came; `last` is the last slot of the batch."""
        latest = claimed.due_at + tolerance(claimed.offset_s)
        if self._stopping.is_set():
            return await self.writer.write(lambda s: miss(s, claimed.id, "the monitor was stopping"))
        await self.clock.sleep_until(claimed.slot_at)
        woke = self.clock.now()
        delay_ms = max(0.0, (woke - claimed.slot_at) / timedelta(milliseconds=1))
        if woke > latest:
            return await self.writer.write(
                lambda s: miss(s, claimed.id, f"could not be sent in time: {delay_ms / 1000:.1f} s after its slot")
            )
        if self._stopping.is_set():
            return await self.writer.write(lambda s: miss(s, claimed.id, "the monitor was stopping"))
        wait_s = max(0.0, (latest - woke).total_seconds())
        outcome = await self._ask(claimed, last, wait_s)
        if isinstance(outcome, str):
            fault = outcome
            return await self.writer.write(lambda s: fail_local(s, claimed.id, fault))
        group = self._group_of(claimed.api)
        limiter = limiter_of(self.apis[claimed.api])
        cooling = limiter.cooling if limiter is not None else None
        return await self.writer.write(
            lambda s: record(
                s,
                claimed,
                outcome,
                group=group,
                loop_delay_ms=delay_ms,
                spoiled=delay_ms > SPOILED_MS,
                clock_error_ms=self.clock_error_ms,
                now=self.clock.now(),
                cooling=cooling,
            )
        )

    async def _ask(self, claimed: Claimed, last: datetime, wait_s: float) -> Outcome | str:
        """Ask once; gives the outcome, or what a plug-in did instead of giving one.

        A plug-in may do anything: raise, cancel itself, never return, return something else. It costs its own probe.
        """
        api = self.apis[claimed.api]
        name = claimed.api
        try:
            async with asyncio.timeout(wait_s + api.api.total_s + PLUGIN_MARGIN_S):
                outcome = await api.ask(
                    claimed.query,
                    wait_s=wait_s,
                    calm=lambda: self.clock.sleep_until(min(last + TAIL, self.clock.now() + HOLD)),
                )
        except TimeoutError:
            return f"{name} had not returned {PLUGIN_MARGIN_S:g} s after its own deadline"
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return f"{name} cancelled itself instead of giving an outcome"
        except Exception as err:  # noqa: BLE001 - a plug-in's own fault must not take the batch with it
            return f"{name} raised {type(err).__name__} instead of giving an outcome"
        if not isinstance(outcome, Outcome):
            return f"{name} gave {type(outcome).__name__} instead of an outcome"
        return outcome

    async def _settle(self, finished: Sequence[Finished]) -> None:
        """Decide whether failed connections were ours: they were, if most hosts of the batch failed alike.

        Where no host of the batch was heard, silence until the deadline counts as a failed connection too: on a
        connection kept from earlier calls, a network that is gone shows as nothing else.
        """
        lost = [one for one in finished if one.error_class == ErrorClass.NETWORK_PENDING]
        if not any(one.heard for one in finished):
            lost += [one for one in finished if one.error_class == ErrorClass.TIMEOUT]
        hosts = {one.api: self.apis[one.api].api.key_group for one in finished}
        asked, failed = set(hosts.values()), {hosts[one.api] for one in lost}
        if len(failed) >= 2 and 2 * len(failed) >= len(asked):
            ids = [one.id for one in lost]
            await self.writer.write(lambda s: settle_network(s, ids))
