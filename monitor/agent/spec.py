"""Settings and keys enter; who answers the questions of a set leaves: a model, or the baseline with the reason why."""

from collections.abc import Mapping
from dataclasses import dataclass

from monitor.agent.prompt import FETCH_VERSION, PROMPT_VERSION
from monitor.config import AgentSettings, Mode
from monitor.models import key_set, key_variable

__all__ = ["BASELINE", "DEFAULTS", "FETCH", "SEARCH", "AgentSpec", "spec_for"]

SEARCH: Mode = "search"
FETCH: Mode = "search+fetch"
"""The two modes of a run."""

PAGE_TOKENS = 50_000
"""Tokens that a page may cost a run above its limit: about 8,000, told again at each later turn."""

BASELINE = "extractive"
BASELINE_VERSION = "extractive-2"
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
    fetches: int = 0
    """Pages that a question may read; 0 in the mode that only searches."""

    @property
    def baseline(self) -> bool:
        """Tell whether no model answers."""
        return bool(self.why_baseline)

    @property
    def title(self) -> str:
        """Who answers and, where it may do more than search, what it may do."""
        return f"{self.name} ({self.mode})" if self.fetches else self.name

    @property
    def mode(self) -> Mode:
        """The mode of its runs, which is part of what makes a run one and of every figure."""
        return FETCH if self.fetches else SEARCH


def spec_for(settings: AgentSettings, question_set: str, env: Mapping[str, str]) -> AgentSpec:
    """Give who answers the questions of one set; without a key it is the baseline, never an error.

    The baseline reads no pages: its runs are of the mode that only searches, whatever the settings say.
    """
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
    if own.mode == SEARCH:
        return AgentSpec(name, own, searches, PROMPT_VERSION)
    fetches = settings.fetches(question_set)
    more = {"max_turns": own.max_turns + fetches, "max_tokens": own.max_tokens + PAGE_TOKENS * fetches}
    return AgentSpec(name, own.model_copy(update=more), searches, FETCH_VERSION, fetches=fetches)
