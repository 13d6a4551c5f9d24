"""Words of a month, quarter, half or full year enter; whether a figure is of another than is asked for leaves."""

import re

__all__ = ["asked_parts", "other_part", "part_after", "part_before"]

_ORDINAL = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "final": 4,
            "last": 4}  # fmt: skip
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul"
    r"|aug|sept?|oct|nov|dec)"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PART = re.compile(
    r"\b(?:q(?P<q>[1-4])|(?P<q2>[1-4])q(?:\d\d)?|h(?P<h>[12])|(?P<h2>[12])h(?:\d\d)?"
    r"|(?P<qn>first|second|third|fourth|final|1st|2nd|3rd|4th)[- ](?:fiscal )?quarter"
    r"|(?P<hn>first|second|1st|2nd)[- ]half|(?P<some>(?:six|nine|6|9) months|half[- ]year)"
    r"|(?P<next>(?:next|following|coming|current) (?:fiscal )?(?:quarter|year|half|month))"
    r"|(?P<year>(?:full|whole|entire)[- ](?:fiscal |financial |calendar )?year|full 20\d\d|for the year|(?:twelve|12)"
    r" months)"
    r"|(?P<any>(?<!a )quarter(?![- ]?points?|s? of a| century| percent)(?! ended))"
    rf"|(?:quarter |half |months )?end(?:ed|ing) (?:on )?(?:\d{{1,2}} )?(?P<ended>{_MONTH})"
    rf"|(?<!\d )(?<!\d\. )(?<!\dst )(?<!\dnd )(?<!\dth )(?P<month>{_MONTH})(?:'s)?(?! ?\.? ?\d{{1,2}}(?!\d))"
    r")\b"
    r"(?! ?-?(?:results?|reports?|releases?|earnings|statements?|calls?|presentation|update|filing|10-|press"
    r"|publication|meeting))"
)
_HINT = re.compile(rf"q[1-4]|[1-4]q|h[12]|[12]h|quarter|half|months|year|full 20|\b(?:{'|'.join(_MONTHS)})")
_MONTH_ASKED = re.compile(
    rf"\b(?:in|for|during|of) (?P<month>{_MONTH}) (?:of )?(?:19|20)\d\d|\b(?<!\d )(?P<month2>{_MONTH}) (?:19|20)\d\d\?"
)
_LEAD_AFTER = re.compile(r"[^,;.:\n]{0,34}\Z")
_POINTS_IN = re.compile(r"\b(?:in|for|at|during|of)\b|\(|\A\s*\Z")
_AGAINST = re.compile(r"\b(?:from|than|versus|compared|against|after|before|since|until)\b")
_LEADS_ON = re.compile(r"\A[^,;:]{0,8}\bto(?: (?:about|around|only|just|a|record|some|roughly)){0,2} ?\Z|\bto ?\Z")
_INSTANT = re.compile(
    r"\b(?:at|by|as of|as at|on)(?: the)? (?:end|close|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|year[- ]end)"
    r"|\bend of\b|\bclos(?:e|ed|ing)\b|\bsettle"
)


def asked_parts(question: str) -> frozenset[str]:
    """Give what parts of a year a lower-case question names: ``q3``, ``h1``, ``m8``, ``e9``, ``year``, ``instant``."""
    made = {_named(found) for found in _PART.finditer(question)}
    made = {part for part in made if part[0] != "m" and part != "next"}
    for found in _MONTH_ASKED.finditer(question):
        made.add(f"m{_MONTHS.index((found['month'] or found['month2'])[:3]) + 1}")
    if _INSTANT.search(question):
        made.add("instant")
    if "quarter ended" in question or "quarter ending" in question or "months ended" in question:
        made.add("quarter")
    if "next" in question:
        made.add("next")
    return frozenset(made)


def _named(found: re.Match[str]) -> str:
    if found["q"] or found["q2"] or found["qn"]:
        return f"q{found['q'] or found['q2'] or _ORDINAL[found['qn']]}"
    if found["h"] or found["h2"] or found["hn"]:
        return f"h{found['h'] or found['h2'] or _ORDINAL[found['hn']]}"
    for name in ("ended", "month"):
        if found[name]:
            return f"{name[0]}{_MONTHS.index(found[name][:3]) + 1}"
    return "half" if found["some"] else "year" if found["year"] else "next" if found["next"] else "quarter"


def part_before(words: str, *, follows: bool) -> str:
    """Give the part of a year last named in the words before a figure, or nothing; ``end `` leads an instant's.

    `follows`: the words begin right after another figure.
    """
    if not _HINT.search(words):
        return ""
    made = list(_PART.finditer(words))
    if not made:
        return ""
    start, end = made[-1].span()
    if _LEADS_ON.search(words, end):
        return ""  # "from 8 in the first quarter to 9"
    if (
        follows
        and not re.search(r"[,;:]|\band\b", words[:start])
        and re.match(r"[^,;:]{0,6}(?:[,;)]| and )", words[end:])
    ):
        return ""  # "8 in July, 9 now": it is the other figure's
    return "" if _AGAINST.search(words, max(0, start - 16), start) else _with_end(words, made[-1])


def part_after(words: str) -> str:
    """Give the part of a year that the words after a figure say it is of, or nothing."""
    if not _HINT.search(words[:60]):
        return ""
    found = _PART.search(words)
    if found is None or not _LEAD_AFTER.fullmatch(words[: found.start()]):
        return ""
    lead = words[: found.start()]
    goes_on = re.match(r" ?(?:20\d\d ?)?(?::|was|it)", words[found.end() :])
    if not _POINTS_IN.search(lead) or _AGAINST.search(lead) or goes_on:
        return ""
    return _with_end(words, found)


def _with_end(words: str, found: re.Match[str]) -> str:
    ends = re.search(r"\bend(?:ed|ing)? (?:of )?(?:the )?\Z", words[: found.start()])
    return f"end {_named(found)}" if ends else _named(found)


def other_part(asked: frozenset[str], said: str) -> bool:
    """Tell whether a figure's part of the year is another than the one asked for; False where it is left open."""
    if not said:
        return False
    ends, said = said.startswith("end "), said.removeprefix("end ")
    if said == "next":
        return "next" not in asked
    for family in "me":
        alike = {part for part in asked if part[0] == family and part[1:].isdigit()}
        if said[0] == family and said[1:].isdigit():
            return bool(alike) and said not in alike
    if any(part[0] == "m" for part in asked):
        return False
    numbered = {part for part in asked if part[0] in "qh" and part[1:].isdigit()}
    if numbered:
        return said not in ("quarter", "half") and said not in numbered
    if "quarter" in asked:
        return said[0] == "h" or said == "year"
    if "half" in asked:
        return said[0] == "q" or said == "year"
    if "instant" in asked:
        return ends and said in ("q1", "q2", "q3")
    return said != "year" and not ends
