"""A whole night through the real libraries, with everything that models do, killed twice and gone on with."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter

import pytest
from sqlmodel import func, select

from monitor.clock import SystemClock
from monitor.datasets import load_questions
from monitor.sandbox.scripts import BEHAVIOURS, READERS, Cast
from monitor.sandbox.server import SandboxServer
from monitor.store.database import open_database
from monitor.store.spend import spent
from monitor.store.tables import Run, RunCall, RunMessages, RunVerdict
from tests.conftest import ROOT
from tests.site import wait_for

QUESTIONS = load_questions(ROOT / "data")
ENGINES = {"lookup_90": "exa", "lookup_60": "tavily", "lookup_60b": "exa", "lookup_30": "tavily"}
LIKE = {"exa": "exa_instant", "tavily": "tavily_basic"}
PARTS = ("slow", "throttled", "refuses", "never_stops", "bad_arguments", "one_more", "at_once", "failing", "bad_json",
         "broken_arguments", "hops", "blank", "cut_off", "unknown_tool", "plays")  # fmt: skip
READING = (*READERS, *READERS, "plays", "one_more", "throttled", "never_stops", "refuses")
"""What models do on a night on which pages may be read."""
KEY = "sk-night-0123456789"


def settings(url, kind="openai", multi="anthropic", mode="search"):
    lines = [f"enabled = {json.dumps(list(ENGINES))}", '[store]\npath = "m.sqlite"']
    for name, speaks in ENGINES.items():
        like = LIKE[speaks]
        lines += [
            f"[key_groups.{name}]\nrps = 200\nconcurrent = 20",
            f'[apis.{name}]\nlike = "{like}"\nenabled = true\nkey_group = "{name}"\nenv = ["SANDBOX_API_KEY"]\n'
            f'url = "{url}/e/{name}/{speaks}/search"\nprice_usd = 0.004\ncost = ""\ntotal_s = 2',
        ]
    at = {"openai": f"{url}/m/cast/v1", "openai-responses": f"{url}/m/cast/v1", "anthropic": f"{url}/m/cast"}
    lines += [
        f'[agent]\nmodel = "{kind}:scripted"\nbase_url = "{at[kind]}"\nusd_per_million_in = 1.0\n'
        f'usd_per_million_out = 5.0\nkey_env = "NIGHT_API_KEY"\nconcurrent = 8\ntimeout_s = 0.5\nretries = 3\n'
        f'max_turns = 9\nusd_per_day = 50\nmode = "{mode}"',
        f'[agent.sets.multi-hop-lookup]\nmodel = "{multi}:scripted"\nbase_url = "{at[multi]}"',
        "[budget]\nusd_per_day = 100",
    ]
    return "\n".join(lines) + "\n"


def start(folder, *arguments, **more):
    environment = {**os.environ, "SANDBOX_API_KEY": "any", "NIGHT_API_KEY": KEY, **more}
    command = [sys.executable, "-m", "monitor", "--config", str(folder / "monitor.toml"), "nightly", *arguments]
    with (folder / "night.log").open("ab") as log:
        return subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env=environment)


def ended(folder):
    if not (folder / "m.sqlite").is_file():
        return 0
    database = open_database(folder / "m.sqlite")
    try:
        with database.read() as session:
            return session.exec(select(func.count()).select_from(Run).where(Run.ended_at.is_not(None))).one()
    finally:
        database.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "multi", "mode"),
    [("openai", "anthropic", "search"), ("anthropic", "openai-responses", "search"),
     ("openai-responses", "anthropic", "search+fetch")],
)  # fmt: skip
def test_a_night_killed_twice_is_gone_on_with_and_adds_up(tmp_path, kind, multi, mode):
    parts = PARTS if mode == "search" else READING
    cast = Cast({one.question: part for one, part in zip(QUESTIONS, parts, strict=True)})
    assert set(PARTS) == set(BEHAVIOURS) - {"down"}
    with SandboxServer(SystemClock(), 7, (), questions=QUESTIONS, latency_scale=0.0) as server:
        server.world.models.play("cast", cast)
        (tmp_path / "monitor.toml").write_text(settings(server.base_url, kind, multi, mode))
        for kills in (30, 90):
            process = start(tmp_path, "--now", "--night", "n")
            wait_for(lambda enough=kills: ended(tmp_path) >= enough, 180, (tmp_path / "night.log").read_text)
            process.send_signal(signal.SIGKILL)
            process.wait()
        server.world.fail("lookup_30", "429", 2)
        server.world.fail("lookup_60", "hang", 1)
        process = start(tmp_path, "--now", "--night", "n")
        assert process.wait(timeout=300) == 1, "runs were lost by the kills, and that is a finding"
        arrivals, played = server.world.ledger.arrivals(), server.world.models.played
        before = len(arrivals), len(played)
        again = start(tmp_path, "--now", "--night", "n")
        assert again.wait(timeout=180) == 1
        assert (len(server.world.ledger.arrivals()), len(server.world.models.played)) == before

    database = open_database(tmp_path / "m.sqlite")
    with database.read() as session:
        runs = session.exec(select(Run)).all()
        calls = session.exec(select(RunCall)).all()
        verdicts = session.exec(select(RunVerdict)).all()
        messages = session.exec(select(func.count()).select_from(RunMessages)).one()
        booked = sum(spent(session, day)[1] for day in {call.booked_at.date().isoformat() for call in calls})
    database.close()

    assert len(runs) == 15 * 4 * 3
    states = Counter(run.state for run in runs)
    assert set(states) <= {"answered", "failed", "interrupted"}
    assert 0 < states["interrupted"] <= 2 * 8, "no more is lost than was under way"
    keys = Counter((run.question_id, run.api, run.repeat) for run in runs)
    assert set(keys.values()) == {1}

    by_run: dict[int, list[RunCall]] = {}
    for call in calls:
        by_run.setdefault(call.run_id, []).append(call)
    for run in runs:
        mine = by_run.get(run.id, [])
        assert run.cost_usd == pytest.approx(sum(call.cost_usd for call in mine))
        assert run.searches == len({call.seq for call in mine if call.kind == "search"}) <= run.max_searches
        assert run.fetches == len({call.seq for call in mine if call.kind == "fetch"}) <= run.max_fetches
        assert run.mode == mode
    assert any(run.fetches for run in runs) == (mode == "search+fetch")
    assert booked == pytest.approx(sum(run.cost_usd for run in runs))
    assert not [call for call in calls if call.state == "claimed"]

    # Every search and page that arrived is a call of the store, and none was made for a run that was done.
    stored = Counter((run.api, call.query) for run in runs for call in by_run.get(run.id, []) if call.kind != "model")
    came = Counter((one.engine, one.query) for one in arrivals)
    assert all(came[key] <= stored[key] for key in came)
    told = sum(call.input_tokens for call in calls), sum(call.output_tokens for call in calls)
    answered = sum(one.tokens[0] for one in played), sum(one.tokens[1] for one in played)
    assert told[0] <= answered[0]
    assert told[1] <= answered[1], "what was under way when it was killed was never heard"
    assert messages == states["answered"] + states["failed"]
    assert len({one.run_id for one in verdicts}) == len(verdicts) == states["answered"]

    held = (tmp_path / "m.sqlite").read_bytes() + (tmp_path / "night.log").read_bytes()
    assert KEY.encode() not in held
    if mode == "search+fetch":
        pages = {one.query for one in arrivals if one.kind == "page"}
        assert pages == {one for one in pages if one.startswith("https://figures.example/")}
        return
    finishes = {part: Counter() for part in PARTS}
    for run in runs:
        if run.state == "answered":
            finishes[PARTS[[one.id for one in QUESTIONS].index(run.question_id)]][run.finish] += 1
    ends = {part: set(found) for part, found in finishes.items()}
    assert ends["refuses"] == {"refused"}
    assert ends["never_stops"] == {"turns used"}
    assert ends["blank"] == {"blank"}
    assert ends["cut_off"] == {"cut off"}
    for part in ("bad_arguments", "at_once", "one_more", "hops", "plays", "unknown_tool", "broken_arguments"):
        assert ends[part] == {"answered"}, part
    over = [run for run in runs if PARTS[[one.id for one in QUESTIONS].index(run.question_id)] == "one_more"]
    assert all(run.denied == 1 for run in over if run.state == "answered")
