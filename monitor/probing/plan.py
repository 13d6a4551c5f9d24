"""Planning: instants and their probes, stored before they happen, so that nobody can pick the moments afterwards."""

import random
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy
from sqlmodel import Session, col, select

from monitor.config import ProbingSettings
from monitor.datasets import Item, fill_template
from monitor.probing.slots import SlotPlanner, Wanted
from monitor.probing.which import choose, offsets_of
from monitor.schedules import LiveSchedule, PlannedInstant, instants, select_items
from monitor.search.models import ApiConfig
from monitor.store.database import Database
from monitor.store.tables import ConfigVersion, Instant, Probe
from monitor.store.types import State

__all__ = ["PACED_OUT", "PlanReport", "plan", "wanted_probes"]

CHUNK = 400
"""Rows a transaction: it must stay short, since the daemon's own writes wait for it."""

CHANGED = "configuration changed"
PACED_OUT = "pacing: the limits of its key leave no slot in time"


@dataclass(frozen=True, slots=True)
class _Key:
    """What makes a probe the same probe."""

    instant_at: datetime
    offset_s: float
    item_id: str
    api: str


@dataclass
class PlanReport:
    """What a planning pass stored."""

    instants: int = 0
    probes: int = 0
    cancelled: int = 0
    paced_out: dict[str, int] = field(default_factory=Counter)
    """Probes that cannot meet their offset under their key's limits, by api: stored as missed, with the reason."""

    def as_dict(self) -> dict[str, Any]:
        """Give the report as plain values."""
        return {
            "instants": self.instants,
            "probes": self.probes,
            "cancelled": self.cancelled,
            "paced_out": dict(self.paced_out),
        }


def plan(
    database: Database,
    schedules: Sequence[LiveSchedule],
    items: Sequence[Item],
    apis: Mapping[str, ApiConfig],
    settings: ProbingSettings,
    now: datetime,
    until: datetime | None = None,
) -> PlanReport:
    """Store the instants from now to the horizon (or `until`) and every probe that they lack.

    `apis` are those that can be asked. Planned rows that the configuration no longer wants are cancelled. Running
    it again adds nothing that is there already.
    """
    report = PlanReport()
    first = now + timedelta(seconds=settings.arm_s + 1)
    end = until or now + timedelta(hours=settings.horizon_h)
    enabled = [schedule for schedule in schedules if schedule.enabled]
    _remember(database, enabled, apis, now)
    report.cancelled = _cancel(database, {(s.name, s.hash) for s in enabled}, apis, first)
    held, planner = _held(database, apis, now, timedelta(milliseconds=settings.gap_ms))
    for schedule in enabled:
        chosen = [apis[name] for name in choose(schedule.apis, apis)]
        asked = select_items(schedule, items)
        for planned in instants(schedule, first, end):
            if _is_held(held, planned, schedule, asked, chosen):
                continue  # nearly always: an instant is looked at for two days, and stored once
            new = [
                probe
                for probe in wanted_probes(schedule, planned, asked, chosen, settings.vantage)
                if _key(probe) not in held
            ]
            held.update(_key(probe) for probe in new)
            _give_slots(new, planner, apis, schedule.hash, report)
            _store(database, schedule, planned, new, now, report)
    return report


def wanted_probes(
    schedule: LiveSchedule, planned: PlannedInstant, items: Sequence[Item], apis: Sequence[ApiConfig], vantage: str
) -> list[Probe]:
    """Give the probes of one instant, without slots: every item, offset and api, with one wording for all apis."""
    probes = []
    for item in items:
        pool = (item.query_template, *schedule.wordings)
        for offset_s, asked in offsets_of(schedule, apis):
            drawn = random.Random(f"{schedule.hash}:{item.id}:{planned.at.isoformat()}:{offset_s}").choice(pool)
            query = fill_template(item, planned.at, drawn)
            due_at = planned.at + timedelta(seconds=offset_s)
            probes += [
                Probe(
                    instant_id=0,
                    instant_at=planned.at,
                    offset_s=float(offset_s),
                    item_id=item.id,
                    asset=item.asset.value,
                    ticker=item.ticker,
                    api=api.name,
                    vantage=vantage,
                    query=query,
                    wording=drawn,
                    is_close=planned.at_close,
                    api_hash=api.config_hash,
                    due_at=due_at,
                    slot_at=due_at,
                )
                for api in asked
            ]
    return probes


def _key(probe: Probe) -> _Key:
    return _Key(probe.instant_at, probe.offset_s, probe.item_id, probe.api)


def _is_held(
    held: Container[_Key], planned: PlannedInstant, schedule: LiveSchedule, items: Sequence[Item],
    apis: Sequence[ApiConfig],
) -> bool:  # fmt: skip
    """Tell whether every probe of an instant is there."""
    return all(
        _Key(planned.at, float(offset_s), item.id, api.name) in held
        for item in items for offset_s in schedule.offsets_s for api in apis
    )  # fmt: skip


