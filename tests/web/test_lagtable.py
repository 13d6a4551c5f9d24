"""Lag figures as text: an interval beside each, a reason instead of a number that the data do not support."""

from monitor.web.lagtable import lag_rows
from tests.web.fill import NOW, lag_value


def test_figures_carry_their_interval():
    first, _, second = lag_rows(lag_value(NOW))
    assert first.key == ("exa_instant", "equity")
    assert str(first.median) == "5 min 05 s [4 min 01 s, 6 min 28 s]"
    assert [str(share) for share in first.within] == ["12 % [5 %, 20 %]", "49 % [40 %, 58 %]", "91 % [85 %, 95 %]",
                                                      "98 % [95 %, 99 %]"]  # fmt: skip
    assert first.why == ""
    assert [str(second.median), str(second.p90)] == ["-", "-"]
    assert second.why == "not enough movement"


def test_a_reason_within_a_figure_is_said_once():
    why = {"est": None, "lo": None, "hi": None, "why": "more than half is older"}
    group = {
        "key": {"api": "x"},
        "probes": 3,
        "instants": 1,
        "median_s": why,
        "p90_s": why,
        "share_within": {"60": why},
    }
    (row,) = lag_rows({"groups": [group]}, ("api",))
    assert row.why == "more than half is older"
    assert row.key == ("x",)


def test_an_open_bound_is_a_question_mark():
    (row,) = lag_rows({"groups": [{"api": "x", "asset": "fx", "median_s": {"est": 60.0, "lo": 30.0, "hi": None}}]})
    assert str(row.median) == "1 min [30 s, ?]"


def test_bounds_are_shown_where_they_are_all_that_can_be_told():
    median = {"est": None, "lo": 0.0, "hi": 60.0, "why": "w"}
    (row,) = lag_rows({"groups": [{"api": "x", "asset": "fx", "median_s": median}]})
    assert (str(row.median), row.why) == ("- [0 s, 1 min]", "w")


def test_the_agreement_of_two_readers_stands_beside_the_figures():
    group = {"key": {"api": "x"}, "agreement": {"with": "llm", "n": 40, "raw": 0.95, "kappa": 0.881}}
    alone = {"key": {"api": "y"}, "agreement": {"with": "llm", "n": 2, "raw": 1.0, "kappa": None}}
    both, one, none = lag_rows({"groups": [group, alone, {"key": {"api": "z"}}]}, ("api",))
    assert (both.agree, both.kappa) == ("95 % of 40", "0.88")
    assert (one.agree, one.kappa) == ("100 % of 2", "-")
    assert (none.agree, none.kappa) == ("-", "-")
