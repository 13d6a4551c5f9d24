"""A text enters; the words that carry its meaning leave."""

import re

from monitor.reading.vocabulary import spaced

__all__ = ["content_words", "sentences"]

_WORD = re.compile(r"[^\W_]*[^\W\d_][^\W_]*(?:[&'-][^\W_]+)*")
_STOP = frozenset(
    spaced(
        "a an and are as at be by did do does for from had has have he her his how in into is it its many me much of"
        " on or our"
        " she so than that the their them then there these they this those to was we were what when where which who"
        " whom whose"
        " why will with would you your per report reported reports year fiscal quarter full end ended ending million"
        " billion"
        " thousand trillion percent percentage points point basis us usd eur gbp bn mn about company group inc plc ltd"
        " ag sa"
        " corp answer question level figure value round decimal places place give using based information only stated"
        " i my"
        " calendar total other also not no yes more most less least higher lower up down total approximately"
    )
)
_BREAK = re.compile(r"\n+|(?<=[.!?])\s+(?=[^\s])|(?<=。)")
_SHORT = re.compile(
    r"(?:\b(?:approx|inc|corp|co|ltd|vs|no|mr|ms|st|dr|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|fig|rs|mio"
    r"|mrd|ca|etc"
    r"|e\.g|i\.e|u\.s|u\.k|fr|kr|est|incl|adj|pp?|vol|art|sec|nos)|\b[a-z])\.\Z|(?:\A|\n)\s*\(?\d{1,2}[.)]\Z"
)


def content_words(text: str) -> frozenset[str]:
    """Give the words of a text in lower case that say what it is about, without plural endings."""
    made = set()
    for found in _WORD.findall(text.lower()):
        if found in _STOP or len(found) < 2:
            continue
        made.add(stem(found))
    return frozenset(made)


def stem(word: str) -> str:
    """Give a word without its endings of number and tense."""
    word = word.removesuffix("'s").removesuffix("'")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            return word.removesuffix(ending)
    return word.removesuffix("e") if len(word) > 4 else word


def sentences(text: str) -> list[tuple[int, int]]:
    """Give the spans of a plain text's sentences and lines, in order; blank ones are left out."""
    made = []
    start = 0
    for found in _BREAK.finditer(text):
        if found[0][:1] != "\n" and found[0] and _SHORT.search(text, max(0, found.start() - 12), found.start()):
            continue
        if text[start : found.start()].strip():
            made.append((start, found.start()))
        start = found.end()
    if text[start:].strip():
        made.append((start, len(text)))
    return made
