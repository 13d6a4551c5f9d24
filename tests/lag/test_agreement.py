"""Agreement of two readers: raw and Cohen's kappa."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.lag.agreement import agreement, kappa, same_price


def test_cohens_own_kind_of_table():
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: po = 0.7, pe = 0.5, kappa = 0.4.
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert kappa(pairs) == pytest.approx(0.4)


def test_no_figure_where_there_is_none():
    assert kappa([]) is None
    assert kappa([("a", "a")] * 5) is None
    assert agreement([]).to_json() == {"n": 0, "raw": None, "kappa": None}


def test_prices_agree_as_numbers_and_as_absences():
    assert same_price(None, None)
    assert not same_price(None, 1.0)
    assert same_price(512.34, 512.34 * (1 + 1e-9))
    assert not same_price(512.34, 512.35)
    found = agreement([(1.0, 1.0), (1.0, 2.0), (None, None), (None, 3.0)])
    assert (found.n, found.raw, found.kappa) == (4, 0.5, 0.5)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), max_size=40))
def test_kappa_is_symmetric_at_most_one_and_one_only_for_equals(pairs):
    value = kappa(pairs)
    turned = kappa([(b, a) for a, b in pairs])
    if value is None:
        assert turned is None
    else:
        assert value == pytest.approx(turned)
        assert value <= 1 + 1e-12
        assert (value == pytest.approx(1)) == all(a == b for a, b in pairs)
