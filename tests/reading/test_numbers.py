"""Numbers of all locales, and what the last digit is worth."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.reading.numbers import decimal_comma, parse


@pytest.mark.parametrize(
    ("raw", "comma", "value", "unit"),
    [
        ("512.34", False, 512.34, 0.01),
        ("92,341.18", False, 92341.18, 0.01),
        ("92.341,18", False, 92341.18, 0.01),
        ("118'400.00", False, 118400.0, 0.01),
        ("76,51,204.50", False, 7651204.5, 0.01),
        ("19,11,240", False, 1911240.0, 1.0),
        ("1,234", False, 1234.0, 1.0),
        ("1,234", True, 1.234, 0.001),
        ("1.234", False, 1.234, 0.001),
        ("1.234", True, 1234.0, 1.0),
        ("1.842.611.904", False, 1842611904.0, 1.0),
        ("0,860", False, 0.86, 0.001),
        ("1,1623", False, 1.1623, 0.0001),
        ("0.0₅4127", False, 4.127e-06, 1e-09),
        ("0.0{4}4681", False, 4.681e-05, 1e-08),
        ("0.0(6)81", False, 8.1e-07, 1e-08),
        ("8.412e-06", False, 8.412e-06, 1e-09),
        ("2\u00a0134,00", False, 2134.0, 0.01),
        ("92 341,18", False, 92341.18, 0.01),
        ("512", False, 512.0, 1.0),
    ],
)
def test_a_number_is_read_in_its_locale(raw: str, comma: bool, value: float, unit: float) -> None:
    assert parse(raw, comma) == pytest.approx((value, unit), rel=1e-12)


@pytest.mark.parametrize("raw", ["1,23,4", "1.2,3.4", "1" * 60, "0.0₉₉₉1", "12,34,56"])
def test_what_is_no_number_is_none(raw: str) -> None:
    assert parse(raw) is None


@given(st.integers(1, 10**12), st.integers(0, 6))
def test_any_locale_spells_the_same_number(digits: int, places: int) -> None:
    value = digits / 10**places
    english = f"{value:,.{places}f}"
    spelled = {
        "english": (english, False),
        "german": (english.translate(str.maketrans(",.", ".,")), True),
        "swiss": (english.replace(",", "'"), False),
        "french": (english.translate(str.maketrans(",.", "\u00a0,")), True),
        "bare": (f"{value:.{places}f}", False),
    }
    for name, (raw, comma) in spelled.items():
        got = parse(raw, comma)
        assert got is not None, (name, raw)
        assert math.isclose(got[0], value, rel_tol=1e-12), (name, raw)
        assert math.isclose(got[1], 10.0**-places, rel_tol=1e-9), (name, raw)


def test_the_page_s_own_numbers_settle_the_comma() -> None:
    assert decimal_comma(["441,20", "3.173"])
    assert not decimal_comma(["512.34", "8,412,331"])
    assert not decimal_comma(["1,234"])
    assert decimal_comma(["1,234"], lambda: True)
