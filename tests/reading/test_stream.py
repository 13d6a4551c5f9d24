"""Files of lines in pieces: order, processes, bad lines, and going on where a run stopped."""

import gzip
import json
import lzma
import os
from pathlib import Path

import pytest
import zstandard

from monitor.errors import DataError
from monitor.reading.batch import RulesPiece, parse_row
from monitor.reading.stream import in_order, jobs_for, lines_done, pieces


def row(n: int, snippet: str = "MSFT stock price: $512.34 USD") -> dict[str, object]:
    return {
        "case_id": f"c{n}",
        "item": {"asset": "equity", "name": "Microsoft", "ticker": "MSFT"},
        "asked_at": "2026-11-30T15:00:00Z",
        "results": [{"title": "Microsoft (MSFT)", "url": "https://e.com/", "snippet": snippet}],
    }


def write(path: Path, n: int, bad: frozenset[int] = frozenset()) -> Path:
    path.write_text("".join("{\n" if k in bad else json.dumps(row(k)) + "\n" for k in range(n)))
    return path


def done_of(path: Path, out: Path) -> tuple[int, int, list[str]]:
    bad: list[str] = []
    _, lines, rows = lines_done([path], out, parse_row, lambda a, b: a.case_id == b["case_id"], bad)
    return lines, rows, bad


@pytest.mark.parametrize("jobs", [1, 2])
def test_rows_come_in_the_order_of_the_lines_however_many_processes(tmp_path, jobs):
    path = write(tmp_path / "in.jsonl", 300, frozenset({5, 250}))
    found = list(in_order(RulesPiece(skip_bad=True), pieces(path), jobs))
    ids = [made["case_id"] for done in found for made in done.rows]
    assert ids == [f"c{k}" for k in range(300) if k not in (5, 250)]
    assert [text.split("in.jsonl:")[1].split(":")[0] for done in found for text in done.bad] == ["6", "251"]
    assert sum(done.size for done in found) == path.stat().st_size
    assert {made["price"] for done in found for made in done.rows} == {512.34}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_line_ends_the_work_after_the_rows_before_it(tmp_path, jobs):
    path = write(tmp_path / "in.jsonl", 200, frozenset({70}))
    found = list(in_order(RulesPiece(skip_bad=False), pieces(path), jobs))
    assert sum(len(done.rows) for done in found) == 70
    assert found[-1].stop is not None
    assert found[-1].stop[1] == f"{path}:71"


def test_only_a_few_pieces_are_taken_ahead_of_what_is_given_out(tmp_path):
    first = next(pieces(write(tmp_path / "in.jsonl", 1)))
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield first

    found = in_order(RulesPiece(skip_bad=True), endless(), 2)
    for _ in range(3):
        next(found)
    found.close()
    assert taken <= 11


def test_a_run_that_stopped_is_continued_from_its_last_whole_line(tmp_path):
    path = write(tmp_path / "in.jsonl", 20, frozenset({3}))
    out = tmp_path / "out.jsonl"
    rows = [made for done in in_order(RulesPiece(skip_bad=True), pieces(path)) for made in done.rows]
    whole = "".join(json.dumps(made) + "\n" for made in rows[:10])
    out.write_text(whole + json.dumps(rows[10])[:40])
    lines, count, bad = done_of(path, out)
    assert (lines, count, len(bad)) == (11, 10, 1)
    assert out.read_text() == whole
    more = [made for done in in_order(RulesPiece(skip_bad=True), pieces(path, lines)) for made in done.rows]
    assert rows[:10] + more == rows


def test_a_finished_output_leaves_nothing_to_do(tmp_path):
    path = write(tmp_path / "in.jsonl", 5)
    out = tmp_path / "out.jsonl"
    out.write_text("".join(json.dumps({"case_id": f"c{k}"}) + "\n" for k in range(5)))
    assert done_of(path, out)[:2] == (5, 5)
    assert list(pieces(path, 5)) == []


@pytest.mark.parametrize("text", ["my notes\nunfinished", "my notes", '{"case_id": "other"}\n{"case_id"', "[1]\n"])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path, text):
    path, out = write(tmp_path / "in.jsonl", 5), tmp_path / "out.jsonl"
    out.write_text(text)
    with pytest.raises(DataError, match="remove it"):
        done_of(path, out)
    assert out.read_text() == text


def test_more_rows_than_the_file_has_are_an_error(tmp_path):
    path, out = write(tmp_path / "in.jsonl", 2), tmp_path / "out.jsonl"
    out.write_text("".join(json.dumps({"case_id": f"c{k}"}) + "\n" for k in range(3)))
    with pytest.raises(DataError, match="more rows"):
        done_of(path, out)


@pytest.mark.parametrize("same", ["in.jsonl", "link.jsonl"])
def test_an_input_named_as_the_output_is_left_as_it_is(tmp_path, same):
    """Also one of a single line without an end, which looks like what a stopped run had begun."""
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(row(1)))
    (tmp_path / "link.jsonl").symlink_to(path)
    with pytest.raises(DataError, match="remove it"):
        done_of(path, tmp_path / same)
    assert json.loads(path.read_text())["case_id"] == "c1"


def test_what_comes_from_a_pipe_is_taken_whole_or_not_taken_up_again(tmp_path):
    pipe, out = tmp_path / "pipe", tmp_path / "out.jsonl"
    os.mkfifo(pipe)
    out.touch()
    assert done_of(pipe, out)[:2] == (0, 0), "nothing was taken out of the pipe"
    out.write_text(json.dumps({"case_id": "c0"}) + "\n")
    with pytest.raises(DataError, match="pipe"):
        done_of(pipe, out)


def test_small_files_are_read_in_this_process():
    assert jobs_for(None, 1000) == 1
    assert jobs_for(3, 1000) == 3


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress, lzma.compress])
def test_a_packed_file_is_told_as_such_with_what_unpacks_it(tmp_path, pack):
    path = tmp_path / "results.jsonl.packed"
    path.write_bytes(pack(b"{}\n"))
    with pytest.raises(DataError, match=r"is packed .*results\.jsonl\.packed > results\.jsonl"):
        list(pieces(path))
