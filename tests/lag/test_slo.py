"""An SLO's budget and burn rates: by hand on small cases, and against the estimate on a simulated market."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.lag.slo import PACES, SloProbe, budget_left, burn

FAST, SLOW = PACES
HOUR, WEEK = 3600.0, 7 * 86400.0
NOW = 1_790_000_000.0


def answers(late: list[float], *, every_s: float = HOUR, each: int = 10) -> list[SloProbe]:
    """Give `each` answers an instant, the newest first; `late` has the share of late ones at each instant."""
    return [SloProbe(NOW - 60 - every_s * number, 1.0, share) for number, share in enumerate(late) for _ in range(each)]


def test_the_budget_that_is_left() -> None:
    assert budget_left(1.0, 0.95) == 1
    assert budget_left(0.95, 0.95) == pytest.approx(0)
    assert budget_left(0.90, 0.95) == pytest.approx(-1)


def test_a_rate_of_one_uses_the_budget_in_the_window() -> None:
    found = burn(answers([0.05] * 48), 0.95, WEEK, NOW, FAST)
    assert found.rate == pytest.approx(1)
    assert (found.limit, found.n) == (14.4, 50)


def test_windows_stretch_until_they_hold_enough_instants() -> None:
    found = burn(answers([0.0] * 40, every_s=6 * HOUR), 0.95, WEEK, NOW, FAST)
    assert found.long_h == pytest.approx(24, abs=0.1)
    assert burn(answers([0.0] * 40, every_s=6 * HOUR), 0.95, WEEK, NOW, SLOW).long_h == pytest.approx(54, abs=0.1)
    few = burn(answers([0.0] * 40, every_s=6 * HOUR, each=3), 0.95, WEEK, NOW, FAST)
    assert (few.n, few.long_h) == (30, pytest.approx(54, abs=0.1))


def test_many_instants_leave_the_windows_of_the_workbook() -> None:
    found = burn(answers([0.0] * 5000, every_s=60), 0.95, WEEK, NOW, SLOW)
    assert found.long_h == pytest.approx(1.4)
    assert found.short_h == pytest.approx(1.4 / 12)


def test_it_is_over_soon_after_the_fault_is() -> None:
    assert burn(answers([1.0] * 5 + [0.0] * 40), 0.95, WEEK, NOW, FAST).rate == pytest.approx(20)
    assert burn(answers([0.0] + [1.0] * 5 + [0.0] * 40), 0.95, WEEK, NOW, FAST).rate == 0


def test_one_bad_instant_is_no_fast_burn() -> None:
    found = burn(answers([1.0] + [0.0] * 40), 0.95, WEEK, NOW, FAST)
    assert found.rate is not None
    assert found.rate < FAST.limit_of(0.95)


@pytest.mark.parametrize("late", [[0.0] * 4, []])
def test_too_few_instants_give_no_rate_and_say_so(late: list[float]) -> None:
    found = burn(answers(late), 0.95, WEEK, NOW, FAST)
    assert (found.rate, found.why) == (None, f"{len(late)} instants of 5 needed")
    assert burn(answers([0.0] * 6, each=2), 0.95, WEEK, NOW, FAST).why == "12 answers of 30 needed"


@given(st.floats(0.01, 0.999), st.lists(st.floats(0, 1), min_size=10, max_size=40))
def test_a_limit_can_be_reached_and_a_rate_never_passes_what_is_possible(objective: float, late: list[float]) -> None:
    for pace in PACES:
        assert pace.limit_of(objective) < 1 / (1 - objective)
        found = burn(answers(late), objective, WEEK, NOW, pace)
        assert found.rate is not None
        assert 0 <= found.rate <= 1 / (1 - objective) + 1e-6


@given(st.permutations(answers([0.5, 0.1, 0.9, 0.0, 0.2, 1.0, 0.3, 0.3, 0.3, 0.3, 0.3])))
def test_the_order_of_answers_does_not_matter(probes: list[SloProbe]) -> None:
    assert burn(probes, 0.9, WEEK, NOW, SLOW).rate == pytest.approx(burn(sorted(probes), 0.9, WEEK, NOW, SLOW).rate)
