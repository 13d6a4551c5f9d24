"""Who answers: a key alone brings a model in, a missing one the baseline with the reason, a set may have its own."""

import pytest

from monitor.agent.spec import DEFAULTS, spec_for
from monitor.config import AgentSettings, Settings
from monitor.models import NamedModel, list_prices


@pytest.mark.parametrize("key", DEFAULTS)
def test_a_key_alone_is_enough_and_its_models_prices_are_known(key):
    spec = spec_for(AgentSettings(), "historical-lookup", {key: "k"})
    assert (spec.name, spec.baseline, spec.searches) == (DEFAULTS[key], False, 1)
    given, said = list_prices(spec.settings)
    assert 0 < given < 5
    assert 0 < said < 20
    assert NamedModel(spec.settings, {key: "k"}, "agent").cost_usd(1e6, 0) == pytest.approx(given)


def test_without_a_key_the_baseline_says_why():
    spec = spec_for(AgentSettings(), "multi-hop-lookup", {})
    assert (spec.name, spec.searches) == ("extractive", 5)
    assert spec.why_baseline == "no model key is set (OPENAI_API_KEY or ANTHROPIC_API_KEY)"
    named = AgentSettings(model="anthropic:x", key_env="MINE")
    assert spec_for(named, "s", {"OPENAI_API_KEY": "k"}).why_baseline == "MINE is not set"
    assert spec_for(AgentSettings(baseline=True), "s", {"OPENAI_API_KEY": "k"}).baseline


def test_a_set_may_have_a_model_an_effort_and_a_budget_of_its_own():
    told = {"model": "openai:a", "effort": "low", "sets": {"multi-hop-lookup": {"model": "openai:b", "searches": 3}}}
    settings = Settings(agent=told).agent
    env = {"OPENAI_API_KEY": "k"}
    first, second = (spec_for(settings, name, env) for name in ("historical-lookup", "multi-hop-lookup"))
    assert (first.name, first.searches) == ("openai:a@low", 1)
    assert (second.name, second.searches) == ("openai:b@low", 3)


def test_prices_are_not_guessed_for_another_endpoint():
    assert list_prices(AgentSettings(model="openai:gpt-5.6-luna", base_url="http://x/")) is None
    assert list_prices(AgentSettings(model="openai:no-such-model-at-all")) is None
