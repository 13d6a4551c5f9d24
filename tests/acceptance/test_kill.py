"""``kill -9`` at random moments: what was answered is there, nothing is asked twice, every planned row has an end."""

import random
import signal
import time
from collections import Counter
from datetime import datetime, timedelta

import pytest
import zstandard
from sqlmodel import select

from monitor.store.tables import Body, Probe, Response, Run, RunCall
from tests.acceptance.test_daemon import EVERY_MINUTE, offsets
from tests.site import Site, wait_for

ENGINES = ("fast", "liar", "five_min")
DURABLE = timedelta(seconds=1.2)
"""A response is stored within a second of its last byte; 0.2 s for the way there."""


def kill_and_look(site: Site, kills: int, seed: int) -> Counter[str]:
    """Start and kill the daemon `kills` times, then let it settle; gives the states of all rows that were due."""
    draw = random.Random(seed)
    site.configure(EVERY_MINUTE.format(offsets(*range(1, 60))), engines=ENGINES)
    site.set_clock()
    killed_at: list[datetime] = []
    for _ in range(kills):
        daemon = site.start("run", "--no-page")
        before = len(site.sandbox.world.ledger.arrivals())
        wait_for(lambda b=before: len(site.sandbox.world.ledger.arrivals()) > b, 100, site.log)  # type: ignore[misc]
        time.sleep(draw.uniform(0, 2.5))
        daemon.send_signal(signal.SIGKILL)
        daemon.wait()
        killed_at.append(site.clock.now())
        _recorded(site, killed_at)
    daemon = site.start("run", "--no-page")
    wait_for(lambda: site.log().count('"started"') > kills, 60, site.log)
    time.sleep(3)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=10) == 0
    return _ends(site)


def _recorded(site: Site, killed_at: list[datetime]) -> None:
    """Everything answered more than a second before the kill is there, whole."""
    database = site.database()
    with database.read() as session:
        rows = session.exec(
            select(Probe, Response, Body)
            .join(Response, Response.probe_id == Probe.id)
            .join(Body, Body.id == Response.body_id)
            .where(Probe.state == "answered")
        ).all()
        searches = session.exec(
            select(Run.api, RunCall.query, Body)
            .join(RunCall, RunCall.run_id == Run.id)
            .join(Body, Body.id == RunCall.body_id)
            .where(RunCall.state == "answered")
        ).all()
    database.close()
    kept = [(probe.api, probe.query, body) for probe, _, body in rows] + list(searches)
    for _, _, body in kept:
        assert len(zstandard.ZstdDecompressor().decompress(body.zstd)) == body.size
    stored = Counter((api.removeprefix("sbx_"), query) for api, query, _ in kept)
    starts = [None, *killed_at[:-1]]
    for begun, killed in zip(starts, killed_at, strict=True):
        for arrival in site.sandbox.world.ledger.arrivals():
            if (begun is None or arrival.received_at > begun) and arrival.received_at < killed - DURABLE:
                stored[arrival.engine, arrival.query] -= 1
    assert min(stored.values(), default=0) >= 0, "an answered response is gone"


def _ends(site: Site, before: datetime | None = None) -> Counter[str]:
    """No query arrived more often than rows were claimed for it, and no row that was due `before` lacks an end."""
    database = site.database()
    with database.read() as session:
        probes = session.exec(select(Probe)).all()
        searches = session.exec(select(Run.api, RunCall.query, RunCall.state).join(RunCall)).all()
    database.close()
    due = [p for p in probes if p.due_at < (before or site.clock.now()) - timedelta(seconds=15)]
    assert {p.state for p in due} <= {"answered", "failed", "missed", "interrupted"}
    asked = Counter(
        (p.api.removeprefix("sbx_"), p.query) for p in probes if p.state in ("answered", "failed", "interrupted")
    )
    asked.update((api.removeprefix("sbx_"), query) for api, query, _ in searches)
    arrived = Counter((a.engine, a.query) for a in site.sandbox.world.ledger.arrivals())
    twice = {key: count for key, count in arrived.items() if count > asked[key]}
    assert not twice, f"asked more often than claimed: {twice}"
    stored = Counter((p.api.removeprefix("sbx_"), p.query) for p in probes if p.state == "answered")
    stored.update((api.removeprefix("sbx_"), query) for api, query, state in searches if state == "answered")
    assert all(arrived[key] >= count for key, count in stored.items())
    return Counter(p.state for p in due)


def test_two_kills_lose_nothing_and_ask_nothing_twice(site: Site) -> None:
    states = kill_and_look(site, kills=2, seed=1)
    assert states["answered"] > 0


@pytest.mark.slow
@pytest.mark.waits
def test_twenty_kills_lose_nothing_and_ask_nothing_twice(site: Site) -> None:
    states = kill_and_look(site, kills=20, seed=20)
    print(dict(states))
    assert states["answered"] > 100
    assert states["interrupted"] > 0
