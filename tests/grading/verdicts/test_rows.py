"""Lines in, lines out: what is taken, what is passed on, what is refused; and the agreement of graders."""

import json

import pytest

from monitor.datasets import Question
from monitor.errors import DataError
from monitor.grading.verdicts.agreement import agreement
from monitor.grading.verdicts.batch import AnswersPiece, continues
from monitor.grading.verdicts.rows import parse_answer, verdict_row
from monitor.grading.verdicts.rules import grade_answer
from monitor.grading.verdicts.types import Verdict
from monitor.reading.stream import in_order, pieces

ROW = {"case_id": "a", "question": "What was revenue in 2023?", "answer": "$1.2 billion", "tolerance": "±0.5%",
       "candidate": "$1,200 million", "mine": 7}  # fmt: skip


def line(**more):
    return json.dumps({**ROW, **more})


def test_a_row_becomes_a_verdict_with_its_own_fields():
    row = parse_answer(line(), "f:1")
    made = verdict_row(row, grade_answer(row.asked, row.candidate), "rules")
    assert (made["case_id"], made["verdict"], made["grader"], made["mine"]) == ("a", "correct", "rules", 7)
    assert made["parts"] == [{"expected": "$1.2 billion", "found": "$1,200 million", "within": True}]
    assert "candidate" not in made


def test_a_question_is_looked_up_by_id():
    known = {"hist-001": Question("hist-001", "What was revenue in 2023?", "$1.2 billion", "±0.5%")}
    row = parse_answer(json.dumps({"id": "hist-001", "candidate": "$1.2bn"}), "f:1", known)
    assert row.asked.tolerance == "±0.5%"
    with pytest.raises(DataError, match="lacks question"):
        parse_answer(json.dumps({"id": "hist-002", "candidate": "$1.2bn"}), "f:1", known)


def test_the_harness_rows_are_taken():
    text = json.dumps({
        "question_id": "hist-001", "config": "tavily_live", "repeat": 2, "answer": "$1.3 billion", "tolerance": "±0.5%",
        "question": "What was revenue in 2023?", "reference_answer": "$1.2 billion", "searches": [{"hits": []}],
        "correct": True, "reason": "theirs", "turns": 2,
    })  # fmt: skip
    row = parse_answer(text, "f:1")
    made = verdict_row(row, grade_answer(row.asked, row.candidate), "rules")
    assert (made["case_id"], made["verdict"]) == ("hist-001/tavily_live/2", "incorrect")
    assert made["turns"] == 2
    assert "searches" not in made
    assert "theirs" not in made["reason"]


def test_no_answer_is_not_attempted():
    for text in (line(candidate=None), line(candidate="")):
        row = parse_answer(text, "f:1")
        assert grade_answer(row.asked, row.candidate).verdict is Verdict.NOT_ATTEMPTED


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "not JSON"), ("[]", "not an object"), ('{"candidate": "x"}', "case_id"), (line(candidate=[1]), "not a text"),
     (line(answer=None), "lacks answer"), ('{"case_id": "a", "question": "q", "answer": "1"}', "lacks candidate")],
)  # fmt: skip
def test_a_bad_line_says_what_is_wrong_and_where(text, said):
    with pytest.raises(DataError, match=said) as caught:
        parse_answer(text, "f.jsonl:3")
    assert caught.value.where == "f.jsonl:3"


def test_processes_keep_the_order(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text("".join(line(case_id=str(n)) + "\n" for n in range(300)))
    alone = [row for done in in_order(AnswersPiece(), pieces(path)) for row in done.rows]
    shared_out = [row for done in in_order(AnswersPiece(), pieces(path), 2) for row in done.rows]
    assert alone == shared_out
    assert [row["case_id"] for row in alone] == [str(n) for n in range(300)]


def test_only_the_same_choice_of_grader_is_continued():
    row = parse_answer(line(), "f:1")
    assert continues(row, {"case_id": "a", "grader": "rules", "verdict": "abstain"}, "rules")
    assert not continues(row, {"case_id": "a", "grader": "rules", "verdict": "abstain"}, "both")
    assert continues(row, {"case_id": "a", "grader": "llm", "verdict": "abstain"}, "both")
    assert not continues(row, {"case_id": "a", "grader": "llm"}, "rules")
    assert not continues(row, {"case_id": "b", "grader": "rules"}, "rules")


def test_agreement_is_of_what_both_decided():
    c, i, n, left = Verdict.CORRECT, Verdict.INCORRECT, Verdict.NOT_ATTEMPTED, Verdict.ABSTAIN
    found = agreement([(c, c)] * 20 + [(c, i)] * 5 + [(i, c)] * 10 + [(i, i)] * 15 + [(left, c), (c, None)])
    assert (found.decided, found.open) == (50, 2)
    assert found.raw == pytest.approx(0.7)
    assert found.kappa == pytest.approx(0.4)  # the textbook's example of two raters
    assert found.as_dict()["table"]["incorrect"] == {"correct": 10, "incorrect": 15, "not_attempted": 0}
    assert agreement([]).raw is None
    assert agreement([(n, n)]).kappa is None
