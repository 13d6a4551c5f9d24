"""Whether the bars of a window are all there that will come."""

from datetime import timedelta
from pathlib import Path

from monitor.datasets import Asset, Item
from monitor.market.ready import bars_settled
from monitor.market.sources.fake import FakeSource
from monitor.market.windows import Window
from monitor.store.database import Database, open_database
from monitor.store.tables import Pull
from tests.market.loopback import at

PAIR = Item("f", Asset.FX, "Euro", "EUR/USD", "")
KEPT_S = 12 * 3600.0
WINDOW = Window(at("2026-12-01 18:00"), at("2026-12-02 18:00"))


def store_with(path: Path, *answered: tuple[str, str, str]) -> Database:
    database = open_database(path / "monitor.sqlite")
    with database.write() as session:
        for source, start, end in answered:
            symbol = {"kraken": "EUR/USD", "yahoo": "EURUSD=X"}[source]
            session.add(Pull(item_id=PAIR.id, source=source, symbol=symbol, start_at=at(start), end_at=at(end),
                             pulled_at=at(end)))
    return database


def settled(path: Path, hours_later: float, *answered: tuple[str, str, str]) -> bool:
    sources = [FakeSource(name="kraken", kept_s=KEPT_S), FakeSource(name="yahoo", kept_s=30 * 86400.0)]
    database = store_with(path, *answered)
    with database.read() as session:
        now = WINDOW.end + timedelta(hours=hours_later)
        found = bars_settled(session, PAIR, WINDOW, sources, now)
    database.close()
    return found


YAHOO = ("yahoo", "2026-12-01 18:00", "2026-12-02 18:00")


def test_a_source_that_may_still_answer_is_waited_for(tmp_path: Path) -> None:
    assert not settled(tmp_path, 0.1, YAHOO)
    assert not settled(tmp_path, 0.1, YAHOO, ("kraken", "2026-12-01 18:00", "2026-12-02 09:00"))


def test_a_hole_that_a_source_has_forgotten_is_not_waited_for(tmp_path: Path) -> None:
    hole = (("kraken", "2026-12-01 18:00", "2026-12-02 01:00"), ("kraken", "2026-12-02 06:30", "2026-12-02 18:00"))
    assert settled(tmp_path, 1, YAHOO, *hole)


def test_one_that_it_still_keeps_is(tmp_path: Path) -> None:
    hole = (("kraken", "2026-12-01 18:00", "2026-12-02 10:00"), ("kraken", "2026-12-02 12:00", "2026-12-02 18:00"))
    assert not settled(tmp_path, 0.5, YAHOO, *hole)


def test_after_its_retention_nobody_waits_for_a_source_that_was_never_reached(tmp_path: Path) -> None:
    assert not settled(tmp_path, 11, YAHOO)
    assert settled(tmp_path, 12.5, YAHOO)
