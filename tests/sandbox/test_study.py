"""`monitor sandbox study`: resumable, the same over processes, and honest about what misses."""

import pytest

from monitor.errors import DataError
from monitor.lag.simulate import MARKETS, PROVIDERS
from monitor.lag.study import CellFigure
from monitor.lag.study_table import condensed, markdown, together
from monitor.sandbox.study import Plan, cells_of, load_notes, notes_of, results_of, run_plan


def finished(plan, jobs=1, file=None):
    notes = load_notes(plan, file)
    sizes = list(run_plan(plan, notes, jobs, file))
    return results_of(plan, notes), sizes


def figure(**changes):
    base = {"market": "m", "provider": "p", "figure": "within_300", "truth": 0.5, "studies": 2000, "declined": 0,
            "mean": 0.5, "bias": 0.0, "bias_error": 0.001, "coverage": 0.95, "width": 0.2, "oracle_width": 0.15,
            "oracle_coverage": 0.95, "newest_minute": 0.9, "newest_minute_error": 0.4}
    return CellFigure(**{**base, **changes})


def test_cells_are_named_by_market_provider_or_both():
    markets, providers = list(MARKETS), list(PROVIDERS)
    assert len(cells_of([], markets, providers)) == len(markets) * len(providers)
    assert cells_of(["stock/5 min"], markets, providers) == (("stock", "5 min"),)
    assert {p for _, p in cells_of(["liar"], markets, providers)} == {"liar"}
    assert cells_of(["stock", "stock/5 min"], markets, providers)[0] == ("stock", "20 s")
    with pytest.raises(DataError, match="no cell"):
        cells_of(["stock/never"], markets, providers)


def test_a_study_that_was_cut_off_goes_on_and_more_studies_add_to_it(tmp_path):
    cells = (("stock", "5 min"), ("stock", "asked moment"))
    file = notes_of(tmp_path / "study.json")
    whole, _ = finished(Plan(cells, 3, instants=8))
    first, _ = finished(Plan(cells, 2, instants=8), file=file)
    with file.open("a") as half:
        half.write('["stock", 2, {"5 m')
    again, sizes = finished(Plan(cells, 3, instants=8), file=file)
    assert sizes == [4, 2]
    assert again == whole
    assert first["cells"] != whole["cells"]
    with pytest.raises(DataError, match="another study"):
        finished(Plan(cells, 3, seed=2, instants=8), file=file)


def test_processes_give_the_same_results(tmp_path):
    plan = Plan((("quiet FX", "5 min"),), 2, instants=8)
    assert finished(plan, jobs=2)[0] == finished(plan)[0]


def test_each_demand_is_checked():
    assert figure().faults() == []
    assert figure(bias=0.021).faults() == ["bias"]
    assert figure(coverage=0.93).faults() == ["cover low"]
    assert figure(coverage=0.97).faults() == ["cover high"]
    assert figure(width=0.4).faults() == ["width"]
    assert figure(coverage=0.0, declined=1999).faults() == []  # one of one misses in a twentieth of studies
    assert figure(coverage=0.0, declined=1997).faults() == ["cover low"]
    assert figure(truth=0.01, coverage=0.99, width=9.0).faults() == []
    assert figure(truth=0.01, coverage=0.92).faults() == ["cover low"]
    assert figure(figure="median_s", bias=40.0).faults() == []
    assert figure(coverage=None, width=None).faults() == []
    # A few studies say little: their own error is allowed for.
    assert figure(studies=50, bias=0.04, bias_error=0.01).faults() == []
    assert figure(studies=2000, declined=1950, bias=0.04, bias_error=0.01).faults() == []


def test_the_tables_hold_every_figure_once():
    made, _ = finished(Plan((("stock", "5 min"), ("stock", "asked moment")), 2, instants=8))
    short, whole = list(condensed(made)), list(markdown(made))
    assert [line.split("|")[2].strip() for line in short[2:]] == [
        "median", "within 5 min", "within 15 min", "asked moment"]  # fmt: skip
    assert len(whole) == 2 + 5 + 6
    assert len({line.count("|") for line in short}) == len({line.count("|") for line in whole}) == 1
    assert any("intervals hold the truth" in line for line in together(made["pooled"]))


@pytest.mark.slow
def test_intervals_cover_the_truth_in_a_small_study():
    """The full study's smoke test: 50 simulated weeks a cell."""
    plan = Plan(cells_of([], list(MARKETS), list(PROVIDERS)), 50, seed=11)
    results, _ = finished(plan, jobs=2)
    inner = [f for f in results["cells"] if f["inner"] and f["coverage"] is not None and f["declined"] <= 25]
    assert 0.93 <= results["pooled"]["inner"]["coverage"] <= 0.975
    assert results["pooled"]["edge"]["coverage"] >= 0.93
    assert min(f["coverage"] for f in inner) >= 0.80
    assert all(abs(f["bias"]) <= 0.05 for f in inner if f["figure"] != "median_s")
    liars = [f for f in inner if f["provider"] == "liar"]
    assert all(abs(f["newest_minute_error"]) > 3 * abs(f["bias"]) for f in liars if f["figure"] == "within_900")
    asked = [f for f in results["cells"] if f["provider"] == "asked moment"]
    assert all(f["declined"] == f["studies"] for f in asked if f["figure"] == "within_300")
