"""What the worker does when asked by name. Only the worker process imports what these stand on.

Each job takes the settings, the moment that counts as now, and plain arguments; it gives plain values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monitor.config import Settings
from monitor.daemon.care import care
from monitor.daemon.charting import chart
from monitor.daemon.versions import versions
from monitor.daemon.world import World, database_path, load_world, schedules_of
from monitor.errors import ConfigError
from monitor.probing.estimate import estimate as estimate_cost
from monitor.probing.plan import plan as plan_probes
from monitor.store.database import Database, open_database
from monitor.store.tables import Summary
from monitor.store.versions import keep_versions

if TYPE_CHECKING:
    from monitor.lag.kept import Keeping
    from monitor.lag.references import References
    from monitor.market.shelf import Shelf

__all__ = ["JOBS", "digest", "estimate", "plan"]

CHANGES = "changes"
"""The summary with the shifts of each API's lag."""
COMPARISONS = "comparisons"
"""The summary that says which APIs can be told apart."""
LAG_WINDOW = timedelta(days=7)
"""What the page's lag table covers, up to today's midnight."""
NIGHT_STRETCH_S = 240.0
"""How long one job goes on beginning runs of a night; the daemon asks again for the rest."""
ALERT_FIGURES_EVERY = timedelta(minutes=15)
MODEL_READS = 100
"""Responses that a model reads at most in one pass; the rest waits for the next."""


@contextmanager
def _opened(settings: Settings) -> Iterator[Database]:
    database = open_database(database_path(settings))
    try:
        yield database
    finally:
        database.close()


def estimate(settings: Settings, now: datetime) -> dict[str, Any]:
    """Give calls and dollars a day that the schedules come to, by api; raises when a schedule cannot be used."""
    from monitor.daemon.nightly import costs_of_schedules

    world = load_world(settings)
    check_judging(settings)
    schedules = schedules_of(world, now)
    found = estimate_cost(schedules.live, world.items, world.usable, now).as_dict()
    nights = costs_of_schedules(world, schedules.nightly)
    found["usd_per_day"] = round(found["usd_per_day"] + sum(one["usd_per_day"] for one in nights), 4)
    return {**found, "nightly": nights}


def nightly(settings: Settings, now: datetime, schedule: str, night: str) -> dict[str, Any]:
    """Make runs of a schedule's night for some minutes; `left` says how many are still to be made."""
    from monitor.clock import ShiftedClock, SystemClock
    from monitor.daemon.nightly import make_night, night_of_schedule

    world = load_world(settings)
    found = next(one for one in schedules_of(world, now).nightly if one.name == schedule)
    planned = night_of_schedule(world, found, night)
    shift_s = settings.clock.shift_s
    clock = ShiftedClock(timedelta(seconds=shift_s)) if shift_s else SystemClock()
    with _opened(settings) as database:
        report = make_night(world, database, clock, planned, most_s=NIGHT_STRETCH_S)
    cost = planned.cost
    return {"night": night, **report.as_dict(), "agents": cost.agents, "baseline": cost.baseline}


def check_judging(settings: Settings) -> None:
    """Refuse a policy that is not there, before anything is asked that could then never be graded."""
    from monitor.grading.policy import load_policy

    load_policy(settings.probing.policy)


def plan(settings: Settings, now: datetime, until: str | None = None) -> dict[str, Any]:
    """Store the instants and probes of the coming days."""
    world = load_world(settings)
    with _opened(settings) as database:
        report = plan_probes(
            database,
            schedules_of(world, now).live,
            world.items,
            world.usable,
            settings.probing,
            now,
            datetime.fromisoformat(until) if until else None,
        )
    return report.as_dict()


def digest(settings: Settings, now: datetime) -> dict[str, Any]:
    """Read what came in, pull the bars that it needs, grade what can be graded, and sum up."""
    world = load_world(settings)
    found = versions(settings.probing.policy)
    with _opened(settings) as database:
        with database.write() as session:
            keep_versions(session, found, now)
        done: dict[str, Any] = _read(database, world, now)
        done |= _read_share_by_model(database, world, now)
        done |= _pull_and_grade(database, world, now)
        references = _references(database)
        done |= summarise(database, world, now, references=references)
        keep_alert_figures(database, world, now, references)
    return done


@lru_cache(maxsize=1)
def _shelf(_path: Path) -> "Shelf":
    from monitor.lag.references import lasting_shelf

    return lasting_shelf()


def _references(database: Database) -> "References":
    """Give what a pass over the figures shares; this process has read most of its bars in earlier passes."""
    from monitor.lag.references import References

    shelf = _shelf(database.path)
    with database.read() as session:
        shelf.catch_up(session)
    return References(shelf=shelf)


def keep_alert_figures(
    database: Database, world: World, now: datetime, references: "References | None" = None
) -> None:
    """Keep what alert rules need numpy for, every quarter of an hour: SLOs, and target rates that fell."""
    from monitor.alerting.figures import DROPS, SLO
    from monitor.lag.slo_work import drop_table, slo_table

    with database.read() as session:
        kept = session.get(Summary, DROPS)
    if kept is not None and now - kept.made_at < ALERT_FIGURES_EVERY:
        return
    probing = world.settings.probing
    drops = drop_table(database, now, reader=probing.reader, policy=probing.policy)
    slos = slo_table(database, world.settings.slo, now, reader=probing.reader, policy=probing.policy,
                     market=world.settings.market, items=world.by_id, references=references)  # fmt: skip
    with database.write() as session:
        session.merge(Summary(name=SLO, made_at=now, value={"rows": slos}))
        session.merge(Summary(name=DROPS, made_at=now, value={"rows": drops}))


