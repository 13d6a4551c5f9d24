"""The words beside a number that say what part it plays, as patterns over lower-case text.

The sets of words say cheaply where a pattern cannot match.
"""

import re

from monitor.reading.vocabulary import spaced

__all__ = ["operated", "prior_in"]

FILL = (
    r"(?:[ (]+(?:the|a|an|about|around|roughly|approximately|some|just|only|its|only|almost|nearly|prior-year"
    r"|previous|year-ago|original|earlier|usd|figure|value|level|reading|estimate|of|a flash|flash|preliminary"
    r"|[a-z]+'s)){0,4}[ (]*\Z"
)
CONTEXT = re.compile(
    r"\bwhich (?:some|others?|many|a few|several|one [a-z]+) (?:have |had )?(?:put|puts|said|say|says|give|gave"
    r"|report|reported|quote"
    r"|quoted)(?: (?:at|as|it at))? \Z|(?:\bagainst|\bversus|\bvs\.?|\bcompar(?:ed|ing) (?:with|to)|\bup from"
    r"|\bdown from|\bfrom|\brevised (?:up"
    r"|down) from|\bthan|\bafter"
    r"|\brather than|\binstead of|\bnot|\bunlike|\bexcluding|\bplus or minus|±|\+/-|\bpreviously|\bformerly|\bearlier"
    r"|\bhad been|\bhaving been|\bafter touching|\btouching|\bas opposed to|\brelative to|\bout of|\bof which"
    r"|\bincluding|\bexpected|\bforecast(?: of)?"
    r"|\bconsensus(?: of)?|\bguid(?:ance|ed)(?: of| to)?|\btarget(?: of)?|\bother than|\bbefore|\bprior|\bwas"
    r" previously|\band not|\bmistakenly"
    rf"|\bmisprint(?:ed)?(?: as| of)?|\ballowance of|\bon revenue of|\bon sales of|\bassets of){FILL}"
)
WEAK = re.compile(rf"\b(?:of which|including|expected|target(?: of)?|out of|on revenue of|on sales of|assets of){FILL}")
WITHDRAWN_BEFORE = re.compile(
    r"\b(?:i first|at first|initially|originally|earlier i|previously i|first (?:found|thought|saw|read|got"
    r"|said|spoke of|talked of|put|mentioned|reported|wrote))\b(?:(?!\b(?:but|however|yet|now"
    r"|final)\b)[^.;\n]){0,60}\Z|\bmy (?:first|initial"
    r"|earlier|previous) (?:answer|guess|thought|estimate"
    r"|reading)\b[^.;\n]{0,40}\Z"
    r"|\b(?:preview|flash|preliminary|draft|rumou?r|blog|forum|some (?:say|sources|claim|report)|others? (?:say"
    r"|claim|report|put)|one (?:site|source|page|article)|another (?:site|source|page|article)|an? (?:older|early"
    r"|earlier)[a-z ]{0,20})\b[^.;,\n]{0,40}\Z"
)
WITHDRAWN_AFTER = re.compile(
    r"\A[^.;,\n\d]{0,12}\b(?:at first|initially|to begin with)\b[^.;\n\d]{0,3}(?:,|\bbut)"
    r"|\A\?+\s*no\b|\A(?:\.{2,})?[^.;\n\d]{0,25}(?:\bbut (?:that|this|it) (?:is|was|turned)|\b(?:is|was) (?:wrong"
    r"|incorrect"
    r"|a mistake|an"
    r" error|not (?:right|correct)|the wrong)|\bwhich (?:is|was) (?:wrong|incorrect)|\bno, |\bcorrection|\bwait\b"
    r"|\bscratch that|\bsorry\b|\b-+ ?no\b|\bturned out to be wrong|\b(?:is|was) (?:what i|my) (?:first|initial"
    r"|original|earlier|had)|\bactually\b(?! \w+(?:ed|id|nt)\b)|\brather\b|\bi mean\b|\bi (?:had )?(?:thought"
    r"|assumed|guessed|believed|noted)\b(?=[^.\n]{0,40}\b(?:but|however)\b))"
)
BESIDE = re.compile(r"\b(?:on top of|in addition to|besides|aside from|apart from)\b[^.;,\d\n]{0,45}\Z")
CONCEDED = re.compile(
    r"\b(?:although|though|while|whereas|even if|but)\b[^.;\n]{0,70}\b(?:would|could|might) (?:be|have been)\s*\Z"
)
BOUND = re.compile(
    r"(?:\b(?:more|less|greater|fewer|higher|lower|better|worse) than|\bover|\babove|\bunder|\bbelow|\bat least"
    r"|\bat most|\bup to|\bexceed(?:s|ed|ing)?|\bin excess of"
    r"|\bnorth of|\bsouth of|\bupwards? of|\bbeyond|\bno (?:more|less) than|\bsurpass(?:es|ed|ing)?|\btopp(?:ed"
    r"|ing)|[<>≥≤])(?: (?:the|about|a|us|usd))?[ (]*\Z"
)
FROM_TO = re.compile(r"\bfrom [^;\n]{1,40}\bto(?: about| around| roughly| only)?\s*\Z")
LED_ON = re.compile(r"\A\)?,? to(?: (?:about|around|only|just|a|record|some|roughly)){0,2} ?\Z")
EACH = re.compile(r"\A\s?(?:each(?! (?:for|at|in|reported))|apiece|per (?:meeting|move|step|hike))\b")
EXPECTS = re.compile(
    r"\b(?:expects?|anticipates?|projects?|forecasts?|guides?|guided|plans?|targets?|targeted) [^.;,\d\n]{0,30}\Z"
)
EXCEEDED = re.compile(
    r"\b(?:surpass|beat|topp?|br(?:eak|oke)|eclips|pass|overt(?:ak|ook)|exceed|breach)(?:e[ds]|s|ing|ed)?"
    r" [^.;,\d\n]{4,50}\Z"
)
JUST = re.compile(
    r"\b(?:just|slightly|marginally|(?:a )?(?:little|touch|shade|fraction|bit)|barely|fractionally) \w+[ (]*\Z"
)
NO_BOUND = re.compile(
    rf"{JUST.pattern}|\b(?:hand|turn|carry|carri|took|taken|take|taking|spread)(?:ed|s|ing)? over(?: the)?\s*\Z"
    r"|\bby (?:more|less) than\s*\Z"
)
MOVED = re.compile(
    r"\b(?:from|by|up|down|rose|fell|grew|increased|decreased|climbed|dropped|gained|lost|added|declined|slipped|rising"
    r"|falling)\b[^.]{0,12}\Z"
)
STEP = re.compile(
    r"\b(?:by|rose|fell|grew|increased|decreased|climbed|dropped|gained|lost|added|declined|slipped"
    r"|up|down|cut of|rise of|hike of|increase of|decrease of|change of|gain of|drop of|move of)(?: (?:about"
    r"|around|another|a|roughly|approximately))*[ (]*\Z"
)
ON_BASE = re.compile(r"\A (?:on|from|over|versus|vs\.?|against|compared (?:with|to)|relative to)\b")
OPERATOR_AFTER = re.compile(
    r"\A[)\]]*\s?(?:[+×*÷]|/\s?(?=[\d$€£¥(])|-(?=\s[(\[]?[$€£¥₹]?\d)|plus\b|minus\b|divided by|multiplied by"
    r"|times\b|over(?= (?:revenue of |sales of )?[\d$€£¥(])|less\b"
    r"|x (?=[\d$€£(]))"
)
OPERATOR_BEFORE = re.compile(
    r"(?:[+×*/÷]|\s-|plus|minus|divided by|multiplied by|times|\bby dividing|\bsubtract(?:ing)?|\badd(?:ing)?"
    r"|\bdividing)\s?[(\[]*\Z"
)
EQUALS = re.compile(r"[=≈]")
PRIOR = re.compile(
    r"\b(?:prior|previous|preceding|last|past) (?:fiscal |financial )?(?:year|quarter|month|period|target|level"
    r"|rate|close)(?!'s)\b|\b(?:year|quarter|month)s? (?:before|earlier|ago|prior)\b|\ba year ago\b|\bthe"
    r" year-ago\b|\byear-earlier\b"
)
JOIN = re.compile(r"\s?(?:-|to|and|or|–)\s?(?:about |around |roughly |even |perhaps )?")
SPAN_BEFORE = re.compile(r"\b(?:between|somewhere|from|range of|ranges? from|anywhere|in the range)(?: \w+){0,2} ?\Z")
FINAL_YEAR = re.compile(
    r"\A[^,;.\d\n]{0,22}?\b(?:in|for|at|during|of|by|as of|on|as at|\()? ?(?:the )?(?:end of |year ended |full"
    r" year |december |june |march |september |fiscal |fy ?'?)*\Z"
)
YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|for|at|during|of|as of|since|by|on)|\A|[,;(:|-]|\bfiscal|\bfy|\bfull[- ]year)[ ']*(?:the"
    r" )?(?:end of |year ended |full year |(?:december|june|march|september) \d{0,2},? ?|fiscal(?: year)? |fy ?'?"
    r"|q[1-4] |h[12] )*\Z"
)
PUBLISHED = re.compile(
    r"\b(?:publish|releas|report of|filed|dated|annual report|10-k|results of|press|source|founded|since|accessed"
    r"|updated|retrieved)[^.;]{0,40}\Z"
)


