"""What every source of bars must do: libraries over loopback, fixings, files, the shipped fake, a plug-in."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from monitor.config import MarketSettings
from monitor.errors import ConfigError, SourceError
from monitor.market.fixings import is_fixing_day, published_at
from monitor.market.series import Bar, Bars
from monitor.market.sources.base import DAY_S, REASONS, Source, serves_minutes
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.fake import FakeSource
from monitor.market.sources.files import FilesSource
from monitor.market.sources.fixings import FIXING_SOURCES
from monitor.market.sources.opening import ENTRY_POINTS, open_sources
from monitor.market.sources.yahoo import YahooSource
from tests.market.loopback import Fault, World, at, serving
from tests.market.walks import walk

START = at("2026-03-24 13:30")
END = START + timedelta(minutes=390)
ROWS = walk(START, 390, 250.0)


@dataclass
class Case:
    """A source that holds `rows` under `symbol`."""

    source: Source
    symbol: str
    world: World
    rows: tuple[Bar, ...] = tuple(ROWS)
    interval_s: int = 60

    @property
    def start(self) -> datetime:
        return self.rows[0].start

    @property
    def end(self) -> datetime:
        return self.rows[-1].start + timedelta(seconds=self.interval_s)

    def ask(self, first: datetime | None = None, last: datetime | None = None, symbol: str | None = None) -> Bars:
        return self.source.bars(symbol or self.symbol, first or self.start, last or self.end, self.interval_s,
                                now=self.world.now)

    def final(self, bar: Bar) -> bool:
        settle = timedelta(seconds=self.source.settle_s)
        ends = published_at(bar.start.date()) if self.interval_s == DAY_S else bar.start + timedelta(minutes=1)
        return ends + settle <= self.world.now


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


def _parquet(world: World, tmp_path: Path) -> Case:
    columns = {"timestamp_utc": [b.start for b in ROWS], **{
        name: [getattr(b, name) for b in ROWS] for name in ("open", "high", "low", "close", "volume")}}
    pq.write_table(pa.table(columns), tmp_path / "AAPL.parquet")
    return Case(FilesSource(tmp_path), "AAPL", world)


def _fixing(name: str) -> Callable[[World, Path], Case]:
    def make(world: World, tmp_path: Path) -> Case:
        days = [d for n in range(80) if is_fixing_day(d := (world.now - timedelta(days=80 - n)).date())]
        rows = tuple(Bar(datetime(d.year, d.month, d.day, tzinfo=UTC), *4 * (1.1 + n / 1000,), interval_s=DAY_S)
                     for n, d in enumerate(days))
        if name == "ecb":
            cubes = "".join(f'<Cube time="{b.start:%Y-%m-%d}"><Cube currency="USD" rate="{b.close!r}"/></Cube>'
                            for b in rows)
            body = f"<Envelope><Cube>{cubes}</Cube></Envelope>"
        else:
            rates = {f"{b.start:%Y-%m-%d}": {"USD": b.close} for b in rows}
            body = json.dumps({"amount": 1.0, "base": "EUR", "rates": rates})
        world.faults.append(Fault(f"/{name}/", (200, body.encode(), "application/octet-stream"), 99))
        return Case(FIXING_SOURCES[name](base_url=world.base_url), "EUR/USD", world, rows, DAY_S)

    return make


PLUGIN = """
import json
from datetime import datetime, timedelta
from monitor.errors import SourceError
from monitor.market.series import Bar, Bars

class Licensed:
    name = origin = "licensed"
    settle_s = 30.0

    def __init__(self, settings):
        self.settle_s = settings.settle_s.get("licensed", self.settle_s)
        self.rows = json.loads((settings.files / "licensed.json").read_text())

    def retention_s(self, interval_s):
        return None

    def bars(self, symbol, start, end, interval_s=60, *, now):
        if symbol not in self.rows or interval_s != 60:
            raise SourceError("is not in the licence", f"licensed {symbol}", reason="delisted")
        bars = [Bar(datetime.fromisoformat(at), *prices) for at, *prices in self.rows[symbol]]
        settled = timedelta(seconds=60 + self.settle_s)
        kept = tuple(b for b in bars if start <= b.start < end and b.start + settled <= now)
        if not kept:
            raise SourceError("has no bar of the window", f"licensed {symbol}")
        return Bars(self.name, symbol, "USD", kept, now, json.dumps(self.rows[symbol]).encode(), "licensed 1")

    def close(self):
        pass
