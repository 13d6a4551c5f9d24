"""What an answer must say besides figures: which of several, up or down, met or missed, yes or no."""

import re

from monitor.grading.verdicts.choices import NOT, Claim, choice, chosen
from monitor.grading.verdicts.clean import plain
from monitor.grading.verdicts.words import sentences

__all__ = ["Claim", "claim_of", "said_of"]


_DIRECTION = re.compile(
    r"higher or lower|lower or higher|(?:increase|rise|grow|improve|gain|go up|up)d? or (?:a )?(?:decrease|fall"
    r"|decline|shrink|worsen|lose|go down|down|drop)"
    r"|(?:fall|decline|decrease|drop|shrink|worsen) or (?:rise|increase|grow|improve)|more or less|larger or"
    r" smaller|above or below"
    r"|(?:raise|lift|increase|hike),? (?:hold|keep|maintain|leave)[^?]{0,30}? or (?:cut|lower|reduce)"
    r"|(?:cut|lower|reduce),? (?:hold|keep|maintain|leave)[^?]{0,30}? or (?:raise|lift|increase|hike)"
    r"|(?:raise|lift|increase|hike|widen|expand|grow) or (?:cut|lower|reduce|decrease|trim|narrow|shrink)"
    r"|(?:cut|lower|reduce|decrease|trim|narrow|shrink) or (?:raise|lift|increase|hike|widen|expand|grow)"
    r"|better or worse|wid(?:er|en) or narrow|(?:rose|grew|increased) or (?:fell|declined|decreased|shrank)|in"
    r" which direction"
)
_TARGET = re.compile(
    r"\b(?:meet|met|beat|miss(?:ed)?|exceed|hit|reach|achieve|fall short of|surpass|top)\b[^?]{0,60}\b(?:guid"
    r"|target|forecast|outlook|expectation|consensus|estimate|goal|plan|range|projection|budget|threshold"
    r"|requirement)"
    r"|\b(?:above|within|inside)\b[^?]{0,30}\b(?:guid|target|forecast|consensus|range|threshold|minimum|requirement"
    r"|floor|hurdle)"
)
_LIMIT = re.compile(
    r"\b(?:within|below|under|stick to|keep to|respect|exceed|overrun|overshoot|overspen[dt]|breach)\b[^?]{0,40}"
    r"\b(?:budgets?|limits?|caps?|ceilings?|allowances?|covenants?)\b"
)
"""Of what must not be passed."""
_KEPT = re.compile(
    r"\b(?:within|below|under(?:spent|shot)?|kept to|stuck to|respected|complied|in line with|less than|saved)\b"
)
_CAPPED = re.compile(
    r"\b(?:costs?|expenses?|debt|leverage|spending|expenditure|emissions|churn|deficit"
    r"|headcount)\b[^?]{0,30}\b(?:target|goal"
    r"|guid|forecast|outlook|plan|budget)|\b(?:at most|no more than|or less|or lower|maximum|up to)\b"
)
"""Of a target from above: less is better."""
_BROKEN = re.compile(
    r"\b(?:over(?:spen[dt]\w*|ran|run|shot|shoot)?|exceed\w*|above|breach\w*|surpass\w*|more than|beyond|topp\w*"
    r"|broke)\b"
)
_YES_NO = re.compile(r"\s*(?:did|was|is|are|does|do|has|have|were|had|can|could|will|would)\b")
_UP = re.compile(
    r"\b(?:rose|rise[ns]?|rising|increas\w*|grew|grow\w*|gain\w*|higher|up|improv\w*|climb\w*|expand\w*|expansion"
    r"|widen\w*|above|more|raised|larger"
    r"|greater|jump\w*|lift(?:ed|s)?|hiked|boosted|surged|soared|added|stronger|better|exceed\w*)\b"
)
_DOWN = re.compile(
    r"\b(?:fell|fall(?:en|s|ing)?|decreas\w*|declin\w*|drop\w*|lower\w*|down|shrank|shrink\w*|contract(?:ed|ion)"
    r"|narrow\w*|below|less|reduc\w*|cut"
    r"|smaller|slipp\w*|trimmed|slashed|tumbled|plunged|lost|worse\w*|weaker|eased|slid|deteriorat\w*|fewer)\b"
)
_HELD = re.compile(
    r"\b(?:held|holds?|kept|keeps?|maintain\w*|unchanged|steady|flat|on hold|left (?:it|the|its) |no change|the same)\b"
)
_MET = re.compile(
    r"\b(?:met|meet|beat(?:ing|s|en)?|exceed\w*|above|topp\w*|surpass\w*|hit|reached|achiev\w*|in line|within|ahead"
    r" of|outperform\w*|better than)\b"
)
_MISSED = re.compile(
    r"\b(?:miss\w*|short(?:fall)?|below|under(?:shot|shoot|performed)?|fail\w*|less than|lower than|worse than"
    r"|outside)\b"
)
_SAYS = re.compile(
    r"\A[\W_]*(?:(?:the )?(?:final |short )?answer(?: is)?\W*|so\W+|therefore\W+)?(yes|no)\b(?! (?:figure|data"
    r"|answer|information|result|longer|single|change))"
)
_DID = re.compile(
    r"\W*(?:it|they|he|she|the (?:bank|company|group|firm|government|country))"
    r" (?:did|was|were|has|had|does|is)(?P<denied>n't| not)?(?=[;,.:]|\s*\Z)"
    r"|\W*(?P<not>unfortunately,? (?:not|no)\b|(?:sadly|regrettably|alas),? (?:not|no)\b|not (?:quite|really"
    r"|entirely|fully)\b)"
)
_ENDS = re.compile(
    r"\banswer(?: to (?:the|this|your) question)? (?:is|would be)\W+(yes|no)\b|\b(?:so|therefore|hence|thus"
    r"|overall)\W+(yes|no)\b"
)


