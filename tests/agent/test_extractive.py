"""The baseline takes the figure whose words fit, and nothing where none does."""

import asyncio
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.agent.arithmetic import quantity_of, working_of
from monitor.agent.asked import parts_of
from monitor.agent.extractive import Extractive, best_figure
from monitor.agent.searching import Found
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


class Texts:
    """Stands in for a searcher: every search finds the same texts, or those that hold a word of the query."""

    def __init__(self, budget, texts):
        self.budget, self.texts, self.queries = budget, texts, []

    async def search(self, query):
        if len(self.queries) == self.budget:
            return None
        self.queries.append(query)
        about = [one for one in self.texts if one.split()[0] in query]
        return Found(tuple(Hit(n, f"https://e.com/{n}", "", text) for n, text in enumerate(about or self.texts)))


def answer(question, *texts, budget=5):
    searcher = Texts(budget, texts)
    found = asyncio.run(Extractive().answer(question, date(2026, 11, 30), searcher))
    assert len(searcher.queries) <= budget
    return found.answer


FOODS = "Norland Foods had revenue of ${} million in {}."
RETAIL = "Alder Retail had revenue of ${} million in {}."
BOTH = (FOODS.format("629.1", 2023), RETAIL.format("523.8", 2023))
TWO_YEARS = "Norland Foods had revenue of $500 million in 2022 and $629.1 million in 2023."
RATES = ("Norland Bank had a deposit rate of 4.75% in January 2023.",
         "Norland Bank set the deposit rate at 4.1% in June 2024.")  # fmt: skip


@pytest.mark.parametrize(
    ("question", "texts", "said"),
    [
        ("By how much did Norland Foods' revenue exceed that of Alder Retail in 2023?", BOTH,
         "$105.3 million"),
        ("What was the difference between the revenue of Alder Retail and Norland Foods in 2023?", BOTH,
         "$105.3 million"),
        ("What was the combined revenue of Norland Foods and Alder Retail in 2023?", BOTH,
         "$1,152.9 million"),
        ("How many times as large was Norland Foods' revenue as Alder Retail's in 2023?", BOTH,
         "1.2 times"),
        ("By what percentage did Norland Foods' revenue exceed Alder Retail's in 2023?", BOTH,
         "20.1%"),
        ("By what percentage did Norland Foods' revenue grow from 2022 to 2023?", (TWO_YEARS,),
         "25.82%"),
        ("By how much did revenue at Norland Foods change between 2022 and 2023?",
         (FOODS.format("700", 2022), FOODS.format("629.1", 2023)),
         "-$70.9 million"),
        ("By how many basis points did Norland Bank cut its deposit rate between January 2023 and June 2024?", RATES,
         "65 basis points"),
        ("By how many percentage points did Norland Bank's deposit rate fall from January 2023 to June 2024?", RATES,
         "0.65 percentage points"),
        ("Which had the higher revenue in 2023, Norland Foods or Alder Retail, what were the two figures, and by how"
         " much did the larger exceed the smaller?", BOTH,
         "$105.3 million (Norland Foods: $629.1 million, Alder Retail: $523.8 million)"),
        # What cannot be worked out is said as the figures that were found, or as the figure as ever.
        ("What was the combined revenue of Norland Foods and Alder Retail in 2023?", (BOTH[0], "Alder Retail closed."),
         "Norland Foods: $629.1 million"),
        ("What was the combined ratio of Norland Insurance in 2023?",
         ("Norland Insurance had a combined ratio of 87.6% in 2023.",), "87.6%"),
        ("By what percentage did Norland Foods' revenue grow from 2022 to 2023?", (FOODS.format("0", 2022), BOTH[0]),
         "2022: $0 million, 2023: $629.1 million"),
    ],
)  # fmt: skip
def test_what_a_question_plainly_asks_to_be_worked_out_is(question, texts, said):
    assert answer(question, *texts) == said
    assert answer(question, *texts) == answer(question, *texts)


def test_two_periods_are_found_with_one_search_and_two_names_are_not():
    grew = "By what percentage did Norland Foods' revenue grow from 2022 to 2023?"
    assert answer(grew, TWO_YEARS, budget=1) == "25.82%"
    combined = "What was the combined revenue of Norland Foods and Alder Retail in 2023?"
    assert answer(combined, *BOTH, budget=1) == "$629.1 million"


def test_each_of_two_names_has_its_own_change():
    said = answer(
        "By how many percentage points did the capital ratio change between 2022 and 2023 at Norland Bank and at Alder"
        " Savings, and which rose more?",
        "Norland Bank had a capital ratio of 13.2% in 2022 and 15% in 2023.",
        "Alder Savings reported a capital ratio of 11.8% for 2023 and 11.2% for 2022.",
    )
    assert said == (
        "Norland Bank: 1.8 percentage points (2022: 13.2%, 2023: 15%); "
        "Alder Savings: 0.6 percentage points (2022: 11.2%, 2023: 11.8%)"
    )


def test_only_plain_shapes_of_the_sets_are_worked_out():
    found = {id_: one.operation for id_, text in BY_ID.items() if (one := working_of(text)) is not None}
    assert found == {"multi-002": "points", "multi-004": "difference"}


@pytest.mark.parametrize(
    ("text", "whole", "kind"),
    [("$5.2 billion", "5200000000", "$"), ("-3.1%", "-3.1", "%"), ("1,234", "1234", ""),
     ("12 bps", "12", "basis points"), ("€7m", "7000000", "€"),
     ("260.28 million", "260280000", ""), ("4 per cent", "4", "%")],
)  # fmt: skip
def test_a_figure_is_a_number_with_its_scale(text, whole, kind):
    assert (quantity_of(text).whole, quantity_of(text).kind) == (Decimal(whole), kind)


@given(st.text(max_size=200))
def test_any_question_is_read(text):
    working_of(text)
    quantity_of(text)
