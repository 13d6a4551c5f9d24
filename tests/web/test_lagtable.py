"""Lag figures as text: an interval beside each, a reason instead of a number that the data do not support."""

from monitor.web.lagtable import lag_rows
from tests.web.fill import NOW, lag_value


def test_figures_carry_their_interval():
    first, second = lag_rows(lag_value(NOW))
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
