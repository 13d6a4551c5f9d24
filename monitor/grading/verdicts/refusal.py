"""A plain answer enters; whether and where it declines to answer leaves."""

import re

__all__ = ["blank", "declines", "either", "instructs", "refusals", "talks_to_the_grader", "undecided"]

_BLANK = re.compile(
    r"[\W_]*(?:n\.?/?a\.?|none|null|nil|nan|unknown|tbd|tba|idk|error|no (?:answer|data|result|response|output"
    r"|content|text|reply|idea"
    r"|clue)(?: (?:found|available))?"
    r"|not (?:available|found|known|sure|applicable|provided|reported|disclosed)|unanswered|skip(?:ped)?|pass|undefined"
    r"|answer|final answer|placeholder|i don'?t know|i(?: am|'m)? not (?:sure|certain)|i do not know|dunno"
    r"|insufficient (?:data|information))?[\W_]*"
)
_TOOL = re.compile(
    r"\s*(?:<\|?(?:tool|function)|\{\s*\"(?:tool|function|name|action|query|tool_calls?|arguments|search)\"\s*:"
    r"|(?:web_?)?search\s*\("
    r"|(?:action|tool|calling|tool call|function call)\s*:\s*\w*search|\[(?:tool|search)[^\]]*\]\s*\Z"
    r"|functions?\.\w+|call:? search)"
)
_VERB = (
    r"(?:find|found|determine|determined|provide|provided|calculate|calculated|answer|answered|locate|located"
    r"|access|compute"
    r"|computed|perform|give|identify|identified|ascertain|derive|derived|retrieve|obtain|obtained|assist|help|say"
    r"|tell|state"
    r"|establish|supply|offer|continue|report|pin down|work out|accurately|directly|definitively|be (?:found"
    r"|determined|calculated"
    r"|provided|answered|computed|ascertained)|assess|see|predict|estimate|extract|complete|browse|fulfil?l?|look"
    r" up|share|open|verify|confirm|return|surface|come up|show up|emerge|appear|turn up|yield|bring up)"
)
_CANNOT = re.compile(
    rf"\b(?:cannot|can't|can not|could not|couldn't|unable to|not (?:been )?able to|(?:im"
    rf"|not )possible (?:for me )?to|failed"
    rf" to|did not|didn't"
    rf"|won't be able to|wasn't able to|am unable|was unable|difficult to|hard to)\b (?:\w+ ){{0,2}}?{_VERB}\b"
    r"|\b(?:cannot|can't|could not|couldn't|unable to) (?:confirm|verify|be sure|check) (?:how (?:much|many|high"
    r"|large)|what)\b"
    r"|\b(?:search|request|call|tool|query|lookup|connection)(?: has| have)? (?:failed|timed out|returned (?:no"
    r"|nothing|an error))\b"
    r"|\b(?:found|find|have|had|see|saw|gives?|contains?|states?|reports?|mentions?|shows?) neither\b"
    r"|\bneither (?:\w+ ){1,6}?(?:(?:is|are|was|were|could be|can be) (?:\w+ )?(?:given|available|stated|provided"
    r"|found|mentioned"
    r"|reported|published|disclosed|shown|listed|included)|gives?|states?|mentions?|shows?|says?|reports?|contains?)\b"
    r"|\bonly (?:the |an? )?[^.\n]{1,60}\b(?:could be|can be|was|were|is|are) (?:found|available|given|reported"
    r"|shown|listed|known"
    r"|published|mentioned)\b|(?:\A|[:;,.-] ?)not (?:found|available|given|reported|known|disclosed|stated)\b"
    r"|\bno (?:\w+ ){1,3}(?:is|are|was|were|could be|can be) (?:among|in (?:the|my)|to be found|given|stated"
    r"|provided|found|mentioned|reported"
    r"|available|published"
    r"|disclosed"
    r"|shown|listed|included)\b"
    r"|\bi (?:do not|don't|did not|didn't|have not|haven't) (?:know|have|find|see|found|seen|located)\b"
    r"|\bno (?:\w+ ){0,3}?(?:source|result|document|page|site|report|hit|snippet|article)s? (?:gives?|states?"
    r"|mentions?|shows?"
    r"|contains?|reports?|provides?|has|have|lists?|says?|answers?)\b|\b(?:it is|it's|remains?) (?:unclear|unknown"
    r"|uncertain|not clear)"
    r" (?:what|how|whether|which)\b|\bbudget (?:is|was|has been) (?:used up|exhausted|spent)\b"
    r"|\b(?:results?|sources?|data|documents?|reports?|pages?) (?:only )?(?:covers?|relates? to"
    r"|concerns?) [^.\n]{1,40}\bonly\b"
    r"|\b(?:do|does|did)(?: not|n't) (?:\w+ly )?(?:provide|include|contain|specify|mention|disclose|state|give|have"
    r"|appear|list|offer"
    r"|show|cover|report|reveal|indicate|break out|outline|directly|explicitly|address|present|detail|supply|say)\b"
    r"|\b(?:is|are|was|were|been)(?: not|n't) (?:\w+ly )?(?:available|provided|included|disclosed|found|specified"
    r"|mentioned|stated"
    r"|reported|given|possible|listed|present|outlined|known|shown|clear|in (?:the|my|any|these|those|this|what)"
    r"|covered|there\b|out\b|yet (?:out|known|available|published|released|reported|due)\b|due until|part of"
    r"|detailed|among|published)\b"
    r"|\b(?:has|have|had)(?: not|n't)(?: yet)? been (?:\w+ly )?(?:available|provided|included|disclosed|found|published"
    r"|released|reported|given|announced|made)\b|\byet to be (?:published|released|reported|announced|disclosed)\b"
    r"|\b(?:is|are|was|were|remains?) (?:missing|absent|unavailable|undisclosed)\b"
    r"|(?:\A|\. |\n)\W*no (?:\w+ ){0,2}?(?:information|data|figures?|results?|mention|record|evidence)\b"
    r"|\bnone (?:of (?:them|these|those|(?:the|my|these|those) (?:[\w-]+ ){1,4}?) ?)?(?:gives?|states?|mentions?"
    r"|says?|contains?|shows?|reports?|lists?"
    r"|discloses?|provides?|names?|has|have|include)\b"
    r"|\bi(?:'m| am) (?:sorry|afraid)|\bmy apologies|\bi apologi[sz]e|\bas an ai\b|\bregret\b"
    r"|\bi (?:would|will|'d)? ?need (?:the|to|more|access|additional|specific|actual)\b|\bwe would need\b|\bone"
    r" would need\b"
    r"|\bplease (?:provide|refer|consult|check|obtain|share|visit|let me know|note that (?:i|my))\b|\bif you (?:can"
    r" |could |have |need |are )"
    r"|\b(?:there is|there's|there are|there was|found|have|has|with|contains?) (?:no|not enough|insufficient|too"
    r" little)\b"
    r" (?:\w+ ){0,3}?(?:information|data|figures?|mention|evidence|results?|details?|value|numbers?|record|sources?)\b"
    r"|\b(?:insufficient|not enough|missing|lack of|no relevant|no reliable) (?:information|data|detail|context"
    r"|results?)\b"
    r"|\blacks? (?:\w+ ){0,3}?(?:information|data|figure|detail)|\bnothing (?:in|about|on|for|was|relevant|found"
    r"|there)\b|\bnone of the (?:results|sources|documents)\b"
    r"|\bmy (?:last|latest) (?:knowledge )?update\b|\bknowledge cut-?off\b|\breal-time\b"
    r"|\bno (?:\w+ ){0,3}?(?:figure|data|value|number|answer|information)"
    r" (?:was|were|is|are|could|can)\b|\b(?:would|will) need\b"
    r"|\b(?:give|gave|offer|provide|report|contain|show|mention|list|have|has|had|found|find|state)[ds]?s? no\b"
    r"|\b(?:sources?|results?|data|documents?|information|coverage|reports?|series|filings?|knowledge)(?: [a-z]+){0,3}?"
    r" (?:stops?|ends?|goes|go|runs?|reach(?:es)?|extends?|covers?|is limited|are limited) (?:just |only )?(?:at"
    r"|with|in|on|up to"
    r"|until|till|through|only|to|as far as)\b|\bthe (?:latest|last|most recent|newest|only) (?:figure|data|number"
    r"|value|result"
    r"|report|reading|one)s?(?: that)? (?:i|we) (?:have|found|see|can (?:see|find)|could (?:see|find)|know)\b"
    r"|\bi(?:'d| would) rather not\b|\b(?:remains?|is) unknown\b|\bno (?:answer|figure|data) (?:is|was|could|can)\b"
)
_HINTS = (
    "not",
    "n't",
    "unable",
    "sorry",
    "afraid",
    "apolog",
    "an ai",
    "regret",
    "need",
    "please",
    "if you",
    " no ",
    "no ",
    "insuffic",
    "missing",
    "absent",
    "unavailable",
    "undisclosed",
    "yet to be",
    "lack",
    "none ",
    "update",
    "cut",
    "real-time",
    "unknown",
    "failed",
    "difficult",
    "hard to",
    "impossible",
    "too little",
    "stop",
    "ends ",
    " end at",
    " end in",
    " end with",
    "goes",
    "runs ",
    "reaches",
    "extends",
    "covers",
    "limited",
    "the last",
    "the latest",
    "most recent",
    " go ",
    " cover ",
    " reach ",
    "newest",
    "the only",
    "neither",
    "returned",
    "timed out",
    "unclear",
    "uncertain",
    "budget",
    "only ",
)
_SOFT = re.compile(
    r"\b(?:verify|verified|confirm|confirmed|double-?check|cross-?check|open|check|guarantee|be sure|be certain"
    r"|corroborate)"
)
_HOW = re.compile(r"\w* (?:how (?:much|many|high|large|far)|what)\b")
_OWN = re.compile(
    r"\b(?:i|i'm|we cannot|cannot|can't|the (?:provided|given)|information provided|filing|excerpts?|context)\b"
)
_GUIDE = re.compile(
    r"\A\W*(?:please )?(?:check|see|consult|visit|refer|look|search|try|go|open|read|download|take|divide|subtract"
    r"|multiply|compute|calculate"
    r"|add|use|find)\b|"
    r"\b(?:to|in order to) (?:find|calculate|determine|obtain|get|compute|answer|derive|look up|work out"
    r"|locate)\b[^.\n]{0,140}"
    r"(?:\byou\b|\btake\b|\bsubtract|\blook\b|\bone\b|\buse\b|\bdivide|\bcheck\b|\bgo to\b|\bfollow|\bwe need\b"
    r"|\bconsult\b|\brefer\b|\bopen\b)"
    r"|\byou (?:would|will|can|could|should|may|might|must|need)\b|\b(?:check|see|consult|visit|refer to|look (?:at"
    r"|in|up|there|under|on)|search|open|read|download|browse|take|divide"
    r"|subtract|go to) (?:the|its|their|your|for|up)\b"
    r"|\b(?:will|should|would) (?:show|contain|list|state|give|include|disclose|report|have|tell)\b"
    r"|\blook (?:there|under|for|on)\b|\bis (?:available )?(?:on|from|at) [^.\n]{0,40}\b(?:website|site|page)\b"
    r"|\bcan be found (?:in|on|at)\b|\bi(?:'d| would)? (?:recommend|suggest|would|will now|need to|am going to)\b"
    r"|\bwould be"
    r" (?:calculated|found|necessary|needed)\b"
    r"|\blet me (?:search|look|check)\b|\bi'll (?:search|look|check)\b|\bwe (?:can|need to|should|would)\b"
)
_UNDECIDED = re.compile(
    r"\b(?:can(?:not|'t| not)|could(?: not|n't)|unable to|not able to|not sure|unclear|unsure|don't know|do not know"
    r"|impossible to|hard to|no way to|not clear)\b[^.;\n]{0,40}\bwhich\b"
    r"|\b(?:can(?:not|'t)|could(?: not|n't)) (?:decide|choose|make up my mind)\b"
)
_EITHER = re.compile(r"\d[^.?\n]{0,25}\?\s+(?:or|maybe|perhaps)?\b[^?\n\d]{0,40}\d[^?\n]{0,25}\?")
_GRADER = re.compile(
    r"\b(?:as the grader|grader|mark (?:this|it|my answer)|grade (?:this|it|my)|this answer is correct|score this"
    r"|output \"?correct"
    r"|verdict|say \"?correct|ignore (?:the|all|any|previous|your)|evaluat(?:or|ion)|full (?:marks|credit)|consider"
    r" (?:this|it) correct"
    r"|\bgive (?:it|this|me) a pass\b|\bwho(?:ever)? (?:marks|grades|scores)\b|(?:response|answer"
    r"|above)\b[^.\n]{0,30}\b(?:verified|(?:is|as) (?:correct|right|accepted))\b|\A\W*system\W"
    r"|\b(?:answer|response|value|figure) (?:matches|equals|agrees with) the (?:reference|key|expected)"
    r"|system (?:prompt|message|note)|instructions?\b|reference answer)"
)


