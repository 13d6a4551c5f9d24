"""Which sentences of an answer conclude."""

import re
from collections.abc import Sequence

__all__ = ["Finals"]

_FINAL = re.compile(
    r"\bfinal answer|\b(?:correct |right |best )?answer(?: to (?:the|this|your) question)?(?: is|:| would be)"
    r"|\btherefore\b|\bthus\b|\bhence\b|\bin conclusion\b"
    r"|\bi(?:'ll|'d| will| would)? (?:go|stick|settle|went) (?:with|on|for)\b|\bmy (?:answer|conclusion|best"
    r" estimate|best guess|final)|\bi conclude\b|\bon reflection\b|\bcorrection\b"
    r"|\bthe (?:figure|number|value) (?:to use|asked for|you want|requested) |\bto conclude\b|\bconclusion\b"
    r"|\b(?:correct|right|actual|true|proper) (?:figure|value|number|one|rate|ratio|amount|level)\b"
    r"|\bi (?:would |will |therefore |thus |now |hence ){0,2}(?:take|adopt|choose|prefer|trust|opt for)\b"
    r"|\bconsequently\b|\bultimately\b|\bdefinitive"
)
_LESSER = re.compile(
    r"\A\W*so\b|\bin summary\b|\bto sum(?:mari[sz]e)?\b|\boverall\b|\brounded\b|\brounding\b|\A\W*that is\b|\bmost"
    r" likely\b|\bin short\b|\bactually\b|\bin the end\b|\A\W*answer\b"
    r"|\bbottom line\b|\bresult:|\A\W*adding\b[^.]{0,60}?\b(?:gives|yields|makes|comes to|results in)\b"
    r"|\A\W*this (?:gives|yields|means|results)"
)


class Finals:
    """Which sentences conclude: 2 where they say so plainly, 1 where they may, else 0. Each is looked at once."""

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        self._text, self._spans = text, spans
        self._known: dict[int, int] = {}

    def rank(self, place: int) -> int:
        """Give how plainly a sentence concludes."""
        if place not in self._known:
            sentence = self._text[slice(*self._spans[place])]
            self._known[place] = 2 if _FINAL.search(sentence) else 1 if _LESSER.search(sentence) else 0
        return self._known[place]

    def after(self, place: int) -> bool:
        """Tell whether a sentence after `place` plainly concludes."""
        return any(self.rank(later) == 2 for later in range(place + 1, len(self._spans)))
