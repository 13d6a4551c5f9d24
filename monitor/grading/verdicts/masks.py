"""Where a text's digits are no figures: dates, periods, pages, list marks, names with a number, durations.

Each number is looked at with the word before it and what follows, so that a long text costs no more than its numbers.
"""

import re

from monitor.reading.vocabulary import spaced

__all__ = ["no_figure", "years_in"]

_MONTH = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?|dez(?:ember)?)"
)
_MONTHS = frozenset(
    spaced(
        "jan january januar feb february februar mar march märz apr april may mai jun june juni jul july juli aug"
        " august sep sept"
        " september oct october okt oktober nov november dec december dez dezember"
    )
)
_PERIODS = frozenset(spaced("fy cy fiscal year h q quarter"))
_NUMBERED = frozenset(
    spaced(
        "page pages pg pgs p pp note notes item items section sections sec table tables fig exhibit exhibits chapter"
        " chapters"
        " step steps slide slides footnote footnotes source sources result results ref reference references document"
        " documents"
        " doc option options stage phase article schedule appendix volume vol no nos id ifrs ias asc tier basel covid"
        " nikkei ftse"
        " stoxx russell msci dax cac sensex nifty asx ibex tsx topix wilshire nasdaq top form windows model"
    )
)
_HERE = re.compile(
    rf"\d{{1,2}}(?:st|nd|rd|th|\.)?(?: ?- ?\d{{1,2}}(?:st|nd|rd|th)?)?(?: of)? ?{_MONTH}\b"
    r"|(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d))(?![\d/]|[.,]\d)"
    r"|\d{1,2}:\d\d|(?:19|20)\d\d[-/](?:(?:19|20)\d\d|\d\d)(?![\d%]|[.,]\d)"
    r"|\d{1,3}(?:\.\d)?[ -]?(?:pages?|slides?|months?|weeks?|years?|yrs?|hours?|minutes?|seconds?|quarters?|decades?)\b"
    r"|\d ?(?:values|figures|numbers|sources|results|hits|tables|options|candidates|possibilities|documents|links"
    r"|snippets"
    r"|definitions|readings)\b"
    r"|(?:10|8|20|6|40|11)-[kqf]s?\b|\d(?= ?(?:decimals?\b|decimal (?:places?|digits?|points?)|dp\b|significant))"
    r"|\d+(?:\.\d+)? ?(?:%|percent)[ -]?(?:confiden|sure|certain)|100 ?[×*x](?= ?\()|[1-4](?:q|h)\b|[1-4]q\d\d"
)
_UNIT_NEXT = re.compile(r" ?(?:%|percent|per cent|million|billion|trillion|thousand|bn\b|mn\b|basis|crore|lakh)")
_CONFIDENCE = re.compile(
    r"\bconfiden(?:ce|t)(?: (?:level|score|rating|in this(?: answer)?))?(?: of| is)?[ :=]*(?:about |around )?\Z"
)
_MARKED = re.compile(r"[.)](?=[ \t]+(?!(?:thousand|million|billion|trillion|[mb]n|crore|lakh|percent|per cent)\b"
    r"|[%x](?!\w))\S)")
_DIGITS = re.compile(r"\d{2,4}(?!\d)")
_NOT_BEFORE_YEAR = frozenset(".,$€£¥₹")
_FULL = re.compile(r"(?:19|20)\d\d\Z")
_SECOND = re.compile(r"[-/](\d\d(?:\d\d)?)(?![\d%]|[.,]\d)")
_SHORT_YEAR = re.compile(r"(?:\bfy[ '-]{0,2}|\bq[1-4][ ']{1,2}|\b[1-4]q|\b[12]h|\bh[12] |\d[./]\d\d?[./])\Z")


def no_figure(text: str, start: int, end: int, joined: bool) -> bool:
    """Tell whether the digits of a lower-case text from `start` to `end` are no figure.

    `joined`: the number before is none either, and only a dash, a comma or "and" stands between.
    """
    short = end - start <= 4
    if joined and short and not _UNIT_NEXT.match(text, end):
        return True
    if _HERE.match(text, start):
        return True
    mark = text[start - 1 : start]
    if mark == "#" or (mark == "'" and end - start == 2 and not text[start - 2 : start - 1].isdigit()):
        return True
    if (
        text.startswith("100", start)
        and end - start == 3
        and re.search(r"[×*/x] ?\(?\Z", text[max(0, start - 3) : start])
    ):
        return True
    if text[start:end].isdigit() and short and (mark in ("", "\n", " ", "(", "•") and _MARKED.match(text, end)):
        line = text[text.rfind("\n", 0, start) + 1 : start].strip(" \t(-•*")
        if not line:
            mine = int(text[start:end])
            return mine <= 1 or re.search(rf"(?:\A|\n)[ \t(•*-]*{mine - 1}[.)]\s", text) is not None
    at = start
    while at and text[at - 1] in " -.'#:":
        at -= 1
        if start - at > 2:
            return False
    word_end = at
    while at and text[at - 1].isalpha():
        at -= 1
    word = text[at:word_end]
    if not word:
        if text[at - 3 : at] == "s&p" or (text[at - 2 : at - 1] in ("q", "h") and text[at - 1 : at].isdigit()):
            return short and text[start:end].isdigit() and not _UNIT_NEXT.match(text, end)
        return False
    if word in _MONTHS:
        return short and ":" not in text[word_end:start] and not _UNIT_NEXT.match(text, end)
    whole = text[start:end].isdigit() and (short or "." in text[start:end])
    if word in _PERIODS:
        return (
            text[start:end].isdigit()
            and (end - start in (2, 4) or (word in "hq" and end - start == 1))
            and text[end : end + 1] != "%"
        )
    if word == "p" and text[at - 2 : at] == "s&":
        return short
    if word in _NUMBERED:
        return (
            (whole or short)
            and not _UNIT_NEXT.match(text, end)
            and not (word in ("no", "result", "results") and word_end + 1 < start)
        )
    return (
        "confiden" in text[max(0, start - 30) : start]
        and _CONFIDENCE.search(text, max(0, start - 34), start) is not None
    )


def years_in(text: str) -> list[tuple[int, int]]:
    """Give (place, year) of each year that a lower-case text names, also as ``fy24``."""
    made = []
    for found in _DIGITS.finditer(text):
        start, end = found.span()
        digits, before = found[0], text[start - 1 : start]
        if text[end : end + 1] == "%" or (text[end : end + 1] in (".", ",") and text[end + 1 : end + 2].isdigit()):
            continue
        if len(digits) == 4:
            if not _FULL.match(digits) or before in _NOT_BEFORE_YEAR or before.isdigit():
                continue
            year = int(digits)
        elif (
            len(digits) == 2
            and before
            and before in "y' -qh./0123456789"
            and _SHORT_YEAR.search(text[max(0, start - 6) : start])
        ):
            year = 2000 + int(digits) if int(digits) < 80 else 1900 + int(digits)
        else:
            continue
        second = _SECOND.match(text, end)
        if second and len(second[1]) == 2 and int(second[1]) == (year + 1) % 100:
            made.append((start, year + 1))  # "fy2022-23" ends in 2023
            continue
        made.append((start, year))
        if second and before != "-":
            made.append((start, int(second[1]) if len(second[1]) == 4 else 2000 + int(second[1])))
    return made
