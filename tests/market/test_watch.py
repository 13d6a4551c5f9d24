"""Minutes that were believed until a daily figure came: an alert names the sources, and says what to grade again."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.market.pull import pull_item
from monitor.market.series import Bar
from monitor.market.sources.fake import FakeSource
from monitor.market.watch import watch
from monitor.market.windows import Window
from monitor.store import alerts
from monitor.store.database import Database, open_database
from tests.market.loopback import at
from tests.market.walks import scaled, venues, walk

COIN = Item("c1", Asset.CRYPTO, "Bitcoin", "BTC", "")
START = at("2026-03-24 00:00")
END = START + timedelta(days=1)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "monitor.db")
    yield opened
    opened.close()


def pull(database: Database, factor: float, close: float | None) -> None:
    views = venues(walk(START, 1440), 2)
    sources = [FakeSource(name=name, origin=name).hold("BTC/USD", scaled(view, factor))
               for name, view in zip(("kraken", "bitstamp"), views, strict=True)]
    if close is not None:
        day = Bar(START, close, close, close, close, 5.0, 9, 86_400)
        sources.append(FakeSource(name="coinbaseexchange", origin="cb").hold("BTC/USD", [day]))
    pull_item(database, COIN, Window(START, END), sources, END + timedelta(hours=1), force=True)


def seen(database: Database, later: timedelta = timedelta(hours=1)):
    found = watch(database, {COIN.id: COIN}, [COIN.id], MarketSettings(), END + later)
    with database.read() as session:
        return found, [(alert.key, alert.message) for alert in alerts.open_alerts(session)]


def test_an_alert_stands_while_two_sources_contradict_the_days_close(database: Database) -> None:
    true_close = walk(START, 1440)[-1].close
    pull(database, 1.01, None)
    assert seen(database) == ([], [])
    pull(database, 1.01, true_close)
    (one,), ((key, message),) = seen(database)
    assert (one.item_id, one.new, one.start, one.end) == (COIN.id, True, START, END)
    assert key == "reference:c1"
    assert message.startswith("BTC: ")
    assert "kraken" in message
    assert "above the close of 2026-03-24" in message
    (again,), standing = seen(database)
    assert not again.new
    assert len(standing) == 1
    assert seen(database, timedelta(days=3)) == ([], []), "none of what is looked at is contradicted any more"


def test_honest_sources_raise_nothing(database: Database) -> None:
    pull(database, 1.0, walk(START, 1440)[-1].close)
    assert seen(database) == ([], [])
