"""Daily fixings: the calendar of TARGET, both wire formats, crosses through the euro, and what a moment's fixing is."""

import io
import json
import zipfile
from datetime import date, timedelta
from pathlib import Path

import pytest

from monitor.clock import VirtualClock
from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.errors import SourceError
from monitor.market.fixings import fixed_at, is_fixing_day, last_fixing, newest_published, published_at
from monitor.market.pull import pull_item
from monitor.market.sources.base import DAY_S
from monitor.market.sources.fixings import FIXING_SOURCES, EcbSource, FixingSource
from monitor.market.stored import load_fixings, load_reference
from monitor.market.windows import Window
from monitor.sandbox.server import SandboxServer
from monitor.store.database import open_database
from tests.market.loopback import Fault, World, at

ECB_90 = "/ecb/stats/eurofxref/eurofxref-hist-90d.xml"
ECB_ZIP = "/ecb/stats/eurofxref/eurofxref-hist.zip"
XML = b"""<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
 xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject>
<Cube><Cube time="2026-03-24"><Cube currency="USD" rate="1.1600"/><Cube currency="GBP" rate="0.8700"/></Cube>
<Cube time="2026-03-23"><Cube currency="USD" rate="1.1580"/><Cube currency="GBP" rate="0.8690"/></Cube>
<Cube time="2026-03-20"><Cube currency="USD" rate="1.1550"/><Cube currency="GBP" rate="0.8680"/></Cube></Cube>
</gesmes:Envelope>"""
FRANKFURTER = {"amount": 1.0, "base": "EUR", "start_date": "2026-03-20", "end_date": "2026-03-24", "rates": {
    "2026-03-20": {"GBP": 0.868, "USD": 1.155}, "2026-03-23": {"GBP": 0.869, "USD": 1.158},
    "2026-03-24": {"GBP": 0.87, "USD": 1.16}}}
SATURDAY, WEDNESDAY = at("2026-03-21 00:00"), at("2026-03-25 00:00")


def answering(world: World, name: str, status: int = 200, body: bytes | None = None, times: int = 1) -> FixingSource:
    body = body if body is not None else XML if name == "ecb" else json.dumps(FRANKFURTER).encode()
    world.faults.append(Fault(f"/{name}/", (status, body, "application/octet-stream"), times))
    return FIXING_SOURCES[name](base_url=world.base_url, deadline_s=5)


def ask(source: FixingSource, world: World, symbol: str = "EUR/USD", start=SATURDAY, end=WEDNESDAY):
    return source.bars(symbol, start, end, DAY_S, now=world.now)


def failure(source: FixingSource, world: World, **how) -> str:
    with pytest.raises(SourceError) as caught:
        ask(source, world, **how)
    return caught.value.reason


@pytest.mark.parametrize(("day", "expected"), [
    ("2026-01-01", False), ("2026-04-02", True), ("2026-04-03", False), ("2026-04-06", False), ("2026-04-07", True),
    ("2026-05-01", False), ("2026-12-24", True), ("2026-12-25", False), ("2027-12-26", False), ("2026-12-31", True),
    ("2026-03-21", False), ("2026-11-26", True),
])
def test_the_days_of_target(day: str, expected: bool) -> None:
    assert is_fixing_day(date.fromisoformat(day)) is expected


def test_the_fixing_follows_frankfurts_clocks() -> None:
    assert fixed_at(date(2026, 3, 27)) == at("2026-03-27 13:15")
    assert fixed_at(date(2026, 3, 30)) == at("2026-03-30 12:15")
    assert published_at(date(2026, 7, 1)) == at("2026-07-01 14:00")


@pytest.mark.parametrize(("now", "newest"), [
    ("2026-04-02 14:29", "2026-04-01"), ("2026-04-02 14:30", "2026-04-02"), ("2026-04-07 09:00", "2026-04-02"),
])
def test_easter_has_none_and_a_day_has_its_own_from_the_afternoon(now: str, newest: str) -> None:
    assert newest_published(at(now), timedelta(minutes=30)).isoformat() == newest


@pytest.mark.parametrize("name", FIXING_SOURCES)
@pytest.mark.parametrize(("symbol", "closes"), [
    ("EUR/USD", [1.158, 1.16]), ("USD/EUR", [1 / 1.158, 1 / 1.16]), ("GBP/USD", [1.158 / 0.869, 1.16 / 0.87]),
])
def test_rates_and_crosses_through_the_euro(world: World, name: str, symbol: str, closes: list[float]) -> None:
    got = ask(answering(world, name), world, symbol)
    assert [b.start.date().isoformat() for b in got.bars] == ["2026-03-23", "2026-03-24"]
    assert [b.close for b in got.bars] == pytest.approx(closes)
    assert (got.source, got.role, got.currency, got.library[:5]) == (name, "fixing", symbol[4:], "httpx")
    assert "2026-03-24" in json.dumps(json.loads(got.payload))


def test_todays_is_not_given_before_it_is_published(world: World) -> None:
    world.now = at("2026-03-24 15:10")
    assert [b.start.day for b in ask(answering(world, "ecb"), world).bars] == [23]
    assert failure(answering(world, "ecb"), world, start=at("2026-03-24 00:00")) == "not yet"


