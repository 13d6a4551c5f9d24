"""The book of calls: what a request may cost is set aside, its row stored, before it is made; then its cost."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from monitor.clock import Clock
from monitor.probing.claim import reserve
from monitor.probing.record import keep_body
from monitor.search.budget import Limits
from monitor.search.outcome import Outcome
from monitor.store.cooldown import cooldowns
from monitor.store.spend import settle
from monitor.store.tables import Probe, RunCall
from monitor.store.types import State
from monitor.store.writer import Writer

__all__ = ["MODELS", "Booked", "CallBook", "LimitsOf"]

LimitsOf = Callable[[str], tuple[Limits, Limits]]
"""From who is paid to their own limits, and those of all together."""


MODELS = "models"
"""The name under which what models cost is counted beside the apis."""


@dataclass(frozen=True, slots=True)
class Booked:
    """A call that may now be made."""

    id: int
    payer: str
    usd: float
    at: datetime
    cooling: tuple[datetime, int] | None = None
    """Until when its key group was told to slow down, and how often, by whichever process."""


@dataclass
class CallBook:
    """Books and settles the calls of runs; every method is one committed transaction."""

    writer: Writer
    clock: Clock
    limits: LimitsOf

    async def open(
        self, run_id: int, kind: str, payer: str, usd: float, *, seq: int, attempt: int, query: str = "",
        calls: int = 0, group: str = "",
    ) -> Booked | str:  # fmt: skip
        """Reserve `usd` and store the call as under way; gives why not where a budget does not allow it."""
        now = self.clock.now()

        def work(session: Session) -> Booked | str:
            refused = reserve(session, payer, usd, self.limits(payer), now, calls)
            if refused is not None:
                return refused
            row = RunCall(
                run_id=run_id, kind=kind, seq=seq, attempt=attempt, query=query, booked_at=now, cost_usd=usd
            )  # fmt: skip
            session.add(row)
            session.flush()
            cooling = cooldowns(session, [group], now).get(group) if group else None
            return Booked(row.id or 0, payer, usd, now, cooling)

        return await self.writer.write(work)

    async def close(
        self, booked: Booked, usd: float, values: Mapping[str, Any], outcome: Outcome | None = None,
        also: Callable[[Session], None] | None = None,
    ) -> None:  # fmt: skip
        """Store how a call ended and what it cost, with the body of a search; `also` runs in the same transaction."""

        def work(session: Session) -> None:
            row = session.exec(select(RunCall).where(col(RunCall.id) == booked.id)).one()
            for name, value in values.items():
                setattr(row, name, value)
            row.cost_usd = usd
            if outcome is not None:
                request = outcome.request
                row.request = {"method": request.method, "url": request.url, "body": request.body}
                row.body_id = keep_body(session, outcome)
            session.add(row)
            settle(session, booked.payer, booked.usd, usd, booked.at)
            if also is not None:
                also(session)

        await self.writer.write(work)

    def probes_soon(self, session: Session, since: datetime, until: datetime) -> bool:
        """Tell whether a probe is to be sent within a stretch of time: searches give way to it."""
        waiting = (
            select(Probe.id)
            .where(col(Probe.state).in_([State.PLANNED, State.CLAIMED]), col(Probe.due_at) >= since)
            .where(col(Probe.due_at) <= until)
            .limit(1)
        )
        return session.exec(waiting).first() is not None
