"""Rules without a figure: each fires once and clears once where its fault is seen, and does not flap in noise.

What sees the fault is the program's own part: a call that is recorded, a night, a job of the worker, a message that
cannot be sent, days of lag, sources against a daily figure. A rule without a scenario here fails.
"""

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, delete, select

from monitor.alert_rules import RULES
from monitor.alerting.outbox import settle
from monitor.alerting.targets import VARIABLE, targets_of
from monitor.alerting.tell import tell
from monitor.clock import SystemClock
from monitor.config import Settings
from monitor.config_alerts import AlertSettings
from monitor.daemon.app import Daemon
from monitor.daemon.nights import DueNight
from monitor.daemon.worker import Worker, WorkerError
from monitor.lag.shifts import watch_shifts
from monitor.market.watch import watch
from monitor.probing.record import note_standing
from monitor.search.outcome import ErrorClass, Outcome, SentRequest, Timings
from monitor.store.database import Database, open_database
from monitor.store.tables import Alert, AlertEvent, BarRow, LagFigure, Outbox, Pull
from tests.lag.test_shifts import keep_days
from tests.market.test_watch import COIN, END, pull
from tests.market.walks import walk

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HALF_MINUTE = timedelta(seconds=30)
TARGETS = targets_of({VARIABLE: "json://localhost"})


class Case:
    """One rule's fault in one database; `spark` is the fault at its shortest."""

    start = NOON

    def __init__(self, database: Database) -> None:
        self.database = database

    def wrong(self, at: datetime) -> None:
        raise NotImplementedError

    def right(self, at: datetime) -> None:
        raise NotImplementedError

    def spark(self, at: datetime) -> None:
        self.wrong(at)


class Account(Case):
    """A call is refused for its key; another is answered."""

    def call(self, at: datetime, **what: Any) -> None:
        outcome = Outcome("exa", "h", request=SentRequest("GET", "u"), timings=Timings(), sent_at=at, **what)
        with self.database.write() as session:
            note_standing(session, "exa", outcome, "exa", at)

    def wrong(self, at: datetime) -> None:
        self.call(at, state="failed", error_class=ErrorClass.ACCOUNT, reason="the key is refused", status=401)

    def right(self, at: datetime) -> None:
        self.call(at, state="answered", status=200)


class Sending(Case):
    """A message fails three times, and is sent in the end; noise is one failure before each success."""

    def tries(self, at: datetime, *errors: str | None) -> None:
        with self.database.write() as session:
            row = session.exec(select(Outbox).where(Outbox.state == "waiting", Outbox.target == "t")).first()
            if row is None:
                row = Outbox(made_at=at, kind="raised", severity="warning", title="t", body="b", alert_ids=[],
                             target="t", label="json-1234", next_at=at)  # fmt: skip
                session.add(row)
                session.flush()
            for error in errors:
                settle(session, row.id or 0, error, at)

    def wrong(self, at: datetime) -> None:
        self.tries(at, *["it answered 503"] * 3)

    def spark(self, at: datetime) -> None:
        self.tries(at, "it answered 503")

    def right(self, at: datetime) -> None:
        self.tries(at, None)


class Ailing(Worker):
    """A worker that fails while it is told to."""

    ill = False

    async def call(self, job: str, now: datetime, **arguments: Any) -> dict[str, Any]:
        if self.ill:
            raise WorkerError("the worker ended (status -9) under it", f"job {job}")
        return {"left": 0, "night": "n", "states": {}, "agents": {}, "baseline": {}}


class Still(SystemClock):
    """A clock that stands where it is put."""

    at = NOON

    def now(self) -> datetime:
        return self.at


