"""Words of what a change is measured against enter; whether a figure is on another basis than is asked for leaves."""

import re

__all__ = ["asked_basis", "other_basis"]

_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_SAID = re.compile(
    r"\b(?:(?P<year>year[- ](?:on|over)[- ]year|yoy|y[-/]o[-/]y|y/y|annually|on the year|over (?:the )?(?:twelve"
    r"|12) months"
    r"|(?:twelve|12)[- ]month|annual(?:i[sz]ed)?(?: (?:rate|terms|basis|pace))?|(?:than|from|on"
    r"|over) a year (?:earlier|ago|before)"
    r"|a year (?:earlier|ago|before))"
    r"|(?P<quarter>quarter[- ](?:on|over)[- ]quarter|qoq|q[-/]o[-/]q|q/q|(?:from|on|than|over"
    r"|against) (?:the )?(?:previous|prior|preceding|last) quarter|on the quarter|quarterly|sequential(?:ly)?)"
    r"|(?P<month>month[- ](?:on|over)[- ]month|(?:from|on|than|over|against) (?:the )?(?:previous|prior|preceding"
    r"|last) month"
    rf"|(?:from|over|than) {_MONTH}(?! ?\d)"
    r"|mom|m[-/]o[-/]m|m/m|on the month|monthly))\b"
)
_CHANGE = re.compile(r"chang|gr[eo]w|ris[ei]|rose|increas|f[ea]ll|declin|inflation|gdp|product|output|prices|sales")
_HINTS = (
    "year", "annual", "yo", "y/", "month", "mo", "m/", "from ", "over ", "than ", "quarter", "qo", "q/", "sequential"
)  # fmt: skip


def asked_basis(question: str) -> str:
    """Give ``year``, ``quarter`` or ``month``: the basis of the change that a lower-case question asks for."""
    found = {one.lastgroup for one in _SAID.finditer(question)}
    return found.pop() or "" if len(found) == 1 and _CHANGE.search(question) else ""


def other_basis(asked: str, before: str, after: str) -> bool:
    """Tell whether the words around a figure put it on another basis than the one asked for."""
    if not asked or not any(hint in before or hint in after for hint in _HINTS):
        return False
    said = _SAID.search(re.split(r"[,;]| and | but | while ", after)[0])
    if said is None:
        *_, said = [None, *_SAID.finditer(re.split(r";| and | but | while ", before)[-1])]
    return said is not None and said.lastgroup != asked
