"""A prompt enters; what a model answered leaves, within a day's budget, never paid for twice.

Whoever asks a model one question at a time and wants a typed answer stands on this: the reader `llm`, the judge.
pydantic-ai itself is imported when the first request is made.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from monitor.clock import Clock
from monitor.config import PaidModelSettings
from monitor.errors import MonitorError
from monitor.models import NamedModel
from monitor.reading.paid import Paid, PaidAnswer

if TYPE_CHECKING:
    from pydantic_ai import Agent
    from pydantic_ai.models import Model

__all__ = ["BudgetUsed", "ModelFault", "PaidModel", "Wanted"]

Case = TypeVar("Case")
Got = TypeVar("Got")


class BudgetUsed(MonitorError):
    """The day's budget does not allow another request."""


class ModelFault(MonitorError):
    """A request came to nothing and nothing was paid: refused for its rate, unreachable, at fault."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The typed answer that a model is asked for."""

    type: type[BaseModel]
    description: str
    """Of the tool by which the model reports it."""
    faults: Callable[[Any, Any], list[str]]
    """What is wrong with an answer, given what came along with the prompt: the model is asked again with these."""


class PaidModel:
    """A model with its budget and the file of what it was paid for. One event loop at a time may use it."""

    def __init__(
        self, settings: PaidModelSettings, env: Mapping[str, str], where: str, paid: Paid, clock: Clock,
        instructions: str, prompt_version: str, wanted: Wanted,
    ) -> None:  # fmt: skip
        """Raise ConfigError where no model, no key or no price is set; `where` is the settings' table."""
        self._named = NamedModel(settings, env, where)
        self._settings, self._where, self._paid, self._clock = settings, where, paid, clock
        self._instructions, self._wanted = instructions, wanted
        self.model_name = self._named.name
        told = f"{instructions}|{settings.model}|{settings.base_url or ''}"
        self.version = f"{prompt_version}-{self.model_name}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"
        self._agent: Agent[Any, Any] | None = None
        self._client: Any = None

    async def ask(self, key: str, prompt: str, deps: Any) -> tuple[PaidAnswer, bool]:
        """Give (what came of the request that `key` identifies, whether it had been paid for before).

        Raises BudgetUsed before a request that the day's budget does not allow, and ModelFault where no answer came.
        """
        paid = self._paid.find(key)
        if paid is not None:
            return paid, True
        now = self._clock.now()
        day, limit = now.date().isoformat(), self._settings.usd_per_day
        characters = len(self._instructions) + len(prompt)
        most = self._named.cost_usd(characters / 2 + 1_000, self._settings.max_output_tokens)
        reserved = self._paid.reserve(day, most * (1 + self._settings.retries), limit)
        if reserved is None:
            raise BudgetUsed(
                f"{self._paid.spent(day):.4f} of {limit} USD a day are spent or set aside, and a request may need more"
                " than is left",
                f"{self._where}.usd_per_day",
                "go on tomorrow, or raise it",
            )
        try:
            paid, fault = await self._run(prompt, deps)
        except ModelFault:
            self._paid.settle(reserved, 0.0)
            raise
        at = now.astimezone(UTC).isoformat(timespec="seconds")
        self._paid.settle(reserved, paid.cost_usd, key, at, None if fault else paid)
        if fault:
            raise fault
        return paid, False

    async def in_order(
        self, cases: Iterable[Case], one: Callable[[Case], Awaitable[Got]]
    ) -> AsyncIterator[Got | ModelFault]:
        """Give ``one(case)``, or the fault, of each case in order; a few are asked for at once.

        BudgetUsed ends it, once what had been asked for before has been given.
        """
        waiting: list[asyncio.Future[Got]] = []
        try:
            for case in cases:
                waiting.append(asyncio.ensure_future(one(case)))
                if len(waiting) >= self._settings.concurrent:
                    yield await _settled(waiting.pop(0))
            while waiting:
                yield await _settled(waiting.pop(0))
        finally:
            # What is on its way is paid for: it is waited for and kept, whatever ended the work.
            await asyncio.gather(*waiting, return_exceptions=True)
            await self.aclose()

    async def aclose(self) -> None:
        """Close the connections; the next request opens new ones, also in another event loop."""
        client, self._client, self._agent = self._client, None, None
        if client is not None:
            await client.close()

    async def _run(self, prompt: str, deps: Any) -> tuple[PaidAnswer, ModelFault | None]:
        """Give what was paid for, with the fault where it came to nothing; ModelFault where nothing was paid."""
        from pydantic_ai import capture_run_messages
        from pydantic_ai.exceptions import (
            AgentRunError,
            ContentFilterError,
            IncompleteToolCall,
            ModelAPIError,
            OutputTokenLimitExceeded,
            UnexpectedModelBehavior,
        )
        from pydantic_ai.usage import RunUsage

        if self._agent is None:
            model, self._client = self._named.open()
            self._agent = self._make_agent(model)
        usage = RunUsage()
        answer, outcome, fault = None, "ok", None
        try:
            with capture_run_messages() as messages:
                result = await self._agent.run(prompt, deps=deps, usage=usage)
            answer = result.output.model_dump_json()
        except ContentFilterError:
            outcome = "refused"
        except (IncompleteToolCall, OutputTokenLimitExceeded):
            outcome = "cut off"
        except UnexpectedModelBehavior as err:
            ends = [getattr(one, "finish_reason", None) for one in messages]
            outcome = "cut off" if "length" in ends else "refused" if "refus" in str(err).lower() else "invalid"
        except (ModelAPIError, AgentRunError) as err:
            # The body of an error may repeat what was sent; its class and status say enough.
            status = getattr(err, "status_code", None)
            said = f"{type(err).__name__}{f' (status {status})' if status else ''}"
            fault = ModelFault(f"the model gave no answer: {said}", self._settings.model or "", "try again later")
            if not usage.total_tokens:
                raise fault from None
        cost = self._named.cost_usd(usage.input_tokens, usage.output_tokens)
        return PaidAnswer(outcome, answer, self.model_name, usage.input_tokens, usage.output_tokens, cost), fault

    def _make_agent(self, model: "Model[Any]") -> "Agent[Any, Any]":
        from pydantic_ai import Agent, ModelRetry, RunContext, ToolOutput

        wanted, settings = self._wanted, self._settings
        agent: Agent[Any, Any] = Agent(
            model,
            output_type=ToolOutput(wanted.type, name="report", description=wanted.description, strict=True),
            deps_type=object,
            instructions=self._instructions,
            retries=settings.retries,
            model_settings={"max_tokens": settings.max_output_tokens, "timeout": settings.timeout_s},
        )

        @agent.output_validator
        def _check(context: RunContext[Any], answer: Any) -> Any:
            found = wanted.faults(answer, context.deps)
            if found:
                raise ModelRetry("; ".join(found))
            return answer

        return agent


async def _settled(task: "asyncio.Future[Any]") -> Any:
    try:
        return await task
    except ModelFault as fault:
        return fault
