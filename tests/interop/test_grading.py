"""`monitor grade batch`: the harness's classes on generated runs, and the rows that are promised."""

import json
from collections import Counter

import pytest

from tests.cli.conftest import command  # noqa: F401

from .runs import CLOSE, CLOSE_S, TARGET, TARGET_S, iso, lines, make, write_lines

FIELDS = [
    "id", "asset", "ticker", "api", "offset_s", "sent_after_s", "price", "currency", "class", "correct", "target_low",
    "target_high", "band", "power", "rivals", "contained", "lag_low_s", "lag_high_s",
]  # fmt: skip


def test_the_classes_of_the_public_rules_on_6000_generated_calls(command, tmp_path):  # noqa: F811
    run, bars, classes = make(tmp_path, 6000)
    ran = command("grade", "batch", run, "--bars", bars, "--policy", "board", "--out", tmp_path / "out.jsonl")
    assert ran.code == 0, ran.err
    rows = lines(tmp_path / "out.jsonl")
    assert len(rows) == len(classes)
    differ = [(row, ours) for row, ours in zip(rows, classes, strict=True) if row["class"] != ours]
    assert differ == []
    said = Counter(classes)
    assert min(said[name] for name in ("close", "wrong_currency", "prior_close", "other", "none", "target", "current",
                                       "stale")) > 50  # fmt: skip
    assert [row["correct"] for row in rows] == [name in ("close", "target") for name in classes]
    assert [list(row)[: len(FIELDS)] for row in rows[:3]] == [FIELDS] * 3
    assert [row["mine"] for row in rows] == list(range(6000))


