"""Settings of language models: of the agent, the reader `llm` and the judge. Keys come from the environment."""

from typing import Literal

from pydantic import Field, field_validator

from monitor.config_base import Table, WebAddress

__all__ = ["AgentSettings", "JudgeSettings", "ModelSettings", "PaidModelSettings", "ReaderSettings"]


class ModelSettings(Table):
    """A language model. Its key comes from the environment."""

    model: str | None = None
    """``openai:NAME`` (Chat Completions), ``openai-responses:NAME`` or ``anthropic:NAME``."""
    base_url: WebAddress | None = None
    """Another endpoint that speaks the same format."""
    key_env: str | None = None
    """Variable that holds the key. Default: OPENAI_API_KEY or ANTHROPIC_API_KEY."""
    usd_per_million_in: float | None = Field(None, ge=0)
    usd_per_million_out: float | None = Field(None, ge=0)
    """List prices of a million tokens, which the budget is held to. Default: what genai-prices lists for the name."""
    timeout_s: float = Field(60.0, gt=0)
    retries: int = Field(2, ge=0, le=10)
    """How often an answer that breaks the schema is asked for again, and a call that was refused for its rate."""
    max_output_tokens: int = Field(1500, ge=200)

    @field_validator("model")
    @classmethod
    def _known_kind(cls, value: str | None) -> str | None:
        return _model_name(value)


def _model_name(value: str | None) -> str | None:
    kind, colon, name = (value or "").partition(":")
    if value is not None and (kind not in ("openai", "openai-responses", "anthropic") or not colon or not name):
        raise ValueError("write it as openai:NAME, openai-responses:NAME or anthropic:NAME")
    return value


class PaidModelSettings(ModelSettings):
    """A language model that is asked within a budget of its own."""

    usd_per_day: float = Field(1.0, ge=0)
    concurrent: int = Field(4, ge=1, le=64)


class JudgeSettings(PaidModelSettings):
    """The model behind the judge `llm` of answers; without one only the rules grade."""


class ReaderSettings(PaidModelSettings):
    """The model behind the reader `llm`; without one only the rules read."""

    both_share: float = Field(0.05, ge=0, le=1)
    """The random share of responses that the daemon reads with the model beside the rules."""


Mode = Literal["search", "search+fetch"]
"""What the agent may do: search alone, or read pages of its results too."""


class SetAgent(Table):
    """What one question set has of its own; a field left out is the agent's."""

    model: str | None = None
    base_url: WebAddress | None = None
    key_env: str | None = None
    usd_per_million_in: float | None = Field(None, ge=0)
    usd_per_million_out: float | None = Field(None, ge=0)
    effort: Literal["minimal", "low", "medium", "high"] | None = None
    searches: int | None = Field(None, ge=1, le=20)
    mode: Mode | None = None
    fetches: int | None = Field(None, ge=1, le=40)
    """Pages that a question may read, in the mode search+fetch."""

    @field_validator("model")
    @classmethod
    def _known_kind(cls, value: str | None) -> str | None:
        return _model_name(value)


class AgentSettings(ModelSettings):
    """The agent that answers the question sets. Without a model, or without its key, the baseline answers."""

    timeout_s: float = Field(120.0, gt=0)
    max_output_tokens: int = Field(4000, ge=200)
    effort: Literal["minimal", "low", "medium", "high"] | None = None
    """How long the model may think; None: its own default."""
    mode: Mode = "search"
    baseline: bool = False
    """True: the baseline answers although a model could."""
    concurrent: int = Field(4, ge=1, le=64)
    usd_per_day: float = Field(2.5, ge=0, allow_inf_nan=False)
    """What models may cost in a day; what searches cost counts on their apis, and all of it on the budget in all."""
    max_turns: int = Field(12, ge=2, le=200)
    max_tokens: int = Field(200_000, ge=1000)
    max_usd: float = Field(0.5, gt=0, allow_inf_nan=False)
    max_s: float = Field(300.0, gt=0, le=3600)
    """Limits of one run: turns of the model, tokens, dollars and seconds."""
    sets: dict[str, SetAgent] = Field(default_factory=dict)
    """Overrides of one question set: ``[agent.sets.multi-hop-lookup]``."""

    def of_set(self, name: str) -> "AgentSettings":
        """Give the settings that hold for one question set."""
        own = self.sets.get(name)
        told = {} if own is None else own.model_dump(exclude_none=True, exclude={"searches", "fetches"})
        return self.model_copy(update=told)

    def searches(self, name: str) -> int:
        """Give how many searches a question of one set may cost."""
        own = self.sets.get(name)
        return own.searches if own is not None and own.searches is not None else 1 if "historical" in name else 5

    def fetches(self, name: str) -> int:
        """Give how many pages a question of one set may read, where it may; by default as in the public harness."""
        own = self.sets.get(name)
        return own.fetches if own is not None and own.fetches is not None else 2 if "historical" in name else 10
