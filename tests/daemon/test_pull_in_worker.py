"""A worker that dies in the middle of a pull costs a retry: what was not stored whole is asked for again."""

import asyncio
import os
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from monitor.config import MarketSettings, Settings, StoreSettings
from monitor.daemon.worker import Worker, WorkerError
from monitor.store.database import Database, open_database
from monitor.store.tables import BarRow, Instant, Probe, Pull
from tests.market.loopback import World, at, serving
from tests.market.walks import walk

NOW = at("2026-03-24 12:00")


def asked_about(database: Database) -> None:
    """Store one probe of two hours ago, as the daemon would have."""
    moment = NOW - timedelta(hours=2)
    with database.write() as session:
        row = Instant(at=moment, schedule="s", schedule_hash="h", planned_at=moment)
        session.add(row)
        session.flush()
        session.add(Probe(
            instant_id=row.id or 0, instant_at=moment, offset_s=5, item_id="live-004", asset="crypto", ticker="BTC",
            api="a", query="q", wording="w", api_hash="h", due_at=moment, slot_at=moment))


@pytest.mark.slow
async def test_a_worker_killed_under_a_pull_costs_a_retry(tmp_path: Path) -> None:
    database = open_database(tmp_path / "m.sqlite")
    asked_about(database)
    with serving(World(now=NOW)) as world:
        world.minutes |= {"BTC/USD": walk(NOW - timedelta(days=2), 2880)}
        market = MarketSettings(base_url=world.base_url, yahoo=False, fixings=(),
                                exchanges=("bitstamp", "coinbaseexchange"))
        worker = Worker(Settings(base=tmp_path, store=StoreSettings(path=tmp_path / "m.sqlite"), market=market))
        try:
            world.hang = "start=2026-03-24T05"  # the fifth page of one source; the other is stored by then
            call = asyncio.create_task(worker.call("digest", NOW))
            async with asyncio.timeout(60):
                while not world.asked(world.hang):  # noqa: ASYNC110 - another thread fills it
                    await asyncio.sleep(0.05)
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            with pytest.raises(WorkerError, match="ended"):
                await call
            assert worker.restarts == 1
            world.hang = ""
            world.requests.clear()
            done = await worker.call("digest", NOW)
        finally:
            await worker.close()
    with database.read() as session:
        pulls = session.exec(select(Pull).where(Pull.interval_s == 60)).all()
        rows = session.exec(select(BarRow.source, BarRow.start_at).where(BarRow.interval_s == 60)).all()
    database.close()
    assert sorted((p.source, p.outcome) for p in pulls) == [("bitstamp", "ok"), ("coinbaseexchange", "ok")]
    assert len(rows) == len(set(rows)) > 2800
    assert not world.asked("/ohlc/btcusd/?step=60&")  # what was whole is not asked for twice
    assert done["pull"]["bars"] == len(rows) / 2
