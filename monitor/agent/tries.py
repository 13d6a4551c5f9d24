"""One thing that a run asks of its api: each try is booked, made, recorded byte for byte, and settled."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlmodel import Session

from monitor.agent.calls import Booked, CallBook
from monitor.agent.ending import RunEnded
from monitor.probing.record import note_standing
from monitor.search.budget import settled_usd
from monitor.search.limiter import limiter_of
from monitor.search.outcome import ErrorClass, Outcome, SearchApi
from monitor.store.database import Database
from monitor.store.types import State

__all__ = ["TRIES", "WAIT_S", "Asking", "Tries"]

TRIES = 3
"""How often one search or page is tried, as in the public harness; every try is a call of its own."""

WAIT_S = 120.0
"""How long pacing, or a cool-down, may hold a call back."""

GIVE_WAY = timedelta(seconds=5), timedelta(seconds=6)
"""A call waits while probes of the daemon are due within so much before or after now."""
GIVE_WAY_AT_MOST_S = 60.0


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked: the kind of call, its number within the run, its words or address, and its price."""

    kind: str
    seq: int
    query: str
    price_usd: float
    calls: int
    ask: Callable[[], Awaitable[Outcome]]


@dataclass
class Tries:
    """Makes the calls of one run to one api."""

    run_id: int
    api: SearchApi
    book: CallBook
    database: Database

    async def make(self, asking: Asking) -> Outcome:
        """Give how it ended, with further tries where those may help: answered, or failed by the api's fault.

        Raises RunEnded where the fault is ours, or nobody's that is known: budget, account, pacing, network.
        """
        outcome = await self._once(asking, 0)
        for attempt in range(1, TRIES):
            if not _may_help(outcome):
                break
            outcome = await self._once(asking, attempt)
        kind = outcome.error_class
        if kind is ErrorClass.NETWORK_PENDING:
            raise RunEnded(outcome.reason, "network")
        if kind in (ErrorClass.ACCOUNT, ErrorClass.LOCAL, ErrorClass.RATE_LIMIT):
            raise RunEnded(outcome.reason, str(kind))
        return outcome

    async def _once(self, asking: Asking, attempt: int) -> Outcome:
        config = self.api.api
        await self._give_way()
        booked = await self.book.open(
            self.run_id, asking.kind, config.name, asking.price_usd, seq=asking.seq, attempt=attempt,
            query=asking.query, calls=asking.calls, group=config.key_group,
        )  # fmt: skip
        if isinstance(booked, str):
            raise RunEnded(f"budget: {booked}", None, State.SKIPPED)
        limiter = limiter_of(self.api)
        if limiter is not None and booked.cooling is not None:
            limiter.resume(booked.cooling[0].timestamp(), booked.cooling[1])
        outcome = await asking.ask()
        cooling = limiter.cooling if limiter is not None else None
        await self._record(booked, asking.kind, outcome, cooling)
        return outcome

    async def _record(
        self, booked: Booked, kind: str, outcome: Outcome, cooling: tuple[float, int] | None
    ) -> None:
        answered = outcome.state == "answered"
        values: dict[str, Any] = {
            "state": State.ANSWERED if answered else State.FAILED,
            "error_class": None if answered else str(outcome.error_class or ErrorClass.API),
            "reason": outcome.reason or None,
            "sent_at": outcome.sent_at,
            "latency_ms": outcome.timings.total_ms,
            "status": outcome.status,
            "hits": len(outcome.hits),
        }
        group, now = self.api.api.key_group, self.book.clock.now()

        def also(session: Session) -> None:
            # An account that may not read pages can still search: only being too fast is the whole key's affair.
            if kind == "search" or outcome.error_class is ErrorClass.RATE_LIMIT:
                note_standing(session, self.api.api.name, outcome, group, now, cooling)

        await self.book.close(booked, settled_usd(outcome, booked.usd), values, outcome, also)

    async def _give_way(self) -> None:
        """Wait while probes are about to leave: they must be on time, and may share the key's limits."""
        clock = self.book.clock
        until = clock.now() + timedelta(seconds=GIVE_WAY_AT_MOST_S)
        while (now := clock.now()) < until:
            with self.database.read() as session:
                if not self.book.probes_soon(session, now - GIVE_WAY[0], now + GIVE_WAY[1]):
                    return
            await clock.sleep(1.0)


def _may_help(outcome: Outcome) -> bool:
    """Tell whether a further try may end otherwise: not where the account or the request is bad."""
    if outcome.state == "answered" or outcome.error_class in (ErrorClass.ACCOUNT, ErrorClass.LOCAL):
        return False
    return outcome.status is None or outcome.status == 429 or outcome.status >= 500