def _give_slots(
    probes: Sequence[Probe], planner: SlotPlanner, apis: Mapping[str, ApiConfig], seed: str, report: PlanReport
) -> None:
    wanted = [
        Wanted(place, apis[p.api].key_group, p.due_at, p.offset_s, apis[p.api].calls) for place, p in enumerate(probes)
    ]
    slots = planner.assign(wanted, seed=int(seed, 16))
    for place, probe in enumerate(probes):
        slot = slots[place]
        if slot is None:
            probe.state, probe.reason = State.MISSED, PACED_OUT
            report.paced_out[probe.api] += 1
        else:
            probe.slot_at = slot


def _store(
    database: Database,
    schedule: LiveSchedule,
    planned: PlannedInstant,
    probes: Sequence[Probe],
    now: datetime,
    report: PlanReport,
) -> None:
    """Insert the instant, if new, and its new probes."""
    if not probes:
        return
    with database.write() as session:
        row = session.exec(
            select(Instant).where(
                Instant.schedule == schedule.name, Instant.at == planned.at, Instant.schedule_hash == schedule.hash
            )
        ).first()
        if row is None:
            row = Instant(
                at=planned.at,
                schedule=schedule.name,
                schedule_hash=schedule.hash,
                seed=planned.seed,
                market_open=planned.market_open,
                is_close=planned.at_close,
                planned_at=now,
            )
            session.add(row)
            session.flush()
            report.instants += 1
        instant_id = row.id or 0
    for start in range(0, len(probes), CHUNK):
        with database.write() as session:
            for probe in probes[start : start + CHUNK]:
                probe.instant_id = instant_id
                session.add(probe)
    report.probes += len(probes)


def _cancel(
    database: Database, schedules: set[tuple[str, str]], apis: Mapping[str, ApiConfig], first: datetime
) -> int:
    """End planned rows of schedules and apis that changed, went, or cannot be asked any more; their hashes stay."""
    hashes = {(name, api.config_hash) for name, api in apis.items()}
    cancelled = 0
    with database.read() as session:
        what = (Probe.id, Probe.api, Probe.api_hash, Instant.schedule, Instant.schedule_hash)
        rows: Sequence[Any] = session.connection().execute(
            sqlalchemy.select(*(col(one) for one in what))
            .join(Instant, col(Instant.id) == col(Probe.instant_id))
            .where(col(Probe.state) == State.PLANNED, col(Probe.due_at) > first)
        ).all()
    unwanted: list[int | None] = [
        row[0] for row in rows if (row[1], row[2]) not in hashes or (row[3], row[4]) not in schedules
    ]
    for start in range(0, len(unwanted), CHUNK):
        with database.write() as session:
            cancelled += _cancel_rows(session, unwanted[start : start + CHUNK])
    return cancelled


def _cancel_rows(session: Session, ids: Sequence[int | None]) -> int:
    found = session.exec(select(Probe).where(col(Probe.id).in_(ids), Probe.state == State.PLANNED)).all()
    for probe in found:
        probe.state, probe.reason = State.CANCELLED, CHANGED
        session.add(probe)
    return len(found)


def _held(
    database: Database, apis: Mapping[str, ApiConfig], now: datetime, gap: timedelta
) -> tuple[set[_Key], SlotPlanner]:
    """Give the probes that are there already, and a slot planner that knows their sends."""
    planner = SlotPlanner({api.key_group: api.group for api in apis.values()}, now, gap)
    with database.read() as session:
        p = Probe
        found: Sequence[Any] = session.connection().execute(
            sqlalchemy.select(*map(col, (p.instant_at, p.offset_s, p.item_id, p.api, p.state, p.slot_at)))
            .where(col(p.due_at) >= now - timedelta(minutes=2), col(p.state) != State.CANCELLED)
        ).all()
        held = set()
        for instant_at, offset_s, item_id, api, state, slot_at in found:
            held.add(_Key(instant_at, offset_s, item_id, api))
            if state != State.MISSED and api in apis:
                planner.occupy(apis[api].key_group, slot_at, apis[api].calls)
    return held, planner


def _remember(
    database: Database, schedules: Sequence[LiveSchedule], apis: Mapping[str, ApiConfig], now: datetime
) -> None:
    """Keep each configuration under its hash, so that what a probe was asked with can be looked up later."""
    with database.write() as session:
        known = set(session.exec(select(ConfigVersion.hash)).all())
        for api in apis.values():
            if api.config_hash not in known:
                known.add(api.config_hash)
                session.add(
                    ConfigVersion(
                        hash=api.config_hash,
                        kind="api",
                        name=api.name,
                        first_at=now,
                        value=api.model_dump(mode="json", by_alias=True),
                    )
                )
        for schedule in schedules:
            if schedule.hash not in known:
                known.add(schedule.hash)
                session.add(
                    ConfigVersion(
                        hash=schedule.hash,
                        kind="schedule",
                        name=schedule.name,
                        first_at=now,
                        value=schedule.model_dump(mode="json"),
                    )
                )