def test_processes_and_a_stop_change_nothing(command, tmp_path):  # noqa: F811
    run, bars, _ = make(tmp_path, 400)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    words = ("grade", "batch", run, "--bars", bars, "--policy", "board", "--out")
    assert command(*words, one).code == 0
    assert command(*words, two, "--jobs", 2).code == 0
    whole = one.read_text()
    assert two.read_text() == whole
    two.write_text(whole[: len(whole) // 2])
    ran = command(*words, two)
    assert "400 graded calls written" in ran.err
    assert two.read_text() == whole


def test_what_another_policy_or_other_bars_gave_is_not_continued(command, tmp_path):  # noqa: F811
    run, bars, _ = make(tmp_path, 60)
    out = tmp_path / "out.jsonl"
    assert command("grade", "batch", run, "--bars", bars, "--policy", "board", "--out", out).code == 0
    begun = "".join(out.read_text().splitlines(keepends=True)[:30])
    for policy, folder in (("strict", bars), ("board", bars_csv(tmp_path))):
        out.write_text(begun)
        ran = command("grade", "batch", run, "--bars", folder, "--policy", policy, "--out", out, "--skip-bad")
        assert (ran.code, out.read_text()) == (2, begun)
        assert "name another" in ran.err


def test_a_folder_of_many_runs_says_which_each_row_is_of(command, tmp_path):  # noqa: F811
    for name in ("a", "b"):
        make(tmp_path / name, 30, seed=3)
    ran = command("grade", "batch", tmp_path, "--bars", tmp_path / "a" / "bars", "--policy", "board")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert len(rows) == 60
    assert {row["run"] for row in rows} == {"run"}


def one_run(tmp_path, row, config=None):
    run = tmp_path / "one"
    run.mkdir()
    (run / "config.json").write_text(json.dumps(config or {"target": TARGET.isoformat(), "trade_date": "2026-11-30"}))
    write_lines(run / "raw.jsonl", [row])
    return run


CALL = {
    "offset_s": 5, "id": "x", "asset": "crypto", "ticker": "BTC", "name": "Bitcoin", "vendor": "exa_instant",
    "query": "BTC price", "t_sent": TARGET_S + 5.5, "t_received": TARGET_S + 6, "latency_ms": 500, "status": "ok",
    "error": None,
    "hits": [{"url": "https://e.com/btc", "title": "Bitcoin (BTC) price", "snippet": "Bitcoin price: $96,010.00 USD"}],
}  # fmt: skip


def bars_csv(tmp_path, name="BTC", price=96000.0, first=-1500, base_s=TARGET_S, step=5.0):
    folder = tmp_path / "csv"
    folder.mkdir(exist_ok=True)
    rows = [f"{iso(base_s + 60 * k)},{p},{p + 4 * step},{p - 4 * step},{p},1" for k in range(first, 10)
            for p in (price + step * k,)]  # fmt: skip
    (folder / f"{name}.csv").write_text("\n".join(["timestamp_utc,open,high,low,close,volume", *rows]) + "\n")
    return folder


def test_without_a_reading_the_rules_read(command, tmp_path):  # noqa: F811
    run = one_run(tmp_path, CALL)
    ran = command("grade", "batch", run, "--bars", bars_csv(tmp_path))
    (row,) = [json.loads(line) for line in ran.out.splitlines()]
    assert (row["price"], row["currency"], row["class"], row["correct"]) == (96010.0, "USD", "target", True)
    assert row["power"] > 0.9
    assert row["contained"] is True
    assert row["sent_after_s"] == 5.5
    assert row["lag_low_s"] == 0.0


def test_no_response_is_an_error_under_strict(command, tmp_path):  # noqa: F811
    run = one_run(tmp_path, {**CALL, "status": "error", "error": "timeout", "error_class": "vendor", "hits": []})
    (row,) = [json.loads(ln) for ln in command("grade", "batch", run, "--bars", bars_csv(tmp_path)).out.splitlines()]
    assert row["class"] == "error"


def test_a_failed_reading_is_not_read_again(command, tmp_path):  # noqa: F811
    run = one_run(tmp_path, {**CALL, "extracted": {}})
    (row,) = [json.loads(ln) for ln in command("grade", "batch", run, "--bars", bars_csv(tmp_path)).out.splitlines()]
    assert (row["class"], row["price"]) == ("none", None)


def test_tether_is_converted_by_its_own_bars_or_has_no_reference(command, tmp_path):  # noqa: F811
    run = one_run(tmp_path, {**CALL, "extracted": {"price": 96010.0 / 0.5, "currency": "USDT"}})
    bars = bars_csv(tmp_path)
    assert json.loads(command("grade", "batch", run, "--bars", bars).out)["class"] == "no_reference"
    (bars / "USDT.csv").write_text(
        f"timestamp_utc,open,high,low,close,volume\n{iso(TARGET_S - 60)},0.5,0.5,0.5,0.5,1\n"
    )
    assert json.loads(command("grade", "batch", run, "--bars", bars).out)["class"] == "target"


@pytest.mark.parametrize(
    ("sent_s", "price", "found"),
    [(CLOSE_S + 5, 512.34, "target"), (CLOSE_S + 5, 700.0, "other"), (TARGET_S + 5, 250.0, "target"),
     (TARGET_S + 5, 512.34, "other")],
)  # fmt: skip
def test_a_stock_is_held_to_the_close_or_to_the_minute_that_it_was_asked_for(command, tmp_path, sent_s, price, found):  # noqa: F811
    row = {**CALL, "asset": "equity", "ticker": "MSFT", "t_sent": sent_s, "t_received": sent_s + 1,
           "extracted": {"price": price, "currency": "USD"}}  # fmt: skip
    config = {"target": TARGET.isoformat(), "close": CLOSE.isoformat(), "trade_date": "2026-11-30"}
    bars = bars_csv(tmp_path, "MSFT", 250.0, first=-100, step=0.05)
    write_lines(bars / "closes.jsonl", [{"date": "2026-11-30", "ticker": "MSFT", "close": 512.34, "prior_close": 300}])
    ran = command("grade", "batch", one_run(tmp_path, row, config), "--bars", bars)
    assert ran.code == 0, ran.err
    made = json.loads(ran.out)
    assert made["class"] == found


def test_pairs_are_graded_by_strict_and_refused_by_board(command, tmp_path):  # noqa: F811
    row = {**CALL, "asset": "fx", "ticker": "EUR/USD", "extracted": {"price": 96000.0, "currency": "USD"}}
    run = one_run(tmp_path, row)
    bars = bars_csv(tmp_path, "EUR-USD")
    assert json.loads(command("grade", "batch", run, "--bars", bars).out)["class"] == "target"
    ran = command("grade", "batch", run, "--bars", bars, "--policy", "board")
    assert ran.code == 2
    assert "raw.jsonl:1" in ran.err
    assert command("grade", "batch", run, "--bars", bars, "--policy", "board", "--skip-bad").code == 0


@pytest.mark.parametrize(
    "change",
    [{"asset": "bond"}, {"t_sent": None}, {"hits": "x"}, {"extracted": {"price": "12"}}, {"offset_s": True},
     {"id": None}, {"extracted": {"price": 10**400}}, {"latency_ms": 10**400}, {"t_sent": 1e18}, {"t_sent": -(10**12)},
     {"t_received": 253402300799}, {"offset_s": 1e300}, {"mine": float("nan")}, {"mine": float("inf")}],
)  # fmt: skip
def test_a_bad_row_is_an_error_with_its_number_or_left_out(command, tmp_path, change):  # noqa: F811
    run, bars = one_run(tmp_path, {**CALL, **change}), bars_csv(tmp_path)
    ran = command("grade", "batch", run, "--bars", bars)
    assert ran.code == 2
    assert "raw.jsonl:1" in ran.err
    ran = command("grade", "batch", run, "--bars", bars, "--skip-bad")
    assert ran.code == 0
    assert "1 bad lines were left out of 1" in ran.err
    ran = command("import", run, "--bars", bars, "--db", tmp_path / "in.sqlite", "--skip-bad")
    assert (ran.code, "1 bad lines were left out" in ran.out) == (0, True), ran.err


@pytest.mark.parametrize(
    "change",
    [{"extracted": {"price": 1.0, "stated_time": "0001-01-01T00:00:00+14:00"}},
     {"extracted": {"price": 1.0, "stated_time": "9999-12-31T23:59:59-14:00", "note": "\ud800"}},
     {"ticker": "B\0TC"}, {"ticker": "B" * 300}, {"ticker": "\ud800"}, {"vendor": "\udfff", "query": "\ud800"},
     {"hits": [{"url": "https://a.example/\ud800", "title": "\ud800", "snippet": "BTC $\ud800 96,010.00"}]}],
)  # fmt: skip
def test_odd_values_of_a_row_cost_neither_the_row_nor_others(command, tmp_path, change):  # noqa: F811
    run, bars = one_run(tmp_path, {**CALL, **change}), bars_csv(tmp_path)
    ran = command("grade", "batch", run, "--bars", bars)
    assert (ran.code, len(ran.out.splitlines())) == (0, 1), ran.err
    ran = command("import", run, "--bars", bars, "--db", tmp_path / "in.sqlite", "--json")
    assert (ran.code, json.loads(ran.out)["probes"]) == (0, 1), ran.err


def test_a_run_of_another_age_is_refused(command, tmp_path):  # noqa: F811
    run = one_run(tmp_path, CALL, {"target": "0001-01-01T00:00:00+14:00"})
    ran = command("grade", "batch", run, "--bars", bars_csv(tmp_path))
    assert (ran.code, "target" in ran.err) == (2, True)


@pytest.mark.parametrize(
    "row",
    ["{", "[]", '{"ticker": "A"}', '{"ticker": "A", "minute": "x", "low": 1, "high": 2}',
     '{"ticker": "A", "minute": "2026-11-30T14:30:00Z", "low": 3, "high": 2}',
     '{"ticker": "A", "date": "2026-11-30", "close": "12"}'],
)  # fmt: skip
def test_a_bad_row_of_the_answer_key_is_an_error(command, tmp_path, row):  # noqa: F811
    bars = bars_csv(tmp_path)
    (bars / "key.jsonl").write_text(row + "\n")
    ran = command("grade", "batch", one_run(tmp_path, CALL), "--bars", bars)
    assert ran.code == 2
    assert "key.jsonl:1" in ran.err


def test_a_ticker_cannot_name_a_file_elsewhere(command, tmp_path):  # noqa: F811
    bars = bars_csv(tmp_path)
    (tmp_path / "X.csv").write_text("not for you")
    run = one_run(tmp_path, {**CALL, "ticker": "..\\X"})
    assert json.loads(command("grade", "batch", run, "--bars", bars).out)["class"] == "no_reference"