def test_a_window_before_the_ninety_days_is_read_from_the_archive(world: World) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("eurofxref-hist.csv", "Date,USD,CYP,\n2025-03-24,1.08,N/A,\n2025-03-21,1.09,N/A,\n")
    source = answering(world, "ecb", body=packed.getvalue())
    got = ask(source, world, start=at("2025-03-20 00:00"), end=at("2025-03-25 00:00"))
    assert [b.close for b in got.bars] == [1.09, 1.08]
    assert world.requests == [ECB_ZIP]


def test_pairs_that_are_asked_one_after_another_share_an_answer(world: World) -> None:
    source = answering(world, "ecb")
    ask(source, world)
    ask(source, world, "EUR/GBP")
    assert world.requests == [ECB_90]


@pytest.mark.parametrize("name", FIXING_SOURCES)
@pytest.mark.parametrize(("status", "body", "reason"), [
    (200, b"<html>maintenance</html>", "unavailable"), (200, b"", "unavailable"), (200, b"{}", "unavailable"),
    (503, b"", "unavailable"), (302, b"", "unavailable"), (429, b"", "rate limited"), (451, b"", "blocked here"),
])
def test_a_bad_answer_has_its_reason_and_the_next_pull_recovers(
    world: World, name: str, status: int, body: bytes, reason: str
) -> None:
    assert failure(answering(world, name, status, body), world) == reason
    assert ask(answering(world, name), world).bars


def test_entities_in_the_banks_file_are_refused(world: World) -> None:
    bomb = b'<!DOCTYPE a [<!ENTITY b "bbbb">]>' + XML.partition(b"?>")[2]
    assert failure(answering(world, "ecb", body=bomb), world) == "unavailable"


def test_what_is_no_pair_of_fixed_currencies_is_not_listed(world: World) -> None:
    source = answering(world, "ecb")
    assert failure(source, world, symbol="BTC/USD") == "delisted"
    assert failure(source, world, symbol="EUR/NOK") == "delisted"
    assert failure(answering(world, "frankfurter", 404, b'{"message":"not found"}'), world) == "delisted"


def test_a_weekend_has_none_and_minutes_there_are_none(world: World) -> None:
    assert failure(answering(world, "ecb"), world, end=at("2026-03-23 00:00")) == "unavailable"
    with pytest.raises(SourceError, match="one fixing a day"):
        EcbSource(base_url=world.base_url).bars("EUR/USD", SATURDAY, WEDNESDAY, 60, now=world.now)


@pytest.mark.parametrize(("moment", "day", "carried"), [
    ("2026-03-24 13:15", 24, False), ("2026-03-24 13:14", 23, True), ("2026-03-22 12:00", 20, True),
    ("2026-03-29 20:59", 24, True),
])
def test_the_fixing_of_a_moment_is_the_last_one_made_and_says_when_it_is_an_earlier_days(
    world: World, moment: str, day: int, carried: bool
) -> None:
    got = ask(answering(world, "ecb"), world, start=at("2026-03-19 00:00"))
    found = last_fixing([got], at(moment))
    assert found is not None
    assert (found.day.day, found.carried) == (day, carried)
    assert last_fixing([got], at("2026-03-19 12:00")) is None


def test_fixings_are_pulled_each_day_once_and_are_never_a_minute_or_a_close(world: World, tmp_path: Path) -> None:
    pair = Item("f1", Asset.FX, "Euro", "EUR/USD", "")
    source = answering(world, "ecb", times=9)
    database = open_database(tmp_path / "m.db")
    window = Window(at("2026-03-24 10:00"), at("2026-03-24 12:00"))
    try:
        assert pull_item(database, pair, window, [source], world.now).bars == 3
        source.close()
        pull_item(database, pair, window, [source], world.now + timedelta(hours=12))
        assert world.requests == [ECB_90]
        with database.read() as session:
            reference = load_reference(session, pair, window.start, window.end)
            (held,) = load_fixings(session, pair, window.start, window.end)
        found = last_fixing([held], window.end)
        assert found is not None
        assert (found.day.day, found.rate, found.carried) == (23, 1.158, True)
        assert (len(reference.minutes), reference.daily) == (0, ())
        assert (held.role, held.close[-1]) == ("fixing", 1.16)
    finally:
        database.close()


def test_a_wrong_name_of_a_fixing_is_refused() -> None:
    with pytest.raises(ValueError, match="ecb"):
        MarketSettings(fixings=("ebc",))


@pytest.mark.parametrize("name", FIXING_SOURCES)
@pytest.mark.parametrize("ticker", ["EUR/USD", "AUD/JPY", "USD/JPY"])
def test_the_sandbox_fixes_what_its_market_did(name: str, ticker: str) -> None:
    clock = VirtualClock(at("2026-11-30 15:45"))
    pairs = [Item(t, Asset.FX, t, t, "") for t in ("EUR/USD", "USD/JPY", "AUD/JPY")]
    with SandboxServer(clock, seed=7, items=pairs) as server:
        source = FIXING_SOURCES[name](base_url=server.base_url)
        got = source.bars(ticker, at("2026-11-21 00:00"), at("2026-12-01 00:00"), DAY_S, now=clock.now())
        source.close()
        assert [b.start.day for b in got.bars] == [23, 24, 25, 26, 27, 30]
        for bar in got.bars:
            assert bar.close == pytest.approx(server.world.market.price(ticker, fixed_at(bar.start.date())), rel=1e-4)