class Working(Case):
    """The worker fails under a job of the daemon's."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.clock, self.worker = Still(), Ailing(Settings())

    async def job(self, daemon: Daemon) -> None:
        await daemon.chores.plan()

    def turn(self, at: datetime, ill: bool) -> None:
        self.clock.at, self.worker.ill = at, ill

        async def take() -> None:
            daemon = Daemon(Settings(), self.clock, self.database, {})
            daemon.worker = daemon.nights._worker = self.worker
            await self.job(daemon)
            daemon.writer.close()

        asyncio.run(take())

    def wrong(self, at: datetime) -> None:
        self.turn(at, True)

    def right(self, at: datetime) -> None:
        self.turn(at, False)


class Night(Working):
    """The worker fails under a night."""

    async def job(self, daemon: Daemon) -> None:
        await daemon.chores.make_night(DueNight("own", NOON))


class Shift(Case):
    """An API's lag is another from a day on, or is not."""

    def days(self, at: datetime, shift: date | None) -> None:
        with self.database.write() as session:
            session.exec(delete(LagFigure))
        keep_days(self.database, shift)
        watch_shifts(self.database, {("exa", "crypto")}, at)

    def wrong(self, at: datetime) -> None:
        self.days(at, date(2026, 11, 20))

    def right(self, at: datetime) -> None:
        self.days(at, None)


class Reference(Case):
    """Two sources stand against the day's close of a third; then they do not."""

    start = END + timedelta(hours=1)

    def wrong(self, at: datetime) -> None:
        self.look(at, 1.01)

    def right(self, at: datetime) -> None:
        self.look(at, 1.0)

    def look(self, at: datetime, factor: float) -> None:
        with self.database.write() as session:
            session.exec(delete(BarRow))
            session.exec(delete(Pull))
        pull(self.database, factor, walk(END - timedelta(days=1), 1440)[-1].close)
        watch(self.database, {COIN.id: COIN}, [COIN.id], Settings().market, at)


STANDING: dict[str, type[Case]] = {
    "account": Account, "sending": Sending, "worker": Working, "nightly": Night, "shift": Shift, "reference": Reference,
}  # fmt: skip


def test_every_rule_without_a_figure_has_a_scenario() -> None:
    assert {rule.name for rule in RULES.values() if not rule.measured} == set(STANDING)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = open_database(tmp_path / "m.sqlite")
    yield made
    made.close()


def told(database: Database, at: datetime) -> list[str]:
    """Tell at `at` what stands and what is over; gives the kinds of all messages about alerts so far."""
    with database.write() as session:
        tell(session, AlertSettings(least="info"), RULES, TARGETS, "http://page", at)
    with database.read() as session:
        return [row.kind for row in session.exec(select(Outbox).where(col(Outbox.alert_ids) != []).order_by(Outbox.id))]


@pytest.mark.parametrize("rule", STANDING)
def test_the_fault_fires_once_and_its_end_clears_once(database: Database, rule: str) -> None:
    case = STANDING[rule](database)
    at = case.start
    case.right(at)
    for _ in range(8):
        at += HALF_MINUTE
        case.wrong(at)
        told(database, at)
    with database.read() as session:
        (alert,) = session.exec(select(Alert)).all()
    assert alert.key.partition(":")[0] == rule
    assert alert.cleared_at is None
    for _ in range(3):
        at += HALF_MINUTE
        case.right(at)
        messages = told(database, at)
    with database.read() as session:
        (alert,) = session.exec(select(Alert)).all()
        kinds = [event.kind for event in session.exec(select(AlertEvent))]
    assert alert.cleared_at is not None
    assert [kind for kind in kinds if kind in ("raised", "cleared")] == ["raised", "cleared"]
    assert messages == ["raised", "resolved"]


@pytest.mark.parametrize("rule", STANDING)
def test_a_fault_that_comes_and_goes_each_half_minute_makes_no_message(database: Database, rule: str) -> None:
    case = STANDING[rule](database)
    at = case.start
    for _ in range(5):
        at += HALF_MINUTE
        case.spark(at)
        told(database, at)
        at += HALF_MINUTE
        case.right(at)
        assert told(database, at) == []
