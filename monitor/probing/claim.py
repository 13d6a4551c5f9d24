"""Claiming a batch: a conditional update, committed before anything is sent, so that nothing is asked twice."""

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from monitor.search.budget import Limits, Spent, refusal
from monitor.store.alerts import open_alerts
from monitor.store.cooldown import cooldowns
from monitor.store.spend import Day, day_of
from monitor.store.tables import Alert, Instant, Probe
from monitor.store.types import State, to_micros

__all__ = ["ACCOUNT_ALERT", "BY_HAND", "Batch", "Claimed", "claim", "reserve"]

BY_HAND = "by-hand"
"""The schedule of probes that a person asks: the process that planned them is the one that sends them."""

ACCOUNT_ALERT = "account:"
"""Prefix of the alert that stands while a key group's account fails."""

TRIAL_EVERY = timedelta(minutes=59)
"""An hour, less what an hourly schedule may fire early: its next batch must not be refused for milliseconds."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A probe that this process will send; plain values, safe outside the session."""

    id: int
    api: str
    query: str
    offset_s: float
    due_at: datetime
    slot_at: datetime
    price_usd: float
    trial: bool
    """True where it tries again an account that failed an hour ago or longer."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The claimed probes, and the states that the others of the batch ended in."""

    claimed: tuple[Claimed, ...]
    settled: dict[str, int]
    cooling: dict[str, tuple[datetime, int]] = field(default_factory=dict)
    """Key groups that were refused for going too fast, by whichever process: until when, and how often."""


def claim(
    session: Session,
    due_at: datetime,
    now: datetime,
    holder: str,
    limits: Callable[[str], tuple[Limits, Limits]],
    group_of: Callable[[str], str],
    prices: Mapping[str, float],
    calls: Mapping[str, int] | None = None,
    *,
    heed_stops: bool = True,
    only: Collection[int] | None = None,
) -> Batch:
    """Claim every planned probe due at `due_at`, reserve its price, and skip what the budget or the account forbids.

    `limits` gives an api's own limits and those of all together; `prices` are the list prices, in dollars a probe,
    of every api that can be asked, `calls` the billable calls of those that need several. The order in which the
    last of a budget is shared out is drawn from the batch's own time, so that no api is favoured. `only` names the
    rows of one who asks by hand, which nobody else claims; without it those are left alone.
    """
    mine = col(Probe.id).in_(only) if only is not None else Instant.schedule != BY_HAND
    planned = list(
        session.exec(
            select(Probe)
            .join(Instant)
            .where(Probe.due_at == due_at, Probe.state == State.PLANNED, mine)
            .order_by(col(Probe.id))
        )
    )
    random.Random(to_micros(due_at)).shuffle(planned)
    stopped = {
        alert.key.removeprefix(ACCOUNT_ALERT): alert
        for alert in open_alerts(session)
        if alert.key.startswith(ACCOUNT_ALERT)
    }
    today = Day(session, day_of(now))
    claimed: list[Claimed] = []
    settled: dict[str, int] = {}
    for probe in planned:
        end, reason, trial = None, None, False
        if probe.api not in prices:
            end, reason = State.CANCELLED, "the api is no longer configured"
        else:
            alert = stopped.get(group_of(probe.api)) if heed_stops else None
            if alert is not None:
                trial = _may_try(alert, now)
                if not trial:
                    end, reason = State.SKIPPED, "account_stopped"
            if end is None:
                refused = _reserve(
                    today, probe.api, prices[probe.api], limits(probe.api), (calls or {}).get(probe.api, 1)
                )
                if refused:
                    end, reason = State.SKIPPED, f"budget: {refused}"
        if end is not None:
            probe.state, probe.reason = end, reason
            settled[end] = settled.get(end, 0) + 1
        else:
            probe.state, probe.claimed_at, probe.claimed_by = State.CLAIMED, now, holder
            claimed.append(
                Claimed(
                    id=probe.id or 0,
                    api=probe.api,
                    query=probe.query,
                    offset_s=probe.offset_s,
                    due_at=probe.due_at,
                    slot_at=probe.slot_at,
                    price_usd=prices[probe.api],
                    trial=trial,
                )
            )
        session.add(probe)
    session.flush()
    cooling = cooldowns(session, (group_of(one.api) for one in claimed), now)
    return Batch(tuple(sorted(claimed, key=lambda one: one.slot_at)), settled, cooling)


def reserve(
    session: Session, api: str, price_usd: float, limits: tuple[Limits, Limits], now: datetime, calls: int = 1
) -> str | None:
    """Book one probe within the api's own and everybody's limits; gives None, or why not (and books nothing)."""
    refused = _reserve(Day(session, day_of(now)), api, price_usd, limits, calls)
    session.flush()
    return refused


def _reserve(today: Day, api: str, price_usd: float, limits: tuple[Limits, Limits], calls: int) -> str | None:
    own_calls, own_usd = today.spent(api)
    all_calls, all_usd = today.spent()
    refused = refusal(price_usd, Spent(own_usd, own_calls), limits[0], Spent(all_usd, all_calls), limits[1], calls)
    if refused is None:
        today.book(api, price_usd, calls)
    return refused


def _may_try(alert: Alert, now: datetime) -> bool:
    """Let one probe through an hour after the last try; the alert remembers that it was let through."""
    tried = alert.detail.get("tried_us")
    last = to_micros(alert.last_at) if tried is None else int(tried)
    if to_micros(now) - last < TRIAL_EVERY // timedelta(microseconds=1):
        return False
    alert.detail = {**alert.detail, "tried_us": to_micros(now)}
    return True
