"""Planning: stored before it happens, the same again adds nothing, what is no longer wanted is cancelled."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlmodel import select

from monitor.config import ProbingSettings
from monitor.datasets import load_live
from monitor.probing.estimate import estimate
from monitor.probing.plan import CHANGED, PACED_OUT, plan
from monitor.schedules import LiveSchedule
from monitor.search.fake import fake_config
from monitor.search.models import ApiConfig, KeyGroup
from monitor.store.tables import ConfigVersion, Instant, Probe
from tests.probing.conftest import World

NOW = datetime(2026, 11, 30, 12, 0, 20, tzinfo=UTC)
ITEMS = load_live()


def api(name: str, **fields: object) -> ApiConfig:
    return fake_config(name, key_group=name, group=KeyGroup(name=name, rps=None), **fields)


APIS = {"a": api("a"), "b": api("b", url="http://127.0.0.1:9/other")}


def schedule(**fields: object) -> LiveSchedule:
    table = {"name": "s", "items": ["crypto"], "calendar": "always", "every": "30m", "offsets": ["5s", "1m"]}
    return LiveSchedule.model_validate({**table, **fields})


def run(
    world: World,
    *schedules: LiveSchedule,
    apis: dict[str, ApiConfig] | None = None,
    now: datetime = NOW,
    hours: float = 2,
):
    return plan(world.database, schedules, ITEMS, APIS if apis is None else apis, ProbingSettings(horizon_h=hours), now)


def probes(world: World) -> list[Probe]:
    with world.database.read() as session:
        return list(session.exec(select(Probe)))


def test_every_item_offset_and_api_of_each_instant_is_planned(world: World) -> None:
    report = run(world, schedule())
    assert (report.instants, report.probes) == (4, 4 * 3 * 2 * 2)
    assert {p.state for p in probes(world)} == {"planned"}
    assert all(p.slot_at >= p.due_at == p.instant_at + timedelta(seconds=p.offset_s) for p in probes(world))


def test_planning_again_adds_nothing(world: World) -> None:
    run(world, schedule())
    again = run(world, schedule())
    assert (again.instants, again.probes, again.cancelled) == (0, 0, 0)


def test_an_api_that_joins_later_gets_its_rows_at_instants_that_stand(world: World) -> None:
    run(world, schedule(), apis={"a": APIS["a"]})
    assert run(world, schedule()).probes == 4 * 3 * 2
    with world.database.read() as session:
        assert len(session.exec(select(Instant)).all()) == 4


def test_a_changed_schedule_cancels_its_rows_and_plans_anew(world: World) -> None:
    run(world, schedule())
    report = run(world, schedule(offsets=["5s"]))
    assert report.cancelled == 4 * 3 * 2 * 2
    counted = Counter((p.state, p.reason) for p in probes(world))
    assert counted == {("cancelled", CHANGED): 48, ("planned", None): 24}


def test_two_schedules_that_want_the_same_ask_it_once(world: World) -> None:
    run(world, schedule(), schedule(name="t"))
    assert len(probes(world)) == 48


def test_a_disabled_schedule_plans_nothing(world: World) -> None:
    assert run(world, schedule(enabled=False)).probes == 0


def test_what_pacing_makes_late_is_told_and_stored_as_missed(world: World) -> None:
    slow = {"a": api("a").model_copy(update={"group": KeyGroup(name="a", rps=None, per_minute=1)})}
    report = run(world, schedule(offsets=["5s"]), apis=slow)
    assert report.paced_out == {"a": 8}
    assert Counter((p.state, p.reason) for p in probes(world)) == {("planned", None): 4, ("missed", PACED_OUT): 8}


def test_wordings_are_drawn_for_each_item_instant_and_offset_the_same_for_all_apis(world: World) -> None:
    pool = ["{{name}} quote {{date}} {{time}}", "price of {{ticker}} at {{time}} on {{date}}"]
    run(world, schedule(wordings=pool), hours=12)
    drawn: dict[tuple, set[str]] = {}
    for probe in probes(world):
        drawn.setdefault((probe.item_id, probe.instant_at, probe.offset_s), set()).add(probe.query)
    assert all(len(queries) == 1 for queries in drawn.values())
    used = {probe.wording for probe in probes(world)}
    assert set(pool) < used
    assert used - set(pool) == {item.query_template for item in ITEMS if item.asset == "crypto"}


def test_each_configuration_is_kept_under_its_hash(world: World) -> None:
    run(world, schedule())
    with world.database.read() as session:
        kept = {(row.kind, row.name) for row in session.exec(select(ConfigVersion))}
    assert kept == {("api", "a"), ("api", "b"), ("schedule", "s")}


def test_the_cost_of_a_day_is_known_beforehand() -> None:
    found = estimate([schedule()], ITEMS, {"a": api("a", price_usd=0.01), "b": APIS["b"]}, NOW)
    assert found.calls == {"a": 48 * 3 * 2, "b": 48 * 3 * 2}
    assert abs(found.total_usd - 2.88) < 1e-9


def test_what_the_limits_make_late_is_told_before_anything_is_planned() -> None:
    hundred = [replace(ITEMS[3], id=f"i{n}") for n in range(100)]
    slow = api("a").model_copy(update={"group": KeyGroup(name="a", rps=None, per_minute=30)})
    wanted = schedule(items=[item.id for item in hundred], offsets=["5s"])
    found = estimate([wanted], hundred, {"a": slow, "b": APIS["b"]}, NOW)
    assert found.too_late == {"a": 70}
    assert found.as_dict()["too_late_per_instant"] == {"a": 70}


def test_an_item_of_another_currency_is_planned_like_the_others(world: World) -> None:
    item = replace(ITEMS[0], id="x", extra={"currency": "GBP"})
    report = plan(world.database, [schedule(items=["x"])], [item], APIS, ProbingSettings(horizon_h=1), NOW)
    assert report.probes == 2 * 2 * 2
