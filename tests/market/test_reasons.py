"""Every reason for which a source gives nothing: reached over HTTP by the real libraries, waited for, got over."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from monitor.datasets import Asset, Item
from monitor.market.pull import PullReport, pull_item
from monitor.market.sources.base import REASONS, Source
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.yahoo import YahooSource
from monitor.market.windows import Window
from monitor.store.database import Database, open_database
from monitor.store.tables import Pull
from tests.market.loopback import Fault, World, at
from tests.market.walks import walk

COIN = Item("c1", Asset.CRYPTO, "Bitcoin", "BTC", "",
            extra={"symbols": {"kraken": "BTC/USD", "binance": "BTC/USDT", "coinbaseexchange": "BTC/USD"}})
STOCK = Item("e1", Asset.EQUITY, "Apple", "AAPL", "")
START = at("2026-03-24 14:00")
WINDOW = Window(START, START + timedelta(hours=2))
NOW = at("2026-03-24 21:00")
LATE = walk(NOW - timedelta(hours=1), 60)


@dataclass
class Case:
    """How one reason comes about at one source, and when it has passed."""

    source: str
    reason: str
    spoil: Callable[[World], Any]
    wait: timedelta
    item: Item = COIN
    mend: Callable[[World], Any] = lambda world: world.faults.clear()
    now: datetime = NOW


def answers(part: str, status: int, body: bytes | str, kind: str = "application/json") -> Callable[[World], None]:
    raw = body.encode() if isinstance(body, str) else body
    return lambda world: world.faults.append(Fault(part, (status, raw, kind), 99))


def torn(path: str, found: Any) -> Any:
    """Give every bar twice, the second time a tenth higher."""
    return [*found, *([row[0], *(str(1.1 * float(v)) for v in row[1:5]), *row[5:]] for row in found)]


def another_symbol(path: str, found: Any) -> Any:
    found["chart"]["result"][0]["meta"]["symbol"] = "MSFT"
    return found


def uncommitted(path: str, found: Any) -> Any:
    found["result"]["last"] = int(START.timestamp()) - 60
    return found


def rewriting(change: Callable[[str, Any], Any]) -> Callable[[World], None]:
    return lambda world: setattr(world, "rewrite", change)


def unrewritten(world: World) -> None:
    world.rewrite = None


RETENTION = json.dumps({"chart": {"result": None, "error": {"code": "Unprocessable Entity", "description": (
    "1m data not available for startTime=1 and endTime=2. The requested range must be within the last 30 days.")}}})
CASES = [
    Case("kraken", "not yet", rewriting(uncommitted), timedelta(minutes=2), mend=unrewritten),
    Case("kraken", "retention passed", lambda world: world.minutes.update({"BTC/USD": LATE}), timedelta(hours=1),
         mend=lambda world: world.minutes.update({"BTC/USD": walk(START, 400)})),
    Case("yahoo", "retention passed", answers("interval=1m", 422, RETENTION), timedelta(hours=1), STOCK),
    Case("coinbaseexchange", "delisted", lambda world: world.inactive.add("BTC/USD"), timedelta(hours=12),
         mend=lambda world: world.inactive.clear()),
    Case("kraken", "rate limited", answers("OHLC", 200, '{"error":["EGeneral:Too many requests"]}'),
         timedelta(minutes=15)),
    Case("yahoo", "rate limited", answers("/finance/chart/", 429, "Too Many Requests", "text/plain"),
         timedelta(minutes=15), STOCK),
    Case("binance", "blocked here", answers("/klines", 451, '{"code":0,"msg":"restricted location"}'),
         timedelta(hours=12)),
    Case("binance", "disagrees", rewriting(torn), timedelta(minutes=5), mend=unrewritten),
    Case("yahoo", "unavailable", rewriting(another_symbol), timedelta(minutes=5), STOCK, mend=unrewritten),
    Case("binance", "unavailable", answers("/klines", 503, "<html>maintenance</html>", "text/html"),
         timedelta(minutes=5)),
    Case("yahoo", "unavailable", answers("/finance/chart/", 500, "<html>", "text/html"), timedelta(minutes=5), STOCK),
]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "monitor.db")
    yield opened
    opened.close()


def opened(world: World, case: Case, cache_dir: Path) -> Source:
    world.minutes |= {"BTC/USD": walk(START, 400), "BTC/USDT": walk(START, 400), "AAPL": walk(START, 400, 250.0)}
    world.minutes["LTC/USD"] = walk(START, 5)
    world.days["AAPL"] = [(at(f"2026-03-{day} 13:30"), 250.0, 250.0) for day in (19, 20, 23)]
    if case.source == "yahoo":
        return YahooSource(base_url=world.base_url, cache_dir=cache_dir, deadline_s=20)
    return ExchangeSource(case.source, base_url=world.base_url, deadline_s=20)


def minutes_of(database: Database) -> list[Pull]:
    with database.read() as session:
        return list(session.exec(select(Pull).where(Pull.interval_s == 60, Pull.item_id.in_(["c1", "e1"]))
                                 .order_by(col(Pull.id))).all())


def test_every_reason_has_a_case() -> None:
    assert {case.reason for case in CASES} == set(REASONS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source}-{case.reason}")
def test_a_reason_is_stored_waited_for_and_got_over(
    database: Database, world: World, cache_dir: Path, case: Case
) -> None:
    source = opened(world, case, cache_dir)
    world.now = case.now
    case.spoil(world)

    def pull(now: datetime) -> PullReport:
        world.requests.clear()
        return pull_item(database, case.item, WINDOW, [source], now)

    first = pull(case.now)
    assert case.reason in {f.reason for f in first.failures}
    (row,) = minutes_of(database)
    assert (row.outcome, row.bars, row.pulled_at) == (case.reason, 0, case.now)
    assert row.error
    case.mend(world)
    early = pull(case.now + case.wait - timedelta(seconds=1))
    assert any(case.reason in line for line in early.waiting)
    assert len(minutes_of(database)) == 1
    world.now = max(world.now, case.now + case.wait)
    assert pull(world.now).bars >= 120
    assert minutes_of(database)[-1].outcome == "ok"


def test_waits_double_while_a_source_goes_on_refusing(database: Database, world: World, cache_dir: Path) -> None:
    case = next(one for one in CASES if (one.source, one.reason) == ("kraken", "rate limited"))
    source = opened(world, case, cache_dir)
    case.spoil(world)
    tried = []
    for minute in range(240):
        world.requests.clear()
        moment = NOW + timedelta(minutes=minute)
        pull_item(database, COIN, Window(START + timedelta(hours=5), START + timedelta(hours=6)), [source], moment)
        if world.asked("interval=1&"):
            tried.append(minute)
    assert tried == [0, 15, 45, 105, 225]