def claim_of(question: str, head: str) -> Claim | None:
    """Give what the question wants said besides figures, with what the reference says; None where it wants nothing."""
    lower, said = question.lower(), plain(head)
    if re.search(r"\bwhich\b| or ", lower):
        option = choice(question, head)
        if option is not None:
            return option
    first = said[: sentences(said)[0][1]] if sentences(said) else said
    if _LIMIT.search(lower):
        found = _balance(first, _KEPT, _BROKEN)
        if found:
            return Claim("limit", "kept" if found > 0 else "broken")
    capped = _TARGET.search(lower) and (_CAPPED.search(lower) or _CAPPED.search(said))
    if capped and (found := _balance(first, *_TERMS["capped target"][:2])):
        return Claim("capped target", "met" if found > 0 else "missed")
    if _TARGET.search(lower):
        agreed = _SAYS.match(said)
        found = _balance(first, _MET, _MISSED) or (0 if agreed is None else 1 if agreed[1] == "yes" else -1)
        if found:
            return Claim("target", "met" if found > 0 else "missed", leaning="" if agreed is None else agreed[1])
    if _DIRECTION.search(lower):
        found = _balance(first, _UP, _DOWN)
        if found or _HELD.search(first):
            return Claim("direction", "up" if found > 0 else "down" if found else "held")
    begins = _SAYS.match(said)
    if begins and (_YES_NO.match(lower) or re.search(r"[,.] (?:did|was|is|are|does|has|have|were) ", lower)):
        found = _balance(said, _UP, _DOWN)
        return Claim("yes or no", begins[1], leaning="up" if found > 0 else "down" if found < 0 else "")
    return None


def _balance(text: str, good: re.Pattern[str], bad: re.Pattern[str]) -> int:
    """Give 1 where a text speaks for the one, -1 for the other, 0 where for both or neither."""
    signs = set()
    for pattern, sign in ((good, 1), (bad, -1)):
        for found in pattern.finditer(text):
            denied = NOT.search(text, max(0, found.start() - 40), found.start())
            signs.add(-sign if denied and not found[0].startswith(("short", "fail")) else sign)
    return signs.pop() if len(signs) == 1 else 0


_TERMS = {
    "capped target": (
        re.compile(rf"{_KEPT.pattern}|\b(?:met|meet|hit|reached|achiev\w*|beat(?:ing|s)?)\b"),
        re.compile(rf"{_BROKEN.pattern}|\b(?:miss\w*|fail\w*)\b"),
        ("met", "missed"),
    ),
    "target": (_MET, _MISSED, ("met", "missed")),
    "limit": (_KEPT, _BROKEN, ("kept", "broken")),
    "direction": (_UP, _DOWN, ("up", "down")),
}


def said_of(claim: Claim, text: str, spans: list[tuple[int, int]]) -> str:
    """Give what an answer says of a claim, in the claim's own terms; nothing where it does not say, or says both."""
    if claim.sort == "choice":
        return chosen(claim, text, spans, lead=False)
    begins, did = _SAYS.match(text), _DID.match(text)
    ends = list(_ENDS.finditer(text))
    said = (ends[-1][1] or ends[-1][2]) if ends else begins[1] if begins else ""
    if not said and did:
        said = "no" if did["denied"] or did["not"] else "yes"
    if claim.sort == "yes or no":
        if said:
            return said
        found = _balance(text, _UP, _DOWN)
        if claim.leaning and found:
            other = {"yes": "no", "no": "yes"}[claim.expected]
            return claim.expected if (found > 0) == (claim.leaning == "up") else other
        return ""
    good, bad, names = _TERMS[claim.sort]
    if claim.sort == "target" and said and claim.leaning:
        other = names[1] if claim.expected == names[0] else names[0]
        return claim.expected if said == claim.leaning else other
    for start, end in (*reversed(spans[1:]), *spans[:1]) if ends else spans:
        found = _balance(text[start:end], good, bad)
        if found:
            return names[0] if found > 0 else names[1]
        if claim.sort == "direction" and _HELD.search(text, start, end):
            return "held"
    if said and claim.sort in ("target", "capped target"):
        return "met" if said == "yes" else "missed"
    return ""
