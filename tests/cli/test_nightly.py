"""`monitor nightly`: what it would ask, asks, shows, grades again, and hands on."""

import json

import pytest

from monitor.clock import SystemClock
from monitor.sandbox.lookup import generated_questions
from monitor.sandbox.server import SandboxServer

ASKED = generated_questions(8, 5)


@pytest.fixture
def night(command, config, tmp_path, monkeypatch):
    """Give a function that runs `monitor nightly ...` on a sandbox of its own."""
    monkeypatch.setenv("SANDBOX_API_KEY", "any")
    rows = [{"id": one.id, "question": one.question, "answer": one.answer, "tolerance": one.tolerance, "area": one.area}
            for one in ASKED]  # fmt: skip
    file = tmp_path / "historical-mine.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    with SandboxServer(SystemClock(), 7, (), questions=ASKED, latency_scale=0.0) as server:
        apis = "".join(
            f'[key_groups.{name}]\nrps = 200\nconcurrent = 20\n[apis.{name}]\nlike = "exa_instant"\nenabled = true\n'
            f'key_group = "{name}"\nurl = "{server.base_url}/e/{name}/exa/search"\nenv = ["SANDBOX_API_KEY"]\n'
            f'price_usd = 0.005\ncost = ""\n'
            for name in ("lookup_100", "lookup_0")
        )
        agent = (
            f'[agent]\nmodel = "openai:m"\nbase_url = "{server.base_url}/m/plays/v1"\nkey_env = "NIGHT_API_KEY"\n'
            "usd_per_million_in = 1\nusd_per_million_out = 1\n"
        )
        path = config(f'enabled = ["lookup_100", "lookup_0"]\n[store]\npath = "m.sqlite"\n{apis}{agent}')

        def run(*words):
            return command("nightly", *words, "--config", path)

        run.file, run.server = file, server
        yield run


def test_what_it_would_ask_is_said_and_nothing_is_asked(night):
    ran = night("--sets", night.file)
    assert ran.code == 0
    assert "answered by the baseline, extractive: NIGHT_API_KEY is not set." in ran.out
    assert "48 runs; at most 0.24 USD of searches" in ran.out
    assert night.server.world.ledger.arrivals() == []
    cost = json.loads(night("--sets", night.file, "--json", "--repeats", 1).out)
    assert (cost["runs"], cost["calls"], cost["search_usd"]) == (16, 16, 0.08)


def test_a_night_over_budget_needs_a_yes(night):
    ran = night("--now", "--sets", night.file, "--repeats", 100, "--night", "big", "--limit", 4, "--apis", "nothing")
    assert ran.code == 2
    over = night("--now", "--sets", night.file, "--repeats", 100, "--sets", "historical-lookup", "--night", "big")
    assert over.code == 2
    assert "the day's budget is 5.00" in over.err
    assert night.server.world.ledger.arrivals() == []


def test_asked_shown_graded_and_handed_on(night, tmp_path, monkeypatch):
    ran = night("--now", "--sets", night.file, "--repeats", 1, "--night", "n")
    assert ran.code == 0
    assert "historical-mine (baseline extractive, no model, search; n)" in ran.out
    assert "lookup_100 is right more often than lookup_0: by 100 points." in ran.out
    again = night("--now", "--sets", night.file, "--repeats", 1, "--night", "n")
    assert "done already" in again.out
    assert len(night.server.world.ledger.arrivals()) == 16

    monkeypatch.setenv("NIGHT_API_KEY", "sk-1")
    model = json.loads(night("--now", "--sets", night.file, "--repeats", 1, "--night", "n", "--json").out)
    assert [(one["agent"], one["baseline"]) for one in model["figures"]["groups"]] == [
        ("openai:m", False), ("extractive", True),
    ]  # fmt: skip

    found = json.loads(night("results", "--json").out)
    best = found["groups"][0]["apis"][0]
    assert (best["api"], best["accuracy"]["est"], best["verdicts"]) == ("lookup_100", 1.0, {"correct": 8})
    assert "area" in night("results", "--areas", "--history").out

    shown = night("show", 17)
    assert ASKED[0].question in shown.out
    assert "-- search gives" in shown.out
    assert "The answer is" in shown.out
    assert json.loads(night("show", 17, "--json").out)["verdict"] in ("correct", "incorrect")
    assert night("show", 1799).code == 3

    text = night.file.read_text().replace(ASKED[0].answer, "$1.0 million.")
    night.file.write_text(text)
    changed = json.loads(night("regrade", "--sets", night.file, "--json").out)
    assert changed["graded"] == 4, "the runs of the one question whose reference is another now"
    assert {one["after"] for one in changed["changed"]} == {"incorrect"}
    assert json.loads(night("regrade", "--sets", night.file, "--json").out)["graded"] == 0

    assert night("export", tmp_path / "runs").code == 0
    assert "32 runs taken in, 0 known" in night("import", tmp_path / "runs", "--night", "other").out
    assert "0 runs taken in, 32 known" in night("import", tmp_path / "runs", "--night", "other").out
