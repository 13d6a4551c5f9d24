"""Nights of question sets as commands and the worker make them: from the settings to runs and verdicts."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from monitor.agent.estimate import NightCost, night_cost
from monitor.agent.plan import AskedSet, plan_night, set_name
from monitor.agent.spec import spec_for
from monitor.clock import Clock
from monitor.config import Settings
from monitor.daemon.limits import limits_from
from monitor.daemon.world import World
from monitor.datasets import QUESTION_SETS, load_questions
from monitor.models import key_set
from monitor.probing.which import choose
from monitor.schedules import NightlySchedule
from monitor.search.budget import Limits
from monitor.search.clients import close_clients, open_clients
from monitor.search.models import ApiConfig
from monitor.store.database import Database
from monitor.store.lease import this_process
from monitor.store.writer import Writer

if TYPE_CHECKING:
    from monitor.agent.judging import JudgedRuns
    from monitor.agent.night import NightReport
    from monitor.store.tables import Run

__all__ = ["Night", "asked_sets", "costs_of_schedules", "judge_open", "keep_figures", "make_night", "night_name",
           "night_of_schedule"]  # fmt: skip

NIGHTS_SHOWN = 30
"""Nights that the page's figures are over; `monitor nightly results` takes all."""


@dataclass(frozen=True)
class Night:
    """What one night asks."""

    name: str
    sets: tuple[AskedSet, ...]
    apis: Mapping[str, ApiConfig]
    repeats: int

    @property
    def cost(self) -> NightCost:
        """What it comes to."""
        return night_cost(self.sets, self.apis, self.repeats)


def asked_sets(world: World, names: Sequence[str], limit: int | None = None) -> tuple[AskedSet, ...]:
    """Give the question sets of `names` (a set, folder, file or hub set), the first `limit` questions of each."""
    settings = world.settings
    data = settings.data
    if data is not None and not data.startswith("hf:"):
        data = str(settings.path(data))
    found = []
    for name in names:
        place = name if name in QUESTION_SETS or name.startswith("hf:") else str(settings.path(name))
        questions = load_questions(place, data if name in QUESTION_SETS else None)
        own = set_name(name)
        found.append(AskedSet(own, questions[:limit], spec_for(settings.agent, own, world.env)))
    return tuple(found)


def night_of_schedule(world: World, schedule: NightlySchedule, name: str) -> Night:
    """Give what a schedule asks on the night of a name."""
    apis = {one: world.usable[one] for one in choose(schedule.apis, world.usable)}
    return Night(name, asked_sets(world, schedule.sets), apis, schedule.repeats)


def costs_of_schedules(world: World, schedules: Sequence[NightlySchedule]) -> list[dict[str, Any]]:
    """Give what the enabled schedules come to a day, each under its name."""
    found = []
    for schedule in schedules:
        if schedule.enabled:
            cost = night_of_schedule(world, schedule, "").cost
            starts = len(schedule.at)
            found.append({"schedule": schedule.name, "starts_per_day": starts, **cost.as_dict(),
                          "usd_per_day": round(starts * cost.total_usd, 4)})  # fmt: skip
    return found


def make_night(
    world: World, database: Database, clock: Clock, night: Night, *, most_s: float | None = None,
    done: Callable[["Run"], None] = lambda _: None,
) -> "NightReport":  # fmt: skip
    """Plan the night, make those of its runs that are not done yet, and grade what was answered.

    No run is begun once `most_s` seconds have passed. `done` gets each run as it ends.
    """
    from monitor.agent.grading import grade_runs

    ids = plan_night(database, night.name, night.sets, night.apis, night.repeats, clock.now())
    report = asyncio.run(_make(world, database, clock, night, ids, most_s, done))
    grade_runs(database, clock.now(), nights=[night.name])
    judge_open(world, database, clock, nights=[night.name])
    keep_figures(database, clock.now())
    return report


def keep_figures(database: Database, now: datetime) -> None:
    """Keep the figures of the latest nights for the page; to be called after runs were graded."""
    from sqlmodel import col, func, select

    from monitor.agent.results import night_figures
    from monitor.store.tables import Run, Summary

    latest = select(Run.night).group_by(Run.night).order_by(func.max(col(Run.planned_at)).desc()).limit(NIGHTS_SHOWN)
    with database.read() as session:
        nights = list(session.exec(latest))
    found = night_figures(database, now, nights=nights)
    with database.write() as session:
        session.merge(Summary(name="nightly", made_at=now, value=found))


def judge_open(
    world: World, database: Database, clock: Clock, *, nights: Sequence[str] | None = None
) -> "JudgedRuns | None":
    """Have the judge that the settings name decide what the rules abstained from; None where there is no judge."""
    from monitor.agent.judging import judge_runs
    from monitor.daemon.world import database_path
    from monitor.grading.verdicts.judge import Judge
    from monitor.reading.paid import Paid

    if not key_set(world.settings.judge, world.env):
        return None
    paid = Paid(database_path(world.settings).with_suffix(".judged.sqlite"))
    try:
        return judge_runs(database, Judge(world.settings.judge, world.env, paid, clock), clock.now(), nights=nights)
    finally:
        paid.close()


async def _make(
    world: World, database: Database, clock: Clock, night: Night, ids: Sequence[int], most_s: float | None,
    done: Callable[["Run"], None],
) -> "NightReport":  # fmt: skip
    from monitor.agent.night import NightWork, make_runs

    writer = Writer(database)
    clients = open_clients(night.apis, world.env, clock=clock)
    work = NightWork(
        database, writer, clock, clients, _limits(world.settings, clients), world.env, this_process().name, done
    )
    try:
        return await make_runs(work, night.name, ids, {one.name: one.spec for one in night.sets}, most_s=most_s)
    finally:
        await close_clients(clients)
        writer.close()


def _limits(settings: Settings, clients: Mapping[str, Any]) -> Callable[[str], tuple[Limits, Limits]]:
    """Give the limits of apis as ever, and those of what models cost."""
    from monitor.agent.calls import MODELS

    of_apis = limits_from(settings, clients)

    def limits(payer: str) -> tuple[Limits, Limits]:
        own, total = of_apis(payer)
        return (Limits(settings.agent.usd_per_day), total) if payer == MODELS else (own, total)

    return limits


def night_name(start: datetime) -> str:
    """Give the name of the night that begins at a moment: its UTC date."""
    return start.date().isoformat()
