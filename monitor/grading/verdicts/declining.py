"""An answer that declines in part and the value that it names enter; whether it stands by the value leaves."""

import re

from monitor.grading.verdicts.commit import Choice
from monitor.grading.verdicts.kinds import Quantity
from monitor.grading.verdicts.refusal import declines
from monitor.grading.verdicts.roles import Scene
from monitor.grading.verdicts.wanted import Fit

__all__ = ["outlasts"]

_SOURCES = re.compile(
    r"\b(?:documents?|accounts|filings?|sources?|statements?|annual report|report itself|pdf|page|website|tables?"
    r"|notes)\b"
)
_DERIVED = re.compile(
    r"\b(?:adding|gives|yields|subtracting|dividing|calculat\w+|implies|implied|works? out|comes? to|derived?|infer\w*"
    r"|so it|therefore|thus|hence|can be computed|sum)\b"
)
_RECALLED = re.compile(
    r"\b(?:from memory|my best|best (?:guess|estimate)|i (?:believe|recall|think|remember|would (?:say|estimate|guess))"
    r"|as far as i (?:know|remember|recall)|to my knowledge|most likely|if i had to|adding|this (?:gives|implies))\b"
)


def outlasts(scene: Scene, declined: list[int], choice: Choice, years: frozenset[int]) -> bool:
    """Tell whether a value is committed to in spite of what is declined."""
    if choice.quantity is None:
        return False
    last = declined[-1]
    if choice.final and choice.sentence >= last:
        return True
    if choice.sentence > last and _RECALLED.search(scene.text, *scene.spans[choice.sentence]):
        return True
    start, end = scene.spans[last]
    turn = re.search(r"; |\b(?:but|however|yet|though)\b", scene.text[start : max(start, choice.quantity.start)])
    if choice.sentence == last and turn and _of_asked_period(scene, choice.quantity, start + turn.start(), years):
        return declines(scene.text[start : start + turn.start()])  # "the 2024 report does not say; in 2021 it was 8"
    if choice.sentence == last and turn and _DERIVED.search(
        scene.text[start + turn.start() : choice.quantity.start]
    ):  # fmt: skip
        return True  # "it is not stated directly, but adding the two gives 8"
    if choice.sentence == last:  # "85.2% (I did not see the accounts)"
        aside = re.match(
            r"\W*[(;,-]?\W*(?:(?:but|though|although|while|however|i|we)\b)", scene.text[choice.quantity.end : end]
        )
        return aside is not None and _SOURCES.search(scene.text[choice.quantity.end : end]) is not None
    if choice.sentence in declined:
        return False
    about_more = re.search(
    r"\b(?:document|details?|breakdown|exact|further|more|other|additional|source|report|prior|previous)\b",
                           scene.text[start:end])  # fmt: skip
    first = choice.sentence == 0 and last > 0
    return bool(first and choice.fit is Fit.NO and about_more) or bool(
        first and last == len(scene.spans) - 1 and about_more
    )


def _of_asked_period(scene: Scene, one: Quantity, since: int, years: frozenset[int]) -> bool:
    """Tell whether the words from `since` to a quantity name the period asked for, and no other."""
    named = {year for at, year in scene.years if since <= at < one.start}
    said = scene.period(scene.found.index(one))
    named |= {said} if said else set()
    return bool(named) and named <= years
