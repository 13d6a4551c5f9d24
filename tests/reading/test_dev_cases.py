"""The recorded development cases, held to the counts that the reader must reach."""

from pathlib import Path

import pytest

from tests.reading.helpers import read_row, rows, same_price, same_time


@pytest.fixture
def cases(shared: Path) -> list[dict]:
    path = shared / "reading" / "prices-dev.jsonl"
    if not path.is_file():
        pytest.skip("the development cases are not beside this checkout")
    return list(rows(path))


def test_prices_currencies_and_times_reach_their_counts(cases: list[dict]) -> None:
    price = currency = stated = 0
    wrong: list[str] = []
    for case in cases:
        asked, wanted = read_row(case).asked, case["expected"]
        right = same_price(asked, wanted["price"], case["price_tol"])
        if not right:
            wrong.append(f"{case['case_id']}: {asked.price} for {wanted['price']}")
        price += right
        currency += asked.currency == wanted["currency"]
        stated += same_time(asked, wanted["stated_time"], case["time_tol_s"])
    print(f"\n{len(cases)} cases: price {price}, currency {currency}, stated time {stated}")
    assert len(cases) == 80
    assert price >= 76, wrong
    assert currency >= 76
    assert stated >= 70


def test_a_price_is_never_read_from_a_hit_about_something_else(cases: list[dict]) -> None:
    for case in cases:
        asked, wanted = read_row(case).asked, case["expected"]
        if wanted["price"] is None:
            assert asked.price is None, case["case_id"]
        else:
            assert asked.url == wanted["url"], case["case_id"]


def test_what_is_derived_says_so(cases: list[dict]) -> None:
    for case in cases:
        asked = read_row(case).asked
        if asked.price is not None:
            assert asked.derived == case["derived"], case["case_id"]
