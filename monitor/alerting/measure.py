"""The store and the host enter; the facts that rules are judged on leave. Light: it runs in the daemon."""

import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy
from sqlmodel import Session, col, func, select

from monitor.alerting.facts import Fact
from monitor.alerting.figures import from_summaries
from monitor.alerting.grading import grading_facts
from monitor.alerting.hits import no_hits
from monitor.config import Settings
from monitor.store.database import Database
from monitor.store.growth import Growth, growth
from monitor.store.spend import day_of
from monitor.store.tables import Event, Note, Probe, Pull, Spend
from monitor.store.types import State

__all__ = ["measure"]

DAY = timedelta(days=1)
MISSED_WITHIN = timedelta(hours=6)
LATEST = 20
"""Calls, or pulls, that a share of failures is taken over: the latest ones of a day."""
MOST_ROWS = 20_000
DAILY_H = 24.0
FRESH_BEAT = timedelta(seconds=60)
FAR_DAYS = 3650.0
THEIRS = ("timeout", "network", "api")
"""Classes of failure that count against an api."""
FAULTS = ("rate limited", "blocked here", "disagrees", "unavailable")
"""Outcomes of a pull that are the source's fault."""


class _Ended(NamedTuple):
    id: int
    api: str
    state: str
    error_class: str | None
    reason: str | None
    due_at: datetime
    spoiled: bool


def measure(database: Database, settings: Settings, now: datetime) -> list[Fact]:
    """Give every fact as of `now`; one that cannot be measured is left out."""
    facts: list[Fact] = []
    with database.read() as session:
        ended = _ended(session, now)
        facts += _failing(ended)
        facts += no_hits(session, ((one.id, one.api) for one in ended if one.state == State.ANSWERED))
        facts += _missed(ended, now)
        facts += _spoiled(ended)
        facts += _sources(session, now)
        facts += _budget(session, settings, now)
        facts += _notes(session, now)
        facts += _backup(session, settings.backup.every_h, now)
        facts += grading_facts(session, settings.probing.policy, now)
        facts += from_summaries(session, now)
    free = shutil.disk_usage(database.path.parent).free / 1e9
    facts.append(_days_left(growth(database, now)))
    facts.append(Fact("disk", "", free, f"{free:.1f} GB are free on the disk of the database", page="/running"))
    return facts


def _days_left(size: Growth) -> Fact:
    pace, left = size.bytes_a_day, size.days_left
    text = "the database does not grow, as far as is known" if pace is None or left is None else (
        f"the database grows by {pace / 1e6:,.1f} MB a day: its disk is full in {left:,.0f} days")
    value = FAR_DAYS if left is None else min(left, FAR_DAYS)
    return Fact("disk_days", "", value, text, page="/running", evidence={"bytes_a_day": pace})


def _ended(session: Session, now: datetime) -> list[_Ended]:
    """Give the first attempts of the last day that have ended, newest first."""
    states = [State.ANSWERED, State.FAILED, State.MISSED, State.INTERRUPTED]
    rows = session.connection().execute(
        sqlalchemy.select(*(getattr(Probe, name) for name in _Ended._fields))
        .where(col(Probe.state).in_(states), col(Probe.due_at) > now - DAY, col(Probe.due_at) <= now,
               col(Probe.attempt) == 0)
        .order_by(col(Probe.due_at).desc())
        .limit(MOST_ROWS)
    )  # fmt: skip
    return [_Ended._make(row) for row in rows]


def _failing(ended: Sequence[_Ended]) -> Iterator[Fact]:
    by_api: dict[str, list[_Ended]] = defaultdict(list)
    for one in ended:
        asked = one.state == State.ANSWERED or (one.state == State.FAILED and one.error_class in THEIRS)
        if asked and len(by_api[one.api]) < LATEST:
            by_api[one.api].append(one)
    for api, latest in by_api.items():
        failed = [one for one in latest if one.state == State.FAILED]
        why = Counter(one.reason or one.error_class or "no reason" for one in failed).most_common(3)
        said = f", mostly: {why[0][0]}" if why else ""
        yield Fact("failing", api, 100 * len(failed) / len(latest),
                   f"{api}: {len(failed)} of its last {len(latest)} calls failed{said}", len(latest), api,
                   f"/probes?api={api}", {"reasons": [{"reason": text, "calls": n} for text, n in why]})  # fmt: skip


def _missed(ended: Sequence[_Ended], now: datetime) -> Iterator[Fact]:
    due = [one for one in ended if one.due_at > now - MISSED_WITHIN]
    missed = [one for one in due if one.state in (State.MISSED, State.INTERRUPTED)]
    why = Counter(one.reason or "no reason" for one in missed).most_common(3)
    said = f", mostly: {why[0][0]}" if why else ""
    share = 100 * len(missed) / len(due) if due else None
    text = f"{len(missed)} of {len(due)} probes of the last 6 h were missed{said}"
    evidence = {"reasons": [{"reason": reason, "probes": n} for reason, n in why]}
    yield Fact("missed", "", share, text, len(due), page="/probes?state=missed", evidence=evidence)