def summarise(
    database: Database, world: World, now: datetime, *, pause_s: float | None = None,
    done: Callable[[int, int, str], None] | None = None, references: "References | None" = None,
) -> dict[str, Any]:  # fmt: skip
    """Bring the kept figures up to date, and with them the page's lag table, comparisons and changes.

    `pause_s` and `done` are as for `keep`; the comparisons, which take all answers of the window, keep to it too.
    """
    from monitor.lag.history import kept_table
    from monitor.lag.kept import PAUSE_S, Keeping, keep
    from monitor.lag.references import References
    from monitor.lag.rows import midnight
    from monitor.lag.shifts import lag_changes, watch_shifts

    probing, market = world.settings.probing, world.settings.market
    keeping = Keeping(database, probing.reader, probing.policy, market, world.by_id, references or References())
    pause_s = PAUSE_S if pause_s is None else pause_s
    report = keep(keeping, now, pause_s=pause_s, done=done)
    if report.days:
        watch_shifts(database, report.days, now, reader=keeping.reader, policy=keeping.policy)
        _keep(database, CHANGES, now, lag_changes(database, now=now, reader=keeping.reader, policy=keeping.policy))
    if report.made:
        since = midnight(now) - LAG_WINDOW
        table = kept_table(database, since=since, now=now, reader=keeping.reader, policy=keeping.policy)
        if table is not None:
            _keep(database, "lag", now, table)
            if done is not None:
                done(0, 1, "Comparing")
            _compare(keeping, table["groups"], since, now, pause_s)
    return report.as_dict()


def _compare(
    keeping: "Keeping", groups: Sequence[Mapping[str, Any]], since: datetime, now: datetime, pause_s: float
) -> None:
    """Keep which of the lag table's APIs can be told apart on each asset, unless that was done a short while ago."""
    from monitor.lag.comparing import compare_assets

    with keeping.database.read() as session:
        kept = session.get(Summary, COMPARISONS)
    if kept is not None and (now - kept.made_at).total_seconds() < pause_s * kept.value["answers"]:
        return
    apis: dict[str, list[str]] = {}
    for group in groups:
        apis.setdefault(group["asset"], []).append(group["api"])
    found = compare_assets(keeping.database, apis, since=since, until=now, now=now, market=keeping.market,
                           items=keeping.items, reader=keeping.reader, policy=keeping.policy,
                           references=keeping.references)  # fmt: skip
    _keep(keeping.database, COMPARISONS, now, found)


def _keep(database: Database, name: str, now: datetime, value: dict[str, Any]) -> None:
    with database.write() as session:
        session.merge(Summary(name=name, made_at=now, value=value))


def _read(database: Database, world: World, now: datetime) -> dict[str, Any]:
    from monitor.reading.rules import RulesReader
    from monitor.reading.work import read_pending

    report = read_pending(database, world.by_id, world.apis, RulesReader(), now)
    return {"read": report.read, "priced": report.priced, "unreadable": report.unreadable}


def _read_share_by_model(database: Database, world: World, now: datetime) -> dict[str, Any]:
    """Have the model, where one is set, read a random share of the responses beside the rules."""
    settings = world.settings
    if settings.reader.model is None or settings.reader.both_share == 0:
        return {}
    from monitor.clock import ShiftedClock, SystemClock
    from monitor.daemon.world import database_path
    from monitor.reading.both import read_pending_by_model
    from monitor.reading.llm import LlmReader
    from monitor.reading.paid import Paid

    clock = ShiftedClock(timedelta(seconds=settings.clock.shift_s)) if settings.clock.shift_s else SystemClock()
    paid = Paid(database_path(settings).with_suffix(".paid.sqlite"))
    try:
        model = LlmReader(settings.reader, world.env, paid, clock)
        report = read_pending_by_model(
            database, world.by_id, world.apis, model, now, share=settings.reader.both_share, since=now - LAG_WINDOW,
            most=MODEL_READS,
        )  # fmt: skip
    except ConfigError as err:
        return {"model": str(err)}  # the rules' readings must not wait for a key
    finally:
        paid.close()
    return {"model_read": report.read, "model_faults": len(report.faults), "model_usd": round(report.cost_usd, 6)}


def _pull_and_grade(database: Database, world: World, now: datetime) -> dict[str, Any]:
    from monitor.grading.policy import load_policy
    from monitor.grading.work import Judging, grade_pending, regrade
    from monitor.market.watch import watch
    from monitor.market.work import pull_due, shared_sources, windows_due
    from monitor.reading.items import known_items

    market = world.settings.market
    pulled = pull_due(database, world.by_id, market, now)
    policy = load_policy(world.settings.probing.policy)
    readers = (world.settings.probing.reader, "llm")  # what a model has read is graded too, so that both compare
    items = known_items(database, world.by_id)
    judging = Judging(database, items, market, shared_sources(market), policy, now, readers)
    graded = grade_pending(judging)
    if not pulled["bars"] and not pulled["revisions"]:
        return {"pull": pulled, **graded.as_dict()}
    against = watch(database, world.by_id, windows_due(database, world.by_id, market, now), market, now)
    for one in against:
        if one.new:  # its minutes may have been graded before the daily figure was there
            regrade(judging, since=one.start, until=one.end, jobs=1)
    return {"pull": pulled, **graded.as_dict(), "contradicted": [one.item_id for one in against]}


JOBS: dict[str, Callable[..., dict[str, Any]]] = {
    "estimate": estimate,
    "plan": plan,
    "digest": digest,
    "nightly": nightly,
    "chart": chart,
    "care": care,
}
