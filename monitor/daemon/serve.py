"""Starting the daemon: everything checked first, signals heard, an exit status that a supervisor understands."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import structlog

from monitor.clock import SystemClock
from monitor.config import Settings
from monitor.daemon.app import Daemon
from monitor.daemon.memory import freeze_loaded
from monitor.daemon.worker import Worker, WorkerError
from monitor.daemon.world import database_path, load_world
from monitor.errors import ConfigError
from monitor.search.clients import open_clients
from monitor.store import lease
from monitor.store.database import Database, open_database

__all__ = ["Companions", "OverBudget", "run_daemon"]

Companions = Callable[[Database, Callable[[], Settings]], Sequence[Coroutine[Any, Any, None]]]
"""Gives what runs beside the daemon on its database, by the settings that the daemon goes by just then: the page."""

log = structlog.get_logger("monitor.daemon")


class OverBudget(ConfigError):
    """The schedules come to more than the budget allows in a day."""


def run_daemon(
    settings: Settings, clock: SystemClock, *, companions: Companions | None = None, yes: bool = False
) -> None:
    """Serve until SIGTERM or SIGINT (a second one ends at once); SIGHUP has the configuration read anew.

    Raises OverBudget unless `yes`, LeaseError when another process schedules on the database, and whatever a
    companion failed with.
    """
    sys.setswitchinterval(0.0005)  # the loop that sends must get the interpreter back from the writer at once
    asyncio.run(_serve(settings, clock, companions, yes))


async def _serve(settings: Settings, clock: SystemClock, companions: Companions | None, yes: bool) -> None:
    world = load_world(settings)
    database = open_database(database_path(settings))
    worker = Worker(settings)
    try:
        with database.read() as session:  # it is taken for good by the daemon; here a second one is told early
            lease.check_free(session, lease.this_process(), clock.now())
        if not world.usable:
            raise ConfigError(
                "no api can be asked: none is enabled, or no key is set",
                str(settings.source or "monitor.toml"),
                "see `monitor apis`",
            )
        await _price(settings, worker, clock, yes)
        apis = open_clients(world.usable, world.env, clock=clock)
        freeze_loaded()
        beside = companions(database, lambda: daemon.settings) if companions else ()
        daemon = Daemon(settings, clock, database, apis, beside, worker=worker)
        _hear_signals(daemon)
        await daemon.run()
    finally:
        await worker.close()
        database.close()


async def _price(settings: Settings, worker: Worker, clock: SystemClock, yes: bool) -> None:
    """Say what the plan costs, and refuse one over budget; schedules with mistakes are refused here too."""
    try:
        cost = await worker.call("estimate", clock.now())
    except WorkerError as err:
        raise ConfigError(err.what, remedy="see `monitor schedules`") from err
    for name, one in cost["apis"].items():
        log.info("cost_of_api", api=name, calls_per_day=one["calls_per_day"], usd_per_day=one["usd_per_day"])
    for name, late in cost["too_late_per_instant"].items():
        why = "the limits of its key leave them no slot in time"
        log.warning("cost_too_late", api=name, too_late_per_instant=late, why=why)
    for one in cost["nightly"]:
        baseline = {"baseline": one["baseline"]} if one["baseline"] else {}
        log.info("cost_of_night", schedule=one["schedule"], runs=one["runs"], calls=one["calls"],
                 usd=one["usd_per_day"], agents=one["agents"], **baseline)  # fmt: skip
    limit = settings.budget.usd_per_day
    if cost["usd_per_day"] > limit and not yes:
        raise OverBudget(
            f"the schedules come to {cost['usd_per_day']:.2f} USD a day, the budget is {limit:.2f}",
            "budget.usd_per_day",
            "ask less often, raise the budget, or start with --yes: the budget holds either way",
        )
    log.info(
        "cost_in_all",
        total_calls_per_day=cost["calls_per_day"],
        total_usd_per_day=cost["usd_per_day"],
        budget_usd_per_day=limit,
    )


def _hear_signals(daemon: Daemon) -> None:
    loop = asyncio.get_running_loop()

    def heard(number: int) -> None:
        if daemon.stopping.is_set():
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        daemon.stop()
        log.info("signal", number=int(number))

    loop.add_signal_handler(signal.SIGHUP, daemon.configuration.ask)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, heard, number)
