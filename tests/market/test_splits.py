"""A split between pull and instant: told from events and by continuity, and never taken for a move."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from monitor.clock import VirtualClock
from monitor.datasets import Asset, Item
from monitor.market.pull import pull_item
from monitor.market.reference import Examined, Known, examine
from monitor.market.series import Bar, Bars
from monitor.market.shelf import Shelf
from monitor.market.sources.yahoo import YahooSource
from monitor.market.splits import Split, announced_splits
from monitor.market.stored import examine_stored
from monitor.market.windows import Window
from monitor.sandbox.server import SandboxServer
from monitor.store.database import Database, open_database
from tests.market.loopback import World, at
from tests.market.walks import as_bars, scaled, walk
from tests.sandbox.conftest import SEED, load_items

STOCK = Item("e1", Asset.EQUITY, "Apple", "AAPL", "")
FRIDAY, MONDAY = at("2014-06-06 13:30"), at("2014-06-09 13:30")
SPLIT = Split(MONDAY.date(), at("2014-06-09 04:00"), 7.0)
BEFORE = walk(FRIDAY, 390, 645.0, seed=2)
AFTER = walk(MONDAY, 390, BEFORE[-1].close / 7 * 1.004, seed=3)
CLOSES = {"2014-06-04": 644.0, "2014-06-05": 646.5, "2014-06-06": BEFORE[-1].close, "2014-06-09": AFTER[-1].close}


def pulled(bars: list[Bar], when: datetime) -> Bars:
    return replace(as_bars(bars, "yahoo"), pulled_at=when)


def days(when: datetime, *, scaled_back: bool = True) -> Bars:
    """Give daily bars as pulled then: after a split the vendor has divided those of before."""
    factor = 7.0 if when >= SPLIT.at and scaled_back else 1.0
    known = {day: c / (factor if at(f"{day} 00:00").date() < SPLIT.day else 1) for day, c in CLOSES.items()
             if at(f"{day} 21:00") <= when}
    bars = tuple(Bar(at(f"{day} 00:00"), c, c, c, c, 1.0, None, 86_400) for day, c in known.items())
    return Bars("yahoo", "AAPL", "USD", bars, when, b"", "t 1")


MINUTES = {
    "raw": [*BEFORE, *AFTER],
    "re-scaled": [*scaled(BEFORE, 1 / 7), *AFTER],
    "in part": [*scaled(BEFORE[:200], 1 / 7), *BEFORE[200:], *AFTER],
}
LATER = at("2014-06-10 12:00")


def look(minutes: Bars, daily: Bars, moment: datetime, splits=(SPLIT,), after=()) -> Examined:
    return examine(STOCK, [minutes], [daily], at=moment, known=Known(splits=splits, after=after))


@pytest.mark.parametrize("how", MINUTES)
@pytest.mark.parametrize("scaled_back", [True, False])
def test_a_look_back_across_a_split_is_in_the_units_of_the_instant(how: str, scaled_back: bool) -> None:
    daily = days(LATER, scaled_back=scaled_back)
    found = look(pulled(MINUTES[how], LATER), daily, MONDAY + timedelta(hours=1)).reference
    want = np.array([b.close for b in [*scaled(BEFORE, 1 / 7), *AFTER]])
    assert len(found.minutes) == 780
    assert found.minutes.close == pytest.approx(want, rel=1e-12)
    assert [d.close for d in found.daily] == pytest.approx(
        [c / (7 if d < "2014-06-09" else 1) for d, c in CLOSES.items()])
    assert "7:1 split on 2014-06-09" in found.notes[0]


@pytest.mark.parametrize("how", MINUTES)
def test_an_instant_of_before_the_split_keeps_its_own_units_however_late_it_is_graded(how: str) -> None:
    bars = [b for b in MINUTES[how] if b.start < SPLIT.at]
    found = look(pulled(bars, LATER), days(LATER), FRIDAY + timedelta(hours=5), after=[pulled(AFTER, LATER)]).reference
    assert found.minutes.close == pytest.approx(np.array([b.close for b in BEFORE]), rel=1e-12)
    assert [d.close for d in found.daily] == pytest.approx([644.0, 646.5, BEFORE[-1].close])


def test_bars_whose_units_nothing_tells_are_left_out() -> None:
    found = look(pulled(scaled(BEFORE, 1 / 7), LATER), replace(days(LATER), bars=()), FRIDAY + timedelta(hours=5))
    assert len(found.reference.minutes) == 0
    assert "split on 2014-06-09" in str(found.reference.why)


def test_a_jump_like_a_split_that_no_event_tells_of_is_never_crossed() -> None:
    monday = look(pulled(MINUTES["raw"], LATER), days(LATER), MONDAY + timedelta(hours=1), splits=()).reference
    assert monday.minutes.close.tolist() == [b.close for b in AFTER]
    assert "no event explains" in monday.notes[0]
    friday = look(pulled(MINUTES["raw"], LATER), days(LATER), FRIDAY + timedelta(hours=1), splits=()).reference
    assert friday.minutes.close.tolist() == [b.close for b in BEFORE]
    assert all(d.close > 600 for d in friday.daily)


def test_an_ordinary_night_is_no_split() -> None:
    for move in (0.8, 0.9, 1.0, 1.1, 1.25):
        bars = [*BEFORE, *scaled(AFTER, 7 * move)]
        found = look(pulled(bars, LATER), replace(days(LATER), bars=()), MONDAY + timedelta(hours=1), splits=())
        assert (len(found.reference.minutes), found.reference.notes) == (780, ())


def test_a_reverse_split_is_told_in_the_same_way() -> None:
    up = Split(SPLIT.day, SPLIT.at, 0.1)
    bars = [*BEFORE, *scaled(AFTER, 70)]
    found = look(pulled(bars, LATER), replace(days(LATER), bars=()), MONDAY + timedelta(hours=1), splits=(up,))
    assert found.reference.minutes.close[0] == pytest.approx(BEFORE[0].close * 10)
    assert "1:10 reverse split" in found.reference.notes[0]


def chart(events: object) -> bytes:
    meta = {"exchangeTimezoneName": "America/New_York"}
    return json.dumps([{"chart": {"result": [{"meta": meta, "events": {"splits": events}}]}}]).encode()


def test_splits_are_read_from_a_charts_events() -> None:
    event = {"date": int(MONDAY.timestamp()), "numerator": 7, "denominator": 1, "splitRatio": "7:1"}
    assert announced_splits(chart({"1402320600": event})) == (SPLIT,)
    for nothing in (b"[]", b'["\\"splits\\""]', b'{"splits"', chart({}), chart(None)):
        assert announced_splits(nothing) == ()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "monitor.db")
    yield opened
    opened.close()


@pytest.mark.parametrize("told", [True, False], ids=["event", "no event"])
def test_the_split_of_a_recorded_file_between_pull_and_instant_over_the_wire(
    world: World, cache_dir: Path, database: Database, shared: Path, told: bool
) -> None:
    """Friday is pulled on Friday, raw; on Monday the vendor has divided days and minutes of before by seven."""
    from monitor.market.sources.bar_files import read_bars

    recorded = list(read_bars(shared / "market/stock_AAPL_lean_2014-06-05_09_prepost_split.csv"))
    source = YahooSource(base_url=world.base_url, cache_dir=cache_dir)
    opens = [at(f"2014-06-0{d} 13:30") for d in (4, 5, 6, 9)]
    official = [644.82, 647.35, 645.57, 93.70]
    world.minutes["AAPL"] = [b for b in recorded if b.start < SPLIT.at]
    world.days["AAPL"] = [(moment, c, c) for moment, c in zip(opens[:3], official[:3], strict=True)]
    world.now = at("2014-06-07 00:30")
    pull_item(database, STOCK, Window(opens[1] - timedelta(hours=6), world.now), [source], world.now)

    world.minutes["AAPL"] = [*scaled(world.minutes["AAPL"], 1 / 7), *(b for b in recorded if b.start >= SPLIT.at)]
    world.days["AAPL"] = [(moment, c / (7 if n < 3 else 1), c) for n, (moment, c) in
                          enumerate(zip(opens, official, strict=True))]
    if told:
        event = {"date": int(MONDAY.timestamp()), "numerator": 7, "denominator": 1, "splitRatio": "7:1"}

        def announced(path: str, answer):
            answer["chart"]["result"][0]["events"] = {"splits": {str(event["date"]): event}}
            return answer

        world.rewrite = announced
    world.now = at("2014-06-09 23:30")
    report = pull_item(database, STOCK, Window(opens[1] - timedelta(hours=6), world.now), [source], world.now)
    assert report.revisions > 700, "the second look at Friday's minutes brings them in other units"

    rows = {b.start: b for b in recorded}
    for instant, prior in ((opens[2] + timedelta(hours=2), 647.35), (opens[3] + timedelta(hours=2), 645.57 / 7)):
        with database.read() as session:
            found = examine_stored(session, STOCK, instant - timedelta(hours=24), instant + timedelta(hours=3),
                                   at=instant).reference
            splits = Shelf().splits(session, STOCK.id, instant, instant + timedelta(hours=3), timedelta(days=45))
            assert splits == ((SPLIT,) if told else ())
        row = found.minutes.start_s.tolist().index(int(instant.timestamp()))
        assert found.minutes.close[row] == pytest.approx(rows[instant].close, rel=1e-6)
        moves = np.abs(np.diff(np.log(found.minutes.close)))
        assert moves.max() < 0.05
        before = [d.close for d in found.daily if d.close_at < instant]
        if told or before:
            assert before[-1] == pytest.approx(prior, rel=1e-6)


@pytest.mark.parametrize("fault", ["split", "split_unscaled"])
def test_the_sandbox_plays_a_split(tmp_path: Path, database: Database, fault: str) -> None:
    now = at("2026-12-01 03:00")
    msft = next(item for item in load_items() if item.ticker == "MSFT")
    with SandboxServer(VirtualClock(now), SEED, load_items()) as server:
        server.world.fail("yahoo", fault)
        source = YahooSource(base_url=server.base_url, cache_dir=tmp_path)
        pull_item(database, msft, Window(at("2026-11-27 14:30"), now), [source], now)
        official = server.world.market.official_close("MSFT", at("2026-11-27 00:00").date())
    instant = at("2026-11-30 16:00")
    with database.read() as session:
        found = examine_stored(session, msft, at("2026-11-27 14:30"), instant + timedelta(hours=1),
                               at=instant).reference
    assert np.abs(np.diff(np.log(found.minutes.close))).max() < 0.05
    prior = [d for d in found.daily if d.close_at < instant][-1]
    assert prior.close == pytest.approx(official, rel=1e-5)
    assert any("7:1 split" in note for note in found.notes)
