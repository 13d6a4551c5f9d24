"""Asking now: one instant of its own, planned, fired and recorded like any other, beside a daemon or without one."""

import asyncio
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, select

from monitor.clock import Clock
from monitor.config import Settings
from monitor.daemon.limits import limits_from
from monitor.daemon.world import World
from monitor.datasets import Item, fill_template
from monitor.errors import ConfigError
from monitor.probing.claim import BY_HAND
from monitor.probing.fire import Prober
from monitor.probing.plan import PACED_OUT
from monitor.probing.slots import SlotPlanner, Wanted, tolerance
from monitor.reading.types import Reader
from monitor.reading.work import read_pending
from monitor.search.clients import open_clients
from monitor.search.models import ApiConfig
from monitor.store.database import Database
from monitor.store.lease import this_process
from monitor.store.tables import Instant, Probe, ReadingRow
from monitor.store.types import State
from monitor.store.writer import Writer

__all__ = ["Shown", "probe_now"]

LEAD_S = 1.5
"""Time left for opening connections before the first send."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A probe that ended, with its reading where it was answered."""

    probe: Probe
    reading: ReadingRow | None


def probe_now(
    world: World,
    database: Database,
    clock: Clock,
    items: Sequence[Item],
    apis: Sequence[ApiConfig],
    reader: Reader,
    *,
    at: datetime | None = None,
    offsets_s: Iterable[float] = (),
    show: Callable[[Shown], None],
) -> int:
    """Ask `items` of `apis` now, or about the instant `at` at its `offsets_s`; `show` gets each probe as it ends.

    Without `at` the instant is the present minute, and the offset whatever has passed of it. Gives the number of
    probes that were not answered. Budgets hold as for the daemon; an account that failed is tried all the same, since
    a person asks. Raises ConfigError for an offset whose moment has passed.
    """
    return asyncio.run(_run(world, database, clock, items, apis, reader, at, tuple(offsets_s), show))


async def _run(
    world: World,
    database: Database,
    clock: Clock,
    items: Sequence[Item],
    apis: Sequence[ApiConfig],
    reader: Reader,
    at: datetime | None,
    offsets_s: tuple[float, ...],
    show: Callable[[Shown], None],
) -> int:
    now = clock.now()
    instant = at or now.replace(second=0, microsecond=0)
    if not offsets_s:
        offsets_s = (float(max(0, math.ceil((now - instant).total_seconds() + LEAD_S))),)
    late = [span for span in offsets_s if instant + timedelta(seconds=span) + tolerance(span) < now]
    if late:
        raise ConfigError(
            f"{late[0]:g} s after {instant:%Y-%m-%d %H:%M} UTC is past",
            "--offset",
            "an answer fetched now is not one of then",
        )
    due = _plan(world.settings, database, items, apis, instant, offsets_s, now)
    writer = Writer(database)
    clients = open_clients({api.name: api for api in apis}, world.env, clock=clock)
    prober = Prober(
        database, writer, clock, clients, limits_from(world.settings, clients), this_process().name, heed_stops=False
    )
    failed = 0
    try:
        for due_at in sorted(due):
            await clock.sleep_until(due_at - timedelta(seconds=LEAD_S))
            await prober.fire(due_at, only=due[due_at])
            failed += await _show(world, database, clock, reader, due[due_at], show)
    finally:
        _give_up(database, [one for ids in due.values() for one in ids])
        for client in clients.values():
            await client.close()
        writer.close()
    return failed


async def _show(
    world: World, database: Database, clock: Clock, reader: Reader, ids: list[int], show: Callable[[Shown], None]
) -> int:
    """Wait for probes that a daemon beside this process may have taken, read them, hand them on."""
    while True:
        with database.read() as session:
            probes = session.exec(select(Probe).where(col(Probe.id).in_(ids)).order_by(col(Probe.slot_at))).all()
        if all(probe.state not in (State.PLANNED, State.CLAIMED) for probe in probes):
            break
        await clock.sleep(0.2)
    read_pending(database, world.by_id, world.apis, reader, clock.now())
    with database.read() as session:
        readings = {
            row.probe_id: row
            for row in session.exec(
                select(ReadingRow).where(
                    col(ReadingRow.probe_id).in_(ids),
                    ReadingRow.reader == reader.name,
                    ReadingRow.version == reader.version,
                )
            )
        }
    for probe in probes:
        show(Shown(probe, readings.get(probe.id or 0)))
    return sum(probe.state != State.ANSWERED for probe in probes)


def _plan(
    settings: Settings,
    database: Database,
    items: Sequence[Item],
    apis: Sequence[ApiConfig],
    instant: datetime,
    offsets_s: tuple[float, ...],
    now: datetime,
) -> dict[datetime, list[int]]:
    """Store the rows; gives the probes' ids by due moment.

    What was asked before at the same instant and offset is asked again as a further attempt: the first one decides.
    """
    due: dict[datetime, list[int]] = {}
    planner = SlotPlanner({api.key_group: api.group for api in apis}, instant)
    with database.write() as session:
        row = session.exec(
            select(Instant).where(Instant.schedule == BY_HAND, Instant.at == instant, Instant.schedule_hash == "")
        ).first()
        row = row or Instant(at=instant, schedule=BY_HAND, schedule_hash="", planned_at=now)
        session.add(row)
        session.flush()
        asked = session.exec(select(Probe).where(Probe.instant_at == instant)).all()
        attempts: dict[tuple[float, str, str], int] = {}
        for one in asked:
            key = (one.offset_s, one.item_id, one.api)
            attempts[key] = max(attempts.get(key, 0), one.attempt + 1)
        probes = [
            Probe(
                instant_id=row.id or 0,
                instant_at=instant,
                offset_s=offset_s,
                item_id=item.id,
                asset=item.asset.value,
                ticker=item.ticker,
                api=api.name,
                vantage=settings.probing.vantage,
                attempt=attempts.get((offset_s, item.id, api.name), 0),
                query=fill_template(item, instant),
                wording=item.query_template,
                is_close=item.close,
                api_hash=api.config_hash,
                due_at=instant + timedelta(seconds=offset_s),
                slot_at=instant + timedelta(seconds=offset_s),
            )
            for offset_s in offsets_s
            for item in items
            for api in apis
        ]
        by_name = {api.name: api for api in apis}
        wanted = [
            Wanted(n, by_name[p.api].key_group, p.due_at, p.offset_s, by_name[p.api].calls)
            for n, p in enumerate(probes)
        ]
        slots = planner.assign(wanted, seed=0)
        for n, probe in enumerate(probes):
            slot = slots[n]
            if slot is None:
                probe.state, probe.reason = State.MISSED, PACED_OUT
            else:
                probe.slot_at = slot
            session.add(probe)
        session.flush()
        for probe in probes:
            due.setdefault(probe.due_at, []).append(probe.id or 0)
    return due


def _give_up(database: Database, ids: Sequence[int]) -> None:
    """End what was planned and will not be asked any more."""
    with database.write() as session:
        for probe in session.exec(select(Probe).where(col(Probe.id).in_(ids), Probe.state == State.PLANNED)):
            probe.state, probe.reason = State.CANCELLED, "the asking by hand was stopped before"
            session.add(probe)
