"""The real yfinance against loopback: what is kept of an answer, and the reason when nothing is."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from monitor.errors import SourceError
from monitor.market.series import Bar
from monitor.market.sources.yahoo import YahooSource
from tests.market.loopback import Fault, World, at
from tests.market.walks import walk

OPEN = at("2026-03-24 13:30")


@pytest.fixture
def yahoo(world: World, cache_dir: Path) -> YahooSource:
    world.minutes["AAPL"] = walk(OPEN, 390, 250.0)
    return YahooSource(base_url=world.base_url, cache_dir=cache_dir, deadline_s=20)


def ask(yahoo: YahooSource, world: World, symbol: str = "AAPL", hours: float = 6.5, start=OPEN):
    return yahoo.bars(symbol, start, start + timedelta(hours=hours), now=world.now)


def failure(yahoo: YahooSource, world: World, symbol: str = "AAPL", **window) -> SourceError:
    with pytest.raises(SourceError) as caught:
        ask(yahoo, world, symbol, **window)
    return caught.value


def reason(yahoo: YahooSource, world: World, symbol: str = "AAPL", **window) -> str:
    return failure(yahoo, world, symbol, **window).reason


def test_minutes_come_back_as_served(yahoo: YahooSource, world: World) -> None:
    got = ask(yahoo, world)
    assert [(b.start, b.open, b.high, b.low, b.close) for b in got.bars] == [
        (b.start, b.open, b.high, b.low, b.close) for b in world.minutes["AAPL"]]
    assert (got.source, got.symbol, got.currency, got.role) == ("yahoo", "AAPL", "USD", "trade")
    assert got.library.startswith("yfinance 1.")
    assert json.loads(got.payload)[0]["chart"]["result"][0]["meta"]["symbol"] == "AAPL"


def test_a_bar_is_kept_only_twenty_minutes_after_its_end(yahoo: YahooSource, world: World) -> None:
    world.now = at("2026-03-24 15:00:30")
    assert ask(yahoo, world).bars[-1].start == at("2026-03-24 14:39")


def test_a_window_that_has_not_settled_is_not_yet(yahoo: YahooSource, world: World) -> None:
    world.now = OPEN + timedelta(minutes=5)
    assert reason(yahoo, world) == "not yet"


def test_the_live_row_is_dropped_with_the_minute_it_was_merged_into(yahoo: YahooSource, world: World) -> None:
    yahoo.settle_s = 0
    world.now = at("2026-03-24 15:00:40")
    second = int(at("2026-03-24 15:00:27").timestamp())
    world.live["AAPL"] = (second, 999.0)
    got = ask(yahoo, world)
    assert got.bars[-1].start == at("2026-03-24 14:59")
    assert max(b.high for b in got.bars) < 900


def test_a_live_row_on_a_whole_minute_is_dropped(yahoo: YahooSource, world: World) -> None:
    yahoo.settle_s = 0
    world.minutes["AAPL"] = world.minutes["AAPL"][:60]
    stamp = at("2026-03-24 14:31")
    world.live["AAPL"] = (int(stamp.timestamp()), 251.0)
    world.meta["AAPL"] = {"regularMarketTime": int(stamp.timestamp())}
    assert ask(yahoo, world).bars[-1].start == at("2026-03-24 14:29")


def test_empty_and_missing_minutes_are_absent(yahoo: YahooSource, world: World) -> None:
    gone = world.minutes["AAPL"].pop(100)
    null = world.minutes["AAPL"][50]
    world.nulls = {int(null.start.timestamp())}
    starts = {b.start for b in ask(yahoo, world).bars}
    assert gone.start not in starts
    assert null.start not in starts
    assert len(starts) == 388


def test_a_refusal_for_too_many_requests_is_rate_limited(yahoo: YahooSource, world: World) -> None:
    world.faults.append(Fault("/chart/", (429, b"Too Many Requests", "text/plain"), 99))
    assert reason(yahoo, world) == "rate limited"


@pytest.mark.parametrize("body", [b"<html>oops</html>", b"", b'{"chart":', b"<html>Will be right back</html>"])
@pytest.mark.parametrize("status", [500, 200])
def test_a_broken_answer_is_unavailable_and_the_next_pull_recovers(
    yahoo: YahooSource, world: World, status: int, body: bytes
) -> None:
    ask(yahoo, world)
    world.faults.append(Fault("period1", (status, body, "text/html"), 2))
    assert reason(yahoo, world) == "unavailable"
    world.faults.clear()
    assert len(ask(yahoo, world).bars) == 390


def test_a_failed_first_lookup_is_not_remembered(yahoo: YahooSource, world: World) -> None:
    world.minutes["MSFT"] = walk(OPEN, 390, 400.0)
    world.faults.append(Fault("/chart/MSFT", (500, b"<html>", "text/html"), 99))
    assert reason(yahoo, world, "MSFT") == "unavailable"
    world.faults.clear()
    assert len(ask(yahoo, world, "MSFT").bars) == 390


def test_an_unknown_symbol_is_delisted(yahoo: YahooSource, world: World) -> None:
    assert reason(yahoo, world, "NOSUCH") == "delisted"


def test_minutes_older_than_thirty_days_have_passed(yahoo: YahooSource, world: World) -> None:
    ask(yahoo, world)
    world.now += timedelta(days=40)
    assert reason(yahoo, world) == "retention passed"


@pytest.mark.parametrize("name", ["AAPL_1h_2021-05_no-results", "GRND3.SA_1m_2019-10_empty-arrays",
                                  "AAPL_1d_2021-05_no-timestamps"])
def test_recorded_answers_without_bars_are_unavailable(
    yahoo: YahooSource, world: World, shared: Path, name: str
) -> None:
    body = (shared / f"payloads/market/yahoo_{name}.json").read_bytes()
    ask(yahoo, world)
    world.faults.append(Fault("period1", (200, body, "application/json"), 9))
    assert reason(yahoo, world) == "unavailable"


@pytest.mark.parametrize("wrong", [{"symbol": "AAPB"}, {"currency": None}])
def test_an_answer_for_something_else_is_refused(yahoo: YahooSource, world: World, wrong: dict) -> None:
    world.meta["AAPL"] = wrong
    assert reason(yahoo, world) == "unavailable"


def test_pence_become_pounds(yahoo: YahooSource, world: World) -> None:
    world.minutes["VOD.L"] = walk(OPEN, 60, 7_150.0)
    world.meta["VOD.L"] = {"currency": "GBp", "exchangeTimezoneName": "Europe/London"}
    got = ask(yahoo, world, "VOD.L")
    assert got.currency == "GBP"
    assert got.bars[0].close == pytest.approx(world.minutes["VOD.L"][0].close / 100)


def test_a_pair_is_a_quote_without_volume_and_the_yen_pair_may_answer_to_its_short_name(
    yahoo: YahooSource, world: World
) -> None:
    world.minutes["USDJPY=X"] = walk(OPEN, 60, 150.0, volume=0)
    world.meta["USDJPY=X"] = {"currency": "JPY", "symbol": "JPY=X", "instrumentType": "CURRENCY",
                              "exchangeTimezoneName": "Europe/London"}
    got = ask(yahoo, world, "USDJPY=X")
    assert (got.role, got.currency, got.bars[0].volume) == ("mid", "JPY", None)


def test_a_coin_is_marked_as_point_samples(yahoo: YahooSource, world: World) -> None:
    world.minutes["BTC-USD"] = walk(OPEN, 60)
    world.meta["BTC-USD"] = {"instrumentType": "CRYPTOCURRENCY", "exchangeTimezoneName": "UTC"}
    assert ask(yahoo, world, "BTC-USD").role == "point"


def test_extended_hours_and_the_bar_at_a_half_days_close_are_kept(yahoo: YahooSource, world: World) -> None:
    start = at("2025-11-28 13:00")
    world.now = at("2025-11-28 22:00")
    world.minutes["AAPL"] = walk(start, 8 * 60, 270.0)
    period = {"timezone": "EST", "start": int(at("2025-11-28 14:30").timestamp()),
              "end": int(at("2025-11-28 18:00").timestamp()), "gmtoffset": -18000}
    world.meta["AAPL"] = {"tradingPeriods": [[period]]}
    starts = {b.start for b in ask(yahoo, world, hours=8, start=start).bars}
    assert {at("2025-11-28 13:00"), at("2025-11-28 17:59"), at("2025-11-28 18:00")} <= starts


def test_a_long_window_is_asked_for_in_pages_of_a_week(yahoo: YahooSource, world: World) -> None:
    start = at("2026-03-05 00:00")
    ask(yahoo, world)
    world.minutes["AAPL"] = walk(start, 19 * 1440, 250.0)
    got = ask(yahoo, world, start=start, hours=19 * 24)
    assert len(got.bars) == 19 * 1440
    assert len(world.asked("period1")) == 1 + 3


def test_bars_out_of_order_and_twice_are_put_right(yahoo: YahooSource, world: World) -> None:
    def shuffled(path: str, answer):
        result = answer["chart"]["result"][0]
        quote = result["indicators"]["quote"][0]
        for column in [result["timestamp"], *quote.values()]:
            column.reverse()
            column.append(column[0])
        return answer

    world.rewrite = shuffled
    assert [b.start for b in ask(yahoo, world).bars] == [b.start for b in world.minutes["AAPL"]]


def test_a_days_close_is_raw_and_only_of_closed_days(yahoo: YahooSource, world: World) -> None:
    days = [at("2026-03-20 13:30"), at("2026-03-23 13:30"), at("2026-03-24 13:30")]
    world.days["AAPL"] = [(day, 100.0 + n, 90.0 + n) for n, day in enumerate(days)]
    asked = at("2026-03-20 00:00"), at("2026-03-25 00:00")
    got = yahoo.bars("AAPL", *asked, 86_400, now=at("2026-03-24 21:00"))
    assert [(b.start, b.close) for b in got.bars] == [(at("2026-03-20 00:00"), 100.0), (at("2026-03-23 00:00"), 101.0)]
    world.meta["AAPL"] = {"currentTradingPeriod": {"regular": {"timezone": "EDT", "gmtoffset": -14400,
                          "start": int(days[2].timestamp()), "end": int(at("2026-03-24 20:00").timestamp())}}}
    assert len(yahoo.bars("AAPL", *asked, 86_400, now=at("2026-03-24 20:29")).bars) == 2
    assert len(yahoo.bars("AAPL", *asked, 86_400, now=at("2026-03-24 20:31")).bars) == 3


def test_a_days_close_is_known_in_the_evening_when_the_next_session_is_already_announced(
    yahoo: YahooSource, world: World
) -> None:
    world.days["AAPL"] = [(at("2026-03-24 13:30"), 100.0, 90.0)]
    world.now = at("2026-03-25 01:00")
    world.meta["AAPL"] = {"regularMarketTime": int(at("2026-03-24 20:00:02").timestamp()), "currentTradingPeriod": {
        "regular": {"timezone": "EDT", "gmtoffset": -14400, "start": int(at("2026-03-25 13:30").timestamp()),
                    "end": int(at("2026-03-25 20:00").timestamp())}}}
    got = yahoo.bars("AAPL", at("2026-03-20 00:00"), at("2026-03-26 00:00"), 86_400, now=world.now)
    assert [b.close for b in got.bars] == [100.0]


def test_a_server_that_hangs_costs_no_more_than_the_deadline(world: World, cache_dir: Path) -> None:
    slow = YahooSource(base_url=world.base_url, cache_dir=cache_dir, deadline_s=1)
    world.minutes["AAPL"] = walk(OPEN, 390, 250.0)
    world.hang = "/chart/"
    error = failure(slow, world)
    assert error.reason == "unavailable"
    assert len(world.asked("/chart/")) <= 3


def test_the_recorded_session_comes_back_unchanged(yahoo: YahooSource, world: World, shared: Path) -> None:
    from monitor.market.sources.bar_files import read_bars

    world.now = at("2026-03-28 00:00")
    recorded = read_bars(shared / "market/stock_AAPL_yahoo_2026-03-19_27.csv")
    world.minutes["AAPL"] = list(recorded)
    got = ask(yahoo, world, start=recorded[0].start, hours=10 * 24)
    assert [(b.start, b.open, b.high, b.low, b.close) for b in got.bars] == [
        (b.start, b.open, b.high, b.low, b.close) for b in recorded]


def test_a_server_that_hangs_up_is_unavailable(yahoo: YahooSource, world: World) -> None:
    gone = YahooSource(base_url="http://127.0.0.1:9", cache_dir=yahoo._cache_dir, deadline_s=5)
    assert reason(gone, world) == "unavailable"


def test_a_bar_that_cannot_be_a_price_is_dropped(yahoo: YahooSource, world: World) -> None:
    bar = world.minutes["AAPL"][10]
    world.minutes["AAPL"][10] = Bar(bar.start, bar.open, bar.low - 1, bar.high, bar.close, 5.0)
    world.minutes["AAPL"][11] = Bar(world.minutes["AAPL"][11].start, 0.0, 0.0, 0.0, 0.0, 5.0)
    assert len(ask(yahoo, world).bars) == 388
