"""From bars to the reference that grading works on."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from monitor.datasets import Asset, Item
from monitor.market.reference import build_reference, examine
from monitor.market.series import Bar, Bars
from monitor.market.sources.bar_files import read_bars
from monitor.market.sources.files import FilesSource
from tests.market.loopback import at
from tests.market.walks import as_bars, scaled, venues, walk

STOCK = Item("e", Asset.EQUITY, "Apple", "AAPL", "")
PAIR = Item("f", Asset.FX, "Euro", "EUR/USD", "")
COIN = Item("c", Asset.CRYPTO, "Bitcoin", "BTC", "")
OPEN = at("2026-03-24 13:30")


def days(closes: dict[str, float], source: str = "yahoo", currency: str = "USD") -> Bars:
    bars = tuple(Bar(at(f"{day} 00:00"), c, c, c, c, 1.0, interval_s=86_400) for day, c in closes.items())
    return Bars(source, "X", currency, bars, at("2026-03-30 00:00"), b"", "t 1")


def test_a_stocks_closes_stand_at_its_sessions_ends() -> None:
    daily = days({"2026-11-25": 100.0, "2026-11-26": 100.5, "2026-11-27": 101.0})
    closes = build_reference(STOCK, [], [daily]).daily
    assert [(d.close_at, d.close) for d in closes] == [(at("2026-11-25 21:00"), 100.0), (at("2026-11-27 18:00"), 101.0)]


def test_a_coins_closes_are_the_median_of_utc_days_and_disagreement_gives_none() -> None:
    daily = [days({"2026-03-22": 100.0, "2026-03-23": 101.0}, "kraken"),
             days({"2026-03-22": 100.1, "2026-03-23": 111.0}, "bitstamp")]
    found = examine(COIN, [], daily)
    assert [(d.close_at, d.close) for d in found.reference.daily] == [(at("2026-03-23 00:00"), 100.05)]
    assert "2026-03-23" in found.doubts[0]


def test_a_pairs_days_end_at_midnight_in_london_and_fridays_with_the_week() -> None:
    daily = days({"2026-06-04": 1.1, "2026-06-05": 1.2})
    closes = build_reference(PAIR, [], [daily]).daily
    assert [d.close_at for d in closes] == [at("2026-06-04 23:00"), at("2026-06-05 21:00")]


def test_without_daily_bars_a_coins_day_ends_with_its_last_minute() -> None:
    bars = walk(at("2026-03-23 20:00"), 360)
    closes = build_reference(COIN, [as_bars(bars, "kraken")]).daily
    last = next(b for b in bars if b.start == at("2026-03-23 23:59"))
    assert [(d.close_at, d.close) for d in closes] == [(at("2026-03-24 00:00"), last.close)]


def test_nothing_usable_says_why() -> None:
    assert build_reference(COIN, []).why == "no source has a final bar"
    one, two = venues(walk(OPEN, 60), 2)
    two = scaled(two, 1.01)
    assert "disagree" in str(build_reference(COIN, [as_bars(one, "kraken"), as_bars(two, "bitstamp")]).why)
    points = as_bars(one, "yahoo", role="point")
    assert "point sample" in str(build_reference(COIN, [points]).why)


def test_one_sources_price_far_from_the_prior_close_is_left_out() -> None:
    daily = days({"2026-03-23": 250.0})
    found = examine(STOCK, [as_bars(walk(OPEN, 60, 25_000.0), "yahoo")], [daily])
    assert len(found.reference.minutes) == 0
    assert "100" in found.doubts[0]


def test_a_split_is_not_a_move() -> None:
    daily = days({"2026-03-20": 645.0, "2026-03-23": 644.0})
    found = examine(STOCK, [as_bars(walk(OPEN, 60, 92.0), "yahoo")], [daily])
    assert len(found.reference.minutes) == 60
    assert found.reference.daily == ()
    assert "split" in found.doubts[0]


def test_minutes_of_before_a_split_are_not_mixed_with_closes_of_after() -> None:
    minutes = [*walk(at("2026-03-23 13:30"), 390, 644.0), *walk(OPEN, 390, 92.0)]
    daily = days({"2026-03-20": 645 / 7, "2026-03-23": 644 / 7, "2026-03-24": 92.0})
    found = examine(STOCK, [as_bars(minutes, "yahoo")], [daily])
    assert found.reference.minutes.close.max() < 100


FILES = {
    "stock_AAPL_yahoo_2026-03-19_27.csv": STOCK,
    "stock_SPY_polygon_2024-03-07_15_prepost_dst.csv": STOCK,
    "stock_GOOG_lean_2015-12-23_28_prepost_halfday.csv": STOCK,
    "coin_BTC-USD_coinbase_2018-04-04_06.csv": COIN,
    "coin_BTC-USD_tiingo_2026-03-25_28.csv": COIN,
    "fx_EUR-USD_oanda_mid_2014-05-01_09.csv": PAIR,
    "fx_EUR-USD_mt_2020-08-27_10-15.csv": PAIR,
}


@pytest.mark.parametrize("name", FILES)
def test_regular_minutes_of_a_recorded_file_are_its_rows(shared: Path, tmp_path: Path, name: str) -> None:
    item = FILES[name]
    (tmp_path / f"{item.ticker.replace('/', '-')}.csv").write_bytes((shared / "market" / name).read_bytes())
    rows = read_bars(shared / "market" / name)
    now = rows[-1].start + timedelta(days=1)
    bars = FilesSource(tmp_path).bars(item.ticker, rows[0].start, now, now=now)
    minutes = build_reference(item, [bars]).minutes
    by_minute = {int(r.start.timestamp()): r for r in rows}
    regular = [n for n, s in enumerate(minutes.start_s.tolist())
               if item is not STOCK or _regular(datetime.fromtimestamp(s, OPEN.tzinfo))]
    rng = np.random.default_rng(3)
    for n in rng.choice(regular, 200):
        row = by_minute[int(minutes.start_s[n])]
        assert (minutes.low[n], minutes.high[n], minutes.close[n]) == (row.low, row.high, row.close)


def _regular(moment: datetime) -> bool:
    from monitor import calendars

    return calendars.is_open("XNYS", moment)


def test_files_refuse_what_cannot_be_bars(tmp_path: Path) -> None:
    from monitor.errors import DataError

    path = tmp_path / "AAPL.csv"
    path.write_text("timestamp_utc,open,high,low,close\n2026-03-24T13:30:00Z,1,2,3,nonsense\n")
    with pytest.raises(DataError, match=r"AAPL\.csv:2"):
        read_bars(path)
    path.write_text("timestamp_utc,open,high,low,close\n2026-03-24T13:30:00,1,1,1,1\n")
    with pytest.raises(DataError, match="no time with a zone"):
        read_bars(path)
    path.write_text("time,open,high,low,close\n")
    with pytest.raises(DataError, match="timestamp_utc"):
        read_bars(path)


def test_minutes_without_any_volume_have_none(tmp_path: Path) -> None:
    rows = [replace(b, volume=0.0) for b in walk(OPEN, 3)]
    text = "".join(f"{b.start.isoformat()},{b.open},{b.high},{b.low},{b.close},0\n" for b in rows)
    (tmp_path / "EUR-USD.csv").write_text("timestamp_utc,open,high,low,close,volume\n" + text)
    got = FilesSource(tmp_path).bars("EUR/USD", OPEN, OPEN + timedelta(hours=1), now=at("2026-03-25 00:00"))
    assert (got.role, got.currency, [b.volume for b in got.bars]) == ("mid", "USD", [None] * 3)
