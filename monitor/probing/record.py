"""Recording how a probe ended: its row, the response and the body, in one transaction."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import zstandard
from sqlmodel import Session, col, select

from monitor.probing.claim import ACCOUNT_ALERT, Claimed
from monitor.search.budget import settled_usd
from monitor.search.outcome import ErrorClass, Outcome
from monitor.store import alerts, spend
from monitor.store.cooldown import keep_cooldown
from monitor.store.tables import Body, Probe, Response
from monitor.store.types import State

__all__ = ["Finished", "fail_local", "keep_body", "miss", "note_standing", "record", "settle_network"]


@dataclass(frozen=True, slots=True)
class Finished:
    """How one probe ended, as far as the batch needs to know."""

    id: int
    api: str
    state: str
    error_class: str | None = None
    lateness_ms: float | None = None
    server_date: tuple[datetime, datetime, str] | None = None
    heard: bool = False
    """Whether its host gave a sign of life: the headers of a response came."""


def record(
    session: Session,
    claimed: Claimed,
    outcome: Outcome,
    *,
    group: str,
    loop_delay_ms: float,
    spoiled: bool,
    clock_error_ms: float | None,
    now: datetime,
    cooling: tuple[float, int] | None = None,
) -> Finished:
    """Store the outcome of a claimed probe; the row must still be claimed, since the first attempt decides.

    `cooling` is the cool-down of its key group (its end in seconds since 1970, refusals so far), to be kept.
    """
    probe = session.exec(select(Probe).where(Probe.id == claimed.id, Probe.state == State.CLAIMED)).one()
    answered = outcome.state == "answered"
    probe.state = State.ANSWERED if answered else State.FAILED
    probe.error_class = None if answered else _class_of(outcome)
    probe.reason = None if answered else outcome.reason
    probe.sent_at = outcome.sent_at
    probe.received_at = outcome.received_at
    probe.lateness_ms = _ms(outcome.sent_at, claimed.slot_at)
    probe.connect_ms = outcome.timings.connect_ms
    probe.first_byte_ms = outcome.timings.first_byte_ms
    probe.latency_ms = outcome.timings.total_ms
    probe.loop_delay_ms = loop_delay_ms
    probe.spoiled = spoiled
    probe.clock_error_ms = clock_error_ms
    probe.cost_usd = settled_usd(outcome, claimed.price_usd)
    probe.api_hash = outcome.config_hash
    session.add(probe)
    spend.settle(session, claimed.api, claimed.price_usd, probe.cost_usd, probe.claimed_at or now)
    if outcome.sent_at is not None:
        session.add(_response(session, claimed.id, outcome, now))
    note_standing(session, claimed.api, outcome, group, now, cooling)
    date = outcome.headers.get("date")
    dated = None
    if date and "age" not in outcome.headers and outcome.sent_at and outcome.received_at:
        dated = (outcome.sent_at, outcome.received_at, date)
    heard = answered or outcome.status is not None
    return Finished(claimed.id, claimed.api, probe.state, outcome.error_class, probe.lateness_ms, dated, heard)


def miss(session: Session, probe_id: int, reason: str) -> Finished:
    """Store that a claimed probe was not sent."""
    probe = session.exec(select(Probe).where(Probe.id == probe_id, Probe.state == State.CLAIMED)).one()
    probe.state, probe.reason = State.MISSED, reason
    session.add(probe)
    return Finished(probe_id, probe.api, State.MISSED)


def fail_local(session: Session, probe_id: int, reason: str) -> Finished:
    """Store that a claimed probe failed by our own fault."""
    probe = session.exec(select(Probe).where(Probe.id == probe_id, Probe.state == State.CLAIMED)).one()
    probe.state, probe.error_class, probe.reason = State.FAILED, "local", reason
    session.add(probe)
    return Finished(probe_id, probe.api, State.FAILED, "local")


def settle_network(session: Session, ids: Collection[int]) -> None:
    """Write of a batch's probes that failed as other hosts did that the fault was our own network's."""
    for probe in session.exec(select(Probe).where(col(Probe.id).in_(ids))):
        probe.error_class = "local"
        probe.reason = f"{probe.reason} (so did other hosts at that time: our own network)"
        session.add(probe)


def _class_of(outcome: Outcome) -> str:
    """Give the class to store: a broken connection counts as the network's until the batch has settled it."""
    if outcome.error_class is None or outcome.error_class is ErrorClass.NETWORK_PENDING:
        return "network"
    return str(outcome.error_class)


def keep_body(session: Session, outcome: Outcome) -> int | None:
    """Keep what came back, compressed; gives its row, None where nothing came."""
    if outcome.body is None:
        return None
    body = Body(
        sha256=hashlib.sha256(outcome.body).hexdigest(),
        size=len(outcome.body),
        zstd=zstandard.ZstdCompressor(level=3).compress(outcome.body),
        truncated=outcome.truncated,
        redacted=outcome.key_in_body,
    )
    session.add(body)
    session.flush()
    return body.id


def _response(session: Session, probe_id: int, outcome: Outcome, now: datetime) -> Response:
    request = outcome.request
    return Response(
        probe_id=probe_id,
        body_id=keep_body(session, outcome),
        status=outcome.status,
        headers=dict(outcome.headers),
        request={"method": request.method, "url": request.url, "headers": dict(request.headers), "body": request.body},
        hits=len(outcome.hits),
        error=outcome.reason or None,
        received_at=outcome.received_at or now,
    )


def note_standing(
    session: Session,
    api: str,
    outcome: Outcome,
    group: str,
    now: datetime,
    cooling: tuple[float, int] | None = None,
) -> None:
    """Keep what a call taught about its key group: a stopped account, one that works again, a cool-down."""
    key = f"{ACCOUNT_ALERT}{group}"
    if outcome.error_class is ErrorClass.RATE_LIMIT and not outcome.held and cooling is not None:
        keep_cooldown(session, group, datetime.fromtimestamp(cooling[0], UTC), cooling[1], now)
    if outcome.error_class is ErrorClass.ACCOUNT and outcome.held != "account":
        alerts.raise_(
            session,
            key,
            f"{api}: {_bare(outcome.reason)}; its key's probes stop and are tried once an hour",
            now,
            severity="critical",
            detail={"api": api, "status": outcome.status},
        )
    elif outcome.state == "answered" and outcome.sent_at is not None:
        stands = alerts.find(session, key)
        if stands is not None and outcome.sent_at > stands.last_at:  # sent before it was raised, it proves nothing
            alerts.clear(session, key, now)


def _ms(later: datetime | None, earlier: datetime) -> float | None:
    return None if later is None else (later - earlier) / timedelta(milliseconds=1)


def _bare(reason: str | None) -> str:
    """Give a reason without its full stop: the sentence goes on."""
    return (reason or "refused").rstrip(". ")
