"""What an answer must say besides figures: which of several, up or down, met or missed, yes or no."""

import re
from dataclasses import dataclass

from monitor.grading.verdicts.clean import plain
from monitor.grading.verdicts.words import sentences

__all__ = ["Claim", "claim_of", "said_of"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What must be said. `sort` is ``choice``, ``direction``, ``target``, ``limit`` or ``yes or no``."""

    sort: str
    expected: str
    """The option's name, ``up``/``down``, ``met``/``missed``, ``yes``/``no``."""
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of a choice: each option's name with what it may be called, in lower case."""
    lower: bool = False
    """True where the question asks for the lesser one."""
    leaning: str = ""
    """Of a yes or no: the direction that the reference gives as its ground, if any."""


_NAME = r"(?:the )?[A-Z][\w.&'’-]*(?:(?: (?:of|and|the|de|du|des|for|&))* [A-Z0-9][\w.&'’-]*)*"
_ONE_NAME = r"(?:the )?[A-Z][\w.&'’-]*(?: (?:of |de |du |des |& )?[A-Z0-9][\w.&'’-]*)*"
_OF = re.compile(
    rf"[Ww]hich (?:one )?(?:of|among|between) ((?:{_ONE_NAME})(?:(?:, and |, or |, | and | or )(?:{_ONE_NAME}))+)"
)
_OR = re.compile(rf"({_ONE_NAME})(?:, ({_ONE_NAME}))*,? or ({_ONE_NAME})")
_LISTED = re.compile(rf"(?:{_ONE_NAME})(?:, (?:{_ONE_NAME}))*,? (?:and|or) (?:{_ONE_NAME})")
_COUNTED = re.compile(r"[Ww]hich (?:one )?of (?:the |these |those )?(?:two|three|four|five)\b")
_LESS = (
    r"lower|lowest|less|least|smaller|smallest|fewer|fewest|worse|worst|cheaper|cheapest|slower|slowest|narrower"
    r"|weaker|later|last"
)
_MORE = (
    r"higher|highest|more|most|larger|largest|greater|greatest|bigger|biggest|better|best|faster|fastest|stronger"
    r"|strongest"
    r"|wider|widest|longer|earlier|first|exceed(?:s|ed)|ahead|top(?:s|ped)|led|leads|leading|outpaced|beat"
    r"|outperformed|won"
)
_RANKED = re.compile(rf"\b(?:(?P<less>{_LESS})|(?P<more>{_MORE}))\b")
_DIRECTION = re.compile(
    r"higher or lower|lower or higher|(?:increase|rise|grow|improve|gain|go up|up)d? or (?:a )?(?:decrease|fall"
    r"|decline|shrink|worsen|lose|go down|down|drop)"
    r"|(?:fall|decline|decrease|drop|shrink|worsen) or (?:rise|increase|grow|improve)|more or less|larger or"
    r" smaller|above or below"
    r"|(?:raise|lift|increase|hike),? (?:hold|keep|maintain|leave)[^?]{0,30}? or (?:cut|lower|reduce)"
    r"|(?:cut|lower|reduce),? (?:hold|keep|maintain|leave)[^?]{0,30}? or (?:raise|lift|increase|hike)"
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
_BROKEN = re.compile(
    r"\b(?:over(?:spen[dt]\w*|ran|run|shot|shoot)?|exceed\w*|above|breach\w*|surpass\w*|more than|beyond|topp\w*"
    r"|broke)\b"
)
_BESIDE = re.compile(r"\b(?:than|against|versus|to)\b[^;]*\Z")
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
    r"\b(?:met|meet|beat(?:ing|s)?|exceed\w*|above|topp\w*|surpass\w*|hit|reached|achiev\w*|in line|within|ahead"
    r" of|outperform\w*|better than)\b"
)
_MISSED = re.compile(
    r"\b(?:miss\w*|short(?:fall)?|below|under(?:shot|shoot|performed)?|fail\w*|less than|lower than|worse than"
    r"|outside)\b"
)
_NOT = re.compile(
    r"\b(?:not|n't|no(?= )|never|neither|nor|rather than|instead of|without|failed to|fail to|did little"
    r" to)\W+(?:\w+\W+){0,2}\Z|n't (?:\w+ ){0,2}\Z"
)
_SAYS = re.compile(
    r"\A[\W_]*(?:(?:the )?(?:final |short )?answer(?: is)?\W*|so\W+|therefore\W+)?(yes|no)\b(?! (?:figure|data"
    r"|answer|information|result|longer|single|change))"
)
_ENDS = re.compile(
    r"\banswer(?: to (?:the|this|your) question)? (?:is|would be)\W+(yes|no)\b|\b(?:so|therefore|hence|thus"
    r"|overall)\W+(yes|no)\b"
)


def claim_of(question: str, head: str) -> Claim | None:
    """Give what the question wants said besides figures, with what the reference says; None where it wants nothing."""
    lower, said = question.lower(), plain(head)
    if re.search(r"\bwhich\b| or ", lower):
        choice = _choice(question, head)
        if choice is not None:
            return choice
    first = said[: sentences(said)[0][1]] if sentences(said) else said
    if _LIMIT.search(lower):
        found = _balance(first, _KEPT, _BROKEN)
        if found:
            return Claim("limit", "kept" if found > 0 else "broken")
    if _TARGET.search(lower):
        agreed = _SAYS.match(said)
        found = _balance(first, _MET, _MISSED) or (0 if agreed is None else 1 if agreed[1] == "yes" else -1)
        if found:
            return Claim("target", "met" if found > 0 else "missed")
    if _DIRECTION.search(lower):
        found = _balance(first, _UP, _DOWN)
        if found or _HELD.search(first):
            return Claim("direction", "up" if found > 0 else "down" if found else "held")
    begins = _SAYS.match(said)
    if begins and (_YES_NO.match(lower) or re.search(r"[,.] (?:did|was|is|are|does|has|have|were) ", lower)):
        found = _balance(said, _UP, _DOWN)
        return Claim("yes or no", begins[1], leaning="up" if found > 0 else "down" if found < 0 else "")
    return None


def _choice(question: str, head: str) -> Claim | None:
    names: list[str] = []
    of, either = _OF.search(question), _OR.search(question)
    if of:
        names = re.split(r", and |, or |, | and | or ", of[1])
    elif either:
        names = [one for one in re.split(r", or |, | or ", either[0]) if one]
    elif _COUNTED.search(question) and (listed := _LISTED.search(question)):
        names = re.split(r", and |, or |, | and | or ", listed[0])
    elif _COUNTED.search(question):
        found = re.findall(_ONE_NAME, question[question.find(" ") + 1 :])
        names = [one for one in dict.fromkeys(found) if one.removeprefix("the ").lower() in head.lower()]
    names = [re.sub(r"^(?:the |The |US |U\.S\. )+", "", name).removesuffix("'s") for name in names]
    names = [name for name in names if len(name) > 1]
    if len(names) < 2:
        return None
    options = tuple((name, _called(name, names)) for name in names)
    ranked = _RANKED.search(question.lower())
    asks_less = ranked is not None and ranked["less"] is not None
    claim = Claim("choice", "", options, asks_less)
    chosen = _chosen(claim, plain(head), sentences(plain(head)), lead=True)
    return Claim("choice", chosen, options, asks_less) if chosen else None


def _called(name: str, names: list[str]) -> tuple[str, ...]:
    parts = name.split()
    made = [name.lower()]
    capitals = "".join(part[0] for part in parts if part[0].isupper())
    if len(capitals) >= 2 and len(parts) >= 2:
        made.append(capitals.lower())
    first = parts[0].lower()
    shared = sum(1 for other in names if first in other.lower().split())
    if len(parts) > 1 and len(first) >= 4 and shared == 1 and first not in ("bank", "the", "banque", "banco"):
        made.append(first)
    if first == "federal" and len(parts) > 1:
        made.append("fed")
    return tuple(made)


def _mentions(claim: Claim, text: str) -> list[tuple[int, str]]:
    made = []
    for name, called in claim.options:
        for word in called:
            for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text):
                made.append((found.start(), name))
    return sorted(made)


