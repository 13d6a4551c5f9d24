"""What a question asks for in units that are no figures elsewhere: spans of time, times, tonnes."""

import re
from dataclasses import dataclass

__all__ = ["AskedUnits", "asked_units"]

_TIMED = re.compile(
    r"\bhow (?:many (?:[a-z]+ )?(?:weeks|months|years|hours|minutes|quarters|seconds|decades)|long)\b|\b(?:term"
    r"|maturity|tenor|duration"
    r"|lifetime|lifespan|average age)\b"
)
"""Where units of time are what is asked for."""
_TIME = re.compile(r"(?<=\d)[ -]?(weeks?|months?|years?|yrs?|hours?|minutes?|quarters?|seconds?|decades?)\b")
_OFTEN = re.compile(r"\bhow many times\b|\bhow often\b")
_ONCE = re.compile(r"\b(once|twice|thrice)\b")
_COUNTS = {"once": "1 time", "twice": "2 times", "thrice": "3 times"}
_WEIGHED = re.compile(r"\btonn?es?\b|\bmetric tons?\b")
_TONNES = re.compile(r"(?<=\d) ?t(?=[ ,.;)]|\Z)")


@dataclass(frozen=True, slots=True)
class AskedUnits:
    """Which of such units a question asks for."""

    timed: bool
    """So that "7 weeks" is a figure."""
    often: bool
    """So that "twice" is one."""
    tonnes: bool
    """So that "84,000 t" is no trillion."""

    def seen(self, text: str) -> str:
        """Give a plain text with these units written so that their numbers are read as figures."""
        if self.often:
            text = _ONCE.sub(lambda found: _COUNTS[found[1]], text)
        if self.timed:
            text = _TIME.sub(r" spans of \1", text)
        return _TONNES.sub(" tonnes", text) if self.tonnes else text


def asked_units(question: str, head: str) -> AskedUnits:
    """Give the units that a question in lower case, or its reference, speaks of."""
    return AskedUnits(
        _TIMED.search(question) is not None,
        _OFTEN.search(question) is not None,
        _WEIGHED.search(f"{question} {head}") is not None,
    )
