"""Every known trap of a source over the wire: the real libraries, unpatched, against the sandbox; each id names one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from monitor.clock import VirtualClock
from monitor.errors import SourceError
from monitor.market.series import Bar, Bars
from monitor.market.sources.base import DAY_S, Source
from monitor.market.sources.exchanges import ExchangeSource
from monitor.market.sources.yahoo import YahooSource
from monitor.sandbox.bar_faults import BAR_FAULTS
from monitor.sandbox.server import SandboxServer
from tests.market.loopback import at
from tests.sandbox.conftest import SEED, load_items

NOW = at("2026-11-30 20:45:13")
"""Monday after Thanksgiving, 15:45 in New York; the Friday before was a half day."""
HOURS = 4
SYMBOLS = {"yahoo": "MSFT", "kraken": "BTC/USD", "coinbaseexchange": "BTC/USD", "binance": "BTC/USDT",
           "bitstamp": "BTC/USD"}
EXCHANGES = [name for name in SYMBOLS if name != "yahoo"]


@dataclass
class Bench:
    """The sandbox and one source that asks it."""

    server: SandboxServer
    source: Source
    name: str

    def ask(self, symbol: str | None = None, start=None, end=None, interval_s: int = 60) -> Bars:
        return self.source.bars(symbol or SYMBOLS[self.name], start or NOW - timedelta(hours=HOURS), end or NOW,
                                interval_s, now=NOW)

    def reason(self, **window) -> str:
        with pytest.raises(SourceError) as caught:
            self.ask(**window)
        return caught.value.reason

    @property
    def world(self):
        return self.server.world


@pytest.fixture(scope="module")
def server() -> Iterator[SandboxServer]:
    with SandboxServer(VirtualClock(NOW), SEED, load_items()) as running:
        yield running


@pytest.fixture(scope="module")
def opened(server: SandboxServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Source]]:
    cache: Path = tmp_path_factory.mktemp("yahoo")
    sources: dict[str, Source] = {name: ExchangeSource(name, base_url=server.base_url, deadline_s=20)
                                  for name in EXCHANGES}
    sources["yahoo"] = YahooSource(base_url=server.base_url, cache_dir=cache, deadline_s=20)
    yield sources
    for source in sources.values():
        source.close()


@pytest.fixture
def bench(server: SandboxServer, opened: dict[str, Source]) -> Iterator[Callable[[str], Bench]]:
    yield lambda name: Bench(server, opened[name], name)
    server.world.heal()


def every(n: int, bars: tuple[Bar, ...]) -> set:
    return {bar.start for place, bar in enumerate(bars) if place and place % n == 0}


REFUSED = {
    "429": "rate limited",
    "500": "unavailable",
    "empty": "unavailable",
    "html": "unavailable",
    "no_body": "unavailable",
    "json_cut": "unavailable",
    "451": "blocked here",
    "maintenance": "unavailable",
    "seconds_for_ms": "unavailable",
}
"""Fault -> the reason that the pull gives; no bar of it is kept."""
PUT_RIGHT = ("unordered", "duplicates")
"""Faults after which the bars are those of the true answer."""
THINNED = ("null_rows", "missing_rows", "torn")
"""Faults after which the true bars are there but for those that were hit."""


@pytest.mark.parametrize("name", SYMBOLS)
@pytest.mark.parametrize("fault", REFUSED)
def test_a_refusal_or_a_broken_answer_has_its_reason_and_is_not_remembered(bench, name: str, fault: str) -> None:
    one = bench(name)
    clean = one.ask()
    one.world.fail(name, fault)
    assert one.reason() == REFUSED[fault]
    one.world.heal()
    assert one.ask().bars == clean.bars


@pytest.mark.parametrize("name", SYMBOLS)
@pytest.mark.parametrize("fault", PUT_RIGHT)
def test_order_and_repeats_do_not_matter(bench, name: str, fault: str) -> None:
    one = bench(name)
    clean = one.ask()
    one.world.fail(name, fault)
    assert one.ask().bars == clean.bars


@pytest.mark.parametrize("name", SYMBOLS)
@pytest.mark.parametrize("fault", THINNED)
def test_rows_that_are_no_bars_are_absent_and_the_others_unchanged(bench, name: str, fault: str) -> None:
    one = bench(name)
    clean = one.ask().bars
    one.world.fail(name, fault)
    got = one.ask().bars
    assert set(got) < set(clean)
    assert 0.8 < len(got) / len(clean) < 0.9
    one.world.heal()
    assert one.ask().bars == clean


@pytest.mark.parametrize("name", EXCHANGES)
def test_a_market_that_no_longer_trades_is_delisted(server: SandboxServer, name: str) -> None:
    server.world.fail(name, "delisted")
    source = ExchangeSource(name, base_url=server.base_url, deadline_s=20)
    with pytest.raises(SourceError) as caught:
        source.bars(SYMBOLS[name], NOW - timedelta(hours=1), NOW, now=NOW)
    server.world.heal()
    assert caught.value.reason == "delisted"


@pytest.mark.parametrize("name", SYMBOLS)
def test_the_minute_that_still_runs_is_not_a_bar(bench, name: str) -> None:
    one = bench(name)
    settled, one.source.settle_s = one.source.settle_s, 0.0
    try:
        got = one.ask(end=NOW + timedelta(minutes=5))
    finally:
        one.source.settle_s = settled
    assert got.bars[-1].start <= at("2026-11-30 20:44")
    assert got.bars[-1].start >= at("2026-11-30 20:43")


def yahoo_404(one: Bench) -> None:
    one.world.fail("yahoo", "delisted")
    assert one.reason() == "delisted"


def yahoo_half_day(one: Bench) -> None:
    got = one.ask(start=at("2026-11-27 09:00"), end=at("2026-11-28 02:00"))
    starts = {bar.start for bar in got.bars}
    assert {at("2026-11-27 14:30"), at("2026-11-27 17:59")} <= starts
    assert any(at("2026-11-27 18:00") <= start for start in starts), "trading after a half day is kept, for its close"
    assert max(starts) < at("2026-11-27 22:01")


def yahoo_pre_market(one: Bench) -> None:
    got = one.ask(start=at("2026-11-30 09:00"), end=at("2026-11-30 14:30"))
    assert got.bars[0].start >= at("2026-11-30 09:00")
    assert len(got.bars) > 50
    assert all(bar.volume == 0 for bar in got.bars)


def yahoo_session_end(one: Bench) -> None:
    # The library drops the bar stamped at the end of a session unless extended hours are asked for.
    got = one.ask(start=at("2026-11-25 14:30"), end=at("2026-11-25 22:00"))
    assert at("2026-11-25 21:00") in {bar.start for bar in got.bars}


def yahoo_no_trade(one: Bench) -> None:
    # A minute without a trade has a null row there: absent, neither zero nor carried.
    got = one.ask(start=at("2026-11-16 14:30"), end=at("2026-11-25 21:00"))
    regular = [b for b in got.bars if at("2026-11-25 14:30") <= b.start < at("2026-11-25 21:00")]
    assert 380 <= len(regular) <= 390
    assert len(got.bars) == len({b.start for b in got.bars})


def yahoo_pence(one: Bench) -> None:
    dollars = one.ask()
    one.world.fail("yahoo", "pence")
    pounds = one.ask()
    assert pounds.currency == "GBP"
    assert [b.close for b in pounds.bars] == pytest.approx([b.close for b in dollars.bars], rel=1e-6)


def yahoo_dividend(one: Bench) -> None:
    # Days before 10 November are adjusted by the vendor; the close that counts is the raw one.
    market = one.world.market
    got = one.ask(start=at("2026-11-02 00:00"), end=at("2026-11-17 00:00"), interval_s=DAY_S)
    assert [b.close for b in got.bars] == pytest.approx(
        [market.official_close("MSFT", b.start.date()) for b in got.bars], rel=1e-6)
    assert b'"adjclose"' in got.payload


def yahoo_day_still_open(one: Bench) -> None:
    got = one.ask(start=at("2026-11-25 00:00"), end=at("2026-12-01 00:00"), interval_s=DAY_S)
    assert [b.start for b in got.bars] == [at("2026-11-25 00:00"), at("2026-11-27 00:00")]


def yahoo_thirty_days(one: Bench) -> None:
    assert one.reason(start=at("2026-10-05 14:30"), end=at("2026-10-05 21:00")) == "retention passed"


def kraken_720(one: Bench) -> None:
    got = one.ask(start=NOW - timedelta(hours=30))
    assert got.bars[0].start == NOW.replace(second=0) - timedelta(minutes=720)
    assert one.reason(start=NOW - timedelta(hours=30), end=NOW - timedelta(hours=20)) == "retention passed"


def kraken_no_trade(one: Bench) -> None:
    quiet = [b for b in one.ask("ALGO/USD").bars if b.count == 0]
    assert quiet
    assert all(b.open == b.high == b.low == b.close for b in quiet)


def coinbase_300(one: Bench) -> None:
    before = one.world.ledger.arrivals_report()["venues"]["coinbaseexchange"]
    got = one.ask(start=NOW - timedelta(hours=24))
    assert one.world.ledger.arrivals_report()["venues"]["coinbaseexchange"] - before == 5
    assert len(got.bars) > 1400


def no_trade_is_absent(one: Bench) -> None:
    got = one.ask("ALGO/USD" if one.name != "binance" else "ALGO/USDT").bars
    first, last = (int(bar.start.timestamp()) for bar in (got[0], got[-1]))
    traded = one.world.venues[one.name].seen("ALGO", first, last + 60, 60, NOW)
    assert [int(bar.start.timestamp()) for bar in got] == traded.start_s.tolist()
    assert all(bar.volume for bar in got)
    assert one.name == "binance" or len(got) < HOURS * 60 - 10


def only_there(one: Bench) -> None:
    assert one.reason(symbol="NOPE/USD") == "delisted"


TRAPS: dict[str, tuple[str, Callable[[Bench], None]]] = {
    "yahoo-unknown-or-delisted": ("yahoo", yahoo_404),
    "yahoo-half-day": ("yahoo", yahoo_half_day),
    "yahoo-pre-market": ("yahoo", yahoo_pre_market),
    "yahoo-bar-at-session-end": ("yahoo", yahoo_session_end),
    "yahoo-minute-without-trade": ("yahoo", yahoo_no_trade),
    "yahoo-pence": ("yahoo", yahoo_pence),
    "yahoo-dividend-adjusted-close": ("yahoo", yahoo_dividend),
    "yahoo-day-still-open": ("yahoo", yahoo_day_still_open),
    "yahoo-older-than-30-days": ("yahoo", yahoo_thirty_days),
    "kraken-720-bars": ("kraken", kraken_720),
    "kraken-minute-without-trade": ("kraken", kraken_no_trade),
    "coinbaseexchange-300-bars": ("coinbaseexchange", coinbase_300),
    **{f"{name}-minute-without-trade": (name, no_trade_is_absent) for name in EXCHANGES if name != "kraken"},
    **{f"{name}-not-listed": (name, only_there) for name in EXCHANGES},
}


@pytest.mark.parametrize(("name", "check"), TRAPS.values(), ids=TRAPS)
def test_trap(bench, name: str, check: Callable[[Bench], None]) -> None:
    check(bench(name))


def test_every_fault_of_a_venue_is_used_here_or_where_sources_are_compared() -> None:
    compared = {"minute_late", "hour_late", "times_100", "coin_basis", "stuck", "split", "split_unscaled"}
    assert {*REFUSED, *PUT_RIGHT, *THINNED, "pence", "delisted"} | compared >= set(BAR_FAULTS)