"""


def _plugin(world: World, tmp_path: Path) -> Case:
    """Write a plug-in as an installed distribution would be; it is found by its entry point alone."""
    (tmp_path / "licensed_bars.py").write_text(PLUGIN)
    info = tmp_path / "licensed_bars-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: licensed-bars\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\nlicensed = licensed_bars:Licensed\n")
    rows = {"AAPL": [(b.start.isoformat(), b.open, b.high, b.low, b.close) for b in ROWS]}
    (tmp_path / "licensed.json").write_text(json.dumps(rows))
    settings = MarketSettings(files=tmp_path, settle_s={"licensed": 45.0})
    (found,) = [one for one in open_sources(settings) if one.name == "licensed"]
    assert found.settle_s == 45
    return Case(found, "AAPL", world)


MAKERS = {"plugin": _plugin, "parquet": _parquet, **{name: _fixing(name) for name in FIXING_SOURCES},
          "files": _files, "fake": _fake, "yahoo": _yahoo,
          **{name: _exchange(name) for name in ("kraken", "coinbaseexchange", "binance", "bitstamp",
                                                    "okx", "gemini", "bitfinex")}}


@pytest.fixture(params=MAKERS)
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Case]:
    monkeypatch.syspath_prepend(tmp_path)
    with serving(World(now=at("2026-03-24 21:00"))) as world:
        made = MAKERS[request.param](world, tmp_path)
        yield made
        made.source.close()


def prices(bars: Iterable[Bar]) -> list[tuple[datetime, float, float, float, float]]:
    return [(b.start, b.open, b.high, b.low, b.close) for b in bars]


def test_it_is_a_source(case: Case) -> None:
    assert isinstance(case.source, Source)
    assert case.source.name
    assert case.source.origin
    assert case.source.settle_s >= 0
    assert serves_minutes(case.source) is (case.interval_s == 60)
    kept_s = case.source.retention_s(60)
    assert kept_s is None or kept_s > 3600


def test_all_bars_come_back_as_they_are(case: Case) -> None:
    got = case.ask()
    assert prices(got.bars) == prices(case.rows)
    assert (got.source, got.symbol, got.currency, got.pulled_at) == (
        case.source.name, case.symbol, "USD", case.world.now)
    assert got.library
    assert got.payload


def test_bars_are_ascending_one_a_label_and_on_the_grid(case: Case) -> None:
    starts = [b.start for b in case.ask().bars]
    assert starts == sorted(set(starts))
    assert all(b.interval_s == case.interval_s and b.start.timestamp() % case.interval_s == 0 for b in case.ask().bars)
    assert {b.start.tzinfo for b in case.ask().bars} == {UTC}


def test_a_window_includes_its_start_and_excludes_its_end(case: Case) -> None:
    got = case.ask(case.rows[10].start, case.rows[20].start)
    assert prices(got.bars) == prices(case.rows[10:20])


def test_only_final_bars_are_given(case: Case) -> None:
    middle = case.rows[len(case.rows) // 2]
    case.world.now = middle.start + timedelta(seconds=20 if case.interval_s == 60 else 3600)
    got = case.ask()
    assert prices(got.bars) == prices(b for b in case.rows if case.final(b))


def test_an_unknown_symbol_is_a_failure_with_a_fixed_reason(case: Case) -> None:
    with pytest.raises(SourceError) as caught:
        case.ask(symbol="NO/SUCH" if "/" in case.symbol else "NOSUCH")
    assert caught.value.reason in REASONS


def test_an_empty_window_is_a_failure_and_never_an_empty_answer(case: Case) -> None:
    with pytest.raises(SourceError) as caught:
        case.ask(case.start - 9 * timedelta(seconds=60 * case.interval_s),
                 case.start - 8 * timedelta(seconds=60 * case.interval_s))
    assert caught.value.reason in REASONS


def test_the_future_is_not_yet_there(case: Case) -> None:
    ahead = timedelta(hours=1 if case.interval_s == 60 else 72)
    with pytest.raises(SourceError) as caught:
        case.ask(case.world.now + ahead / 3, case.world.now + ahead)
    assert caught.value.reason in ("not yet", "unavailable")


def test_an_interval_that_it_does_not_have_is_a_failure(case: Case) -> None:
    with pytest.raises(SourceError):
        case.source.bars(case.symbol, case.start, case.end, 7, now=case.world.now)


def test_it_can_be_closed_and_asked_again(case: Case) -> None:
    case.source.close()
    assert case.ask().bars


def test_payloads_of_libraries_are_json(case: Case) -> None:
    got = case.ask()
    if got.library != "files":
        assert isinstance(json.loads(got.payload), list)


def test_a_plug_in_that_cannot_be_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    info = tmp_path / "broken_bars-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-bars\nVersion: 1\n")
    for target, what in (("builtins:type", "is not a source"), ("no_such_module:X", "cannot be opened")):
        (info / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\nbroken = {target}\n")
        with pytest.raises(ConfigError, match=what):
            open_sources(MarketSettings())
