"""The words beside a quantity enter; whether they make it a loss or fall, and whether its sign is the wanted one."""

import re

from monitor.grading.verdicts.kinds import Quantity
from monitor.grading.verdicts.wanted import Fit, Wanted

__all__ = ["leaning", "sign"]

_DOWN = (
    r"(?:loss(?:es)?|lost|deficit|decline[ds]?|declining|decreas(?:e[ds]?|ing)|drop(?:ped|s)?|fall|fell|reduction"
    r"|reduced"
    r"|shortfall|outflow|contraction|contracted|shrank|slump(?:ed)?|slipped|plunged|down|lower(?:ed)?|cut|worsened"
    r"|eased|easing|slid|retreated|dipped|sank|tumbled|weakened|receded|softened|shed|cooled|used|consumed|absorbed"
    r"|burn(?:ed|t)?|narrowed|negative|minus|\w*verlust|\w*fehlbetrag|perte|pérdida|perdita)"
)
_UP = (
    r"(?:gain(?:ed|s)?|profit|rose|rise|risen|increas(?:e[ds]?|ing)|grew|growth|growing|up|higher|improve[ds]?"
    r"|improvement|raised?|climbed|inflow|surplus|earned|widened|expanded|added|positive|jumped|surged|soared|advanced"
    r"|accelerated|strengthened|rallied|hiked|lifted)"
)
_LINK = (
    r"(?:[ ]+(?:by|of|was|were|is|at|about|approximately|around|roughly|nearly|some|a|an|the|over|to be|[a-z]+ly"
    r"|came to"
    r"|amounted to"
)
_TAIL = (
    rf"{_LINK}|stood at|total of|attributable to (?:the )?(?:shareholders|owners"
    rf"|equity holders)(?: of the (?:parent|company))?"
    rf"|(?:before|after) (?:income )?tax(?:es|ation)?(?: and (?:interest|exceptional items))?"
    rf"|from (?:continuing )?operations"
    rf"|per (?:diluted |basic )?share|for the (?:year|quarter|period)|only|just|almost|exactly|\(loss\)|total[l]?ed"
    rf"|year|another|net|slight|slightly"
    rf"|, by|belief sich auf|betrug|beträgt|in höhe von|nette|neta|netto|de|von|di|del|:|=)){{0,4}}[ :(]*\Z"
)
_DOWN_BEFORE, _UP_BEFORE = re.compile(rf"\b{_DOWN}{_TAIL}"), re.compile(rf"\b{_UP}{_TAIL}")
_FALLS, _RISES = re.compile(rf"\b{_DOWN}\b"), re.compile(rf"\b{_UP}\b")
_EARNED = re.compile(rf"\b(?:net income|(?:net |operating )?profit|surplus|earned|gain(?:ed)?|inflow){_TAIL}")
_AFTER = r"[ -]?(?:per share )?(?:net |operating |percentage points? |points? |year-on-year |yoy |total )?"
_DOWN_AFTER = re.compile(
    rf"\A{_AFTER}(?:loss|decline|decrease|drop|fall|reduction|deficit|contraction|lower|less|below|down|shortfall"
    rf"|outflow|cut)\b"
)
_UP_AFTER = re.compile(rf"\A{_AFTER}(?:profit|gain|increase|rise|growth|higher|more|above|up|improvement|surplus)\b")


_MOVED = re.compile(
    r"\b(?:(?P<down>cut(?:s|ting)?|lower(?:s|ed|ing)|reduc(?:es?|ed|ing)|trimm?(?:s|ed|ing)|slash(?:es|ed|ing)"
    r"|decreas(?:es?|ed|ing)|lagg?(?:s|ed|ing)?|trail(?:s|ed|ing)?|underperform\w*|undersh(?:ot|oots?)|fell short of)"
    r"|rais(?:es?|ed|ing)|hik(?:es?|ed|ing)|lift(?:s|ed|ing)|increas(?:es?|ed|ing)|boost(?:s|ed|ing)|beat(?:s|ing)?"
    r"|outperform\w*|exceed(?:s|ed|ing)?|topp?(?:s|ed|ing)?|outpac(?:es?|ed|ing))"
    r"(?: [a-z'-]+){1,6} by(?: (?:about|around|another|roughly|a|some))*[ (]*\Z"
)
"""What was done to something: "cut its policy rate by"."""
_RED = re.compile(r" (?:in|into|of) (?:the red|deficit|negative territory|(?:net |operating )?loss(?:es)?)\b")
_NAMED = re.compile(
    r"\b(?:loss|deficit|outflow|shortfall)\b[^.\d]{0,25}\. (?:it|this|that) (?:amounted to|was|came to|stood at"
    r"|totall?ed)"
    r"(?: (?:about|around|some|roughly))? ?\Z"
    r"|(?:\A|\n|[^(a-z] |[.;] )(?:net |operating )?(?:loss|deficit)(?:, | for | in |,? \(?)?[^:\n(]{0,22}: ?\Z"
)
"""A loss of the sentence before: "it made a loss. it amounted to"."""
_LOSSES = ("loss", "deficit", "shortfall", "outflow")
_LOSS = re.compile(r"(?:\A|\b(?:a|the|net|operating|quarterly|annual|diluted|basic|pre-tax) )loss(?:es)? (?:of|was"
    r"|amounted to|came to|per share (?:of|was))(?: (?:about|around))? ?\Z")