def _chosen(claim: Claim, text: str, spans: list[tuple[int, int]], *, lead: bool) -> str:
    """Give the option that a text settles on, or nothing: the later of its settled sentences decides."""
    settled = ""
    for place, (start, end) in enumerate(spans):
        for number, clause in enumerate(text[start:end].split(";")):
            mentions = _mentions(claim, clause)
            if not mentions:
                continue
            found = ""
            for ranked in _RANKED.finditer(clause):
                before = [name for at, name in mentions if at < ranked.start()]
                after = [name for at, name in mentions if at >= ranked.end()]
                name = before[-1] if before else ""
                if len(set(before)) > 1 and _BESIDE.search(clause[: ranked.start()]):
                    name = before[0]
                link = re.match(
                    r"[^.]{0,40}?\b(?:was|is|at|by|belong(?:s|ed) to|went to|:)\W+(?:the )?", clause[ranked.end() :]
                )
                if not before and after and (link or place == 0):
                    name = after[0]
                if not name or _NOT.search(clause[: ranked.start()]):
                    continue
                flipped = bool(ranked["less"]) != claim.lower
                if flipped and len(claim.options) == 2:
                    name = next(other for other, _ in claim.options if other != name)
                elif flipped:
                    continue
                found = name
                break
            listed = all(clause[at + len(name) :].lstrip("* ").startswith(":") for at, name in mentions)
            if (
                not found
                and place == number == 0
                and not (listed and not lead)
                and mentions[0][0] <= 25
                and len({name for _, name in mentions}) >= 1
            ):
                opening = clause[: mentions[0][0]]
                if lead or re.fullmatch(r"\W*(?:the |it (?:was|is) |answer\W*|that (?:was|is) )*", opening):
                    found = mentions[0][1]
            settled = found or settled
    return settled


