"""Settings and keys enter; who answers the questions of a set leaves: a model, or the baseline with the reason why."""

from collections.abc import Mapping
from dataclasses import dataclass

from monitor.agent.prompt import PROMPT_VERSION
from monitor.config import AgentSettings
from monitor.models import key_set, key_variable

__all__ = ["BASELINE", "DEFAULTS", "AgentSpec", "spec_for"]

BASELINE = "extractive"
BASELINE_VERSION = "extractive-1"
"""Raised with every change of what the baseline answers."""

DEFAULTS = {"OPENAI_API_KEY": "openai-responses:gpt-5.6-luna", "ANTHROPIC_API_KEY": "anthropic:claude-haiku-4-5"}
"""The model that a key alone brings in, where the settings name none; small, since the search is what is compared."""


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """Who answers one question set, held fixed over apis, repeats and nights."""

    name: str
    """``extractive``, or the model and, where one is set, ``@`` and its effort."""
    settings: AgentSettings
    searches: int
    """The budget of one question."""
    version: str
    """Of the prompt, or of the baseline."""
    why_baseline: str = ""
    """Why no model answers; empty where one does."""

    @property
    def baseline(self) -> bool:
        """Tell whether no model answers."""
        return bool(self.why_baseline)


def spec_for(settings: AgentSettings, question_set: str, env: Mapping[str, str]) -> AgentSpec:
    """Give who answers the questions of one set; without a key it is the baseline, never an error."""
    own = settings.of_set(question_set)
    searches = settings.searches(question_set)
    why = ""
    if own.model is None:
        named = next((model for key, model in DEFAULTS.items() if env.get(key, "").strip()), None)
        why = "" if named else f"no model key is set ({' or '.join(DEFAULTS)})"
        own = own.model_copy(update={"model": named})
    elif not key_set(own, env):
        why = f"{key_variable(own)} is not set"
    if settings.baseline:
        why = "the settings ask for it (agent.baseline)"
    if why:
        return AgentSpec(BASELINE, own, searches, BASELINE_VERSION, why)
    name = f"{own.model}@{own.effort}" if own.effort else str(own.model)
    return AgentSpec(name, own, searches, PROMPT_VERSION)
