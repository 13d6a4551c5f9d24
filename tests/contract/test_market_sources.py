"""What every source of bars must do, run on each: the real libraries over loopback, files, and the shipped fake."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from monitor.errors import SourceError
from monitor.market.series import Bar
from monitor.market.sources.base import REASONS, Source
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.fake import FakeSource
from monitor.market.sources.files import FilesSource
from monitor.market.sources.yahoo import YahooSource
from tests.market.loopback import World, at, serving
from tests.market.walks import walk

START = at("2026-03-24 13:30")
END = START + timedelta(minutes=390)
ROWS = walk(START, 390, 250.0)


@dataclass
class Case:
    """A source that holds `ROWS` under `symbol`."""

    source: Source
    symbol: str
    world: World


def _files(world: World, tmp_path: Path) -> Case:
    lines = [f"{b.start:%Y-%m-%dT%H:%M:%SZ},{b.open!r},{b.high!r},{b.low!r},{b.close!r},{b.volume}" for b in ROWS]
    (tmp_path / "AAPL.csv").write_text("timestamp_utc,open,high,low,close,volume\n" + "\n".join(lines))
    return Case(FilesSource(tmp_path), "AAPL", world)


def _fake(world: World, tmp_path: Path) -> Case:
    return Case(FakeSource().hold("AAPL", ROWS), "AAPL", world)


def _yahoo(world: World, tmp_path: Path) -> Case:
    world.minutes["AAPL"] = list(ROWS)
    return Case(YahooSource(base_url=world.base_url, cache_dir=tmp_path, deadline_s=20), "AAPL", world)


def _exchange(name: str) -> Callable[[World, Path], Case]:
    def make(world: World, tmp_path: Path) -> Case:
        world.minutes["BTC/USD"] = list(ROWS)
        return Case(ExchangeSource(name, base_url=world.base_url, deadline_s=20), "BTC/USD", world)

    return make


MAKERS = {"files": _files, "fake": _fake, "yahoo": _yahoo,
          **{name: _exchange(name) for name in ("kraken", "coinbaseexchange", "binance", "bitstamp",
                                                    "okx", "gemini", "bitfinex")}}


@pytest.fixture(params=MAKERS)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Case]:
    with serving(World(now=at("2026-03-24 21:00"))) as world:
        made = MAKERS[request.param](world, tmp_path)
        yield made
        made.source.close()


def prices(bars: tuple[Bar, ...]) -> list[tuple[datetime, float, float, float, float]]:
    return [(b.start, b.open, b.high, b.low, b.close) for b in bars]


def test_it_is_a_source(case: Case) -> None:
    assert isinstance(case.source, Source)
    assert case.source.name
    assert case.source.origin
    assert case.source.settle_s >= 0
    kept_s = case.source.retention_s(60)
    assert kept_s is None or kept_s > 3600


def test_all_bars_come_back_as_they_are(case: Case) -> None:
    got = case.source.bars(case.symbol, START, END, now=case.world.now)
    assert prices(got.bars) == prices(tuple(ROWS))
    assert (got.source, got.symbol, got.currency, got.pulled_at) == (
        case.source.name, case.symbol, "USD", case.world.now)
    assert got.library
    assert got.payload


def test_a_window_includes_its_start_and_excludes_its_end(case: Case) -> None:
    first, last = START + timedelta(minutes=10), START + timedelta(minutes=20)
    got = case.source.bars(case.symbol, first, last, now=case.world.now)
    assert prices(got.bars) == prices(tuple(ROWS[10:20]))


def test_only_final_bars_are_given(case: Case) -> None:
    case.world.now = START + timedelta(minutes=100, seconds=20)
    got = case.source.bars(case.symbol, START, END, now=case.world.now)
    settled = case.world.now - timedelta(seconds=case.source.settle_s)
    assert prices(got.bars) == [p for p in prices(tuple(ROWS)) if p[0] + timedelta(minutes=1) <= settled]


def test_an_unknown_symbol_is_a_failure_with_a_fixed_reason(case: Case) -> None:
    with pytest.raises(SourceError) as caught:
        case.source.bars("NO/SUCH" if "/" in case.symbol else "NOSUCH", START, END, now=case.world.now)
    assert caught.value.reason in REASONS


def test_an_empty_window_is_a_failure_and_never_an_empty_answer(case: Case) -> None:
    with pytest.raises(SourceError) as caught:
        case.source.bars(case.symbol, START - timedelta(hours=9), START - timedelta(hours=8), now=case.world.now)
    assert caught.value.reason in REASONS


def test_the_future_is_not_yet_there(case: Case) -> None:
    with pytest.raises(SourceError) as caught:
        case.source.bars(case.symbol, case.world.now, case.world.now + timedelta(hours=1), now=case.world.now)
    assert caught.value.reason in ("not yet", "unavailable")


def test_an_interval_that_it_does_not_have_is_a_failure(case: Case) -> None:
    with pytest.raises(SourceError):
        case.source.bars(case.symbol, START, END, 7, now=case.world.now)


def test_it_can_be_closed_and_asked_again(case: Case) -> None:
    case.source.close()
    assert case.source.bars(case.symbol, START, END, now=case.world.now).bars


def test_payloads_of_libraries_are_json(case: Case) -> None:
    got = case.source.bars(case.symbol, START, END, now=case.world.now)
    if got.library != "files":
        assert isinstance(json.loads(got.payload), list)
