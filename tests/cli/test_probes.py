"""``monitor probes`` lists what was asked, and asking again by hand never takes the first answer's place."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from monitor.clock import SystemClock
from monitor.daemon.adhoc import probe_now
from monitor.daemon.world import load_world
from monitor.errors import ConfigError
from monitor.reading.rules import RulesReader
from monitor.store.tables import Probe


def test_the_newest_come_first_with_their_numbers(command, filled):
    ran = command("probes", "--db", filled.database.path, "--json", "--limit", 1000)
    rows = json.loads(ran.out)
    assert ran.code == 0
    assert [row["instant_at"] for row in rows] == sorted((row["instant_at"] for row in rows), reverse=True)
    assert {row["state"] for row in rows} >= {"answered", "failed", "missed"}


def test_filters_leave_only_what_fits(command, filled):
    rows = json.loads(command("probes", "--db", filled.database.path, "--json", "--class", "target").out)
    assert rows
    assert {row["class"] for row in rows} == {"target"}
    assert "no such probe" in command("probes", "--db", filled.database.path, "--since", "1s").out


@pytest.mark.parametrize(
    ("option", "word", "said"),
    [("--api", "brvae", "did you mean 'brave'"), ("--state", "answred", "did you mean 'answered'"),
     ("--class", "stael", "did you mean 'stale'"), ("--item", "MSTF", "did you mean 'MSFT'")],
)  # fmt: skip
def test_a_name_that_there_is_not_is_refused_not_found_empty(command, filled, option, word, said):
    ran = command("probes", "--db", filled.database.path, option, word)
    assert ran.code == 2
    assert said in ran.err


def test_a_policy_under_which_nothing_is_graded_is_refused(command, filled):
    ran = command("lag", "--db", filled.database.path, "--policy", "strikt")
    assert ran.code == 2
    assert "strict" in ran.err


@pytest.fixture
def asking(site):
    settings = site.configure('[[live]]\nname = "x"\ncalendar = "always"\nat = ["03:00"]\n', engines=("fast",))
    world, database = load_world(settings), site.database()

    def ask(instant: datetime, *offsets_s: float) -> list[Probe]:
        probe_now(world, database, SystemClock(), world.items[3:4], list(world.usable.values()), RulesReader(),
                  at=instant, offsets_s=offsets_s, show=lambda _: None)  # fmt: skip
        with database.read() as session:
            return list(session.exec(select(Probe).order_by(Probe.id)))

    yield ask
    database.close()


def test_asking_the_same_again_is_a_further_attempt(asking):
    now = datetime.now(UTC)
    instant = (now - timedelta(hours=1)).replace(second=0, microsecond=0)
    offset_s = float(int((now - instant).total_seconds()) + 3)
    first = asking(instant, offset_s)
    again = asking(instant, offset_s)
    assert [(p.attempt, p.state) for p in again] == [(0, "answered"), (1, "answered")]
    assert again[0].sent_at == first[0].sent_at


def test_an_offset_that_is_past_is_refused_and_nothing_is_planned(asking):
    with pytest.raises(ConfigError, match="is past"):
        asking(datetime(2026, 1, 5, 12, tzinfo=UTC), 5.0)
