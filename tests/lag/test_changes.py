"""Shifts of the lag: found, dated and told apart from changes of ours; hardly ever found where there is none."""

import json
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

from monitor.lag.changes import THRESHOLD, Ours, changes_in, false_alarms, our_changes, scan

FIRST = date(2026, 1, 1)
RESULT = Path(__file__).resolve().parents[2] / "docs" / "results" / "changes.json"


def history(days, shift_at=None, ratio=1.0, sd=0.2, seed=1, level=300.0):
    rng = np.random.default_rng(seed)
    lag = level * np.exp(sd * rng.standard_normal(days))
    if shift_at is not None:
        lag[shift_at:] *= ratio
    return [FIRST + timedelta(days=n) for n in range(days)], lag


@pytest.mark.parametrize(("ratio", "seed"), [(2.0, 1), (0.5, 2), (4.0, 3), (0.1, 4)])
def test_a_shift_is_found_once_and_dated_with_its_levels(ratio, seed):
    days, lag = history(90, 60, ratio, seed=seed)
    (found,) = changes_in(days, lag)
    assert found.first <= days[60] <= found.last
    assert (found.last - found.first).days <= 6
    assert found.before_s == pytest.approx(300, rel=0.15)
    assert found.after_s == pytest.approx(300 * ratio, rel=0.3)
    assert found.found - days[60] <= timedelta(days=10)


def test_a_shift_there_and_back_is_two_changes():
    days, lag = history(150, 50, 3.0)
    lag[100:] /= 3.0
    first, second = changes_in(days, lag)
    assert first.after_s > 2 * first.before_s
    assert second.after_s < second.before_s / 2
    assert second.first <= days[100] <= second.last


def test_a_quiet_history_has_none_and_a_short_or_constant_one_neither():
    assert changes_in(*history(365, seed=5)) == []
    assert changes_in(*history(13, 6, 10.0)) == []
    assert changes_in(*history(60, sd=0.0)) == []


def test_a_small_shift_is_not_told_however_sure():
    assert changes_in(*history(120, 60, 1.1, sd=0.01)) == []


def test_days_without_a_figure_are_passed_over():
    days, lag = history(120, 60, 3.0)
    kept = [n for n in range(120) if n % 2]
    (found,) = changes_in([days[n] for n in kept], [lag[n] for n in kept])
    assert found.first <= days[61] <= found.last


def test_the_law_of_the_days_figures_does_not_matter():
    value = np.random.default_rng(3).standard_cauchy(60)
    assert scan(value) == scan(np.arctan(value))


def test_our_own_change_about_then_is_named_and_another_time_is_not():
    days, lag = history(90, 60, 3.0)
    (found,) = changes_in(days, lag, [Ours(days[20], "reader"), Ours(days[60], "configuration")])
    assert found.ours == (Ours(days[60], "configuration"),)


def test_what_is_new_on_our_side_is_seen_and_what_comes_and_goes_is_not():
    def day(n):
        return {"configuration": ["a"] if n < 20 else ["a", "b"] if n == 20 else ["b"], "reader": ["1"],
                "wording": ["x", "y"] if n % 2 else ["x"], "policy": []}  # fmt: skip

    found = our_changes([(FIRST + timedelta(days=n), day(n)) for n in range(1, 40)])
    assert found == [Ours(FIRST + timedelta(days=20), "configuration")]


def test_alarms_over_nothing_are_rare():
    assert false_alarms(THRESHOLD, histories=40, years=2) < 0.4


@pytest.mark.full
def test_rate_of_false_alarms_and_how_shifts_are_found():
    alone, together = (false_alarms(THRESHOLD, rho=rho, histories=1000) for rho in (0.0, 0.3))
    rows = []
    for ratio in (1.3, 1.5, 2.0, 4.0):
        found = [_first_found(ratio, seed) for seed in range(400)]
        seen = [one for one in found if one is not None]
        rows.append({"ratio": ratio, "found_within_30_days": len(seen) / len(found),
                     "delay_days_median": float(np.median([one[0] for one in seen])) if seen else None,
                     "interval_holds_the_day": float(np.mean([one[1] for one in seen])) if seen else None,
                     "interval_days_median": float(np.median([one[2] for one in seen])) if seen else None})  # fmt: skip
    value = {"threshold": THRESHOLD, "histories": 1000, "years": 3, "seed": 1,
             "false_alarms_a_year": {"days_alone": round(alone, 3), "correlation_0.3": round(together, 3)},
             "shifts": {"daily_sd_of_log_median": 0.2, "histories": 400, "rows": rows}}  # fmt: skip
    RESULT.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
    assert together < 1.05
    assert alone < 0.2


def _first_found(ratio, seed):
    days, lag = history(90, 60, ratio, seed=1000 + seed)
    for one in changes_in(days, lag):
        if one.found >= days[60]:
            return (one.found - days[60]).days, one.first <= days[60] <= one.last, (one.last - one.first).days + 1
    return None