NEXT = re.compile(r"\s*(?::|was\b|of\b|at\b)")
RELATIVE = re.compile(r"\A,? (?:which|that) [^,;]*(?=[,;])")
"""What is said of the figure before: ", which is that of 2022, but"."""
THAN = re.compile(r"\b(?:than|below|above|under|versus|against|compared)\b")
AGAINST = re.compile(r"\b(?:from|than|versus|compared)\b")
PRIOR_HINTS = ("prior", "previous", "preceding", "last", "past", "before", "earlier", "ago")


def prior_in(words: str) -> re.Match[str] | None:
    """Give where words speak of the period before, or None."""
    return PRIOR.search(words) if any(hint in words for hint in PRIOR_HINTS) else None


WORDS = re.compile(r"[a-z]+|[^\w\s]")
BOUND_WORDS = frozenset(
    spaced(
        "than over above under below least most up exceed exceeds exceeded exceeding excess north south upward"
        " upwards beyond"
        " surpass surpasses surpassed surpassing topped topping < > ≥ ≤"
    )
)
CONTEXT_WORDS = frozenset(
    spaced(
        "which against versus vs compared comparing from than after rather instead not unlike excluding plus ± +"
        " previously formerly"
        " earlier been touching opposed relative out which including expected forecast consensus guidance guided"
        " target other"
        " before prior mistakenly misprint misprinted allowance on assets"
    )
)
RECORD_WORDS = frozenset(spaced("record previous prior earlier old former last peak high forecast consensus"))
BESIDE_WORDS = frozenset(spaced("top addition besides aside apart"))
MODALS = frozenset(spaced("would could might"))
EXPECTING = frozenset(
    spaced(
        "expect expects anticipate anticipates project projects forecast forecasts guide guides guided plan plans"
        " target targets targeted"
    )
)
STEP_WORDS = frozenset(
    spaced(
        "by rose fell grew increased decreased climbed dropped gained lost added declined"
        " slipped up down cut rise hike increase decrease change gain drop move"
    )
)
WITHDRAWN_WORDS = frozenset(
    spaced(
        "first initially originally earlier previously my preview flash preliminary draft rumor rumour blog forum"
        " some other others"
        " one another a an spoke talked put mentioned reported wrote"
    )
)
OPERATING = frozenset(
    spaced("+ × * / ÷ - plus minus divided multiplied times dividing subtract subtracting add adding")
)


def operated(before: str, words: set[str]) -> bool:
    """Tell whether what stands before a number calculates with it."""
    return bool(words & OPERATING) and OPERATOR_BEFORE.search(before[-16:]) is not None