_LEVEL = re.compile(
    r"\b(?:(?P<loss>loss(?:es)?|deficit|outflow|shortfall|burn)|profit|surplus|income|earnings|inflow)\b[^.;:\d]{0,25}?"
    r"\b(?:widen|increas|gr[eo]w|r[io]se|deepen|narrow|f[ea]ll|declin|decreas|dropp|shr[aiu]nk|improv|eas|climb|swell"
    r"|reduc|cut|slipp)\w*(?: [a-z]+ly)?(?: from [^;:\n]{1,24})? to(?: (?:about|around|some|only|a|just))?[ (]*\Z"
)
"""A loss that grows or shrinks to a figure is one still; so is a profit."""


def leaning(text: str, one: Quantity) -> int:
    """Give -1 where the words beside a quantity make it a loss or fall, 1 a gain or rise, 0 where they say neither."""
    before = text[max(0, one.start - 60) : one.start]
    if "\n" in before:
        before = before[before.rfind("\n") + 1 :]
    after = text[one.end : one.end + 45]
    if _DOWN_AFTER.match(after) or _RED.match(after):
        return -1
    if _UP_AFTER.match(after):
        return 1
    moved = _MOVED.search(before) if " by" in before[-22:] else None
    if moved:
        return -1 if moved["down"] else 1
    if any(word in before for word in _LOSSES) and _NAMED.search(before):
        return -1
    level = _LEVEL.search(before) if " to" in before[-16:] else None
    if level:
        return -1 if level["loss"] else 1
    if _DOWN_BEFORE.search(before):
        return -1
    return 1 if _UP_BEFORE.search(before) else 0


def _nearby(text: str, one: Quantity) -> Fit:
    """Tell by the sentence whether a bare figure is meant as the fall or loss that the reference has in words."""
    before = text[max(0, one.start - 120) : one.start].replace("i.e.", "i,e,").replace("e.g.", "e,g,")
    before = before[max(before.rfind("\n"), before.rfind(". ")) + 1 :]
    if _RISES.search(before):
        return Fit.NO
    if _FALLS.search(before):
        return Fit.YES
    return Fit.DOUBT if before.count(" ") > 3 else Fit.NO


def sign(wanted: Wanted, one: Quantity, text: str) -> Fit:
    """Tell whether the signs agree; the size does."""
    if wanted.quantity.value == 0:
        return Fit.YES
    said = leaning(text, one)
    if wanted.negative:
        if one.value < 0 or said < 0:
            return Fit.YES
        if one.bracketed:
            lead = text[max(0, one.start - 12) : one.start].rstrip()
            return Fit.YES if not lead or lead.endswith((":", "=", " was", " is", " of")) else Fit.DOUBT
        if wanted.falling and said == 0 and not one.signed:
            return Fit.YES
        return _nearby(text, one) if wanted.quantity.value > 0 and said == 0 and not one.signed else Fit.NO
    if one.value < 0:
        if wanted.falling:
            return Fit.YES
        return Fit.DOUBT if one.bracketed else Fit.NO
    if wanted.falling and _EARNED.search(text[max(0, one.start - 60) : one.start].rpartition("\n")[2]):
        return Fit.NO
    if said < 0 and not wanted.falling and _LOSS.search(text[max(0, one.start - 30) : one.start]):
        return Fit.NO
    if said < 0 and wanted.change and not wanted.falling:
        return Fit.DOUBT if wanted.leaning == 0 and not wanted.rising else Fit.NO
    if said < 0 and wanted.leaning > 0 and not wanted.falling:
        return Fit.NO
    return Fit.YES
