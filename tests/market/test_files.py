"""A folder of bars: CSV, Parquet and answer keys opened by one rule, with file and line in every refusal."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from monitor.datasets import Asset, Item
from monitor.errors import DataError, SourceError
from monitor.interop.keys import load_keys
from monitor.market.pull import pull_item
from monitor.market.series import Bar
from monitor.market.sources.bar_files import read_bars
from monitor.market.sources.files import FilesSource
from monitor.market.stored import load_reference
from monitor.market.windows import Window
from monitor.store.database import open_database
from tests.market.loopback import at
from tests.market.walks import walk

START = at("2026-03-24 14:30")
END = START + timedelta(minutes=60)
NOW = at("2026-03-26 12:00")
ROWS = walk(START, 60, 250.0)


def as_csv(folder: Path, rows: list[Bar] = ROWS) -> Path:
    lines = [f"{b.start:%Y-%m-%dT%H:%M:%SZ},{b.open!r},{b.high!r},{b.low!r},{b.close!r},{b.volume}" for b in rows]
    path = folder / "AAPL.csv"
    path.write_text("timestamp_utc,open,high,low,close,volume\n" + "\n".join(lines))
    return path


def columns(rows: list[Bar] = ROWS) -> dict[str, list]:
    return {"timestamp_utc": [b.start for b in rows], "open": [b.open for b in rows], "high": [b.high for b in rows],
            "low": [b.low for b in rows], "close": [b.close for b in rows], "volume": [b.volume for b in rows],
            "venue": ["x" for _ in rows]}


def as_parquet(folder: Path) -> Path:
    path = folder / "AAPL.parquet"
    pq.write_table(pa.table(columns()), path)
    return path


def as_parts(folder: Path) -> Path:
    path = folder / "AAPL.parquet"
    path.mkdir()
    for n in range(2):
        pq.write_table(pa.table(columns(ROWS[n * 30 : n * 30 + 30])), path / f"part-{n}.parquet")
    return path


def as_text_stamps(folder: Path) -> Path:
    path = folder / "AAPL.parquet"
    held = {**columns(), "timestamp_utc": [f"{b.start:%Y-%m-%dT%H:%M:%SZ}" for b in ROWS]}
    pq.write_table(pa.table(held), path)
    return path


def keys(folder: Path, *rows: dict) -> Path:
    path = folder / "key.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def minute(bar: Bar, **more) -> dict:
    return {"ticker": "AAPL", "minute": f"{bar.start:%Y-%m-%dT%H:%M:%SZ}", "low": bar.low, "high": bar.high, **more}


@pytest.mark.parametrize("write", [as_csv, as_parquet, as_parts, as_text_stamps])
def test_every_format_gives_the_same_bars_to_both_readers(tmp_path: Path, write: Callable[[Path], Path]) -> None:
    write(tmp_path)
    got = FilesSource(tmp_path).bars("AAPL", START, END, now=NOW)
    assert got.bars == tuple(ROWS)
    assert (got.role, got.currency, got.payload[:7]) == ("trade", "USD", b"sha256 ")
    held = load_keys(tmp_path).reference(Item("i", Asset.EQUITY, "Apple", "AAPL", ""), START, END)
    assert held.minutes.close.tolist() == [b.close for b in ROWS]


def test_an_answer_key_gives_ranges_whose_close_is_the_middle(tmp_path: Path) -> None:
    keys(tmp_path, *(minute(b, buffer=0.001, note="x") for b in ROWS))
    got = FilesSource(tmp_path).bars("AAPL", START, END, now=NOW)
    assert got.role == "range"
    assert [(b.low, b.high) for b in got.bars] == [(b.low, b.high) for b in ROWS]
    assert got.bars[3].close == pytest.approx((ROWS[3].low + ROWS[3].high) / 2)


def test_where_both_give_a_minute_the_answer_keys_range_counts(tmp_path: Path) -> None:
    as_csv(tmp_path)
    keys(tmp_path, {**minute(ROWS[3]), "low": 1.0, "high": 999.0})
    bar = FilesSource(tmp_path).bars("AAPL", START, END, now=NOW).bars[3]
    assert (bar.low, bar.high, bar.close, bar.volume) == (1.0, 999.0, ROWS[3].close, ROWS[3].volume)


def test_closes_of_an_answer_key_are_pulled_as_official_closes(tmp_path: Path) -> None:
    as_csv(tmp_path)
    keys(tmp_path, {"date": "2026-03-24", "ticker": "AAPL", "close": 251.5, "prior_close": 250.0},
         {"date": "2026-03-25", "ticker": "MSFT", "close": 9.0, "prior_close": None})
    stock = Item("e1", Asset.EQUITY, "Apple", "AAPL", "")
    other = Item("e2", Asset.EQUITY, "Toro", "TTC", "")
    source, database = FilesSource(tmp_path), open_database(tmp_path / "m.db")
    try:
        report = pull_item(database, stock, Window(START, END), [source], NOW)
        assert (report.bars, report.failures) == (61, [])
        with database.read() as session:
            found = load_reference(session, stock, START, END)
        assert [(d.close_at, d.close) for d in found.daily] == [(at("2026-03-24 20:00"), 251.5)]
        closes = [f for f in pull_item(database, other, Window(START, END), [source], NOW).failures
                  if f.window.end - f.window.start > timedelta(days=30)]
        assert closes == []  # a folder need not hold closes
    finally:
        database.close()


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    path = as_csv(tmp_path, ROWS[:30])
    source = FilesSource(tmp_path)
    assert len(source.bars("AAPL", START, END, now=NOW).bars) == 30
    as_csv(tmp_path)
    os.utime(path, ns=(1, 1))
    assert len(source.bars("AAPL", START, END, now=NOW).bars) == 60


@pytest.mark.parametrize(("text", "place", "what"), [
    ("timestamp_utc,open,high,low\n", ":1", "no column close"),
    ("timestamp_utc,open,high,low,close\n2026-03-24T14:30:00Z,1,1,1,1\n2026-03-24T14:31:00,1,1,1,1\n", ":3",
     "cannot be read"),
    ("timestamp_utc,open,high,low,close\n2026-03-24T14:30:00Z,1,1,1,x\n", ":2", "cannot be read"),
    ("timestamp_utc,open,high,low,close\n2026-03-24T14:30:00Z,1,1\n", ":2", "cannot be read"),
    ("timestamp_utc,open,high,low,close\n2026-03-24T14:30:00Z,5,1,1,1\n", "", "no prices"),
])
def test_a_bad_csv_is_refused_with_file_and_line(tmp_path: Path, text: str, place: str, what: str) -> None:
    (tmp_path / "AAPL.csv").write_text(text)
    with pytest.raises(SourceError, match=what) as caught:
        FilesSource(tmp_path).bars("AAPL", START, END, now=NOW)
    assert caught.value.where == f"{tmp_path / 'AAPL.csv'}{place}"


@pytest.mark.parametrize(("change", "what"), [
    ({"close": None}, "no column close"),
    ({"timestamp_utc": [b.start.replace(tzinfo=None) for b in ROWS]}, "no zone"),
    ({"close": [*(b.close for b in ROWS[:-1]), None]}, "row 60: cannot be read"),
])
def test_a_bad_parquet_is_refused_with_file_and_row(tmp_path: Path, change: dict, what: str) -> None:
    held = {**columns(), **change}
    path = tmp_path / "AAPL.parquet"
    pq.write_table(pa.table({name: values for name, values in held.items() if values is not None}), path)
    with pytest.raises(DataError, match=what):
        read_bars(path)
    path.write_bytes(b"PAR1 no")
    with pytest.raises(DataError, match="is not Parquet"):
        read_bars(path)
    path.unlink()  # what the tests leave behind is searched for keys, and has to be readable


def test_a_bad_row_of_an_answer_key_is_refused_with_file_and_line(tmp_path: Path) -> None:
    path = keys(tmp_path, minute(ROWS[0]), {"ticker": "AAPL", "minute": "2026-03-24T14:31:00Z", "low": 3, "high": 2})
    with pytest.raises(SourceError) as caught:
        FilesSource(tmp_path).bars("AAPL", START, END, now=NOW)
    assert caught.value.where == f"{path}:2"


KEY = b'{"ticker": "AAPL", "minute": "2026-03-24T14:30:00Z", "low": 1, "high": 2}'


@pytest.mark.parametrize("line", [
    KEY.replace(b"}", b', "note": "\xff"}'),
    b"[" * 100_000,
    KEY.replace(b'"high": 2', b'"high": 1' + b"0" * 400),
    KEY.replace(b"2026-03-24T14:30:00Z", b"0001-01-01T00:00:00+14:00"),
    KEY.replace(b"14:30:00Z", b"14:30:30Z"),
    KEY.replace(b'"high": 2', b'"high": 3'),
])
def test_an_odd_row_of_an_answer_key_is_refused_with_file_and_line(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(KEY + b"\n" + line + b"\n")
    with pytest.raises(SourceError) as caught:
        FilesSource(tmp_path).bars("AAPL", START, END, now=NOW)
    assert caught.value.where == f"{path}:2"


@pytest.mark.parametrize("row", ["0001-01-01T00:00:00+14:00,1,1,1,1,1", "2026-03-24T14:30:00Z,1,1,1,1,inf"])
def test_numbers_and_times_beyond_all_bounds_in_a_csv_are_refused(tmp_path: Path, row: str) -> None:
    (tmp_path / "AAPL.csv").write_text(f"timestamp_utc,open,high,low,close,count\n{row}\n")
    with pytest.raises(SourceError, match="cannot be read"):
        FilesSource(tmp_path).bars("AAPL", START, END, now=NOW)


def test_times_beyond_all_bounds_in_parquet_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "AAPL.parquet"
    pq.write_table(pa.table({**columns(), "timestamp_utc": pa.array([10**15] * 60, pa.timestamp("s", "UTC"))}), path)
    with pytest.raises(DataError, match="is not Parquet"):
        read_bars(path)
    path.unlink()  # what the tests leave behind has to be readable


def test_a_key_whose_range_the_bars_close_is_beyond_keeps_its_minute(tmp_path: Path) -> None:
    as_csv(tmp_path)
    close = ROWS[3].close
    keys(tmp_path, minute(ROWS[3]) | {"low": close + 1, "high": close + 2})
    bar = FilesSource(tmp_path).bars("AAPL", START, END, now=NOW).bars[3]
    assert (bar.start, bar.low, bar.high, bar.close) == (ROWS[3].start, close + 1, close + 2, close + 1)


def test_an_absent_ticker_says_which_file_to_put_there(tmp_path: Path) -> None:
    as_csv(tmp_path)
    with pytest.raises(SourceError, match=r"EUR-USD\.csv") as caught:
        FilesSource(tmp_path).bars("EUR/USD", START, END, now=NOW)
    assert caught.value.reason == "unavailable"


def test_without_pyarrow_the_message_says_what_to_install(tmp_path: Path) -> None:
    path = as_parquet(tmp_path)
    code = ("import sys; sys.modules['pyarrow'] = None\n"
            "from pathlib import Path\nfrom monitor.market.sources.bar_files import read_bars\n"
            "try: read_bars(Path(sys.argv[1]))\nexcept Exception as err: print(type(err).__name__, err)")
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("DataError")
    assert "freshness-monitor[parquet]" in done.stdout


def test_times_of_another_zone_are_the_same_moments(tmp_path: Path) -> None:
    held = columns()
    stamps = pa.array([b.start for b in ROWS], pa.timestamp("ns", "America/New_York"))
    pq.write_table(pa.table({**held, "timestamp_utc": stamps}), tmp_path / "AAPL.parquet")
    assert [b.start for b in read_bars(tmp_path / "AAPL.parquet")] == [b.start for b in ROWS]
    assert read_bars(tmp_path / "AAPL.parquet")[0].start.tzinfo is UTC
