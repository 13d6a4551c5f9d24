"""What is printed is aligned, plain when piped, and cannot command a terminal."""

import json
import re
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.cli.output import ago, clean, iso, money, print_facts, print_json, print_table, progress, say, span
from monitor.cli.probe import line_of


@given(st.text())
def test_no_text_keeps_control_or_direction_characters(text):
    shown = clean(text)
    assert "\x1b" not in shown
    assert "\n" not in shown
    assert not any(0x202A <= ord(c) <= 0x202E or ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in shown)


def test_ordinary_letters_of_any_script_stay():
    assert clean("Zürich 東京 €5 – ok") == "Zürich 東京 €5 – ok"


def test_piped_rows_are_one_line_each_and_aligned(capsys):
    print_table(("name", "n"), [("a\nb", 5), ("a much longer name" * 20, 12345)], right={"n"})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert len({len(line) for line in lines}) == 1
    assert lines[1].startswith("a b ")
    assert lines[1].endswith("    5")


def test_wide_characters_keep_the_columns(capsys):
    print_table(("name", "n"), [("東京", 1), ("abcd", 2)])
    _, first, second = capsys.readouterr().out.splitlines()
    assert first == "東京  1"
    assert second == "abcd  2"


def test_what_is_said_instead_of_a_table_breaks_between_words(monkeypatch, capsys):
    print_on_terminal(monkeypatch, ("name",), [], empty="no graded probes there but excluded ones: " + "more " * 12)
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(("stated", "said"), [
    ("2026-12-01T04:57:01.990468Z", "119009.81 USD of 04:57:01"), ("2026-11-30T16:00:00-05:00", "USD of 11-30 21:00"),
    ("2026-11-30", "USD of 2026-11-30"), (None, "119009.81 USD"),
])  # fmt: skip
def test_a_probe_asked_by_hand_is_a_line_of_80_columns(stated, said):
    line = line_of({
        "probe": 123456, "api": "parallel_advanced", "ticker": "EUR/USD", "state": "answered", "latency_ms": 59_999.0,
        "price": 119009.81, "currency": "USD", "newest_price": None, "stated_time": stated,
        "instant_at": datetime(2026, 12, 1, 4, 57, tzinfo=UTC),
    })  # fmt: skip
    assert line.endswith(said)
    assert len(line) <= 80


def test_an_empty_table_says_so(capsys):
    print_table(("name",), [], empty="no items")
    assert capsys.readouterr().out == "no items\n"


def test_facts_without_a_value_are_left_out(capsys):
    print_facts([("one", 1), ("gone", None), ("three", "x")])
    assert capsys.readouterr().out == "one    1\nthree  x\n"


def test_json_writes_moments_as_utc(capsys):
    print_json({"at": datetime(2026, 11, 30, 9, 30, tzinfo=timezone(timedelta(hours=-5)))})
    assert json.loads(capsys.readouterr().out) == {"at": "2026-11-30T14:30:00Z"}


def test_a_bar_that_is_piped_shows_nothing(capsys):
    with progress("Working", 3) as bar:
        bar.advance()
    said = capsys.readouterr()
    assert said.out == said.err == ""


@pytest.mark.parametrize(("seconds", "text"), [
    (0, "0 s"), (0.0124, "12 ms"), (4.2, "4.2 s"), (5, "5 s"), (59.97, "1 min"), (65, "1 min 05 s"), (300, "5 min"),
    (7500, "2 h 05 min"), (7200, "2 h"), (3599.6, "1 h"), (86_400 * 3 + 4 * 3600, "3 d 4 h"),
    (-65, "-1 min 05 s"), (None, "-"),
])  # fmt: skip
def test_lengths_of_time_have_two_units_at_most(seconds, text):
    assert span(seconds) == text


def test_moments_are_iso_with_z():
    at = datetime(2026, 11, 30, 14, 30, tzinfo=UTC)
    assert iso(at) == "2026-11-30T14:30:00Z"
    assert iso(at + timedelta(microseconds=1500)) == "2026-11-30T14:30:00.001Z"
    assert iso(None) is None
    assert ago(at, at + timedelta(minutes=5)) == "5 min ago"
    assert ago(at, at - timedelta(hours=2)) == "in 2 h"
    assert ago(None, at) == "never"


