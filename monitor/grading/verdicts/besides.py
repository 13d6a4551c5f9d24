"""What a question asks for beside its figures, where rules can look for it: a year, or what the figure is of."""

import re

from monitor.grading.verdicts import asks
from monitor.grading.verdicts.masks import years_in
from monitor.grading.verdicts.words import content_words

__all__ = ["leading_words", "opposed", "year_lacks", "years_wanted"]

_PAIRS = (("net cash", "net debt"), ("premium", "discount"))
"""What is the opposite of what: naming the one alone is no answer about the other."""


def years_wanted(question: str, head: str) -> frozenset[int]:
    """Give the years that a reference answers "in which year" with; none where none is asked for."""
    if not asks.WHICH_YEAR.search(question):
        return frozenset()
    return frozenset(year for _, year in years_in(head)[:1])


def leading_words(question: str, head: str, figure: int) -> frozenset[str]:
    """Give the words before a reference's first figure where "the largest" of something is asked for by name."""
    if not asks.TOP.search(question):
        return frozenset()
    return content_words(re.split(r"[,:;(]", head[:figure])[0]) - content_words(question)


def year_lacks(wanted: frozenset[int], said: list[int]) -> bool | None:
    """Tell whether the years of an answer lack the one asked for; None where another is named before it."""
    if not wanted or (said and said[0] in wanted):
        return False
    return None if wanted & set(said) else True


def opposed(question: str, head: str, text: str) -> bool:
    """Tell whether an answer names only the opposite of what is asked about, as "net debt" for net cash."""
    for pair in _PAIRS:
        for one, other in (pair, pair[::-1]):
            if one in question and other not in question + head and other in text and one not in text:
                return True
    return False
