"""The reader that asks a model, through pydantic-ai: any provider or endpoint of the OpenAI or Anthropic formats.

Only the worker and the commands import this; pydantic-ai itself is imported when the first request is made.
"""

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from monitor.clock import Clock
from monitor.config import ReaderSettings
from monitor.datasets import Item
from monitor.reading.answer import Answer, faults, price_of
from monitor.reading.paid import Paid, PaidAnswer, key_of
from monitor.reading.paying import BudgetUsed, ModelFault, PaidModel, Wanted
from monitor.reading.prompt import INSTRUCTIONS, PROMPT_VERSION, prompt_for
from monitor.reading.rules import numbers_of
from monitor.reading.types import Price, Reading
from monitor.search.hits import Hit

__all__ = ["BudgetUsed", "Case", "LlmReader", "ModelFault", "ModelRead"]

_WANTED = Wanted(Answer, "Report the two prices.", faults)
SAID = {
    "no hits": "no hits",
    "refused": "the model refused to answer",
    "cut off": "the model's answer was cut off",
    "invalid": "the model gave no valid answer",
}


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


class LlmReader:
    """Reads with a model, within a daily budget. One event loop at a time may use it."""

    name = "llm"

    def __init__(self, settings: ReaderSettings, env: Mapping[str, str], paid: Paid, clock: Clock) -> None:
        """Raise ConfigError where no model, no key or no price is set."""
        self._asked = PaidModel(settings, env, "reader", paid, clock, INSTRUCTIONS, PROMPT_VERSION, _WANTED)
        self.version = self._asked.version

    async def read(self, case: Case) -> ModelRead:
        """Give the reading of one response, paid for now or earlier.

        Raises BudgetUsed before a request that the day's budget does not allow, and ModelFault where no answer came.
        A refusal, a cut-off or an answer that stays invalid is a reading without a price, with the reason.
        """
        if not case.hits:  # nothing to ask about, so nothing is paid
            none = PaidAnswer("no hits", None, self._asked.model_name, 0, 0, 0.0)
            return ModelRead(self._reading(case, none), none, again=False)
        key = key_of(self.version, case.item, case.hits, case.asked_at, case.received_at)
        prompt = prompt_for(case.item, case.hits, case.asked_at, case.received_at)
        paid, again = await self._asked.ask(key, prompt, case.hits)
        return ModelRead(self._reading(case, paid), paid, again=again)

    def read_all(self, cases: Iterable[Case]) -> AsyncIterator[ModelRead | ModelFault]:
        """Give the reading, or the fault, of each case in order; a few are asked for at once.

        BudgetUsed ends it, once what had been asked for before has been given.
        """
        return self._asked.in_order(cases, self.read)

    async def aclose(self) -> None:
        """Close the connections; the next reading opens new ones, also in another event loop."""
        await self._asked.aclose()

    def _reading(self, case: Case, paid: PaidAnswer) -> Reading:
        numbers = numbers_of(case.hits)
        if paid.answer is None:
            none = Price(None, note=SAID[paid.outcome])
            return Reading(none, none, self.name, self.version, numbers)
        answer = Answer.model_validate_json(paid.answer)
        asked, newest = (price_of(quote, case.hits, answer.note) for quote in (answer.asked, answer.newest))
        return Reading(asked, newest if newest.price is not None else asked, self.name, self.version, numbers)
