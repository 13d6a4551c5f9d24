"""The agent: a question and one api's searcher enter; an answer leaves, whatever the model does on the way."""

import asyncio
from datetime import date
from typing import Any

from pydantic_ai import Agent, RunContext, capture_run_messages
from pydantic_ai.exceptions import (
    AgentRunError,
    ContentFilterError,
    OutputTokenLimitExceeded,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
)
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelResponse
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import UsageLimits

from monitor.agent.booked import BookedModel, CostUsed
from monitor.agent.calls import MODELS, CallBook
from monitor.agent.ending import Answered, RunEnded
from monitor.agent.prompt import (
    BUDGET_USED,
    INSTRUCTIONS,
    INSTRUCTIONS_FETCH,
    PAGES_USED,
    first_message,
    page_message,
    results_message,
)
from monitor.agent.searching import Searcher
from monitor.agent.spec import AgentSpec
from monitor.models import NamedModel

__all__ = ["ModelAnswerer"]


class ModelAnswerer:
    """Answers with the model of a spec; belongs to one event loop."""

    def __init__(self, spec: AgentSpec, named: NamedModel, book: CallBook) -> None:
        self._settings, self._named, self._book = spec.settings, named, book
        self._model, self._client = named.open(retries=0)
        self._agent = _make_agent(spec)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def answer(self, question: str, today: date, searcher: Searcher) -> Answered:
        """Give the answer; whatever goes wrong is in it, and only cancellation raises."""
        model = BookedModel(self._model, self._named, self._settings, self._book, searcher.run_id, MODELS)
        limits = UsageLimits(request_limit=self._settings.max_turns, total_tokens_limit=self._settings.max_tokens)
        pages = searcher.pages.budget if searcher.pages is not None else None
        told = first_message(today, searcher.budget, question, pages)
        found = Answered(finish="no answer")
        with capture_run_messages() as messages:
            try:
                async with asyncio.timeout(self._settings.max_s):
                    result = await self._agent.run(told, deps=searcher, model=model, usage_limits=limits)
                found.answer = result.output.strip()
                cut = _last(messages) is not None and _last(messages).finish_reason == "length"  # type: ignore[union-attr]
                found.finish = "cut off" if cut else "answered" if found.answer else "blank"
            except RunEnded as end:
                found.finish, found.state, found.error_class, found.reason = "", end.state, end.error_class, end.what
            except TimeoutError:
                found.finish = "time used"
            except CostUsed:
                found.finish = "cost used"
            except UsageLimitExceeded:
                found.finish = "turns used" if model.turns >= self._settings.max_turns else "tokens used"
            except ContentFilterError:
                found.finish = "refused"
            except OutputTokenLimitExceeded:
                found.finish = "cut off"
            except UnexpectedModelBehavior as err:
                found.finish = _silence(messages, str(err))
            except AgentRunError as err:
                found.finish, found.reason = "no answer", type(err).__name__
        found.turns = model.turns
        found.cached_tokens, found.reasoning_tokens = model.cached_tokens, model.reasoning_tokens
        found.messages = ModelMessagesTypeAdapter.dump_python(messages, mode="json")
        return found


def _make_agent(spec: AgentSpec) -> Agent[Searcher, str]:
    own = spec.settings
    settings: ModelSettings = {"max_tokens": own.max_output_tokens, "timeout": own.timeout_s}
    if own.effort is not None:
        settings["thinking"] = own.effort
    told = INSTRUCTIONS_FETCH if spec.fetches else INSTRUCTIONS
    agent: Agent[Searcher, str] = Agent(
        deps_type=Searcher, output_type=str, instructions=told, retries=own.retries, model_settings=settings
    )

    @agent.tool
    async def search(context: RunContext[Searcher], query: str) -> str:
        """Ask the web-search engine; gives up to ten results with url, title and snippet.

        Args:
            context: The run.
            query: What to search for.
        """
        found = await context.deps.search(query)
        if found is None:
            return BUDGET_USED
        if found.fault:
            return f"{found.fault}\nSearches left: {context.deps.left}."
        return results_message(found.hits, context.deps.left)

    if spec.fetches:
        _add_fetch(agent)
    return agent


def _add_fetch(agent: Agent[Searcher, str]) -> None:
    @agent.tool
    async def fetch(context: RunContext[Searcher], url: str) -> str:
        """Read a page of the results; gives its text.

        Args:
            context: The run.
            url: The page's address, exactly as a result gave it.
        """
        pages = context.deps.pages
        found = await pages.fetch(url) if pages is not None else None
        if pages is None or found is None:
            return PAGES_USED
        said = f"{found.fault}." if found.page is None else page_message(found.page)
        return f"{said}\nPages left: {pages.left}."


def _last(messages: list[ModelMessage]) -> ModelResponse | None:
    return next((one for one in reversed(messages) if isinstance(one, ModelResponse)), None)


def _silence(messages: list[ModelMessage], said: str) -> str:
    """Give the word for a run that ended without an answer that could be used."""
    last = _last(messages)
    reason: Any = last.finish_reason if last is not None else None
    if reason == "length":
        return "cut off"
    if reason == "content_filter" or "refus" in said.lower():
        return "refused"
    return "blank" if last is not None and not last.text else "no answer"
