"""A long text enters; the parts of it where the item's price can stand leave, so that reading costs what a scan does.

Short texts stay whole. Of a long one the head is kept, and the surroundings of the item's name and of words that
speak of a price, where a number is near.
"""

import re
from collections.abc import Iterable

from monitor.reading.text import lowered

__all__ = ["WHOLE", "excerpt", "last_digit"]

WHOLE = 520
"""Characters up to which a text is read whole, whatever else the response holds."""

_HEAD = 0.4
_BEFORE, _AFTER = 70, 210
_CUES = (
    "last price",
    "price is",
    "current price",
    "trading at",
    "traded at",
    "trades at",
    "closed at",
    "as of ",
    " = ",
    "kurs ",
    "株価",
)
_DIGIT = re.compile(r"[0-9]")


def excerpt(text: str, names: Iterable[str], share: float) -> str:
    """Give the parts of `text` worth reading, joined by line breaks.

    `names`: the item's names and tickers in lower case; `share`: the part of the text to keep, 1 for all.
    """
    size = len(text)
    budget = max(WHOLE, int(size * share))
    if size <= budget:
        return text
    head = int(budget * _HEAD)
    windows = [(0, head)]
    last = last_digit(text)
    if last < head:
        return text[:head]
    lower = lowered(text)
    anchors: list[int] = []
    # What is named behind the last number has none near.
    for name in names:
        _find(lower, name, last, 8, anchors)
    for cue in _CUES:
        _find(lower, cue, last, 2, anchors)
    left = budget - head
    for at in sorted(anchors):
        start, end = max(0, at - _BEFORE), min(size, at + _AFTER)
        last_start, last_end = windows[-1]
        if end <= last_end:
            continue
        if _DIGIT.search(lower, max(at, last_end), end) is None:
            continue
        if start <= last_end:
            left -= end - last_end
            windows[-1] = (last_start, end)
        else:
            left -= end - start
            windows.append((start, end))
        if left <= 0:
            break
    return "\n".join(text[_word_start(text, a) : b] for a, b in windows)


def last_digit(text: str) -> int:
    """Give the offset of the last digit of a text, -1 where it has none."""
    return max(map(text.rfind, "0123456789"))


def _find(lower: str, word: str, last: int, most: int, anchors: list[int]) -> None:
    """Add where `word` begins, no later than at offset `last`."""
    end = last + len(word)
    at = lower.find(word, 0, end)
    while at >= 0 and most:
        anchors.append(at)
        most -= 1
        at = lower.find(word, at + 60, end)


def _word_start(text: str, at: int) -> int:
    """Move a cut out of the middle of a word or number."""
    while at and not text[at - 1].isspace():
        at -= 1
    return at
