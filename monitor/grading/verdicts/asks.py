"""What a question asks for, and how a reference is built, as patterns over lower-case text."""

import re

__all__ = ["counted_things"]

CUT = re.compile(
    r"\b(also accept(?:ed|able)?|also correct|accept also|or equally|wrong|not accepted|incorrect)\s*:", re.IGNORECASE
)
CONTEXT = re.compile(
    r"(?:\bagainst|\bversus|\bvs\.?|\bcompared (?:with|to)|\bfrom|\bthan|\bafter|\bguid(?:ance|ed)(?: \w+)? of"
    r"|\bplus or minus"
    r"|±|\+/-|\ba (?:cut|rise|change|drop|fall|hike|move|step) of|\ban (?:increase|addition) of|\bof which|\bincluding"
    r"|\bexcluding|\bassumes?|\bout of|\b(?:consensus|target|forecast|plan|budget|estimate|expectation"
    r"|outlook|threshold|projection)s?(?: \w+)?"
    r" of)(?: (?:a|an|the|about|around|at least|at most|up to|more than|[a-z']+'s)){0,2}[\s(]*\Z"
)
MANY = re.compile(
    r"\band\b(?! (?:amortization|amortisation|casualty|development|equipment|plant|loss|financial|poor))|\beach\b"
    r"|\bboth\b"
    r"|respectively|\bcompare|\bboth\b|figures|;|\bas well as\b|\bchang(?:e|ed)\b.*\bbetween\b"
)
AND_FIGURE = re.compile(r"\band (?:by |to |at |in )?(?:what|how|which)\b")
ASKS_FIGURE = re.compile(r"\W*(?:what (?:was|were|is|are)|how (?:much|many))\b")
BY_HOW_MUCH = re.compile(
    r"\bby (?:how (?:much|many)|what)\b|\bhow much (?:more|less|higher|lower|larger|smaller|better|worse|longer)\b"
    r"|\bhow many (?:[a-z]+ ){0,3}(?:more|fewer|less)\b"
)
WHAT = re.compile(r"\bwhat (?:was|were|is|are|did|revenue|\w+ (?:did|was|were|does))\b")
LEVELS = re.compile(
    r"\bfigures\b|\bboth\b|\btwo\b|\beach\b|\blevels\b|\bfrom what\b|\bcompare\b"
    r"|what were(?! (?:its|their|the) (?:[a-z]+ )?(?:costs|sales|revenues|earnings|assets|profits|expenses|deposits"
    r"|borrowings)\b)"
)
CHANGE = re.compile(
    r"\bchang|\bby how|\bgrow|\bris(?:e|en)\b|\brose\b|\bincreas|\bdecreas|\bdeclin|\bfall|\bfell\b|\bdrop|higher"
    r" or lower|differ"
    r"|\bexceed|\bmove[ds]?\b|\braise|\breturn\b|\bgain|\blos[st]|\bresult|\bimprov|\bprofit|\bincome|\bearn"
    r"|\beps\b|cash flow|cycle"
)
STEPPED = re.compile(
    r"\bchang|\bby how|\bgrow|\bris(?:e|en)\b|\brose\b|\bincreas|\bdecreas|\bdeclin|\bfall|\bfell\b|\bdrop|higher"
    r" or lower|differ|\bexceed|\bmove[ds]?\b|\braise|\bgain|\blos[et]\b|\bimprov|\bcut\b|\badd\b|cycle|\breturn\b"
)
LED_TO = re.compile(r"[\s,;(]*(?:to|bringing it to|taking it to|which (?:brought|took) it to|reaching|leaving it at) ?")
TO_WHAT = re.compile(r"\b(?:to|at) what\b|\band what\b|\bnew (?:rate|level)\b")
WHICH_YEAR = re.compile(r"\b(?:in|of|by) (?:which|what) (?:fiscal |financial |calendar )?year\b|\A\W*(?:which"
    r"|what) year\b")
