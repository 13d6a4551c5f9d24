"""The worker: a job's fault costs that job; a dead or stuck child is replaced; settings reach it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from monitor.config import Settings, StoreSettings, WorkerSettings
from monitor.daemon.worker import Worker, WorkerError

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def settings(folder: Path, **worker: float) -> Settings:
    return Settings(base=folder, store=StoreSettings(path=folder / "m.sqlite"), worker=WorkerSettings(**worker))


@pytest.fixture
async def worker(tmp_path: Path) -> AsyncIterator[Worker]:
    made = Worker(settings(tmp_path))
    yield made
    await made.close()


async def test_a_job_runs_in_another_process_and_gives_plain_values(worker: Worker) -> None:
    cost = await worker.call("estimate", NOW)
    assert cost["calls_per_day"] > 0
    assert worker.pid not in (None, os.getpid())


async def test_an_unknown_job_is_an_error_and_the_child_lives_on(worker: Worker) -> None:
    with pytest.raises(WorkerError, match="no_such_job"):
        await worker.call("no_such_job", NOW)
    before = worker.pid
    await worker.call("estimate", NOW)
    assert worker.pid == before


async def test_a_killed_child_costs_one_job(worker: Worker) -> None:
    await worker.call("estimate", NOW)
    call = asyncio.create_task(worker.call("estimate", NOW))
    await asyncio.sleep(0.01)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerError, match="ended"):
        await call
    assert (await worker.call("estimate", NOW))["calls_per_day"] > 0
    assert worker.restarts == 1


async def test_a_job_over_its_time_is_stopped(tmp_path: Path) -> None:
    worker = Worker(settings(tmp_path, timeout_s=0.05))
    with pytest.raises(WorkerError, match=r"longer than 0\.05 s"):
        await worker.call("estimate", NOW)
    assert worker.pid is None
    await worker.close()


async def test_a_mistake_in_the_schedules_is_told_by_name(tmp_path: Path) -> None:
    (tmp_path / "schedules").mkdir()
    (tmp_path / "schedules" / "bad.toml").write_text('[[live]]\nname = "x"\ncalendar = "XNYX"\nat = ["10:00"]\n')
    worker = Worker(settings(tmp_path).model_copy(update={"schedules": Path("schedules")}))
    with pytest.raises(WorkerError, match=r"bad\.toml.*XNYX"):
        await worker.call("estimate", NOW)
    await worker.close()


async def test_the_child_is_renewed_after_so_many_jobs(tmp_path: Path) -> None:
    worker = Worker(settings(tmp_path, recycle_after=1))
    await worker.call("estimate", NOW)
    first = worker.pid
    await worker.call("estimate", NOW)
    assert worker.pid != first
    await worker.close()


async def test_other_settings_come_with_a_new_child_and_the_same_ones_do_not(tmp_path: Path) -> None:
    worker = Worker(settings(tmp_path))
    await worker.call("estimate", NOW)
    first = worker.pid
    worker.change(settings(tmp_path))
    await worker.call("estimate", NOW)
    assert worker.pid == first
    worker.change(settings(tmp_path, recycle_after=7))
    worker.change(settings(tmp_path, recycle_after=7))
    await worker.call("estimate", NOW)
    second = worker.pid
    assert second != first
    worker.change(settings(tmp_path, recycle_after=7).model_copy(update={"secret_command": ("true",)}))
    await worker.call("estimate", NOW)
    third = worker.pid
    worker.change(settings(tmp_path, recycle_after=7).model_copy(update={"secret_command": ("true",)}))
    await worker.call("estimate", NOW)
    assert len({second, third, worker.pid}) == 3  # a key may have been replaced
    await worker.close()
