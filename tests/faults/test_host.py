"""Faults of the host under a running daemon: a held database, a stepped clock, a stalled loop, no descriptors left."""

import asyncio
import contextlib
import json
import multiprocessing
import os
import re
import resource
import signal
import socket
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from monitor.daemon import app
from monitor.errors import StoreError
from monitor.probing.fire import SPOILED_MS
from monitor.probing.recover import recover
from monitor.search.clients import open_clients
from monitor.search.fake import Scripted
from monitor.search.models import ApiConfig
from monitor.store.check import check_file
from monitor.store.tables import Alert, Lease, Probe
from tests.faults.running import Running, SharedClock, hold
from tests.search.wire import ANSWER, ENV, http, local_api, wire
from tests.site import wait_for

pytestmark = [pytest.mark.slow, pytest.mark.waits]
TWO_HOURS_S, STOPPED_S = 7200.0, 4.0
DESCRIPTORS = Path("/proc/self/fd")


def highest_descriptor() -> int:
    return max(int(one.name) for one in DESCRIPTORS.iterdir())


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the daemon look for what is due every second: these tests wait for it."""
    monkeypatch.setattr(app, "ARM_EVERY_S", 1)


async def test_a_stop_while_another_process_holds_the_database_ends_in_time_and_the_next_start_settles(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "DRAIN_S", 0.5)
    monkeypatch.setattr(app, "WRITE_S", 1.5)
    held: list[sqlite3.Connection] = []

    def answers(_: str) -> Scripted:
        held.append(hold(running.database.path))
        return Scripted()

    running.fake("a", answers)
    probe_id = running.plan("a", 5.0)
    running.start()
    await running.until(lambda: bool(held))
    with pytest.raises(StoreError, match="another process holds the database"):
        await running.stop()
    held[0].close()
    assert running.probe(probe_id).state == "claimed"
    with running.database.write() as session:
        held = session.get_one(Lease, "scheduler")
        probe = session.get_one(Probe, probe_id)
        assert held.holder == probe.claimed_by
        probe.claimed_by = f"{socket.gethostname()}:1:1"  # this process lives; the one that stops so is gone
        session.add(probe)
    with running.database.write() as session:
        assert recover(session, running.clock.now()).interrupted == 1
    assert running.probe(probe_id).state == "interrupted"
    assert check_file(running.database.path) == []


async def test_a_clock_stepped_forward_is_set_down_and_what_it_passed_over_is_missed_not_asked_late(
    running: Running,
) -> None:
    asked = running.fake("a")
    before, passed = running.plan("a", 5.0), running.plan("a", 600.0)
    running.start()
    await running.run_until(before)
    running.clock.step(3600.0)
    told = await running.event("clock_step")
    await running.run_until(passed)
    await running.stop()
    assert told.detail["step_s"] == pytest.approx(3600, abs=2)
    assert (running.probe(before).state, running.probe(passed).state) == ("answered", "missed")
    assert "clock was stepped" in (running.probe(passed).reason or "")
    assert len(asked.queries) == 1
    assert check_file(running.database.path) == []


async def test_a_clock_stepped_back_and_put_right_again_asks_nothing_twice(running: Running) -> None:
    asked = running.fake("a")
    before, after = running.plan("a", 5.0), running.plan("a", 3615.0, item="live-005")
    running.start()
    await running.run_until(before)
    running.clock.step(-3600.0)
    first = await running.event("clock_step")
    assert running.probe(after).state == "planned"
    running.clock.step(3600.0 + 3600.0)
    await running.run_until(after)
    await running.stop()
    assert first.detail["step_s"] == pytest.approx(-3600, abs=2)
    assert [running.probe(one).state for one in (before, after)] == ["answered", "answered"]
    assert len(asked.queries) == 2
    assert check_file(running.database.path) == []


async def test_a_slewed_clock_is_no_step_and_probes_leave_by_it(running: Running) -> None:
    asked = running.fake("a")
    ids = [running.plan("a", 5.0 + n / 2, item=f"i{n}") for n in range(6)]
    running.start()

    async def slew() -> None:
        while True:
            running.clock.step(0.002)  # 2 ms in 50: far more than any daemon slews
            await asyncio.sleep(0.05)

    slewing = asyncio.create_task(slew())
    await running.run_until(*ids)
    slewing.cancel()
    await running.stop()
    assert {running.probe(one).state for one in ids} == {"answered"}
    assert len(asked.queries) == 6
    assert all(running.probe(one).sent_at >= running.probe(one).slot_at for one in ids)  # type: ignore[operator]


async def test_after_two_hours_of_sleep_what_was_due_is_missed_with_the_reason_and_the_rest_is_asked(
    running: Running,
) -> None:
    asked = running.fake("a")
    first, during = running.plan("a", 5.0), [running.plan("a", 600.0 * n) for n in range(1, 12)]
    later = running.plan("a", 7200.0 + 15)
    running.start()
    await running.run_until(first)
    running.clock.step(7200.0)
    await running.event("clock_step")
    await running.run_until(*during, later, seconds=90)
    await running.stop()
    assert {running.probe(one).state for one in during} == {"missed"}
    assert all("slept" in (running.probe(one).reason or "") for one in during)
    assert running.probe(later).state == "answered"
    assert len(asked.queries) == 2
    assert running.events("missed")[0].detail["missed"] == len(during)


def asleep(folder: Path, shift_s: Any) -> None:
    """Run a daemon of its own by a clock that the test sets; leaves what it asked for in a file."""
    app.ARM_EVERY_S = 1

    async def run() -> None:
        running = Running(folder, clock=SharedClock(shift_s))
        asked = running.fake("a")
        ids = [running.plan("a", at) for at in (5.0, *(600.0 * n for n in range(1, 12)), TWO_HOURS_S + 20)]
        running.start()
        await running.run_until(*ids, seconds=150)
        await running.stop()
        await running.close()
        (folder / "asked").write_text("\n".join(asked.queries))

    asyncio.run(run())


def test_a_process_stopped_for_two_hours_misses_what_was_due_with_the_reason_and_goes_on(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    shift_s = context.Value("d", 0.0, lock=False)
    process = context.Process(target=asleep, args=(tmp_path, shift_s))
    process.start()
    path = tmp_path / "monitor.sqlite"
    wait_for(lambda: states(path)[:1] == ["answered"], 90)
    os.kill(process.pid or 0, signal.SIGSTOP)
    assert os.waitpid(process.pid or 0, os.WUNTRACED)[0] == process.pid  # it stands still
    time.sleep(STOPPED_S)
    shift_s.value = TWO_HOURS_S - STOPPED_S
    os.kill(process.pid or 0, signal.SIGCONT)
    process.join(150)
    assert process.exitcode == 0
    assert states(path) == ["answered", *["missed"] * 11, "answered"]
    assert len((tmp_path / "asked").read_text().splitlines()) == 2
    with closing(sqlite3.connect(path)) as connection:
        reasons = {row[0] for row in connection.execute("SELECT reason FROM probe WHERE state = 'missed'")}
        steps = [json.loads(row[0]) for row in connection.execute("SELECT detail FROM event WHERE kind = 'clock_step'")]
    assert len(reasons) == 1
    assert "slept" in reasons.pop()
    assert sum(one["step_s"] for one in steps) == pytest.approx(TWO_HOURS_S - STOPPED_S, abs=2)
    assert check_file(path) == []


def states(path: Path) -> list[str]:
    if not path.is_file():
        return []
    with closing(sqlite3.connect(path)) as connection:
        try:
            return [row[0] for row in connection.execute("SELECT state FROM probe ORDER BY id")]
        except sqlite3.OperationalError:  # its tables are being made
            return []


async def test_a_plugin_that_holds_the_loop_costs_what_was_due_meanwhile_and_that_is_written_on_the_rows(
    running: Running,
) -> None:
    def holds(query: str) -> Scripted:
        if query.startswith("bad"):
            time.sleep(5)  # the fault itself
        return Scripted()

    running.fake("bad", holds)
    steady = running.fake("steady")
    bad = running.plan("bad", 5.0, item="bad")
    soon = [running.plan("steady", 5.5 + n, item=f"i{n}", offset_s=5.0) for n in range(4)]
    later = running.plan("steady", 13.0, item="later")
    running.start()
    await running.run_until(bad, *soon, later)
    await running.stop()
    ended = [running.probe(one) for one in soon]
    assert {one.state for one in ended} <= {"answered", "missed"}
    for one in ended:
        late = one.spoiled if one.state == "answered" else "s after its slot" in (one.reason or "")
        assert late or (one.lateness_ms or 0) <= SPOILED_MS
    assert any(one.spoiled or one.state == "missed" for one in ended)
    assert running.probe(later).state == "answered"
    assert len(steady.queries) == len(set(steady.queries))
    assert check_file(running.database.path) == []


async def test_descriptors_used_up_are_our_own_fault_and_are_over_when_they_are_free(running: Running) -> None:
    async with wire(_always(http(ANSWER))) as server:
        running.apis.update(open_clients(_configured(server.url), ENV, clock=running.clock))
        short, free = running.plan("sbx_fast", 6.0), running.plan("sbx_fast", 12.0, item="live-005")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        running.start()
        await running.event("start")
        filled: list[int] = []
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (highest_descriptor() + 1, hard))
            with contextlib.suppress(OSError):
                while True:  # the holes below the limit
                    filled.append(os.open(os.devnull, os.O_RDONLY))
            await running.clock.sleep(8)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            for one in filled:
                os.close(one)
        await running.run_until(short, free)
        await running.stop()
    ended = running.probe(short)
    assert (ended.state, ended.error_class) == ("failed", "local")
    assert "limit of its own" in (ended.reason or "")
    assert running.probe(free).state == "answered"
    assert check_file(running.database.path) == []


async def test_a_name_that_cannot_be_resolved_is_ours_when_others_fail_too_and_a_network_that_is_back_is_used(
    running: Running,
) -> None:
    async with wire(_always(http(ANSWER))) as server:
        back = local_api(server.url)
        gone = {
            name: back.model_copy(update={"name": name, "key_group": name, "url": f"http://{host}.invalid/search"})
            for name, host in (("gone_a", "no-such-host-a"), ("gone_b", "no-such-host-b"))
        }
        running.apis.update(open_clients({**gone, "sbx_fast": back}, ENV, clock=running.clock))
        lost = [running.plan(name, 5.0) for name in gone]
        found = running.plan("sbx_fast", 10.0)
        running.start()
        await running.run_until(*lost, found)
        await running.stop()
    assert {(running.probe(one).state, running.probe(one).error_class) for one in lost} == {("failed", "local")}
    assert all("our own network" in (running.probe(one).reason or "") for one in lost)
    assert running.probe(found).state == "answered"


async def test_a_worker_at_its_memory_limit_costs_its_job_which_is_told_and_the_next_is_a_fresh_one(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "DIGEST_EVERY_S", 5)
    running.start(worker=True)
    assert running.daemon is not None
    worker = running.daemon.worker
    await running.until(lambda: running.note("job:plan") is not None)
    first = worker.pid
    assert first is not None
    resource.prlimit(first, resource.RLIMIT_DATA, (1_000_000, 1_000_000))  # less than it has: it gets no more
    told = await running.event("worker", 60)
    assert re.search("memory limit|the worker ended", told.message)
    await running.until(lambda: running.note("job:digest") is not None, 90)
    (alert,) = [one for one in running.alerts() if one.key == f"worker:{told.detail['job']}"]
    await running.stop()
    assert told.detail["job"] == "digest"
    assert alert.cleared_at is not None
    assert worker.restarts == 1
    assert check_file(running.database.path) == []


async def test_a_worker_that_is_killed_under_a_job_leaves_an_event_and_an_alert_and_the_daemon_asks_on(
    running: Running,
) -> None:
    running.fake("a")
    running.start(worker=True)
    assert running.daemon is not None
    worker = running.daemon.worker
    await running.until(lambda: worker.pid is not None)
    os.kill(worker.pid or 0, signal.SIGKILL)
    told = await running.event("worker")
    probe_id = running.plan("a", 6.0)  # after the planning, which would cancel it
    await running.run_until(probe_id)
    await running.stop()
    assert running.probe(probe_id).state == "answered"
    assert "the worker ended (status -9)" in told.message
    with running.database.read() as session:
        keys = [alert.key for alert in session.exec(select(Alert))]
    assert "worker:plan" in keys


def _always(answer: bytes):
    async def script(writer, _arrival) -> None:
        writer.write(answer)

    return script


def _configured(url: str) -> dict[str, ApiConfig]:
    return {"sbx_fast": local_api(url)}