def _spoiled(ended: Sequence[_Ended]) -> Iterator[Fact]:
    sent = [one for one in ended if one.state == State.ANSWERED]
    spoiled = sum(one.spoiled for one in sent)
    yield Fact("spoiled", "", 100 * spoiled / len(sent) if sent else None,
               f"the daemon's own delay spoiled the timing of {spoiled} of {len(sent)} probes of the last day",
               len(sent), page="/running")  # fmt: skip


def _sources(session: Session, now: datetime) -> Iterator[Fact]:
    rows = session.exec(
        select(Pull.source, Pull.outcome, Pull.item_id)
        .where(col(Pull.pulled_at) > now - DAY, col(Pull.pulled_at) <= now)
        .order_by(col(Pull.pulled_at).desc())
        .limit(MOST_ROWS)
    )
    latest: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for source, outcome, item in rows:
        if len(latest[source]) < LATEST and (outcome == "ok" or outcome in FAULTS):
            latest[source].append((outcome, item))
    for source, pulls in latest.items():
        why = Counter(outcome for outcome, _ in pulls if outcome != "ok").most_common(3)
        failed = sum(n for _, n in why)
        said = f": {why[0][0]}" if why else ""
        yield Fact("source_failing", source, 100 * failed / len(pulls) if pulls else None,
                   f"{source}: {failed} of its last {len(pulls)} pulls gave nothing usable{said}", len(pulls),
                   evidence={"outcomes": dict(why), "items": sorted({item for _, item in pulls})[:20]})  # fmt: skip


def _budget(session: Session, settings: Settings, now: datetime) -> Iterator[Fact]:
    spent = {row.api: row for row in session.exec(select(Spend).where(Spend.day == day_of(now)))}
    calls, usd = sum(row.calls for row in spent.values()), sum(row.usd for row in spent.values())
    limits = settings.budget
    yield from _used("", calls, usd, limits.calls_per_day, limits.usd_per_day)
    for api, own in limits.api.items():
        row = spent.get(api)
        yield from _used(api, row.calls if row else 0, row.usd if row else 0.0, own.calls_per_day, own.usd_per_day)


def _used(api: str, calls: int, usd: float, most_calls: int | None, most_usd: float | None) -> Iterator[Fact]:
    """Give the larger share of the two budgets; a budget of nothing is used by choice, and says nothing."""
    shares = []
    if most_usd:
        shares.append((usd / most_usd, f"{usd:.2f} of {most_usd:.2f} USD"))
    if most_calls:
        shares.append((calls / most_calls, f"{calls:,} of {most_calls:,} calls"))
    if shares:
        share, said = max(shares)
        whose = f"{api}'s budget" if api else "the budget"
        yield Fact("budget", api, 100 * share, f"{said} of {whose} of the day are used", api=api or None, page="/apis")


def _notes(session: Session, now: datetime) -> Iterator[Fact]:
    """Give what the daemon's own notes say: the host's clock, its loop."""
    clock, beat = (session.get(Note, name) for name in ("host_clock", "heartbeat"))
    if clock is not None and now - clock.at <= DAY:
        low, high = float(clock.value["low_ms"]), float(clock.value["high_ms"])
        off = max(low, -high, 0.0)
        yield Fact("host_clock", "", off, f"the host's clock is off by {(low + high) / 2:+.0f} ms", page="/running",
                   evidence=dict(clock.value))  # fmt: skip
    if beat is not None and "loop_delay_ms" in beat.value and now - beat.at <= FRESH_BEAT:
        delay = float(beat.value["loop_delay_ms"])
        yield Fact("loop_delay", "", delay, f"the event loop was late by up to {delay:,.0f} ms", page="/running")


def _backup(session: Session, every_h: float, now: datetime) -> Iterator[Fact]:
    """Give the newest backup's age; where the daemon is to make them and never did, the time since its first event.

    With backups further apart than a day, thresholds count from when a daily one would have been due.
    """
    backup = session.get(Note, "backup")
    since = backup.at if backup is not None else None
    if since is None and every_h > 0:
        since = session.exec(select(func.min(Event.at))).one()
    if since is None:
        return
    hours = (now - since) / timedelta(hours=1)
    told = f"the newest backup is {hours:.0f} h old" if backup is not None else f"no backup was made in {hours:.0f} h"
    yield Fact("backup_age", "", hours - max(0.0, every_h - DAILY_H), told, page="/running")
