"""Instants at the edges of the calendar, all the way: planned, asked over HTTP, referenced, graded."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from monitor.calendars import previous_close
from monitor.clock import VirtualClock
from monitor.config import Settings, load_settings
from monitor.daemon import jobs
from monitor.daemon.limits import limits_from
from monitor.daemon.virtual import drive
from monitor.daemon.world import database_path, load_world
from monitor.datasets import load_live
from monitor.market.work import close_sources
from monitor.probing.fire import Prober
from monitor.sandbox.server import SandboxServer
from monitor.sandbox.settings import KEY_VARIABLE, sandbox_config
from monitor.search.clients import open_clients
from monitor.store.database import Database, open_database
from monitor.store.tables import GradeRow, Probe
from monitor.store.writer import Writer

ITEMS = {"equity": "live-001", "crypto": "live-004", "fx": "live-007"}
MINUTES, CLOSE = "minutes", "close"

CASES: list[tuple[str, str, dict[str, tuple[str, bool]]]] = [
    # (instant, what it is, asset -> (what the target is made of, marked closed))
    ("2026-03-06 14:30", "the open, in winter time", {"equity": (MINUTES, False), "fx": (MINUTES, False)}),
    ("2026-03-06 22:00", "the end of the FX week, in winter", {"equity": (CLOSE, True), "fx": (CLOSE, False)}),
    ("2026-03-08 20:59", "before the FX week of the US change", {"equity": (CLOSE, True), "fx": (CLOSE, True)}),
    ("2026-03-08 21:01", "after it has opened", {"equity": (CLOSE, True), "fx": (MINUTES, False)}),
    ("2026-03-09 13:30", "the open, in summer time", {"equity": (MINUTES, False)}),
    ("2026-03-09 20:00", "the close, in summer time", {"equity": (CLOSE, False)}),
    ("2026-03-29 20:59", "Europe has changed, the FX week has not begun", {"fx": (CLOSE, True)}),
    ("2026-03-29 21:01", "and has begun", {"fx": (MINUTES, False)}),
    ("2026-03-30 13:30", "the open after Europe has changed", {"equity": (MINUTES, False)}),
    ("2026-04-03 15:00", "Good Friday", {"equity": (CLOSE, True), "fx": (MINUTES, False)}),
    ("2026-06-05 21:00", "the end of the FX week, in summer", {"fx": (CLOSE, False)}),
    ("2026-06-07 20:59", "before the FX week, in summer", {"fx": (CLOSE, True)}),
    ("2026-06-07 21:01", "after it has opened", {"fx": (MINUTES, False)}),
    ("2026-10-25 20:59", "Europe is back, the US not yet", {"fx": (CLOSE, True)}),
    ("2026-10-25 21:01", "the FX week keeps New York's time", {"fx": (MINUTES, False)}),
    ("2026-10-26 13:30", "and so does the open", {"equity": (MINUTES, False)}),
    ("2026-11-01 21:59", "the US is back", {"fx": (CLOSE, True), "equity": (CLOSE, True)}),
    ("2026-11-01 22:01", "and the FX week opens an hour later", {"fx": (MINUTES, False)}),
    ("2026-11-02 13:30", "before the open, that is now", {"equity": (CLOSE, True)}),
    ("2026-11-02 14:30", "the open", {"equity": (MINUTES, False)}),
    ("2026-11-25 22:00", "after hours", {"equity": (CLOSE, True)}),
    ("2026-11-26 15:00", "Thanksgiving", {"equity": (CLOSE, True), "fx": (MINUTES, False)}),
    ("2026-11-27 17:59", "a half day's last minute", {"equity": (MINUTES, False)}),
    ("2026-11-27 18:00", "a half day's close", {"equity": (CLOSE, False)}),
    ("2026-11-27 18:01", "after it", {"equity": (CLOSE, True), "fx": (MINUTES, False)}),
    ("2026-11-28 12:00", "a Saturday", {"equity": (CLOSE, True), "fx": (CLOSE, True)}),
    ("2026-12-04 20:59", "a full day's last minute", {"equity": (MINUTES, False)}),
    ("2026-12-04 21:00", "a full day's close", {"equity": (CLOSE, False), "fx": (MINUTES, False)}),
    ("2026-12-06 21:59", "before the FX week, in winter", {"fx": (CLOSE, True)}),
    ("2026-12-06 22:00", "its first moment", {"fx": (MINUTES, False)}),
    ("2026-12-06 22:01", "after it has opened", {"fx": (MINUTES, False)}),
    ("2026-12-24 18:00", "Christmas Eve's close", {"equity": (CLOSE, False), "fx": (MINUTES, False)}),
    ("2026-12-24 19:00", "Christmas Eve's afternoon", {"equity": (CLOSE, True), "fx": (MINUTES, False)}),
    ("2026-12-25 12:00", "Christmas Day", {"equity": (CLOSE, True), "fx": (CLOSE, True)}),
    ("2026-12-31 20:30", "New Year's Eve", {"equity": (MINUTES, False), "fx": (MINUTES, False)}),
    ("2026-12-31 21:00", "its close", {"equity": (CLOSE, False), "fx": (MINUTES, False)}),
    ("2027-01-01 12:00", "New Year's Day", {"equity": (CLOSE, True), "fx": (CLOSE, True)}),
]  # fmt: skip
SETTLED = timedelta(minutes=50)

pytestmark = pytest.mark.slow


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@dataclass
class Year:
    """What a year of such instants left in the store, and the market that it happened in."""

    sandbox: SandboxServer
    grades: dict[tuple[str, str], tuple[Probe, GradeRow]]


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Year]:
    folder = tmp_path_factory.mktemp("year")
    clock = VirtualClock(utc(CASES[0][0]) - timedelta(hours=1))
    with pytest.MonkeyPatch.context() as patch, SandboxServer(clock, 11, load_live()) as sandbox:
        patch.setenv(KEY_VARIABLE, "any")
        settings = _configure(folder, sandbox.base_url)
        database = open_database(database_path(settings))
        instants = sorted({utc(case[0]) for case in CASES})
        for instant, following in zip(instants, [*instants[1:], None], strict=True):
            _ask(settings, database, clock, instant)
            if following is None or following - instant > SETTLED:
                clock.set(instant + SETTLED)
                jobs.digest(settings, clock.now())
        with database.read() as session:
            rows = session.exec(select(Probe, GradeRow).join(GradeRow, GradeRow.probe_id == Probe.id)).all()
        yield Year(sandbox, {(p.instant_at.strftime("%Y-%m-%d %H:%M"), p.asset): (p, g) for p, g in rows})
        database.close()
        close_sources()


def _configure(folder: Path, base_url: str) -> Settings:
    text = sandbox_config(base_url, engines=("asked_moment",), extra='schedules = "schedules"')
    text = text.replace("[market]\n", '[market]\nexchanges = ["kraken", "bitstamp"]\n', 1)
    (folder / "monitor.toml").write_text(text)
    (folder / "schedules").mkdir()
    return load_settings(folder / "monitor.toml")


def _ask(settings: Settings, database: Database, clock: VirtualClock, instant: datetime) -> None:
    """Plan the instant alone, shortly before, and ask."""
    before = instant - timedelta(seconds=30)
    if before > clock.now():
        clock.set(before)
    (settings.base / "schedules" / "one.toml").write_text(
        f'[[live]]\nname = "edges"\ncalendar = "always"\nitems = {list(ITEMS.values())}\n'
        f'cron = "{instant.minute} {instant.hour} {instant.day} {instant.month} *"\noffsets = ["5s"]\n'
    )
    jobs.plan(settings, clock.now(), until=(instant + timedelta(minutes=1)).isoformat())
    world = load_world(settings)

    async def run() -> None:
        writer, apis = Writer(database), open_clients(world.usable, world.env, clock=clock)
        prober = Prober(database, writer, clock, apis, limits_from(settings, apis), "test")
        await drive(database, prober, clock, instant + timedelta(minutes=1), arm_s=4)
        for api in apis.values():
            await api.close()
        writer.close()

    asyncio.run(run())


def _last_price(year: Year, probe: Probe, instant: datetime) -> float:
    """Give a stock's official close, and the last price of the FX week, which holidays cut."""
    market = year.sandbox.world.market
    if probe.asset == "equity":
        return market.last_close(probe.ticker, int(instant.timestamp()))[1]
    closed_at = previous_close("fx", instant)
    assert closed_at is not None
    return market.price_at(probe.ticker, int(closed_at.timestamp()) - 1)


