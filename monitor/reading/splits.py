"""Prices of a text about a split enter; those of before it leave on the new basis that the text itself states.

"Closed at $3,283.04 on Tuesday, which is $65.66 after the 50-for-1 split": the first number is the close, the second
what it is worth now. They are told by their ratio, so it does not matter in what words the two are set against each
other.
"""

import re

from monitor.reading.candidates import Candidate
from monitor.reading.scene import Scene
from monitor.reading.token import Sort

__all__ = ["on_new_basis"]

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "fifteen": 15, "twenty": 20, "twenty-five": 25, "thirty": 30, "fifty": 50,
}  # fmt: skip
_COUNT = rf"(\d{{1,3}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
_RATIO = re.compile(rf"(?<![\d.,:]){_COUNT}(?:[- ](?:for|to)[- ]|\s?:\s?){_COUNT}(?![\d.,:])")
_REVERSE = re.compile(r"reverse|consolidat|zusammenlegung|regroupement|contrasplit|agrupamento|grupamento")
_TO_COME = re.compile(
    r"\b(?:will|would|upcoming|next|planned|plans|proposed|ahead of|set to|scheduled|wird|würde|geplant\w*|serait"
    r"|sería)\b"
)
"""A split that is still to come: the price is that of now, and the other number a sum."""


def on_new_basis(scene: Scene, found: list[Candidate]) -> None:
    """Put candidates of before a split to what the text states for them after it, where it states both."""
    said = _RATIO.search(scene.lower)
    if said is None:
        return
    new, old = (int(n) if n.isdecimal() else _WORDS[n] for n in said.groups())
    if new == old or not new or not old:
        return
    factor = old / new
    if ":" in said[0]:  # pages write it either way round
        factor = min(factor, 1 / factor) if _REVERSE.search(scene.lower) is None else max(factor, 1 / factor)
    numbers = [t for t in scene.tokens if t.sort is Sort.NUMBER and t.unit < 1]
    for candidate in found:
        wanted = candidate.value * factor
        for token in numbers:
            if abs(token.value - wanted) <= 0.6 * max(token.unit, candidate.unit * factor):
                if not _TO_COME.search(scene.head(token.start)):
                    candidate.value, candidate.unit, candidate.note = token.value, token.unit, "as after the split"
                break
