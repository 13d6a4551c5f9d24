"""Settings of a language model enter; a pydantic-ai model with its connections leaves, for any provider or endpoint.

pydantic-ai itself is imported when a model is opened; a process that must stay light may look at settings and keys.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from monitor.config import ModelSettings
from monitor.errors import ConfigError

if TYPE_CHECKING:
    from pydantic_ai.models import Model

__all__ = ["NamedModel", "key_set", "key_variable", "list_prices"]

KEYS = {"openai": "OPENAI_API_KEY", "openai-responses": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}


def key_variable(settings: ModelSettings) -> str:
    """Give the name of the environment variable that holds the key."""
    return settings.key_env or KEYS.get((settings.model or "").partition(":")[0], "")


def key_set(settings: ModelSettings, env: Mapping[str, str]) -> bool:
    """Tell whether a model is named and its key is there."""
    return settings.model is not None and bool(env.get(key_variable(settings), "").strip())


def list_prices(settings: ModelSettings) -> tuple[float, float] | None:
    """Give dollars a million tokens, in and out: as set, else as genai-prices lists them for the provider itself."""
    if settings.usd_per_million_in is not None and settings.usd_per_million_out is not None:
        return settings.usd_per_million_in, settings.usd_per_million_out
    if settings.base_url is not None:
        return None  # another company's prices are not known by the model's name
    from genai_prices import Usage, calc_price

    kind, _, name = (settings.model or "").partition(":")
    million = 1_000_000
    try:
        found = [
            calc_price(used, model_ref=name, provider_id=kind.partition("-")[0]).total_price
            for used in (Usage(input_tokens=million, output_tokens=0), Usage(input_tokens=0, output_tokens=million))
        ]
    except LookupError:
        return None
    return float(found[0]), float(found[1])


class NamedModel:
    """A model that settings name, with its key and list prices."""

    def __init__(self, settings: ModelSettings, env: Mapping[str, str], where: str) -> None:
        """Raise ConfigError where no model, no key or no price is set; `where` is the settings' table."""
        if settings.model is None:
            raise ConfigError("no model is set", f"{where}.model", "name one, as in openai:NAME")
        prices = list_prices(settings)
        if prices is None:
            raise ConfigError(
                "the model's prices are not set", where,
                "set usd_per_million_in and usd_per_million_out: the budget is held to them",
            )  # fmt: skip
        self.kind, _, self.name = settings.model.partition(":")
        self._key = env.get(key_variable(settings), "").strip()
        if not self._key:
            remedy = f"set {key_variable(settings)} in the environment or .env"
            raise ConfigError("the model's key is not set", where, remedy)
        self._settings = settings
        self._prices = prices

    def cost_usd(self, tokens_in: float, tokens_out: float) -> float:
        """Give what so many tokens cost at list prices."""
        return (tokens_in * self._prices[0] + tokens_out * self._prices[1]) / 1e6

    def open(self, *, retries: int | None = None) -> "tuple[Model[Any], Any]":
        """Give the model, and the client to be closed after use; within one event loop.

        `retries` is how often the provider's library repeats a call that was refused for its rate (default: as set).
        """
        one = self._settings
        shared: dict[str, Any] = {
            "api_key": self._key,
            "max_retries": one.retries if retries is None else retries,
            "timeout": one.timeout_s,
        }
        if one.base_url:
            shared["base_url"] = one.base_url
        if self.kind == "anthropic":
            from anthropic import AsyncAnthropic
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            claude = AsyncAnthropic(**shared)
            return AnthropicModel(self.name, provider=AnthropicProvider(anthropic_client=claude)), claude
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
        from pydantic_ai.providers.openai import OpenAIProvider

        client = AsyncOpenAI(**shared)
        provider = OpenAIProvider(openai_client=client)
        if self.kind == "openai":
            return OpenAIChatModel(self.name, provider=provider), client
        return OpenAIResponsesModel(self.name, provider=provider), client
