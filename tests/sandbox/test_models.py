"""Scripted models answer in the formats of the real providers, the same way each time, and what they did is counted."""

import json

import httpx
import pytest

from monitor.clock import VirtualClock
from monitor.sandbox.models import MODELS
from monitor.sandbox.scripts import BEHAVIOURS, Cast
from monitor.sandbox.server import SandboxServer

from .conftest import NOW

ASK = "Date: 2026-11-30. Searches: 2.\n\nQuestion: What was it?"
FOUND = json.dumps({"snippet": "The figure asked for is as follows: \u00a5500.9 billion (end of the figure)"})


@pytest.fixture(scope="module")
def server():
    with SandboxServer(VirtualClock(NOW), 7, ()) as running:
        yield running


def body(kind, results=()):
    """Give a request of one format, with so many tool results told."""
    if kind == "openai_chat":
        said = [{"role": "user", "content": ASK}]
        for n, result in enumerate(results):
            said += [
                {"role": "assistant", "content": None, "tool_calls": [{"id": f"c{n}"}]},
                {"role": "tool", "tool_call_id": f"c{n}", "content": result},
            ]
        return {"messages": said, "tools": [{"type": "function", "function": {"name": "search"}}]}
    if kind == "openai_responses":
        given = [{"role": "user", "content": ASK}]
        for n, result in enumerate(results):
            given += [
                {"type": "function_call", "call_id": f"c{n}", "name": "search", "arguments": "{}"},
                {"type": "function_call_output", "call_id": f"c{n}", "output": result},
            ]
        return {"input": given, "tools": [{"type": "function", "name": "search"}]}
    told = [{"role": "user", "content": [{"type": "text", "text": ASK}]}]
    for n, result in enumerate(results):
        told += [
            {"role": "assistant", "content": [{"type": "tool_use", "id": f"c{n}", "name": "search", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"c{n}", "content": result}]},
        ]
    return {"messages": told, "tools": [{"name": "search"}]}


def ask(server, script, kind, results=(), **more):
    path = next(one.path for one in MODELS.all().values() if one.name == kind)
    return httpx.post(f"{server.base_url}/m/{script}/v1{path}", json=body(kind, results) | more, timeout=5)


KINDS = sorted(MODELS.all())


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_searches_reads_the_result_and_answers_with_its_figure(server, kind):
    first = ask(server, "plays", kind)
    assert "What was it?" in first.text
    assert "search" in first.text
    second = ask(server, "plays", kind, [FOUND])
    assert "The answer is \u00a5500.9 billion" in second.text
    assert "search" not in second.text
    assert ask(server, "plays", kind, [FOUND]).content == second.content, "the same request, the same bytes"


@pytest.mark.parametrize("kind", KINDS)
def test_budgets_are_kept_or_passed_as_the_script_says(server, kind):
    def searches(script):
        results = []
        while '"search"' in ask(server, script, kind, results).text:
            results.append(FOUND)
            if len(results) == 9:
                break
        return len(results)

    assert [searches(name) for name in ("at_once", "plays", "hops", "one_more", "never_stops")] == [0, 1, 2, 3, 9]


@pytest.mark.parametrize("kind", KINDS)
def test_faults_come_at_every_second_request_of_a_kind(server, kind):
    answers = [ask(server, "throttled", kind, seed=1) for _ in range(3)]
    assert [one.status_code for one in answers] == [429, 200, 429]
    assert float(answers[0].headers["retry-after"]) == 0.05
    assert [ask(server, "failing", kind, seed=2).status_code for _ in range(2)] == [500, 200]
    with pytest.raises(ValueError):
        ask(server, "bad_json", kind, seed=3).json()


def test_scripts_are_drawn_for_a_conversation_or_cast_by_its_words(server):
    drawn = {ask(server, "mixed", "openai_chat", seed=n).text for n in range(5)}
    assert len(drawn) == 1
    server.world.models.play("own", Cast({"What was": "refuses"}, otherwise="at_once"))
    assert "cannot help" in ask(server, "own", "openai_chat").text
    assert ask(server, "nobody", "openai_chat").status_code == 404
    assert set(BEHAVIOURS) >= {"plays", "never_stops", "slow", "blank", "cut_off"}


def test_the_sandbox_tells_how_often_models_were_asked_and_for_how_many_tokens(server):
    def told():
        return httpx.get(f"{server.base_url}/_sandbox/models").json()

    before = told()
    used = ask(server, "plays", "openai_chat").json()["usage"]
    ask(server, "down", "openai_chat")
    after = told()
    assert after["total"] == before["total"] + 2
    assert after["input_tokens"] - before["input_tokens"] == used["prompt_tokens"] > 0
    assert after["output_tokens"] - before["output_tokens"] == used["completion_tokens"] > 0