def test_small_prices_keep_their_digits():
    assert [money(v) for v in (0, 5, 1234.5, 0.0045, None)] == ["0.00", "5.00", "1,234.50", "0.0045", "-"]


def print_on_terminal(monkeypatch, *table, **more):
    """Print a table as on a terminal of 60 columns."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    print_table(*table, **more)


def test_on_a_terminal_prose_wraps_and_moments_do_not(capsys, monkeypatch):
    print_on_terminal(monkeypatch, ("at", "why"), [("2026-11-30T14:30:00Z", "a long reason " * 8)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 2
    assert all(len(line.rstrip()) <= 60 for line in lines[1:])
    assert "2026-11-30T14:30:00Z" in lines[1]


def test_on_a_terminal_a_table_that_is_too_wide_is_not_cut(capsys, monkeypatch):
    row = tuple(letter * 20 for letter in "abcd")
    print_on_terminal(monkeypatch, ("a", "b", "c", "d"), [row])
    assert "  ".join(row) in capsys.readouterr().out


def test_on_a_terminal_long_addresses_break_only_where_they_must(capsys, monkeypatch):
    print_on_terminal(monkeypatch, ("url", "n"), [("https://example.com/" + "x" * 30, "7")])
    assert "https://example.com/" + "x" * 30 in capsys.readouterr().out
    print_on_terminal(monkeypatch, ("url", "text"), [("https://example.com/" + "x" * 30, "a long reason " * 8)])
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line.rstrip()) <= 60 for line in lines[1:])
    assert "x" * 30 in "".join(line.split("  ")[0].strip() for line in lines)


def test_on_a_narrow_terminal_instants_lose_year_and_whole_minutes(capsys, monkeypatch):
    columns = ("instant (UTC)", "sent", "mixed", "name")
    rows = [
        ("2026-11-30T14:30:00Z", "2026-11-30T14:30:05.125Z", "2025-11-30T14:30:00Z", "n" * 4),
        ("2026-11-30T14:33:00Z", "-", "2026-11-30T14:30:00Z", "n" * 4),
    ]
    print_on_terminal(monkeypatch, columns, rows)
    lines = capsys.readouterr().out.splitlines()
    assert "11-30 14:30  " in lines[-2]
    assert "11-30 14:30:05  " in lines[-2]
    assert "2025-11-30T14:30:00Z" in lines[-2]
    assert "sent (UTC)" in lines[0]


def test_on_a_terminal_sentences_and_facts_break_between_words(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    say("  one sentence of several words that is longer than a line")
    print_facts([("why", "one reason of several words that is longer than a line")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["  one sentence of several words that is", "  longer than a line"]
    assert lines[2:] == ["why  one reason of several words that is", "     longer than a line"]
    say("h" * 60)
    assert capsys.readouterr().out == "h" * 60 + "\n"


def test_on_a_terminal_markup_in_a_cell_is_text(capsys, monkeypatch):
    print_on_terminal(monkeypatch, ("a",), [("[red]no[/red] :smile:",)])
    assert "[red]no[/red] :smile:" in capsys.readouterr().out


def test_a_narrow_terminal_leaves_out_what_can_be_spared_and_says_so(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    columns = ("api", "limits", "price", "calls")
    rows = [("a" * 30, "l" * 30, "p" * 10, "7")]
    for width, kept, left in ((90, columns, ""), (60, ("api", "price", "calls"), "limits"),
                              (45, ("api", "calls"), "limits, price")):  # fmt: skip
        monkeypatch.setenv("COLUMNS", str(width))
        print_table(columns, rows, spare=("limits", "price"))
        out = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
        assert tuple(out.splitlines()[0].split()) == kept
        assert (f"Left out for want of room: {left}." in out) == bool(left)
        assert max(len(line.rstrip()) for line in out.splitlines()[:2]) <= width
