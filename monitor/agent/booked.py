"""A model whose every request is booked before it is made, and tried again where that may help.

The provider's library is told not to repeat anything by itself: each request is a call of its own, with its cost.
"""

import asyncio
from typing import Any

from pydantic_ai.exceptions import ModelAPIError
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from monitor.agent.calls import CallBook
from monitor.agent.ending import RunEnded
from monitor.config import AgentSettings
from monitor.models import NamedModel
from monitor.store.types import State

__all__ = ["BookedModel", "CostUsed"]

LONGEST_WAIT_S = 60.0
FIRST_WAIT_S = 0.5
CHARACTERS_A_TOKEN = 2.5
"""Few, so that what is set aside is rather too much."""


class CostUsed(Exception):
    """The run's own limit in dollars does not allow another request."""


class BookedModel(WrapperModel):
    """Serves one run."""

    def __init__(
        self, wrapped: Model[Any], named: NamedModel, settings: AgentSettings, book: CallBook, run_id: int, payer: str
    ) -> None:
        super().__init__(wrapped)
        self._named, self._agent_settings, self._book = named, settings, book
        self._run_id, self._payer = run_id, payer
        self.turns = 0
        self.usd = 0.0
        self.cached_tokens = 0
        self.reasoning_tokens = 0

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """Give the model's answer; raises RunEnded where none came or none may be asked for, CostUsed at the limit."""
        self.turns += 1
        told = len(ModelMessagesTypeAdapter.dump_json(messages)) / CHARACTERS_A_TOKEN
        most = self._named.cost_usd(told + 500, self._agent_settings.max_output_tokens)
        for attempt in range(self._agent_settings.retries + 1):
            if self.usd + most > self._agent_settings.max_usd:
                raise CostUsed
            try:
                return await self._once(messages, model_settings, model_request_parameters, most, attempt)
            except ModelAPIError as err:
                status = getattr(err, "status_code", None)
                if attempt == self._agent_settings.retries or not _may_help(status):
                    # The body of an error may repeat what was sent; its class and status say enough.
                    said = f"{type(err).__name__.lstrip('_')}{f' (status {status})' if status else ''}"
                    raise RunEnded(f"the model gave no answer: {said}", "model") from None
                asked_s = err.retry_after if err.retry_after is not None else FIRST_WAIT_S * 2**attempt
                await self._book.clock.sleep(min(max(0.0, asked_s), LONGEST_WAIT_S))
        raise AssertionError("the last attempt returns or raises")

    async def _once(
        self,
        messages: list[ModelMessage],
        settings: ModelSettings | None,
        parameters: ModelRequestParameters,
        most_usd: float,
        attempt: int,
    ) -> ModelResponse:
        clock = self._book.clock
        booked = await self._book.open(self._run_id, "model", self._payer, most_usd, seq=self.turns, attempt=attempt)
        if isinstance(booked, str):
            raise RunEnded(f"budget: {booked}", None, State.SKIPPED)
        sent_at, began_s = clock.now(), clock.monotonic()

        async def close(usd: float, **values: Any) -> None:
            self.usd += usd
            took_ms = (clock.monotonic() - began_s) * 1000
            await self._book.close(booked, usd, {"sent_at": sent_at, "latency_ms": took_ms, **values})

        try:
            async with asyncio.timeout(self._agent_settings.timeout_s + 5):
                response = await super().request(messages, settings, parameters)
        except (ModelAPIError, TimeoutError) as err:
            status = getattr(err, "status_code", None)
            # One that was never answered, or with what nobody could read, may have been billed.
            await close(
                0.0 if status is not None else most_usd, state=State.FAILED, error_class="model", status=status,
                reason=type(err).__name__.lstrip("_"),
            )  # fmt: skip
            if isinstance(err, TimeoutError):
                raise ModelAPIError(self.model_name, "no answer in time") from None
            raise
        used = response.usage
        self.cached_tokens += used.cache_read_tokens
        self.reasoning_tokens += int(used.details.get("reasoning_tokens", 0))
        await close(
            self._named.cost_usd(used.input_tokens, used.output_tokens), state=State.ANSWERED, status=200,
            input_tokens=used.input_tokens, output_tokens=used.output_tokens,
        )  # fmt: skip
        return response


def _may_help(status: int | None) -> bool:
    """Tell whether a further try may end otherwise: not where the request itself was refused."""
    return status is None or status in (408, 409, 429) or status >= 500
