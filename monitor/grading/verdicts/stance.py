"""A sentence with rival values enters; the one that its words choose leaves: "a, but I now believe b", "b is right"."""

import re
from collections.abc import Sequence

from monitor.grading.verdicts.kinds import Quantity

__all__ = ["chosen"]

_LEADS = re.compile(
    r"\b(?:final answer|(?:correct |right |best |my )answer|answer(?= is|:| would))\b"
    r"|\b(?:i|we)(?:'d|'ll| would| will| now| therefore| thus| hence| then| still| do| rather){0,3}"
    r" (?:believe|think|take|use|adopt|choose|prefer|trust|conclude|say|go (?:with|for)|stick (?:with|to)"
    r"|settle (?:on|for)|opt for|pick|answer)\b"
    r"|\b(?:correct|right|actual|true|proper|definitive|final|official|revised|corrected|restated) (?:figure|size"
    r"|price|total|tally|outcome|sum|result|count|value"
    r"|number|one|rate|ratio|amount|level|reading|print|count)\b(?! (?:for|of|in|from|differ))"
    r"|\b(?:it|this|that|which) (?:should|must) (?:read|be)\b|\bturn(?:s|ed) out to be\b|\bmake that\b"
    r"|[,;] ?(?:but|however|yet|whereas|while),? (?!some|one |others?\b|another|a few|several|many|certain"
    r"|an? )(?:the |its |their )?"
    r"(?!preview|flash|draft|older|earlier|preliminary|press|media|blog)(?:[\w'-]+ ){1,4}?(?:itself "
    r"|themselves )?(?:says?|states?"
    r"|shows?|gives?|puts?|lists?|confirms?|reads?|published|stated|showed|gave|said|confirmed|reports)\b"
    r"|\bi (?:hereby |must |now )?(?:correct|revise|change|amend|update) (?:this|that|it|my answer|the figure"
    r"|myself)(?: to)?\b"
    r"|\A\W*(?:first|initially|at first) [^;]{2,40}, (?:then |later |now )?(?:revised|corrected|changed) (?:up "
    r"|down )?to\b|\b(?:in truth|in fact|in reality|the truth is)\b|(?:[,;(]"
    r"|\bor) ?(?:more )?(?:precisely|exactly|to be (?:precise|exact)),?(?= )"
    r"|[,;] (?:so|thus|therefore|hence|making|leaving|giving|which (?:gives|makes|means|leaves))\b"
    r"|\bfor an? (?:[a-z]+ ){1,3}of\b"
    r"|\b(?:bring(?:s|ing)|tak(?:es|ing)|lift(?:s|ing)|push(?:es|ing)) (?:the |its |their )?(?!(?:[a-z]+ )?(?:total"
    r"|number|count|tally)\b)[a-z -]{2,40} to\b"
    r"|\bbut (?:it|this|that|the (?:figure|rate|value|number|answer)) (?:is|was)\b(?! not)|\bmy (?:money|bet) is on\b"
)
_GAPS = re.compile(
    r"\b(?:gap|difference|spread|increase|decrease|change|rise|fall|drop|decline|gain|improvement|cut|hike|move) of\b"
    r"|\bi\.?e\.?,?(?: by| a)?\b|\b(?:apart|differ(?:ed|s)?|rose|fell|increased|decreased|up|down|higher|lower|climbed"
    r"|dropped|narrowed|widened|declined|grew|shrank) by\b"
)
_APART = re.compile(
    r" (?:[a-z]+ )?(?:more|less|higher|lower|greater|larger|bigger|smaller|better|worse|fewer|above|below|ahead"
    r"|apart)\b"
)
_TRAILS = re.compile(
    r",? (?:to be (?:more )?(?:precise|exact)|precisely|exactly|in all|in total|altogether|all told)\b|"
    r"\W{0,3}(?:,? ?which )?(?:is|was|being|seems|appears|looks)(?: to be)? (?:the )?(?:right|correct|accurate|true"
    r"|definitive|final|official|one (?:to use|asked for|you want)|better|more (?:reliable|recent|likely))\b"
)
_LATTER = re.compile(
    r"\bthe (latter|former|second|first)(?: one| figure| value| number)? (?:is|was|being|seems|must be) (?:the )?"
    r"(?:right|correct|official|true|accurate|one|better|final)\b"
)
_CONCEDES = re.compile(
    r"\W*(?:although|though|even though|while|whereas) (?:(?:one|some|an?|the|many|several|other|certain|most)"
    r" )?(?:\w+ ){0,3}?(?:database|source|site|article|blog|page|report|provider|aggregator|preview|draft|media"
    r"|press|note|analyst|broker|newspaper|agency|paper|presentation|summary|transcript"
    r"|tracker|portal|commentator|observer|reporter|journalist|forum|wiki\w*|teaser|table"
    r"|outlet|post|website|snippet|result|estimate|document|reading)s?\b[^;]{3,80}?,(?=\s)"
)
"""Others' figure first, conceded: "although one database lists 3, the report shows 4"."""


def chosen(
    text: str, start: int, end: int, found: Sequence[Quantity], places: Sequence[int], *, by: bool
) -> int | None:
    """Give the place, of those given, whose value the sentence `start` to `end` chooses by its words, or None.

    `by`: a difference is asked for, so that "a gap of" leads to it.
    """
    if by:
        for lead in reversed(list(_GAPS.finditer(text, start, end))):
            after = [place for place in places if 0 <= found[place].start - lead.end() < 12]
            if after:
                return after[0]
        apart = [place for place in places if _APART.match(text, found[place].end, end)]
        if len(apart) == 1:
            return apart[0]
    for place in reversed(places):
        if _TRAILS.match(text, found[place].end, min(end, found[place].end + 60)):
            return place
    which = _LATTER.search(text, start, end)
    if which and len(places) == 2 and found[places[1]].end <= which.start():
        return places[1 if which[1] in ("latter", "second") else 0]
    opens = _CONCEDES.match(text, start, end)
    leads = list(_LEADS.finditer(text, start, end))
    for lead in reversed(leads):
        after = [place for place in places if found[place].start >= lead.end()]
        if after and found[after[0]].start - lead.end() < 90:
            return after[0]
    if opens and not leads:
        after = [place for place in places if found[place].start >= opens.end()]
        if after and after != list(places):
            return after[0]
    return None
