"""The reader that asks a model, through pydantic-ai: any provider or endpoint of the OpenAI or Anthropic formats.

Only the worker and the commands import this; pydantic-ai itself is imported when the first request is made.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from monitor.clock import Clock
from monitor.config import ReaderSettings
from monitor.datasets import Item
from monitor.errors import MonitorError
from monitor.models import NamedModel
from monitor.reading.answer import Answer, faults, price_of
from monitor.reading.paid import Paid, PaidAnswer, key_of
from monitor.reading.prompt import INSTRUCTIONS, PROMPT_VERSION, prompt_for
from monitor.reading.rules import numbers_of
from monitor.reading.types import Price, Reading
from monitor.search.hits import Hit

if TYPE_CHECKING:
    from pydantic_ai import Agent

__all__ = ["BudgetUsed", "Case", "LlmReader", "ModelFault", "ModelRead"]

SAID = {
    "no hits": "no hits",
    "refused": "the model refused to answer",
    "cut off": "the model's answer was cut off",
    "invalid": "the model gave no valid answer",
}


class BudgetUsed(MonitorError):
    """The day's budget does not allow another request."""


class ModelFault(MonitorError):
    """A request came to nothing and nothing was paid: refused for its rate, unreachable, at fault."""


@dataclass(frozen=True, slots=True)
class Case:
    """One response to read."""

    item: Item
    hits: tuple[Hit, ...]
    asked_at: datetime
    received_at: datetime


@dataclass(frozen=True, slots=True)
class ModelRead:
    """A reading with what it took."""

    reading: Reading
    paid: PaidAnswer
    again: bool
    """True where it had been paid for before."""

    @property
    def usage(self) -> dict[str, Any]:
        """Give model, tokens and dollars as plain values."""
        one = self.paid
        return {
            "model": one.model, "outcome": one.outcome, "input_tokens": one.input_tokens,
            "output_tokens": one.output_tokens, "cost_usd": one.cost_usd,
        }  # fmt: skip


class LlmReader:
    """Reads with a model, within a daily budget. One event loop at a time may use it."""

    name = "llm"

    def __init__(self, settings: ReaderSettings, env: Mapping[str, str], paid: Paid, clock: Clock) -> None:
        """Raise ConfigError where no model, no key or no price is set."""
        self._named = NamedModel(settings, env, "reader")
        self._settings, self._paid, self._clock = settings, paid, clock
        self._model_name = self._named.name
        self._agent: Agent[tuple[Hit, ...], Answer] | None = None
        self._client: Any = None
        told = f"{INSTRUCTIONS}|{settings.model}|{settings.base_url or ''}"
        self.version = f"{PROMPT_VERSION}-{self._model_name}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"

    async def read(self, case: Case) -> ModelRead:
        """Give the reading of one response, paid for now or earlier.

        Raises BudgetUsed before a request that the day's budget does not allow, and ModelFault where no answer came.
        A refusal, a cut-off or an answer that stays invalid is a reading without a price, with the reason.
        """
        if not case.hits:  # nothing to ask about, so nothing is paid
            none = PaidAnswer("no hits", None, self._model_name, 0, 0, 0.0)
            return ModelRead(self._reading(case, none), none, again=False)
        key = key_of(self.version, case.item, case.hits, case.asked_at, case.received_at)
        paid = self._paid.find(key)
        if paid is not None:
            return ModelRead(self._reading(case, paid), paid, again=True)
        prompt = prompt_for(case.item, case.hits, case.asked_at, case.received_at)
        now = self._clock.now()
        most = self._named.cost_usd((len(INSTRUCTIONS) + len(prompt)) / 2 + 1_000, self._settings.max_output_tokens)
        reserved = self._paid.reserve(
            now.date().isoformat(), most * (1 + self._settings.retries), self._settings.usd_per_day
        )
        if reserved is None:
            raise BudgetUsed(
                f"{self._paid.spent(now.date().isoformat()):.4f} of {self._settings.usd_per_day} USD a day are spent or"
                " set aside, and a request may need more than is left",
                "reader.usd_per_day",
                "go on tomorrow, or raise it",
            )
        try:
            paid, fault = await self._ask(prompt, case.hits)
        except ModelFault:
            self._paid.settle(reserved, 0.0)
            raise
        at = now.astimezone(UTC).isoformat(timespec="seconds")
        self._paid.settle(reserved, paid.cost_usd, key, at, None if fault else paid)
        if fault:
            raise fault
        return ModelRead(self._reading(case, paid), paid, again=False)

    async def read_all(self, cases: Iterable[Case]) -> AsyncIterator[ModelRead | ModelFault]:
        """Give the reading, or the fault, of each case in order; a few are asked for at once.

        BudgetUsed ends it, once what had been asked for before has been given.
        """
        waiting: list[asyncio.Task[ModelRead]] = []
        try:
            for case in cases:
                waiting.append(asyncio.ensure_future(self.read(case)))
                if len(waiting) >= self._settings.concurrent:
                    yield await _settled(waiting.pop(0))
            while waiting:
                yield await _settled(waiting.pop(0))
        finally:
            # What is on its way is paid for: it is waited for and kept, whatever ended the work.
            await asyncio.gather(*waiting, return_exceptions=True)
            await self.aclose()

    async def aclose(self) -> None:
        """Close the connections; the next reading opens new ones, also in another event loop."""
        client, self._client, self._agent = self._client, None, None
        if client is not None:
            await client.close()

    async def _ask(self, prompt: str, hits: tuple[Hit, ...]) -> tuple[PaidAnswer, ModelFault | None]:
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
            self._agent = self._make_agent()
        usage = RunUsage()
        answer, outcome, fault = None, "ok", None
        try:
            with capture_run_messages() as messages:
                result = await self._agent.run(prompt, deps=hits, usage=usage)
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
        return PaidAnswer(outcome, answer, self._model_name, usage.input_tokens, usage.output_tokens, cost), fault

    def _reading(self, case: Case, paid: PaidAnswer) -> Reading:
        numbers = numbers_of(case.hits)
        if paid.answer is None:
            none = Price(None, note=SAID[paid.outcome])
            return Reading(none, none, self.name, self.version, numbers)
        answer = Answer.model_validate_json(paid.answer)
        asked, newest = (price_of(quote, case.hits, answer.note) for quote in (answer.asked, answer.newest))
        return Reading(asked, newest if newest.price is not None else asked, self.name, self.version, numbers)

    def _make_agent(self) -> "Agent[tuple[Hit, ...], Answer]":
        from pydantic_ai import Agent, ModelRetry, RunContext, ToolOutput

        model, self._client = self._named.open()
        agent = Agent(
            model,
            output_type=ToolOutput(Answer, name="report", description="Report the two prices.", strict=True),
            deps_type=tuple[Hit, ...],
            instructions=INSTRUCTIONS,
            retries=self._settings.retries,
            model_settings={"max_tokens": self._settings.max_output_tokens, "timeout": self._settings.timeout_s},
        )

        @agent.output_validator
        def _check(context: RunContext[tuple[Hit, ...]], answer: Answer) -> Answer:
            found = faults(answer, context.deps)
            if found:
                raise ModelRetry("; ".join(found))
            return answer

        return agent


async def _settled(task: "asyncio.Task[ModelRead]") -> ModelRead | ModelFault:
    try:
        return await task
    except ModelFault as fault:
        return fault
