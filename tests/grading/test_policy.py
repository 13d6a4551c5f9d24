"""Policy files: what ships, and what is refused."""

import pytest

from monitor.datasets import Asset
from monitor.errors import ConfigError
from monitor.grading.policy import load_policy, parse_policy

from .helpers import item

GOOD = """
name = "mine"
version = "3"
rules = "strict"
order = ["error", "none", "no_reference", "wrong_currency", "target", "other"]
correct = ["target"]
lookback_s = 7200
[bands.equity]
bps = 2
"""


def test_shipped_policies_load_and_differ():
    strict, board = load_policy("strict"), load_policy("board")
    assert [c.value for c in strict.order] == [
        "error", "none", "no_reference", "wrong_currency", "target", "current", "stale", "prior_close", "other"]
    assert strict.hash != board.hash
    assert strict.lookback_s == 86400
    assert board.lookback_s == 4 * 3600


def test_a_policy_comes_from_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    assert load_policy(path).version == "3"
    with pytest.raises(ConfigError, match="no policy"):
        load_policy("nothing")


@pytest.mark.parametrize(("old", "new", "word"), [
    ('rules = "strict"', 'rules = "loose"', "rules"),
    ('"other"]', '"else"]', "else"),
    ("bps = 2", "bps = -2", "bands.equity"),
    ("bps = 2", "bps = 2\npips = 1", "bands.equity"),
    ("bps = 2", "width = 2", "bands.equity"),
    ("[bands.equity]", "[bands.bonds]", "bonds"),
    ("lookback_s = 7200", "lookback_s = 1", "lookback_s"),
    ('correct = ["target"]', 'correct = ["current"]', "correct"),
    ('version = "3"', "colour = 1", "colour"),
    ('name = "mine"', "name = ", "TOML"),
])
def test_a_wrong_policy_is_refused_with_the_field_at_fault(old, new, word):
    with pytest.raises(ConfigError, match=word):
        parse_policy(GOOD.replace(old, new), "mine.toml")


def test_every_figure_is_in_the_hash():
    assert parse_policy(GOOD).hash != parse_policy(GOOD.replace("bps = 2", "bps = 3")).hash


def test_board_refuses_what_the_harness_does_not_grade():
    with pytest.raises(ConfigError, match="fx"):
        load_policy("board").band(item("EUR/USD", Asset.FX))
