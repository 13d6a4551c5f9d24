"""Turns of phrase and forms of figures, each tried on questions of several sorts; what is filled in is invented.

`turns.json` holds them: a turn is filled in with a question's right (r), listed wrong (w) and other (x) figure.
At first sight: of 106 turns with one figure 95 were right everywhere, 3 wrong, 8 left open; of 123 with two figures, a
name, a direction or a range 110 were, 4 wrong, 9 left open; of 324 forms 304 were right, 11 wrong, 9 left open.
Of 740 under other tolerances and surroundings 8 were wrong and 10 left open. Of 368 answers
in other words to the questions of the development set 11 were wrong, 15 left open.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from .cases import Case

HELD = json.loads(Path(__file__).with_name("turns.json").read_text(encoding="utf-8"))


def turns() -> Iterator[Case]:
    """Give each turn filled in for each question that it is for."""
    for group in HELD["turns"]:
        for turn in group["turns"]:
            for one in group["questions"]:
                yield Case("turn", one["q"], one["a"], one["t"], turn["say"].format(**one), turn["verdict"])


def forms() -> Iterator[Case]:
    """Give each form of a figure alone and in a sentence."""
    for one in HELD["forms"]:
        for verdict, written in (("correct", one["right"]), ("incorrect", one["wrong"])):
            for form in written:
                for around in ("{}", "The answer is {}.", "It was {} according to the report."):
                    yield Case(
                        "form", one["question"], one["answer"], one["tolerance"], around.format(form), verdict
                    )


def around() -> Iterator[Case]:
    """Give figures under tolerances in other words, in tables and lists, and among sources, dates and other figures."""
    for one in HELD["around"]:
        for verdict, written in (("correct", one["right"]), ("incorrect", one["wrong"])):
            for said in written:
                yield Case("around", one["question"], one["answer"], one["tolerance"], said, verdict)


def reworded() -> Iterator[Case]:
    """Give the questions of the development set answered in other words."""
    for one in HELD["reworded"]:
        for verdict, held in (("correct", "right"), ("incorrect", "wrong"), ("not_attempted", "none")):
            for said in one[held]:
                yield Case("reworded", one["question"], one["answer"], one["tolerance"], said, verdict)
