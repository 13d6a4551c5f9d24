"""An engine that knows the answers gets exactly the share right that its name says, and the same ones each time."""

import httpx
import pytest

from monitor.clock import VirtualClock
from monitor.datasets import load_questions
from monitor.sandbox.lookup import SAID, generated_questions
from monitor.sandbox.server import SandboxServer
from tests.conftest import ROOT

from .conftest import NOW

ASKED = (*generated_questions(200, 3), *load_questions(ROOT / "data"))


@pytest.fixture(scope="module")
def server():
    with SandboxServer(VirtualClock(NOW), 7, (), questions=ASKED) as running:
        yield running


def figure(server, engine, query):
    found = httpx.post(f"{server.base_url}/e/{engine}/exa/search", json={"query": query}, headers={"x-api-key": "k"})
    said = SAID.search("\n".join(" ".join(one["highlights"]) for one in found.json()["results"]))
    return said[1] if said else None


@pytest.mark.slow
def test_the_share_is_exact_and_a_letter_makes_another_draw(server):
    right = {}
    for name in ("lookup_60", "lookup_80", "lookup_60b"):
        right[name] = {one.id for one in ASKED if one.answer.startswith(figure(server, name, one.question))}
        assert right[name] == server.world.engine(name).right
        assert len(right[name]) == round(float(name[7:9]) / 100 * len(ASKED))
    assert right["lookup_60"] != right["lookup_60b"]


def test_a_question_is_found_by_other_words_and_years_are_left_as_they_are(server):
    assert figure(server, "lookup_100", "Alder Foundry revenue report fiscal year 2004") == ASKED[0].answer
    assert figure(server, "lookup_100", "weather tomorrow") is None
    wrong = figure(server, "lookup_0", ASKED[0].question)
    assert wrong != ASKED[0].answer
    assert wrong.startswith("$")
    fed = next(one for one in ASKED if one.id == "hist-005")
    assert figure(server, "lookup_0", fed.question) == "4.80%, a cut of 29 basis points."


def test_it_can_be_made_to_fail_like_any_engine(server):
    server.world.fail("lookup_70", "500", 1)
    with pytest.raises(KeyError):
        figure(server, "lookup_70", ASKED[0].question)
    assert figure(server, "lookup_70", ASKED[0].question)