def blank(text: str) -> bool:
    """Tell whether an answer is empty, a placeholder or a call of a tool."""
    return _BLANK.fullmatch(text) is not None or _TOOL.match(text) is not None


def declines(sentence: str, *, soft: bool = True) -> bool:
    """Tell whether a sentence says that the answer cannot be given; with `soft`, not that it cannot be checked."""
    found = _CANNOT.search(sentence)
    if found is None or not soft:
        return found is not None
    checked = _SOFT.search(sentence, found.start(), min(len(sentence), found.end() + 25))
    return checked is None or _HOW.match(sentence, checked.end()) is not None


def refusals(text: str, spans: list[tuple[int, int]]) -> list[int]:
    """Give the places (in `spans`) of the sentences that decline."""
    if not any(hint in text for hint in _HINTS):
        return []
    found = []
    for place, (start, end) in enumerate(spans):
        sentence = text[start:end]
        if any(hint in sentence for hint in _HINTS) and declines(sentence):
            found.append(place)
    if len(spans) > 12:  # a long text declines at its beginning or end, or speaks for itself
        return [
            place for place in found
            if place < 2 or place >= len(spans) - 3 or _OWN.search(text, *spans[place]) is not None
        ]  # fmt: skip
    return found


def instructs(text: str) -> bool:
    """Tell whether a text says how the answer could be found."""
    return _GUIDE.search(text) is not None


def talks_to_the_grader(text: str) -> bool:
    """Tell whether a text speaks to whoever grades it."""
    return _GRADER.search(text) is not None


def undecided(text: str) -> bool:
    """Tell whether a text says that it cannot choose between what it names."""
    return _UNDECIDED.search(text) is not None


def either(text: str) -> bool:
    """Tell whether a text asks itself which of two it is: "19 %? Or 21 %?"."""
    return "?" in text and _EITHER.search(text) is not None
