"""The judge `llm`: a candidate that the rules leave open enters; a model's verdict leaves, or why there is none.

Only the worker and the commands import this; pydantic-ai itself is imported when the first request is made.
"""

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass

from monitor.clock import Clock
from monitor.config import JudgeSettings
from monitor.grading.verdicts.prompt import (
    INSTRUCTIONS,
    PROMPT_VERSION,
    Judgement,
    faults,
    graded_of,
    judge_key,
    judge_prompt,
)
from monitor.grading.verdicts.types import Asked, Graded, Verdict
from monitor.reading.paid import Paid, PaidAnswer
from monitor.reading.paying import ModelFault, PaidModel, Wanted

__all__ = ["LLM", "Judge", "Judged", "ungraded"]

LLM = "llm"
_WANTED = Wanted(Judgement, "Report the verdict.", lambda judgement, _: faults(judgement))
SAID = {
    "refused": "the model refused to judge",
    "cut off": "the model's judgement was cut off",
    "invalid": "the model gave no valid judgement",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with what it took. `ungraded` where the model gave none: the verdict is then an abstention."""

    graded: Graded
    paid: PaidAnswer
    again: bool
    """True where it had been paid for before."""
    ungraded: bool


def ungraded(why: str) -> Graded:
    """Give the verdict of a candidate that no judge decided: an abstention, never a wrong answer."""
    return Graded(Verdict.ABSTAIN, f"not judged: {why}")


class Judge:
    """Judges with a model, within a daily budget. One event loop at a time may use it."""

    def __init__(self, settings: JudgeSettings, env: Mapping[str, str], paid: Paid, clock: Clock) -> None:
        """Raise ConfigError where no model, no key or no price is set."""
        self._asked = PaidModel(settings, env, "judge", paid, clock, INSTRUCTIONS, PROMPT_VERSION, _WANTED)
        self.version = self._asked.version

    async def judge(self, asked: Asked, candidate: str) -> Judged:
        """Give the verdict on one candidate, paid for now or earlier.

        Raises BudgetUsed before a request that the day's budget does not allow, and ModelFault where no answer came.
        A refusal, a cut-off or a judgement that stays invalid leaves the candidate ungraded, with the reason.
        """
        key = judge_key(self.version, asked, candidate)
        paid, again = await self._asked.ask(key, judge_prompt(asked, candidate), None)
        if paid.answer is None:
            return Judged(ungraded(SAID[paid.outcome]), paid, again, True)
        return Judged(graded_of(Judgement.model_validate_json(paid.answer)), paid, again, False)

    def judge_all(self, cases: Iterable[tuple[Asked, str]]) -> AsyncIterator[Judged | ModelFault]:
        """Give the verdict, or the fault, of each (asked, candidate) in order; a few are asked for at once."""
        return self._asked.in_order(cases, lambda case: self.judge(*case))

    async def aclose(self) -> None:
        """Close the connections; the next judgement opens new ones, also in another event loop."""
        await self._asked.aclose()
