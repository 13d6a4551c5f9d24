"""A shelf gives what the store holds, however its windows follow one another."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.datasets import Asset, Item
from monitor.market.series import Bar, Reference
from monitor.market.shelf import Shelf
from monitor.market.stored import load_reference
from monitor.store.database import Database, open_database
from monitor.store.tables import BarRow, Pull
from tests.market.loopback import at
from tests.market.walks import scaled, walk

COIN = Item("c1", Asset.CRYPTO, "Bitcoin", "BTC", "")
START = at("2026-03-24 00:00")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """Two days of two sources, one of which has a gap and revised some minutes in a later pull."""
    path: Path = tmp_path_factory.mktemp("shelf") / "m.sqlite"
    made = open_database(path)
    minutes = walk(START, 2880, 70_000.0)
    later = [bar for k, bar in enumerate(minutes) if k % 97 == 5]
    pulls = {"kraken": [minutes], "bitstamp": [scaled(minutes[:900] + minutes[1000:], 1.0001), scaled(later, 1.0002)]}
    for source, answers in pulls.items():
        for bars in answers:
            _store(made, source, bars)
    return made


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(-100, 2_900), st.integers(1, 1_700)), min_size=1, max_size=6),
       st.sampled_from([0, 30, 720]))  # fmt: skip
def test_a_window_is_the_same_from_a_shelf_as_from_the_store(database, windows, ahead_min):  # type: ignore[no-untyped-def]
    shelf = Shelf(timedelta(minutes=ahead_min))
    with database.read() as session:
        for first, length in windows:
            start = START + timedelta(minutes=first)
            end = start + timedelta(minutes=length)
            ours = load_reference(session, COIN, start, end, shelf=shelf)
            fresh = load_reference(session, COIN, start, end)
            _same(ours, fresh)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 2_700), min_size=1, max_size=4), st.integers(0, 700))
def test_a_lasting_shelf_gives_in_each_pass_what_is_stored_by_then(tmp_path_factory, steps, back_min):  # type: ignore[no-untyped-def]
    """Bars are stored up to a minute, some before it revised; then a window that ends there is asked for."""
    made = open_database(tmp_path_factory.mktemp("lasting") / "m.sqlite")
    minutes = walk(START, 2880, 70_000.0)
    shelf, done = Shelf(timedelta(), timedelta(days=3)), 0
    for upto in sorted(set(steps)):
        _store(made, "kraken", [*scaled(minutes[max(done - back_min, 0) : done : 7], 1.0003), *minutes[done:upto]])
        done = upto
        with made.read() as session:
            shelf.catch_up(session)
            for first in (0, max(upto - 400, 0)):
                window = (START + timedelta(minutes=first), START + timedelta(minutes=2_880))
                _same(load_reference(session, COIN, *window, shelf=shelf), load_reference(session, COIN, *window))
    made.close()


def _same(ours: Reference, fresh: Reference) -> None:
    assert (ours.sources, ours.why, ours.daily) == (fresh.sources, fresh.why, fresh.daily)
    for name in ("start_s", "low", "high", "close", "spread", "n_sources"):
        assert getattr(ours.minutes, name).tolist() == getattr(fresh.minutes, name).tolist()


def _store(database: Database, source: str, bars: Sequence[Bar]) -> None:
    with database.write() as session:
        pull = Pull(item_id=COIN.id, source=source, symbol="BTC/USD", currency="USD", start_at=START,
                    end_at=START + timedelta(days=2), pulled_at=START + timedelta(days=3))  # fmt: skip
        session.add(pull)
        session.flush()
        session.add_all(
            BarRow(pull_id=pull.id or 0, item_id=COIN.id, source=source, symbol="BTC/USD", start_at=bar.start,
                   open=bar.open, high=bar.high, low=bar.low, close=bar.close, volume=bar.volume,
                   count=bar.count) for bar in bars
        )  # fmt: skip
