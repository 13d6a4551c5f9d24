"""A real database, a virtual clock, scripted apis, and rows to fire."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from monitor.clock import VirtualClock
from monitor.probing.fire import Prober
from monitor.search.budget import Limits
from monitor.search.outcome import SearchApi
from monitor.store.database import Database, open_database
from monitor.store.tables import Instant, Probe
from monitor.store.writer import Writer

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass
class World:
    database: Database
    writer: Writer
    clock: VirtualClock

    def prober(self, apis: dict[str, SearchApi], limits: tuple[Limits, Limits] = (Limits(), Limits())) -> Prober:
        return Prober(self.database, self.writer, self.clock, apis, lambda _: limits, "this-test")

    def add(
        self,
        api: str,
        *,
        item: str = "live-004",
        offset_s: float = 5,
        slot_ms: float = 0,
        state: str = "planned",
        instant: datetime = NOON,
        schedule: str = "",
    ) -> int:
        due = instant + timedelta(seconds=offset_s)
        with self.database.write() as session:
            row = Instant(
                at=instant, schedule=schedule or f"s{item}{api}{offset_s}", schedule_hash="0", planned_at=instant
            )
            session.add(row)
            session.flush()
            probe = Probe(
                instant_id=row.id or 0,
                instant_at=instant,
                offset_s=offset_s,
                item_id=item,
                asset="crypto",
                ticker="BTC",
                api=api,
                query=f"{item} price?",
                wording="w",
                api_hash="h",
                due_at=due,
                slot_at=due + timedelta(milliseconds=slot_ms),
                state=state,
            )
            session.add(probe)
            session.flush()
            return probe.id or 0

    def get(self, probe_id: int) -> Probe:
        with self.database.read() as session:
            probe = session.get(Probe, probe_id)
            assert probe is not None
            return probe


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    database = open_database(tmp_path / "monitor.sqlite")
    writer = Writer(database)
    yield World(database, writer, VirtualClock(NOON))
    writer.close()
    database.close()
