"""The worker's jobs on a small recorded world: read, pulled, graded once bars are final, graded again, summed up."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from monitor.clock import VirtualClock
from monitor.config import Settings, load_settings
from monitor.daemon import jobs
from monitor.daemon.limits import limits_from
from monitor.daemon.virtual import drive
from monitor.daemon.world import database_path, load_world
from monitor.datasets import load_live
from monitor.grading.policy import load_policy
from monitor.grading.work import Judging, regrade
from monitor.lag.work import lag_table
from monitor.market.work import close_sources, shared_sources
from monitor.probing.fire import Prober
from monitor.sandbox.server import SandboxServer
from monitor.sandbox.settings import KEY_VARIABLE, sandbox_config
from monitor.search.clients import open_clients
from monitor.store.database import Database, open_database
from monitor.store.tables import GradeRow, Probe, ReadingRow, Response, Summary
from monitor.store.writer import Writer
from tests.leaks.canary import KEY

OPENED = datetime(2026, 11, 24, 14, 30, tzinfo=UTC)
ENGINES = ("fast", "liar", "asked_moment", "flaky")
SCHEDULE = """
[[live]]
name = "test"
calendar = "XNYS"
items = ["live-001", "live-004", "live-007"]
at = ["16:00", "16:40"]
offsets = ["5s", "10m"]
"""


@dataclass
class Recorded:
    settings: Settings
    database: Database
    clock: VirtualClock
    sandbox: SandboxServer

    def digest(self, at: datetime) -> dict:
        self.clock.set(max(at, self.clock.now()))
        return jobs.digest(self.settings, at)

    def judging(self, policy: str, now: datetime) -> Judging:
        items, market = load_world(self.settings).by_id, self.settings.market
        return Judging(self.database, items, market, shared_sources(market), load_policy(policy), now)

    def grades(self) -> list[tuple[Probe, GradeRow]]:
        with self.database.read() as session:
            return list(session.exec(select(Probe, GradeRow).join(GradeRow, GradeRow.probe_id == Probe.id)))


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    """Three items asked of four engines at two instants and two offsets; nothing is read or graded yet."""
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    clock = VirtualClock(OPENED)
    with SandboxServer(clock, 3, load_live()) as sandbox:
        (tmp_path / "schedules").mkdir()
        (tmp_path / "schedules" / "test.toml").write_text(SCHEDULE)
        (tmp_path / "monitor.toml").write_text(
            sandbox_config(sandbox.base_url, engines=ENGINES, extra='schedules = "schedules"')
        )
        settings = load_settings(tmp_path / "monitor.toml")
        world = load_world(settings)
        jobs.plan(settings, OPENED, until=(OPENED + timedelta(hours=4)).isoformat())
        database = open_database(database_path(settings))

        async def ask() -> None:
            writer, apis = Writer(database), open_clients(world.usable, world.env, clock=clock)
            prober = Prober(database, writer, clock, apis, limits_from(settings, apis), "test")
            await drive(database, prober, clock, OPENED + timedelta(hours=4), arm_s=4)
            for api in apis.values():
                await api.close()
            writer.close()

        asyncio.run(ask())
        yield Recorded(settings, database, clock, sandbox)
        database.close()
        close_sources()


def test_a_probe_is_graded_only_once_its_bars_are_final(recorded: Recorded) -> None:
    first = recorded.digest(OPENED + timedelta(hours=1, minutes=42))  # two minutes after the last offset
    assert (first["read"], first["graded"]) == (sum(1 for _ in _answered(recorded)), 0)
    assert first["waiting"] > 0
    second = recorded.digest(OPENED + timedelta(hours=3, minutes=30))
    assert second["waiting"] == 0
    assert second["graded"] == 3 * 4 * 2 * 2
    again = recorded.digest(OPENED + timedelta(hours=4))
    assert (again["read"], again["graded"]) == (0, 0)


def test_what_comes_to_an_instant_long_settled_is_read_and_graded_too(recorded: Recorded) -> None:
    late = OPENED + timedelta(days=5)
    assert recorded.digest(late)["graded"] == 3 * 4 * 2 * 2
    copied = _answered(recorded)[0]
    other = _copy_of(recorded.database, copied.id or 0, api="of_another_day")
    unknown = recorded.digest(late + timedelta(hours=1))
    assert (unknown["read"], unknown["unreadable"], unknown["graded"]) == (0, 1, 0)
    with recorded.database.write() as session:
        session.get_one(Probe, other).api = copied.api  # its configuration is known again
    found = recorded.digest(late + timedelta(hours=2))
    assert (found["read"], found["graded"]) == (1, 1)
    with recorded.database.write() as session:
        session.add(ReadingRow(probe_id=other, reader="llm", version="1", read_at=late))
    assert recorded.digest(late + timedelta(hours=3))["graded"] == 1
    again = recorded.digest(late + timedelta(hours=4))
    assert (again["read"], again["unreadable"], again["graded"]) == (0, 0, 0)


def test_engines_get_the_classes_that_their_true_ages_deserve(recorded: Recorded) -> None:
    recorded.digest(OPENED + timedelta(hours=4))
    classes: dict[str, Counter[str]] = {}
    for probe, grade in recorded.grades():
        classes.setdefault(probe.api.removeprefix("sbx_"), Counter())[grade.class_] += 1
        assert grade.class_ in ("error", "none", "no_reference") or grade.target_low < grade.target_high
        assert grade.correct == (grade.class_ == "target")
    assert classes["asked_moment"]["target"] == 12
    assert classes["liar"]["stale"] > classes["liar"]["target"]
    assert classes["flaky"]["error"] == sum(1 for p in _all(recorded) if p.api == "sbx_flaky" and p.state == "failed")


def test_grading_again_adds_rows_and_changes_nothing_by_itself(recorded: Recorded) -> None:
    now = OPENED + timedelta(hours=4)
    recorded.digest(now)
    before = len(recorded.grades())
    report = regrade(recorded.judging("strict", now), since=OPENED, until=now)
    assert (sum(report.classes.values()), report.changes) == (before, [])
    assert len(recorded.grades()) == 2 * before


def test_another_policy_is_graded_beside_and_its_changes_are_listed(recorded: Recorded) -> None:
    now = OPENED + timedelta(hours=4)
    recorded.digest(now)
    report = regrade(recorded.judging("board", now), since=OPENED, until=now)
    assert sum(report.classes.values()) == 2 * 4 * 2 * 2  # it has no rules for currencies
    assert {grade.policy for _, grade in recorded.grades()} == {"strict", "board"}


def test_without_a_source_there_is_no_grade_but_no_reference(recorded: Recorded) -> None:
    for venue in ("yahoo", "kraken", "coinbaseexchange", "binance", "bitstamp"):
        recorded.sandbox.world.fail(venue, "500")
    found = recorded.digest(OPENED + timedelta(hours=4))
    assert found["graded"] == 0
    given_up = recorded.digest(OPENED + timedelta(hours=50))
    assert given_up["waiting"] == 0
    assert {grade.class_ for _, grade in recorded.grades()} <= {"no_reference", "error", "none"}
    assert not any(grade.correct for _, grade in recorded.grades())


def test_the_lag_table_has_the_shape_that_other_programs_rely_on(recorded: Recorded) -> None:
    now = OPENED + timedelta(hours=4)
    recorded.digest(now)
    table = lag_table(
        recorded.database, since=OPENED, until=now, now=now, by=("api", "asset", "day"), market=recorded.settings.market
    )
    assert set(table) == {"generated_at", "since", "until", "reader", "policy", "excluded", "annotations", "groups"}
    group = next(g for g in table["groups"] if g["api"] == "sbx_fast" and g["asset"] == "crypto")
    assert group["key"] == {"api": "sbx_fast", "asset": "crypto", "day": "2026-11-24"}
    assert {
        "probes",
        "instants",
        "answered",
        "none",
        "errors",
        "unrelated",
        "older",
        "asked_moment",
        "median_s",
        "p90_s",
        "share_within",
        "by_offset",
        "time_to_fresh_s",
        "cost_usd",
    } <= set(group)
    assert (group["probes"], group["instants"]) == (4, 2)
    assert set(group["share_within"]) == {"60", "300", "900", "3600"}
    assert {o["offset_s"] for o in group["by_offset"]} == {5, 600}
    assert group["median_s"]["est"] is None
    assert "not enough movement" in group["why"]
    with recorded.database.read() as session:
        kept = session.get(Summary, "lag")
        assert kept is not None
        assert len(kept.value["groups"]) == 12
        compared = session.get(Summary, "comparisons")
        assert compared is not None
        assert [one["asset"] for one in compared.value["assets"]] == ["crypto", "equity", "fx"]
        assert {len(one["pairs"]) for one in compared.value["assets"]} == {6}


def _copy_of(database: Database, probe_id: int, api: str) -> int:
    """Add the same probe and response as of another vantage; gives its number."""
    with database.write() as session:
        probe = Probe(**{**session.get_one(Probe, probe_id).model_dump(exclude={"id"}), "vantage": "other", "api": api,
                         "api_hash": "unknown"})  # fmt: skip
        session.add(probe)
        session.flush()
        response = session.exec(select(Response).where(Response.probe_id == probe_id)).one()
        session.add(Response(**{**response.model_dump(exclude={"id"}), "probe_id": probe.id}))
        return probe.id or 0


def _all(recorded: Recorded) -> list[Probe]:
    with recorded.database.read() as session:
        return list(session.exec(select(Probe)))


def _answered(recorded: Recorded) -> list[Probe]:
    with recorded.database.read() as session:
        read = set(session.exec(select(ReadingRow.probe_id)))
    return [p for p in _all(recorded) if p.id in read]
