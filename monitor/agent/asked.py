"""A question's text enters; what it names leaves: entities, periods, the measure's words, the unit, its parts.

For the baseline only: plain patterns over the words, the same for every question.
"""

import re
from dataclasses import dataclass

__all__ = ["CLAUSE", "MONTHS", "Wanted", "names_of", "parts_of", "wanted_of", "words_of"]

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_PERIOD = re.compile(
    rf"\b(?:(?:{MONTHS})(?: \d{{1,2}},)? (?:19|20)\d\d|(?:first|second|third|fourth)[- ]quarter"
    r"|Q[1-4]|(?:19|20)\d\d)\b"
)
_NAME = re.compile(
    r"(?:[A-Z][\w&.'’-]*|S&P)(?:(?: of| de| the| and| for)?(?: [A-Z][\w&.'’-]*| 500))*"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z&'’-]+|\d+")
_NUMBER = re.compile(r"\d[\d,.]*(?<![,.])")
_NOT_NAMES = frozenset(
    re.findall(
        r"\S+",
        "what which how who when where why by in at on to of the a an and or did does was were is are for from its it"
        " as q1 q2 q3 q4 january february march april may june july august september october november december",
    )
)
_COMMON = frozenset(
    re.findall(
        r"\S+",
        "a an and any are as at be been between both by did do does during each ended ends exceed exceeded fiscal for"
        " from full give gave given had has have how in into is it its larger last many more most much of on one or"
        " over published quarter report reported respectively result results rise rose set than that the their then"
        " there these they this those three to total two under up was were what when where which while who whose with"
        " year years figure figures first second third fourth level levels amount amounts higher lower calendar",
    )
)
"""Words that any question has."""

CLAUSE = re.compile(r"(?:[,;]\s+(?:and\s+)?|\s+and\s+)(?=(?:what|which|by how|how)\b)", re.IGNORECASE)
"""Where a further clause that asks begins."""
_UNITS = tuple(
    (name, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for name, words in (
        ("bp", r"basis points?"),
        ("%", r"per ?cent(?:age)?|ratio|rates?|margin|yield|inflation|return|unemployment|growth"),
        ("count", r"how many"),
        (
            "money",
            r"revenues?|income|profit|loss|sales|earnings|fees?|assets|debt|cost|price|value|dividends?|deposits|loans"
            r"|spending|ebitda|cash|market cap\w*",
        ),
    )
)
"""Units by the words of a question; the first that fits."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that a question asks for."""

    query: str
    """What to search for."""
    label: str
    """What tells it from the question's other parts; empty where it is the only one."""
    entity: frozenset[str]
    periods: tuple[str, ...]
    measure: frozenset[str]
    given: frozenset[str]
    """Numbers of the question itself, which answer nothing."""
    unit: str
    """``%``, ``bp``, ``money``, ``count`` or nothing."""


def words_of(text: str) -> frozenset[str]:
    """Give the words of a text in lower case, without those that any text has."""
    return frozenset(word for word in (one.lower() for one in _WORD.findall(text)) if word not in _COMMON)


def parts_of(question: str, most: int) -> tuple[Wanted, ...]:
    """Give what a question asks for, at most so many parts, each with the words to search for.

    Several names make a part each; otherwise several clauses that ask do; otherwise the question is one part.
    """
    names = names_of(question)
    if len(names) >= 2 and most > 1:
        rest = question
        for name in names:
            rest = rest.replace(name, " ")
        asked = " ".join(_WORD.findall(rest))
        return tuple(wanted_of(f"{name} {asked}", name, name, rest) for name in names[:most])
    clauses = [one.strip(" ?.") for one in CLAUSE.split(question) if len(one.split()) > 2]
    if len(clauses) >= 2 and most > 1:
        lead = names[0] if names else ""
        return tuple(
            wanted_of(one if lead in one else f"{lead} {one}", one, lead, question) for one in clauses[:most]
        )
    return (wanted_of(question, "", names[0] if names else "", question),)


def wanted_of(query: str, label: str, entity: str, question: str) -> Wanted:
    """Give one part: what to search for, its label and entity, and the words around them that say what is measured."""
    own = query if label and label != entity else question
    periods = tuple(dict.fromkeys(_PERIOD.findall(own) or _PERIOD.findall(question)))
    named = words_of(entity)
    said = words_of(own) - named - {word for one in periods for word in words_of(one)}
    unit = next((name for name, pattern in _UNITS if pattern.search(own)), "")
    return Wanted(query, label, named, periods, said, frozenset(_NUMBER.findall(question)), unit)


def names_of(question: str) -> list[str]:
    """Give the proper names of a question in order, without months and the words that questions begin with."""
    found: list[str] = []
    inside = re.sub(r"\([^)]*\)", " ", question)
    for match in _NAME.finditer(inside):
        words = match[0].split()
        while words and words[0].lower() in _NOT_NAMES:
            words = words[1:]
        while words and (words[-1].lower() in _NOT_NAMES or (words[-1].isdigit() and words[-1] != "500")):
            words = words[:-1]
        name = " ".join(words).removesuffix("'s").removesuffix("’s").rstrip("'’")
        if name and name.lower() not in _NOT_NAMES and not any(name in one for one in found):
            found.append(name)
    return _institutions(found)


def _institutions(names: list[str]) -> list[str]:
    """Leave out names that are measures written large (CET1, HICP, GDP) where another name is there."""
    return [name for name in names if not re.fullmatch(r"[A-Z]{2,5}\d?", name)] or names
