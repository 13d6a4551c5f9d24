"""`monitor grade answers`: a verdict out for each line in."""

import json

import pytest

from monitor.sandbox.scripts import Report
from tests.grading.verdicts.test_judge import said
from tests.leaks.canary import PLAIN_KEY
from tests.models import ModelServer

GOOD = {"case_id": "a", "question": "What was revenue in 2023?", "answer": "$1.2 billion", "tolerance": "±0.5%",
        "candidate": "$1,200 million", "label": "correct"}  # fmt: skip
OPEN = {**GOOD, "case_id": "b", "candidate": "Revenue was very strong.", "label": "incorrect"}


def write(path, *rows):
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return path


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_verdicts_come_in_order_with_a_summary(command, tmp_path):
    file = write(tmp_path / "in.jsonl", GOOD, OPEN, {**GOOD, "case_id": "c", "candidate": "$1.3bn"})
    ran = command("grade", "answers", file, "--out", tmp_path / "out.jsonl")
    assert ran.code == 0
    assert [(r["case_id"], r["verdict"]) for r in lines(tmp_path / "out.jsonl")] == [
        ("a", "correct"), ("b", "abstain"), ("c", "incorrect"),
    ]  # fmt: skip
    assert "abstain" in ran.out


def test_it_goes_on_where_the_output_ends(command, tmp_path):
    file = write(tmp_path / "in.jsonl", *({**GOOD, "case_id": str(n)} for n in range(5)))
    out = tmp_path / "out.jsonl"
    command("grade", "answers", file, "--out", out)
    whole = out.read_text()
    kept = whole.splitlines(keepends=True)
    out.write_text("".join(kept[:2]) + kept[2][:20])
    ran = command("grade", "answers", file, "--out", out)
    assert out.read_text() == whole
    assert "2 of them by an earlier run" in ran.err


def test_questions_are_looked_up_in_a_set(command, tmp_path):
    file = write(tmp_path / "in.jsonl", {"id": "hist-003", "candidate": "The CET1 ratio was 12.3%."})
    ran = command("grade", "answers", file, "--questions", "historical-lookup")
    assert json.loads(ran.out)["verdict"] == "correct"


@pytest.mark.parametrize(("more", "code"), [((), 2), (("--skip-bad",), 0)])
def test_a_bad_line_ends_it_unless_it_may_be_left_out(command, tmp_path, more, code):
    ran = command("grade", "answers", write(tmp_path / "in.jsonl", GOOD, "{"), *more)
    assert ran.code == code
    assert "in.jsonl:2" in ran.err


def test_agreement_with_labels(command, tmp_path):
    file = write(tmp_path / "in.jsonl", GOOD, OPEN, {**GOOD, "case_id": "c", "label": "incorrect"})
    ran = command("grade", "answers", file, "--agreement", "--json")
    (found,) = json.loads(ran.out)
    assert (found["between"], found["decided"], found["open"], found["raw"]) == (["rules", "labels"], 2, 1, 0.5)
    table = command("grade", "answers", file, "--agreement").out
    assert "50.0 %" in table
    assert "rules \\ labels" in table


@pytest.mark.parametrize("words", [("--grader", "tea"), ("--agreement", "--out", "x.jsonl"), ("--grader", "llm")])
def test_wrong_usage_is_said(command, tmp_path, words):
    assert command("grade", "answers", write(tmp_path / "in.jsonl", GOOD), *words).code == 2


def test_a_judge_decides_what_is_left(command, tmp_path, monkeypatch):
    file = write(tmp_path / "in.jsonl", GOOD, OPEN)
    with ModelServer(Report(lambda _: said("incorrect"))) as server:
        for name, value in {
            "MODEL": "openai:m", "BASE_URL": f"{server.url}/v1", "KEY_ENV": "MY_KEY", "USD_PER_MILLION_IN": "1",
            "USD_PER_MILLION_OUT": "10",
        }.items():  # fmt: skip
            monkeypatch.setenv(f"MONITOR_JUDGE__{name}", value)
        monkeypatch.setenv("MONITOR_STORE__PATH", str(tmp_path / "m.sqlite"))
        monkeypatch.setenv("MY_KEY", PLAIN_KEY)
        ran = command("grade", "answers", file, "--grader", "both", "--out", tmp_path / "out.jsonl")
        again = command("grade", "answers", file, "--grader", "both", "--agreement", "--json")
        assert server.asked == 2  # the second answer once, then the first one
    assert [(r["verdict"], r["grader"]) for r in lines(tmp_path / "out.jsonl")] == [
        ("correct", "rules"), ("incorrect", "llm"),
    ]  # fmt: skip
    assert "1 answers judged by openai:m" in ran.err
    assert [one["between"] for one in json.loads(again.out)] == [
        ["rules", "labels"], ["llm", "labels"], ["rules", "llm"],
    ]  # fmt: skip
