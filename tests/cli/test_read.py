"""`monitor read`: a line out for each line in."""

import json

import pytest

from monitor.sandbox.scripts import Report
from tests.leaks.canary import KEY
from tests.models import ModelServer
from tests.reading.test_llm import report

GOOD = {
    "case_id": "a", "item": {"asset": "equity", "name": "Microsoft", "ticker": "MSFT"},
    "asked_at": "2026-11-30T15:00:00Z",
    "results": [{"title": "Microsoft (MSFT)", "url": "https://e.com/", "snippet": "MSFT stock price: $512.34 USD"}],
    "mine": 1,
}  # fmt: skip



def write(path, *rows):
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return path


def test_readings_come_in_order_with_the_fields_that_are_promised(command, tmp_path):
    file = write(tmp_path / "in.jsonl", GOOD, {**GOOD, "case_id": "b", "results": []})
    ran = command("read", file, "--out", tmp_path / "out.jsonl")
    assert ran.code == 0
    first, second = (json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines())
    assert (first["case_id"], first["price"], first["currency"]) == ("a", 512.34, "USD")
    assert {"stated_time", "url", "kind", "derived", "reader", "note", "newest"} <= set(first)
    assert first["mine"] == 1
    assert second["price"] is None


def test_without_out_the_lines_are_printed_alone(command, tmp_path):
    ran = command("read", write(tmp_path / "in.jsonl", GOOD))
    assert json.loads(ran.out)["case_id"] == "a"
    assert ran.err == ""


def test_a_bad_line_is_an_error_with_its_number(command, tmp_path):
    ran = command("read", write(tmp_path / "in.jsonl", GOOD, "{"))
    assert ran.code == 2
    assert "in.jsonl:2" in ran.err


def test_bad_lines_may_be_left_out(command, tmp_path):
    ran = command("read", write(tmp_path / "in.jsonl", GOOD, "{", {**GOOD, "case_id": "c"}), "--skip-bad")
    assert ran.code == 0
    assert [json.loads(line)["case_id"] for line in ran.out.splitlines()] == ["a", "c"]
    assert "in.jsonl:2" in ran.err
    assert "1 bad lines were left out of 3" in ran.err


@pytest.mark.parametrize("words", ["absent.jsonl", ". --reader rules"])
def test_what_is_no_file_is_said(command, words):
    assert command("read", *words.split()).code == 2


def test_a_file_that_is_not_utf8_is_said(command, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(b'{"case_id": "\xff"}\n')
    ran = command("read", tmp_path / "in.jsonl")
    assert ran.code == 2
    assert "UTF-8" in ran.err


def test_an_output_is_continued(command, tmp_path):
    file = write(tmp_path / "in.jsonl", GOOD, {**GOOD, "case_id": "b"}, {**GOOD, "case_id": "c"})
    out = tmp_path / "out.jsonl"
    assert command("read", file, "--out", out, "--jobs", 2).code == 0
    whole = out.read_text()
    out.write_text(whole[: whole.index("\n") + 30])
    ran = command("read", file, "--out", out)
    assert "3 readings written" in ran.err
    assert "1 of them by an earlier run" in ran.err
    assert out.read_text() == whole


def test_what_was_read_otherwise_is_not_continued(command, tmp_path):
    """The same ids with other results, or readings of two readers before readings of one."""
    file, out = write(tmp_path / "in.jsonl", GOOD, {**GOOD, "case_id": "b"}), tmp_path / "out.jsonl"
    assert command("read", file, "--out", out).code == 0
    begun = out.read_text().splitlines(keepends=True)[0]
    both = json.dumps({**json.loads(begun), "readings": {"llm": {}}}) + "\n"
    for held, results in ((begun, []), (both, GOOD["results"])):
        out.write_text(held)
        write(file, {**GOOD, "results": results}, {**GOOD, "case_id": "b"})
        assert command("read", file, "--out", out).code == 2
        assert out.read_text() == held
    assert command("read", file, "--reader", "rules,llm", "--out", write(out, json.loads(begun))).code == 2


def test_numbers_that_json_has_not_are_bad_lines(command, tmp_path):
    file = tmp_path / "in.jsonl"
    good = json.dumps(GOOD)[:-1]
    file.write_text(f'{good}, "x": NaN}}\n{good}, "x": -Infinity}}\n{good}, "x": 1e400}}\n{good}, "x": 1e300}}\n')
    ran = command("read", file, "--skip-bad")
    assert [json.loads(line, parse_constant=pytest.fail)["x"] for line in ran.out.splitlines()] == [1e300]
    assert "3 bad lines" in ran.err


def test_what_is_no_output_of_ours_is_not_written_over(command, tmp_path):
    file = write(tmp_path / "in.jsonl", GOOD)
    (tmp_path / "lines.txt").write_text("my notes\n")
    assert command("read", file, "--out", tmp_path / "lines.txt").code == 2
    assert (tmp_path / "lines.txt").read_text() == "my notes\n"


def test_both_readers_side_by_side_and_nothing_paid_twice(command, config, tmp_path, monkeypatch):
    monkeypatch.setenv("MY_MODEL_KEY", KEY)
    later = {**GOOD, "case_id": "c", "asked_at": "2026-11-30"}
    file = write(tmp_path / "in.jsonl", GOOD, {**GOOD, "case_id": "b"}, later)
    script = Report(lambda _: report(), faults=["500"])
    with ModelServer(script) as server:
        path = config(
            f'[store]\npath = "m.sqlite"\n[reader]\nmodel = "openai:m"\nbase_url = "{server.url}/v1"\nretries = 0\n'
            'key_env = "MY_MODEL_KEY"\nusd_per_million_in = 1.0\nusd_per_million_out = 4.0\nconcurrent = 1\n'
        )
        words = ("read", file, "--config", path, "--reader", "rules,llm")
        ran = command(*words, "--out", tmp_path / "out.jsonl")
        assert ran.code == 0, ran.err
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        assert [row["case_id"] for row in rows] == ["a", "b", "c"]
        assert [row["reader"] for row in rows] == ["rules"] * 3
        assert [row["readings"]["llm"]["price"] for row in rows] == [None, 512.34, 512.34]
        assert "500" in rows[0]["error"]
        assert rows[1]["usage"]["input_tokens"] == 1000
        assert "1 faults" in ran.err
        assert KEY not in ran.err + (tmp_path / "out.jsonl").read_text()
        assert command(*words, "--out", tmp_path / "again.jsonl").code == 0
        assert server.asked == 3, "a and b are the same response; c was asked at another moment"


def test_odd_lines_cost_no_other_line(command, tmp_path):
    """A lone surrogate is read and written back; nesting without end and a year without neighbours are bad lines."""
    row = {"item": {"asset": "equity", "name": "Microsoft", "ticker": "MSFT"}, "asked_at": "2026-11-30T15:45:00Z",
           "results": [{"title": "Microsoft (MSFT) \ud800", "url": "https://q.example/", "snippet": "MSFT $512.34"}]}
    late = {"case_id": "3", "asked_at": "9999-12-31T00:00:00Z"}
    lines = [{**row, "case_id": "1"}, {**row, "case_id": "2\ud800"}, {**row, **late}]
    file, out = tmp_path / "odd.jsonl", tmp_path / "out.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines) + "\n" + "[" * 100_000 + "\n")
    ran = command("read", file, "--skip-bad", "--out", out)
    assert [json.loads(line)["price"] for line in out.read_text().splitlines()] == [512.34, 512.34]
    assert "odd.jsonl:3" in ran.err
    assert "odd.jsonl:4" in ran.err
