"""The baseline takes the figure whose words fit, and nothing where none does."""

import pytest

from monitor.agent.asked import parts_of
from monitor.agent.extractive import best_figure
from monitor.datasets import load_questions
from monitor.search.hits import Hit
from tests.conftest import ROOT

BY_ID = {one.id: one.question for one in load_questions(ROOT / "data")}


def best(question, *snippets, title=""):
    hits = [Hit(n, f"https://e.com/{n}", title, text) for n, text in enumerate(snippets)]
    found = best_figure(parts_of(question, 1)[0], hits)
    return None if found is None else found.text


@pytest.mark.parametrize(
    ("question", "snippets", "figure"),
    [
        (BY_ID["hist-004"], ["Chubb Limited: the P&C combined ratio was 87.6% in 2022.",
                             "For 2023 Chubb Limited reported a property and casualty combined ratio of 86.5%."],
         "86.5%"),
        (BY_ID["hist-001"], ["Costco Wholesale fiscal 2023: net sales of $237,710 million. Membership fee revenue of"
                             " Costco Wholesale for the 53 weeks ended September 3, 2023 was $4,580 million."],
         "$4,580 million"),
        (BY_ID["hist-002"], ["At the end of the fourth quarter of 2023 (December 31, 2023) Netflix had 260.28 million"
                             " global streaming paid memberships."], "260.28 million"),
        ("What was the deposit rate of Norland Bank in 2023?", ["Norland Bank opened (page 4), May 12."], None),
        ("What was the deposit rate of Norland Bank in 2023?", ["A recipe needs 3 eggs and 12% cream."], None),
    ],
)  # fmt: skip
def test_the_figure_that_fits_entity_period_measure_and_unit(question, snippets, figure):
    assert best(question, *snippets) == figure


def test_a_question_with_several_names_or_clauses_is_searched_part_by_part():
    asked = {id_: [(one.label, one.unit) for one in parts_of(BY_ID[id_], 5)] for id_ in ("multi-002", "multi-004")}
    assert asked == {
        "multi-002": [("JPMorgan Chase", "%"), ("Bank of America", "%")],
        "multi-004": [("Udemy", "money"), ("Coursera", "money")],
    }
    assert len(parts_of(BY_ID["multi-003"], 5)) == 3
    assert len(parts_of(BY_ID["multi-003"], 2)) == 2
    assert [len(parts_of(text, 1)) for text in BY_ID.values()] == [1] * len(BY_ID)


def test_equal_figures_are_taken_in_the_order_of_the_hits():
    text = "What was the revenue of Norland Foods in 2023?"
    said = "Norland Foods had revenue of ${} million in 2023."
    assert best(text, said.format("5.1"), said.format("6.2")) == "$5.1 million"
