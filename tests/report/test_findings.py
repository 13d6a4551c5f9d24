"""What is said of the figures: a difference only where there is one."""

import pytest

from monitor.report.findings import age_text, findings, untold
from tests.charts.figures import QUIET, estimate, figures, group


def said(*medians: tuple[str, float | None, float | None, float | None]) -> str:
    some = estimate(0.5, 0.4, 0.6)
    groups = [group(api, "fx", estimate(*median), estimate(None), some) for api, *median in medians]
    ((asset, text),) = findings(groups)
    assert asset == "Currencies (fx)"
    return text


def test_a_difference_is_real_only_where_intervals_do_not_meet() -> None:
    apart = said(("b", 300.0, 250.0, 350.0), ("a", 20.0, 10.0, 40.0), ("c", 900.0, 800.0, 1000.0))
    assert apart.startswith("a serves the freshest prices")
    assert "Next is b with 5 min" in apart
    assert "4 min 40 s older. The difference is real" in apart
    meet = said(("a", 200.0, 100.0, 310.0), ("b", 300.0, 250.0, 350.0), ("c", 900.0, 800.0, 1000.0))
    assert "do not decide which is freshest among a and b" in meet
    assert "The prices of c are older" in meet
    assert "real" not in meet


def test_bounds_alone_decide_as_intervals_do() -> None:
    assert "The difference is real" in said(("a", None, 0.0, 60.0), ("b", 300.0, 250.0, 350.0))
    assert "do not decide" in said(("a", None, 0.0, 60.0), ("b", 70.0, 50.0, 90.0))
    assert "do not decide" in said(("a", 100.0, 50.0, None), ("b", 9000.0, 8000.0, 9500.0))


def test_one_api_or_none_is_no_comparison() -> None:
    assert said(("a", 20.0, 10.0, 40.0)).startswith("Only a has a figure")
    quiet = estimate(None, why=QUIET)
    ((_, text),) = findings([group("a", "fx", quiet, quiet, quiet, QUIET)])
    assert text == f"No API has a figure: {QUIET}."
    assert findings([]) == []


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        ((17.4, 10.6, 32.2), "17 s (95 % interval: 11 s to 32 s)"),
        ((None, 0.0, 60.0), "at most 1 min, too short to be told more exactly"),
        ((None, 20.0, 60.0), "between 20 s and 1 min, which cannot be told more exactly"),
        ((None, 86_400.0, None), "more than 1 d"),
        ((900.0, 700.0, None), "15 min (95 % interval: 11 min 40 s to beyond what can be told)"),
    ],
)
def test_ages_in_words(figure: tuple[float | None, float | None, float | None], text: str) -> None:
    assert age_text(*figure) == text


def test_what_cannot_be_told_is_gathered_by_reason() -> None:
    found = untold(figures()["groups"])
    assert ("any", "slow (crypto)", QUIET) in found
    assert ("90th percentile", "slow (equity)", "beyond") in found
    assert len(found) == 5