def _balance(text: str, good: re.Pattern[str], bad: re.Pattern[str]) -> int:
    """Give 1 where a text speaks for the one, -1 for the other, 0 where for both or neither."""
    signs = set()
    for pattern, sign in ((good, 1), (bad, -1)):
        for found in pattern.finditer(text):
            denied = _NOT.search(text, max(0, found.start() - 40), found.start())
            signs.add(-sign if denied and not found[0].startswith(("short", "fail")) else sign)
    return signs.pop() if len(signs) == 1 else 0


_TERMS = {
    "target": (_MET, _MISSED, ("met", "missed")),
    "limit": (_KEPT, _BROKEN, ("kept", "broken")),
    "direction": (_UP, _DOWN, ("up", "down")),
}


def said_of(claim: Claim, text: str, spans: list[tuple[int, int]]) -> str:
    """Give what an answer says of a claim, in the claim's own terms; nothing where it does not say, or says both."""
    if claim.sort == "choice":
        return _chosen(claim, text, spans, lead=False)
    begins = _SAYS.match(text)
    ends = list(_ENDS.finditer(text))
    said = (ends[-1][1] or ends[-1][2]) if ends else begins[1] if begins else ""
    if claim.sort == "yes or no":
        if said:
            return said
        found = _balance(text, _UP, _DOWN)
        if claim.leaning and found:
            other = {"yes": "no", "no": "yes"}[claim.expected]
            return claim.expected if (found > 0) == (claim.leaning == "up") else other
        return ""
    good, bad, names = _TERMS[claim.sort]
    for start, end in (*reversed(spans[1:]), *spans[:1]) if ends else spans:
        found = _balance(text[start:end], good, bad)
        if found:
            return names[0] if found > 0 else names[1]
        if claim.sort == "direction" and _HELD.search(text, start, end):
            return "held"
    if said and claim.sort == "target":
        return "met" if said == "yes" else "missed"
    return ""
