"""How long grading answers takes beside a bare scan for numbers over the same lines, in the same run."""

import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from monitor.grading.verdicts.batch import AnswersPiece
from monitor.grading.verdicts.rules import grade_answer
from monitor.grading.verdicts.types import Asked
from monitor.reading.stream import in_order, pieces
from tests.grading.verdicts import cases, cases_second

NUMBER = re.compile(r"\d[\d.,]*\d|\d")
TALK = (
    "According to the annual report, which was published in March 2024 and has 212 pages, the company did well in most"
    " regions, while costs rose by 4.1% and demand from customers stayed strong. "
)


def write(path: Path, count: int) -> int:
    """Write answers of about 300 characters, as models give them; gives the bytes."""
    made = [*cases.CASES, *cases_second.CASES]
    rng = random.Random(7)
    with path.open("w", encoding="utf-8") as target:
        for n in range(count):
            case = made[n % len(made)]
            talk = TALK * rng.choice([0, 1, 2])
            row = {
                "case_id": str(n), "question": case.question, "answer": case.answer, "tolerance": case.tolerance,
                "candidate": f"{talk}{case.candidate} ({n})" if talk else case.candidate,
            }  # fmt: skip
            target.write(json.dumps(row) + "\n")
    return path.stat().st_size


def middle_s(work: Callable[[], object]) -> float:
    """Give the middle processor time of three rounds."""
    times = []
    for _ in range(3):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return sorted(times)[1]


def scan(path: Path) -> int:
    """Read each line as JSON and find and convert its numbers: the least that any grader must do."""
    found = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        for raw in NUMBER.findall(json.loads(line)["candidate"]):
            float(raw.replace(",", "").strip(".") or 0) if raw.count(".") < 2 else None
            found += 1
    return found


def test_grading_a_file_beside_a_bare_scan(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    size = write(path, 2_000)
    work = AnswersPiece()
    file_s, scan_s = middle_s(lambda: [work(piece) for piece in pieces(path)]), middle_s(lambda: scan(path))
    print(
        f"\nmonitor grade answers: {2_000 / file_s:,.0f} lines of {size / 2_000:.0f} bytes a second and core;"
        f" {file_s / scan_s:.0f} times a bare scan for numbers"
    )
    assert file_s / scan_s < 60


@pytest.mark.slow
def test_a_big_file_over_two_processes(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    write(path, 60_000)
    began = time.monotonic()
    alone = sum(len(done.rows) for done in in_order(AnswersPiece(), pieces(path), 1))
    alone_s, began = time.monotonic() - began, time.monotonic()
    both = sum(len(done.rows) for done in in_order(AnswersPiece(), pieces(path), 2))
    both_s = time.monotonic() - began
    print(f"\n60,000 answers: {60_000 / alone_s:,.0f} a second on one process, {60_000 / both_s:,.0f} on two")
    assert alone == both == 60_000
    assert both_s < 1.6 * alone_s


WILD = {
    "digits": "7" * 100_000, "commas": "1," * 50_000, "brackets": "(" * 50_000 + ")" * 50_000, "spaces": "1 " * 50_000,
    "percents": "12.3% or " * 11_000, "refusals": "i could not find it. " * 5_000, "words": "twenty one " * 9_000,
    "pipes": "|1|2|\n" * 16_000, "equals": "1 + 2 = " * 12_000, "froms": "from 12.3% to " * 7_000,
    "backslashes": "\\frac{" * 16_000,
    "dashes": "-" * 100_000, "links": "[a](" * 25_000, "stars": "**a" * 33_000,
}  # fmt: skip


@pytest.mark.parametrize("kind", WILD)
def test_a_wild_answer_is_cut_short(kind: str) -> None:
    asked = Asked("What was the CET1 ratio in 2023, and by how much did it rise?", "12.3%, up 0.4 points", "exact")
    plain = (TALK + "The ratio was 12.3%. ") * (60_000 // len(TALK))
    plain_s = middle_s(lambda: grade_answer(asked, plain))
    wild_s = middle_s(lambda: grade_answer(asked, WILD[kind]))
    print(f"\n{kind}: {wild_s / plain_s:.1f} times an answer of ordinary prose of that length")
    assert wild_s < 60 * plain_s  # every second character may be a number