TOP = re.compile(
    r"\bwhat (?:was|is|were|are) (?:the |its |[a-z' ]{0,40}'s? )(?:single )?(?:[a-z]+ )?(?:largest|biggest|main|top"
    r"|smallest|primary"
    r"|most important|second-largest)\b"
)
LEVEL = re.compile(r"\b(?:to|at) what (?:level|price|rate)\b|\bwhat level\b")
RISING = re.compile(
    r"\b(?:rise|rose|raise[ds]?|increase[ds]?|grow|grew|gain(?:ed)?|widen(?:ed)?|improve[ds]?|tighten(?:ed)?"
    r"|climb(?:ed)?|hike[ds]?|lift(?:ed)?|expand(?:ed)?|strengthen(?:ed)?"
    r"|jump(?:ed)?|advance[ds]?|accelerate[ds]?)\b(?! or)"
)
FALLING = re.compile(
    r"\bloss(?:es)?\b|\blose|\blost|\bdeficit|\bdeclin|\bdecreas|\bfall\b|\bfell\b|\bdrop|\bcut\b|\bdown\b"
    r"|\breduc|\boutflow|\bshortfall|\blower(?! or)"
    r"|\beas(?:e|ed|ing)\b|\btrim|\bloosen|\bweaken|\bshr[aiu]nk|\bcontract(?:ed|ion)\b|\bslipp?(?:ed)?\b|\btake off\b"
)
_UPWARD = r"(?:earn|profit|gain|surplus|ris[ei]|increas|grow|inflow|improv|higher|up)\w*"
_DOWNWARD = r"(?:los[es]|deficit|fall|decreas|declin|shrink|outflow|worsen|lower|down)\w*"
_OR = r",? or (?:an? |the )?(?:net |operating )?"
EITHER_WAY = re.compile(rf"\b(?:{_UPWARD}{_OR}{_DOWNWARD}|{_DOWNWARD}{_OR}{_UPWARD})\b")
SPAN = re.compile(
    r"\brange\b|\bguid|\boutlook\b|\bforecast|\bbetween what\b|\bband\b|\bcorridor\b|\btarget range\b|\binterval\b"
)
OUTLOOK = re.compile(r"guid|outlook|forecast|expect|target|project|plan|anticipat|estimat|aim")
DIFFERENCE = re.compile(r"\bhow (?:much|many|far)\b|\bby what\b|differ|\bgap\b|\bspread\b|exceed|\bchang|\bmargin\b")
SCALE = re.compile(
    r"\b(?:in|as|of|usd|dollars|eur|gbp|inr|jpy|units of|answer in)[ (]*(us\$|usd|us dollars?|\$|€|£|₹|¥|eur|gbp"
    r"|inr|jpy|chf)?[ ]?"
    r"(thousand|million|billion|trillion|crore|lakh)s?\b"
)
SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "crore": 1e7, "lakh": 1e5}
APART_AFTER = re.compile(
    r"\s*(?:(?!(?:against|than|and|versus|in|of|from|at|for|to)\b)[a-z]+ ){0,3}?(?:more|less|higher|lower|better"
    r"|worse|faster|slower|above|below|difference|apart|greater|larger|smaller"
    r"|ahead|behind)\b"
)
APART_BEFORE = re.compile(r"\b(?:difference of|gap of|by|margin of|exceed(?:s|ed)? \w+ by)(?: about| around)?\s*\Z")
SPAN_JOIN = re.compile(r"\s?(?:-|to|and)\s?(?:about |around )?")


WHO = re.compile(r"\b(?:which|who|whom|whose)\b|\bwhat (?:is|was) the (?:name|ticker)")
MUCH = re.compile(
    r"\bhow (?:much|many|high|large|far)\b|\bwhat (?:percent|share|level|amount|were|was the (?:revenue|value"
    r"|figure))|\bby how\b|\bfigures?\b"
)
_THINGS = re.compile(
    r"\b(?:how many|number of) ((?:[a-z-]+ ){1,4}?)(?:did|does|do|was|were|is|are|had|has|have|will|would|at|in|on"
    r"|of)\b"
)


def counted_things(question: str) -> re.Pattern[str] | None:
    """Give what follows a number of the things that a lower-case question counts: " branches", or None."""
    found = _THINGS.search(question)
    if found is None:
        return None
    noun = found[1].split()[-1]
    return re.compile(rf"(?: [a-z-]+)? {re.escape(noun.removesuffix('s'))}s?\b")
