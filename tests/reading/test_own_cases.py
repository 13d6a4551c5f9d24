"""Our own cases of the kinds that the reading page names."""

import pytest

from tests.reading import cases, cases_fifth, cases_fourth, cases_more, cases_third
from tests.reading.cases import Case
from tests.reading.helpers import prices, read_case, same_price, same_time

SETS = (cases, cases_more, cases_third, cases_fourth, cases_fifth)
ALL = [case for one in SETS for case in one.CASES]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.case_id)
def test_the_price_that_a_careful_reader_takes(case: Case) -> None:
    asked = read_case(case).asked
    assert same_price(asked, case.price, case.price_tol), asked
    assert asked.currency == case.currency, asked
    assert same_time(asked, case.stated_time, case.time_tol_s), asked
    assert asked.url == (None if case.hit is None else case.results[case.hit][1]), asked


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.case_id)
def test_every_price_has_a_unit_a_currency_and_a_reason(case: Case) -> None:
    for price in prices(read_case(case)):
        assert price.note
        if price.price is not None:
            assert price.unit is not None
            assert 0 < price.unit <= 1000
            assert price.currency
            assert price.position is not None


def test_ids_are_unique() -> None:
    assert len({case.case_id for case in ALL}) == len(ALL)
