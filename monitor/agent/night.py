"""Planned runs enter; each is claimed, answered and recorded, a few at once, until none is left or time is up."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlmodel import col, func, select

from monitor.agent.calls import CallBook, LimitsOf
from monitor.agent.ending import Answered
from monitor.agent.fetching import Fetcher
from monitor.agent.record import ClaimedRun, claim_run, finish_run, interrupt, recover_runs, settle_network
from monitor.agent.searching import Searcher
from monitor.agent.spec import FETCH, AgentSpec
from monitor.agent.tries import Tries
from monitor.clock import Clock
from monitor.models import NamedModel
from monitor.search.outcome import SearchApi
from monitor.search.public_urls import Resolve, resolve_host
from monitor.search.reading_pages import reads_pages
from monitor.store.database import Database
from monitor.store.tables import Run
from monitor.store.types import State
from monitor.store.writer import Writer

__all__ = ["NightReport", "NightWork", "make_runs"]


class Answerer(Protocol):
    """A model with its tool, or the baseline."""

    async def answer(self, question: str, today: Any, searcher: Searcher) -> Answered:
        """Give the answer; whatever goes wrong is in it, and only cancellation raises."""
        ...

    async def aclose(self) -> None:
        """Close connections."""
        ...


@dataclass
class NightReport:
    """What a pass over a night's runs came to."""

    states: Counter[str] = field(default_factory=Counter)
    cost_usd: float = 0.0
    recovered: int = 0
    """Runs of an earlier process that had been under way when it ended."""
    left: int = 0
    """Runs that are still planned."""

    def as_dict(self) -> dict[str, Any]:
        """Give plain values."""
        return {
            "states": dict(self.states), "cost_usd": round(self.cost_usd, 6), "recovered": self.recovered,
            "left": self.left,
        }  # fmt: skip


@dataclass
class NightWork:
    """What runs are made with. `apis` may be asked from one event loop only; `env` holds keys."""

    database: Database
    writer: Writer
    clock: Clock
    apis: Mapping[str, SearchApi]
    limits: LimitsOf
    env: Mapping[str, str]
    holder: str
    done: Callable[[Run], None] = lambda _: None
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    resolve: Resolve = resolve_host
    """Looks names of pages up before they are asked for."""


async def make_runs(
    work: NightWork, night: str, ids: Sequence[int], specs: Mapping[str, AgentSpec], *, most_s: float | None = None
) -> NightReport:
    """Make the runs of `ids` that are still planned, in order; none is begun once `most_s` seconds have passed.

    `specs` says who answers each set. Runs of processes that are gone are settled first, as interrupted.
    """
    report = NightReport()
    now = work.clock.now()
    report.recovered = await work.writer.write(lambda s: recover_runs(s, now))
    book = CallBook(work.writer, work.clock, work.limits)
    answerers = {name: _answerer(spec, work, book) for name, spec in specs.items()}
    waiting = iter(ids)
    began_s = work.clock.monotonic()
    concurrent = min((spec.settings.concurrent for spec in specs.values()), default=1)

    async def worker() -> None:
        for run_id in waiting:
            late = most_s is not None and work.clock.monotonic() - began_s > most_s
            if late or work.stopping.is_set():
                return
            run = await _make(work, book, run_id, answerers)
            if run is not None:
                report.states[run.state] += 1
                report.cost_usd += run.cost_usd
                work.done(run)

    tasks = [asyncio.create_task(worker()) for _ in range(concurrent)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await _give_up(work)
        for one in answerers.values():
            with contextlib.suppress(Exception):  # connections that cannot be closed have nothing left to lose
                await one.aclose()
    groups = {name: api.api.key_group for name, api in work.apis.items()}
    await work.writer.write(lambda s: settle_network(s, night, groups))
    report.left = _left(work.database, ids)
    return report


async def _make(work: NightWork, book: CallBook, run_id: int, answerers: Mapping[str, Answerer]) -> Run | None:
    """Make one run; None where it is not planned any more."""
    now = work.clock.now()
    claimed: ClaimedRun | Run | None = await work.writer.write(lambda s: _claim(s, run_id, work, now))
    if claimed is None or isinstance(claimed, Run):
        return claimed
    searcher = _searcher(work, book, claimed)
    began_s = work.clock.monotonic()
    try:
        found = await answerers[claimed.question_set].answer(claimed.question, now.date(), searcher)
    except Exception as err:  # noqa: BLE001 - a fault of ours or of a plug-in costs its own run, and is recorded
        said = f"{type(err).__name__}: {err}"[:500]
        found = Answered(finish="", state=State.FAILED, error_class="local", reason=said)
    took_ms = (work.clock.monotonic() - began_s) * 1000
    return await work.writer.write(lambda s: finish_run(s, run_id, found, searcher.refused, took_ms, work.clock.now()))


def _searcher(work: NightWork, book: CallBook, run: ClaimedRun) -> Searcher:
    api = work.apis[run.api]
    tries = Tries(run.id, api, book, work.database)
    pages = Fetcher(tries, api, run.fetches, work.resolve) if run.fetches and reads_pages(api) else None
    return Searcher(tries, run.searches, pages)


def _claim(session: Any, run_id: int, work: NightWork, now: Any) -> ClaimedRun | Run | None:
    """Claim a run; a row that this pass settled without asking is given back as it is."""
    run = session.get(Run, run_id)
    if run is None or run.state != State.PLANNED:
        return None
    gone = "the api is no longer configured" if run.api not in work.apis else ""
    if not gone and run.mode == FETCH and not reads_pages(work.apis[run.api]):
        gone = "the api no longer reads pages"
    if gone:
        run.state, run.reason, run.ended_at = State.CANCELLED, gone, now
        session.add(run)
        found: Run = run
        return found
    group = work.apis[run.api].api.key_group
    claimed = claim_run(session, run_id, work.holder, group, now)
    return claimed if claimed is not None else run


async def _give_up(work: NightWork) -> None:
    """Settle what this process claimed and will not finish: it was told to stop."""
    now = work.clock.now()

    def settle(session: Any) -> int:
        mine = session.exec(select(Run).where(Run.state == State.CLAIMED, Run.claimed_by == work.holder)).all()
        return interrupt(session, mine, "the monitor was stopped while this run was under way", now)

    await work.writer.write(settle)


def _left(database: Database, ids: Sequence[int]) -> int:
    total = 0
    with database.read() as session:
        for start in range(0, len(ids), 500):
            some = list(ids[start : start + 500])
            query = select(func.count()).select_from(Run).where(Run.state == State.PLANNED, col(Run.id).in_(some))
            total += session.exec(query).one()
    return total


def _answerer(spec: AgentSpec, work: NightWork, book: CallBook) -> Answerer:
    from monitor.agent.extractive import Extractive

    if spec.baseline:
        return Extractive()
    from monitor.agent.answering import ModelAnswerer

    return ModelAnswerer(spec, NamedModel(spec.settings, work.env, "agent"), book)
