"""Engines whose accuracy is known, asked and graded like any other: what is measured is what they are."""

import pytest

from monitor.agent.grading import grade_runs
from monitor.agent.results import night_figures
from monitor.clock import SystemClock
from monitor.sandbox.lookup import generated_questions
from monitor.sandbox.server import SandboxServer
from tests.agent.site import NOW, NightSite

ACCURACY = {"lookup_80": 0.8, "lookup_72": 0.72, "lookup_70": 0.7, "lookup_60": 0.6}
ASKED = generated_questions(200, 11)


@pytest.mark.slow
def test_engines_at_60_and_80_percent_are_told_apart_and_at_70_and_72_are_a_tie(tmp_path):
    with SandboxServer(SystemClock(), 7, (), questions=ASKED, latency_scale=0.0) as server:
        site = NightSite(tmp_path, server, engines=tuple(ACCURACY))
        site.night(site.settings(concurrent=16), ASKED, name="historical-lookup", env={"SANDBOX_API_KEY": "any"})
        grade_runs(site.database, NOW)
        (found,) = night_figures(site.database, NOW)["groups"]
        site.database.close()
    assert found["baseline"]
    rows = {row["api"]: row for row in found["apis"]}
    assert {name: row["accuracy"]["est"] for name, row in rows.items()} == ACCURACY
    assert all(row["accuracy"]["lo"] < ACCURACY[name] < row["accuracy"]["hi"] for name, row in rows.items())
    assert all((row["questions"], row["ungraded"], row["left_out"]) == (200, 0, {}) for row in rows.values())
    pairs = {(one["a"], one["b"]): one for one in found["comparisons"]}
    assert not pairs["lookup_80", "lookup_60"]["tie"]
    assert pairs["lookup_72", "lookup_70"]["tie"]
    assert pairs["lookup_72", "lookup_70"]["needed_questions"] > 1000
    assert "lookup_70" in rows["lookup_72"]["tied_with"]
