"""A shelf gives what the store holds, however its windows follow one another."""

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.datasets import Asset, Item
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
    with made.write() as session:
        for source, answers in pulls.items():
            for bars in answers:
                pull = Pull(item_id=COIN.id, source=source, symbol="BTC/USD", currency="USD", start_at=START,
                            end_at=START + timedelta(days=2), pulled_at=START + timedelta(days=3))  # fmt: skip
                session.add(pull)
                session.flush()
                session.add_all(
                    BarRow(pull_id=pull.id or 0, item_id=COIN.id, source=source, symbol="BTC/USD", start_at=bar.start,
                           open=bar.open, high=bar.high, low=bar.low, close=bar.close, volume=bar.volume,
                           count=bar.count) for bar in bars
                )  # fmt: skip
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
            assert (ours.sources, ours.why, ours.daily) == (fresh.sources, fresh.why, fresh.daily)
            for name in ("start_s", "low", "high", "close", "spread", "n_sources"):
                assert getattr(ours.minutes, name).tolist() == getattr(fresh.minutes, name).tolist()