@pytest.mark.parametrize(
    ("moment", "asset", "made_of", "closed"),
    [(at, asset, *expected) for at, _, assets in CASES for asset, expected in
     {"crypto": (MINUTES, False), **assets}.items()],
    ids=[f"{at}-{asset}-{what}" for at, what, assets in CASES for asset in {"crypto": 0, **assets}],
)  # fmt: skip
def test_it_is_graded_against_the_right_price_with_the_right_mark(
    year: Year, moment: str, asset: str, made_of: str, closed: bool
) -> None:
    probe, grade = year.grades[moment, asset]
    instant, market = utc(moment), year.sandbox.world.market
    assert probe.state == "answered"
    assert grade.closed is closed
    assert grade.class_ != "no_reference", grade.why
    assert grade.target_low is not None
    assert grade.target_high is not None
    assert grade.band is not None
    if made_of == CLOSE:
        close = _last_price(year, probe, instant)
        assert grade.target_low <= close <= grade.target_high
        assert grade.target_high - grade.target_low <= 4 * grade.band + 0.02
    else:
        seconds = range(int(instant.timestamp()) - 60, int(instant.timestamp()) + 60)
        opened = [market.price_at(probe.ticker, s) for s in seconds if market.is_open(probe.ticker, s)]
        assert grade.target_low <= max(opened)
        assert grade.target_high >= min(opened)
        assert grade.target_low <= market.price(probe.ticker, instant) <= grade.target_high
        assert grade.target_high - grade.target_low <= max(opened) - min(opened) + 4 * grade.band + 0.02
    assert grade.class_ == "target", (grade.target_low, grade.target_high, grade.why)
