"""`report`: one file, as HTML or Markdown."""

import pytest

from tests.web.fill import NASTY


def test_a_report_is_written_and_says_what_it_holds(command, filled, tmp_path):
    ran = command("report", "--db", filled.path)
    assert ran.code == 0, ran.err
    assert "report.html: 48 questions, 3 APIs, 3 instants." in ran.out
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") or "<!doctype html>" in text[:20]
    assert "exa_instant" in text
    assert "<script" not in text
    assert NASTY not in text


def test_the_format_follows_the_name_or_the_option(command, filled, tmp_path):
    assert command("report", "--db", filled.path, "--out", tmp_path / "one.md").code == 0
    assert (tmp_path / "one.md").read_text(encoding="utf-8").startswith("# How fresh")
    assert command("report", "--db", filled.path, "--format", "md").code == 0
    assert (tmp_path / "report.md").exists()


def test_a_time_without_questions_is_a_finding(command, filled, tmp_path):
    ran = command("report", "--db", filled.path, "--since", "2020-01-01", "--until", "2020-02-01")
    assert ran.code == 1
    assert "Nothing was asked" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--since", "2020-02-01", "--until", "2020-01-01"), "the window is empty"),
        (("--policy", "nonsense"), "nothing is graded under 'nonsense'"),
        (("--format", "pdf"), "'pdf' is not one of"),
        (("--out", "absent/report.html"), "cannot be written: its folder is not there (make absent)"),
        (("--out", "."), "cannot be written: it is a folder"),
        (("--since", "5000d"), "'5000d' is longer than ten years"),
    ],
)
def test_what_cannot_be_is_refused(command, filled, words, said):
    ran = command("report", "--db", filled.path, *words)
    assert ran.code in (2, 3)
    assert said in ran.err
